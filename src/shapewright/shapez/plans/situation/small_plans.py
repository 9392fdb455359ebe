"""Plans to begin with: all of very few machines, and one that stacks pieces from the ground up.

Those of few machines are found breadth first over the sets of shapes that machines can have made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from shapewright.shapez.parts import NORMAL, NOTHING, is_painted, kind_of, unpainted
from shapewright.shapez.plans.situation.inventory import Means
from shapewright.shapez.plans.situation.rewrite import rewritten, turned
from shapewright.shapez.plans.steps import Step, Value
from shapewright.shapez.shape import Shape

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


def by_layers(means: Means) -> dict[Value, Step]:
    """By value the machine that makes it, for goals of normal parts alone whose layers can be stacked one by one.

    What does not work out is left out; of other goals nothing is made.
    """
    makers: dict[Value, Step] = {}
    for goal in means.goals:
        if all(kind_of(part) in (NORMAL, kind_of(NOTHING)) for layer in goal.layers for part in layer):
            _stacked(means, (_level(means, Shape(goal.parts, (layer,)), makers) for layer in goal.layers), makers)
    return makers


def _stacked(means: Means, pieces: Iterable[Shape], makers: dict[Value, Step]) -> None:
    """Stack pieces one after the other."""
    whole: Shape | None = None
    for piece in pieces:
        if whole is not None:
            step = means.step("stack", whole, piece)
            _note(means, step, makers)
            (made,) = step.outputs
            assert isinstance(made, Shape)
            piece = made
        whole = piece


def _level(means: Means, level: Shape, makers: dict[Value, Step]) -> Shape:
    """One layer: pieces that lie in it one after the other."""
    (layer,) = level.layers
    filled = [(column, part) for column, part in enumerate(layer) if part != NOTHING]
    _stacked(means, (_piece(means, level.parts, column, part, makers) for column, part in filled), makers)
    if len(set(layer)) == 1:
        _ring(means, level.parts, layer[0], makers)
    return level


def _ring(means: Means, ring: int, part: str, makers: dict[Value, Step]) -> Shape:
    raw = Shape(ring, ((unpainted(part),) * ring,))
    if not is_painted(part):
        return raw
    _note(means, means.step("paint", raw, part[1]), makers)
    return Shape(ring, ((part,) * ring,))


def _piece(means: Means, ring: int, column: int, part: str, makers: dict[Value, Step]) -> Shape:
    """A single part in its column: a ring cut, turned until one part is left in the east, and cut again."""
    shape = _ring(means, ring, part, makers)
    half = ring // 2
    for turn in (0, -(half - 1)):
        for step in turned(means, shape, turn):
            _note(means, step, makers)
        shape = shape.rotated(turn)
        _note(means, Step("half-destroy", (shape,), (shape.half_destroyed(),)), makers)
        shape = shape.half_destroyed()
    (first,) = (place for place, each in enumerate(shape.layers[0]) if each != NOTHING)
    for step in turned(means, shape, column - first):
        _note(means, step, makers)
    return shape.rotated(column - first)


def _note(means: Means, step: Step, makers: dict[Value, Step]) -> None:
    for value, maker in rewritten(means, [step]).items():
        makers.setdefault(value, maker)
