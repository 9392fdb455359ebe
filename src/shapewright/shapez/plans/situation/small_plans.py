"""All plans of very few machines: breadth first over the sets of shapes that machines can have made."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from shapewright.shapez.parts import is_painted
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.shapez.plans.situation.inventory import Means
    from shapewright.shapez.plans.steps import Step, Value

__all__ = ["Few", "few"]

_TURNS = ("rotate-cw", "rotate-ccw", "rotate-180")
_ONE = (*_TURNS, "cut", "half-destroy", "push-pin")


@dataclass(frozen=True)
class Few:
    """What looking at all plans gave: a plan of the fewest machines (mixers not counted) by its makers, or none.

    Every plan has ``least`` machines or more, mixers not counted. ``ends`` says that there are no others to look at: so
    that without a plan there is none.
    """

    makers: dict[Value, Step] | None
    least: int
    ends: bool


def few(means: Means, most: int, stop: Callable[[], bool]) -> Few:
    """Look at plans of one machine, two machines and so on, until ``most`` machines were tried out."""
    # The colours to look at are those of the goals and of what is on hand: what else is painted could stay as it is,
    # and other crystals could be of the first of these colours.
    parts = {part for goal in means.goals for layer in goal.layers for part in layer}
    paints = sorted({part[1] for part in parts if is_painted(part)} & means.fluids)
    crystals = sorted({part[1] for part in parts if part[0] == "c"} & means.fluids)
    colours = paints, crystals or ["r"]
    sources = frozenset(value for value in means.free if isinstance(value, Shape))
    goals = frozenset(means.goals) - sources
    if not goals:
        return Few({}, 0, ends=True)
    level: dict[frozenset[Shape], tuple[Step, ...]] = {frozenset(): ()}
    seen: set[frozenset[Shape]] = {frozenset()}
    tried = 0
    for least in range(1, most):
        following: dict[frozenset[Shape], tuple[Step, ...]] = {}
        for made, steps in level.items():
            for step in _machines(means, sorted(sources | made, key=str), colours):
                tried += 1
                if tried > most or (tried & 255 == 0 and stop()):
                    return Few(None, least, ends=False)
                fresh = {out for out in step.outputs if isinstance(out, Shape) and out.height} - sources - made
                more = made | fresh
                if not fresh or more in seen:
                    continue
                if goals <= more:
                    makers = {value: each for each in reversed((*steps, step)) for value in each.outputs}
                    return Few(makers, least, ends=True)
                seen.add(more)
                following[more] = (*steps, step)
        if not following:
            return Few(None, least + 1, ends=True)
        level = following
    return Few(None, most, ends=False)


def _machines(means: Means, shapes: list[Shape], colours: tuple[list[str], list[str]]) -> Iterator[Step]:
    paints, crystals = colours
    allowed = means.machines
    for shape in shapes:
        for machine in _ONE:
            if machine in allowed and not (machine == "half-destroy" and "cut" in allowed):
                yield means.step(machine, shape)
        if "paint" in allowed:
            for colour in paints:
                yield means.step("paint", shape, colour)
        if "crystal" in allowed:
            for colour in crystals:
                yield means.step("crystal", shape, colour)
    for machine in ("swap", "stack"):
        if machine in allowed:
            for one, other in product(shapes, repeat=2):
                yield means.step(machine, one, other)
