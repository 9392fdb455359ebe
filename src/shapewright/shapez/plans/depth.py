"""How deep every plan for a shape is: exact where all depths are known, else for few machines one after the other."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from shapewright.shapez.data.packed import Packed
from shapewright.shapez.plans.coloured_depth import DEEPEST, coloured_depth
from shapewright.shapez.plans.known.levels import levels

if TYPE_CHECKING:
    from shapewright.shapez.data.configuration import Configuration
    from shapewright.shapez.shape import Shape

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
