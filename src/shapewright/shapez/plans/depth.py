"""How deep every plan for a shape is: exact where all depths are known, else for few machines one after the other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from typing import Any

from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.parts import CRYSTAL, NORMAL, is_painted, kind_of, unpainted
from shapewright.shapez.plans.bounds import fluid_depth
from shapewright.shapez.plans.known.levels import levels
from shapewright.shapez.shape import Shape

# --- With types and colours: exact up to 2, else at least 3 ----------------------------------------------------------
# What is of a type or colour that the goal lacks can be of another one that it has, or without paint: machines treat
# all alike. So only the goal's own types, paints and crystals matter, and crystals of one more colour, which break.

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
    known = rings | set(_coloured_unary(rings, paints, crystals, layers, 0))
    for one, two in product(rings, repeat=2):
        known |= {rules.stack(one, two, layers), *rules.swap(one, two)}
    if goal in known:
        return 1
    return 2 if _one_coloured_machine(goal, known, paints, crystals, layers) else DEEPEST


def _coloured_unary(
    shapes: Iterable[Shape], paints: set[str], crystals: set[str], layers: int, depth: int
) -> Iterator[Shape]:
    """What machines make of one shape and of fluids of such a depth or less."""
    for shape in shapes:
        if not shape.height:
            continue
        yield from (shape.rotated(steps) for steps in (1, -1, shape.parts // 2))
        yield from rules.cut(shape)
        yield rules.push_pin(shape, layers)
        yield from (rules.paint(shape, colour) for colour in paints if fluid_depth(colour) <= depth)
        yield from (rules.crystal(shape, colour) for colour in crystals if fluid_depth(colour) <= depth)


def _one_coloured_machine(goal: Shape, known: set[Shape], paints: set[str], crystals: set[str], layers: int) -> bool:
    """Whether one machine makes the goal of these shapes."""
    some = [shape for shape in known if shape.height]
    if goal in set(_coloured_unary(some, paints, crystals, layers, 1)):
        return True
    # Swapped halves stay as they are, joined or not.
    half = goal.parts // 2
    halves = [rules.cut(shape) for shape in some]
    east, west = (rules.masked(goal, range(start, start + half)) for start in (0, half))
    if any(one == east for one, _ in halves) and any(other == west for _, other in halves):
        return True
    return any(
        rules.stack(bottom, top, layers) == goal for bottom in some if rules.is_bottom(bottom, goal) for top in some
    )


# --- Without them ----------------------------------------------------------------------------------------------------

# Where depths are not known, all shapes up to this one are made; whether a shape is one machine deeper is asked for it
# alone.
LISTED = 3


def depth_bound(goal: Shape, configuration: Configuration) -> int:
    """How deep every plan for ``goal`` is at least.

    That is the exact depth of a shape of its kinds where all depths are known (:mod:`.levels`), and elsewhere up to 4;
    what is deeper has 5. Types and colours are forgotten for that, which makes no plan deeper. With them, and with what
    is mixed, depths up to 2 are exact (:mod:`.coloured_depth`).
    """
    least = _depth_of_kinds(goal, configuration)
    return least if least >= DEEPEST else max(least, coloured_depth(goal, configuration.layers))


def _depth_of_kinds(goal: Shape, configuration: Configuration) -> int:
    known = levels(configuration)
    if known is not None and (depth := known.depth(goal.packed())) is not None:
        return depth
    packed, wanted = Packed(configuration), goal.packed()
    listed = _listed(configuration)
    for depth, shapes in enumerate(listed):
        if wanted in shapes:
            return depth
    return LISTED + (1 if _one_machine(packed, listed[-1], wanted) else 2)


@lru_cache(maxsize=8)
def _listed(configuration: Configuration) -> tuple[frozenset[int], ...]:
    """The shapes of each depth or less."""
    packed = Packed(configuration)
    listed = [frozenset([(4**configuration.parts - 1) // 3])]
    for _ in range(LISTED):
        shapes = listed[-1]
        below = array("Q", [shape for shape in shapes for _ in shapes])
        above = array("Q", [*shapes] * len(shapes))
        made = [*_unary(packed, array("Q", shapes)), packed.stack(below, above), *packed.swap(below, above)]
        listed.append(shapes.union(chain.from_iterable([some.tolist() for some in made])) - {0})
    return tuple(listed)


def _unary(packed: Packed, shapes: Any) -> list[Any]:
    half = packed.configuration.half_parts
    turned = [packed.rotate(shapes, steps) for steps in (1, -1, half)]
    return [*turned, packed.push_pin(shapes), packed.crystal(shapes), *packed.cut(shapes)]


def _one_machine(packed: Packed, shapes: frozenset[int], wanted: int) -> bool:
    """Whether one machine makes ``wanted`` of these."""
    some = array("Q", shapes)
    if any(wanted in made.tolist() for made in _unary(packed, some)):
        return True
    east = sum(
        3 << 2 * (layer * packed.configuration.parts + column)
        for layer in range(packed.configuration.layers)
        for column in range(packed.configuration.half_parts)
    )
    easts, wests = packed.cut(some)
    if wanted & east in easts.tolist() and wanted & ~east in wests.tolist():
        return True
    # A bottom has nothing that is not there in the end.
    cells = (4**packed.configuration.cells - 1) // 3
    occupied = [(shape, (shape | shape >> 1) & cells) for shape in shapes]
    bottoms = [shape for shape, taken in occupied if wanted & (taken | taken << 1) == shape]
    return any(wanted in packed.stack(bottom, some).tolist() for bottom in bottoms)
