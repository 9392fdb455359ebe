"""Plans with other machines: steps rewritten, and the plan that the makers of values come to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from shapewright.shapez.plans.situation.inventory import Means
from shapewright.shapez.plans.steps import Step, Value, surplus
from shapewright.shapez.shape import Shape


def rewritten(means: Means, steps: Iterable[Step]) -> dict[Value, Step]:
    """By value the machine that makes it; what the machines that there are cannot do is left out.

    A turn becomes several others, a cutter a half-destroyer for each half, a swapper cutters and a stacker, a stacker
    of two halves a swapper. Whether that gives the same is tried out.
    """
    makers: dict[Value, Step] = {}
    for step in steps:
        if step.machine == "mix":
            continue
        for other in [step] if step.machine in means.machines else _instead(means, step):
            for value in other.outputs:
                makers.setdefault(value, other)
    return makers


def _instead(means: Means, step: Step) -> Iterator[Step]:
    first, *rest = step.inputs
    assert isinstance(first, Shape)
    second = rest[0] if rest else None
    match step.machine:
        case "rotate-cw":
            yield from turned(means, first, 1)
        case "rotate-ccw":
            yield from turned(means, first, -1)
        case "rotate-180":
            yield from turned(means, first, first.parts // 2)
        case "half-destroy":
            yield from _halved(means, first, west=False)
        case "cut":
            yield from _halved(means, first, west=False)
            yield from _halved(means, first, west=True)
        case "swap":
            assert isinstance(second, Shape)
            for one, other in ((first, second), (second, first)):
                # The east of one shape and the west of the other, stacked.
                (east, _), (_, west) = one.cut(), other.cut()
                yield from _halved(means, one, west=False)
                yield from _halved(means, other, west=True)
                if "stack" in means.machines and east.height and west.height:
                    yield means.step("stack", east, west)
        case "stack":
            assert isinstance(second, Shape)
            if "swap" in means.machines:
                yield means.step("swap", first, second)
        case _:
            return


def _halved(means: Means, shape: Shape, *, west: bool) -> Iterator[Step]:
    """Machines that make one half."""
    if "cut" in means.machines:
        yield means.step("cut", shape)
    elif "half-destroy" in means.machines and not west:
        yield means.step("half-destroy", shape)
    elif "half-destroy" in means.machines:
        half = shape.parts // 2
        yield from turned(means, shape, half)
        other = means.step("half-destroy", shape.rotated(half))
        yield other
        yield from turned(means, shape.rotated(half).half_destroyed(), half)


def turned(means: Means, shape: Shape, steps: int) -> Iterator[Step]:
    """As few turns as there can be that turn a shape by so many columns; nothing if there are none."""
    ring = shape.parts
    known = {"rotate-cw": 1, "rotate-ccw": -1, "rotate-180": ring // 2}
    ways: dict[int, tuple[str, ...]] = {0: ()}
    queue = deque([0])
    while queue:
        at = queue.popleft()
        for machine, by in known.items():
            if machine in means.machines and (at + by) % ring not in ways:
                ways[(at + by) % ring] = (*ways[at], machine)
                queue.append((at + by) % ring)
    for machine in ways.get(steps % ring, ()):
        step = means.step(machine, shape)
        yield step
        (made,) = step.outputs
        assert isinstance(made, Shape)
        shape = made


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
