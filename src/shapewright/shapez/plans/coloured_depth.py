"""How deep every plan for a goal of several types or colours is: exact up to 2, else at least 3.

What is of a type or colour that the goal lacks can be of another one that it has, or without paint: machines treat all
alike. So only the goal's own types, paints and crystals matter, and crystals of one more colour, which break.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from shapewright.shapez import rules
from shapewright.shapez.parts import CRYSTAL, NORMAL, NOTHING, is_painted, kind_of, unpainted
from shapewright.shapez.plans.bounds import fluid_depth
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A fluid that is there without a mixer.
PRIMARY = "r"

DEEPEST = 3
"""The most that is proven here."""


@lru_cache(maxsize=256)
def coloured_depth(goal: Shape, layers: int) -> int:
    """How deep every plan for ``goal`` is at least, if parts above so many ``layers`` are lost: 3 at most.

    >>> [coloured_depth(Shape.from_code(code), 4) for code in ("CuCuCuCu", "CrCrRuRu", "CuRuSuWu")]
    [0, 2, 3]
    """
    parts = set(chain.from_iterable(goal.layers))
    standard = "Hu" if goal.parts == 6 else "Cu"
    raws = {unpainted(part) for part in parts if kind_of(part) == NORMAL} or {standard}
    rings = {Shape(goal.parts, ((raw,) * goal.parts,)) for raw in raws}
    paints = {part[1] for part in parts if is_painted(part)}
    crystals = {part[1] for part in parts if kind_of(part) == CRYSTAL} | {PRIMARY}
    if goal in rings:
        return 0
    known = rings | set(_unary(rings, paints, crystals, layers, 0))
    for one, two in product(rings, repeat=2):
        known |= {rules.stack(one, two, layers), *rules.swap(one, two)}
    if goal in known:
        return 1
    return 2 if _one_machine(goal, known, paints, crystals, layers) else DEEPEST


def _unary(shapes: Iterable[Shape], paints: set[str], crystals: set[str], layers: int, depth: int) -> Iterator[Shape]:
    """What machines make of one shape and of fluids of such a depth or less."""
    for shape in shapes:
        if not shape.height:
            continue
        yield from (shape.rotated(steps) for steps in (1, -1, shape.parts // 2))
        yield from rules.cut(shape)
        yield rules.push_pin(shape, layers)
        yield from (rules.paint(shape, colour) for colour in paints if fluid_depth(colour) <= depth)
        yield from (rules.crystal(shape, colour) for colour in crystals if fluid_depth(colour) <= depth)


def _one_machine(goal: Shape, known: set[Shape], paints: set[str], crystals: set[str], layers: int) -> bool:
    """Whether one machine makes the goal of these shapes."""
    some = [shape for shape in known if shape.height]
    if goal in set(_unary(some, paints, crystals, layers, 1)):
        return True
    # Swapped halves stay as they are, joined or not.
    half = goal.parts // 2
    halves = [rules.cut(shape) for shape in some]
    east, west = (_masked(goal, range(start, start + half)) for start in (0, half))
    if any(one == east for one, _ in halves) and any(other == west for _, other in halves):
        return True
    return any(rules.stack(bottom, top, layers) == goal for bottom in some if _begins(goal, bottom) for top in some)


def _masked(goal: Shape, columns: range) -> Shape:
    """The goal without all other columns."""
    return Shape(
        goal.parts,
        tuple(tuple(part if k in columns else NOTHING for k, part in enumerate(layer)) for layer in goal.layers),
    )


def _begins(goal: Shape, bottom: Shape) -> bool:
    """Whether all parts of ``bottom`` are the goal's in the same place."""
    return bottom.height <= goal.height and all(
        part in (NOTHING, wanted)
        for layer, above in zip(bottom.layers, goal.layers, strict=False)
        for part, wanted in zip(layer, above, strict=True)
    )
