"""Plans while they are changed: which machine makes each value, what that costs, and in what order it is built."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.shapez.plans.steps import surplus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.shapez.plans.situation.inventory import Means
    from shapewright.shapez.plans.steps import Step, Value
    from shapewright.shapez.shape import Shape

__all__ = ["Made", "Makers", "gathered"]

Makers = "Mapping[Value, Step]"


@dataclass(frozen=True)
class Made:
    """A plan: its machines in an order in which they can be built, mixers in front."""

    steps: tuple[Step, ...]
    depth: int
    goals: tuple[Shape, ...]

    @property
    def cost(self) -> int:
        """How many machines there are."""
        return len(self.steps)

    @cached_property
    def leftovers(self) -> int:
        """How many shapes are left over when one of each goal is made."""
        return sum(over for _, _, over, _ in surplus(self.steps, self.goals))


def gathered(means: Means, makers: Mapping[Value, Step]) -> Made | None:
    """The machines that the goals need by these makers; None if something is missing, or made of itself."""
    order: list[Step] = []
    depths: dict[Value, int] = dict.fromkeys(means.free, 0)
    colours: set[str] = set()
    open_: set[Value] = set()

    def make(value: Value) -> bool:
        if value in depths:
            return True
        if isinstance(value, str):
            colours.add(value)
            return value in means.fluids
        if value in open_ or value not in makers:
            return False
        step = makers[value]
        if step.machine not in means.machines:
            return False
        open_.add(value)
        if not all(make(taken) for taken in step.inputs):
            return False
        open_.discard(value)
        if value in depths:  # a machine before it has given it besides
            return True
        depth = 1 + max(depths.get(taken, 0) for taken in step.inputs)
        for out in step.outputs:
            depths.setdefault(out, depth)
        order.append(step)
        return True

    if not all(make(goal) for goal in means.goals):
        return None
    mixers = means.mixers(colours)
    return Made((*mixers, *order), max(depths[goal] for goal in means.goals), means.goals)
