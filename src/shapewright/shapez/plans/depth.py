"""How deep every plan for a shape is: exact for few machines one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from shapewright.shapez.packed import Packed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from shapewright.shapez.configuration import Configuration
    from shapewright.shapez.shape import Shape

    Shapes = NDArray[np.uint64]

# All shapes up to this depth are made; whether a shape is one machine deeper is asked for that shape alone.
LISTED = 3


def depth_bound(goal: Shape, configuration: Configuration) -> int:
    """How deep every plan for ``goal`` is at least: its exact depth up to 4, or 5; painters and mixers are not counted.

    What a shape is deep depends on the depths of what it is made of alone, however many take them: so all shapes of
    depth n + 1 are what one machine makes of those of depth n or less. Types and colours are forgotten, which makes
    no plan deeper.
    """
    packed, wanted = Packed(configuration), np.uint64(goal.packed())
    levels = _levels(configuration)
    for depth, shapes in enumerate(levels):
        if wanted in shapes:
            return depth
    return LISTED + (1 if _one_machine(packed, levels[-1], wanted) else 2)


@lru_cache(maxsize=8)
def _levels(configuration: Configuration) -> tuple[Shapes, ...]:
    """The shapes of each depth or less, ascending."""
    packed = Packed(configuration)
    levels = [np.array([(4**configuration.parts - 1) // 3], dtype=np.uint64)]
    for _ in range(LISTED):
        shapes = levels[-1]
        below, above = (grid.ravel() for grid in np.meshgrid(shapes, shapes))
        made = [*_unary(packed, shapes), packed.stack(below, above), *packed.swap(below, above)]
        every = np.unique(np.concatenate([shapes, *made]))
        levels.append(every[every != 0])
    return tuple(levels)


def _unary(packed: Packed, shapes: Shapes) -> list[Shapes]:
    half = packed.configuration.half_parts
    turned = [packed.rotate(shapes, steps) for steps in (1, -1, half)]
    return [*turned, packed.push_pin(shapes), packed.crystal(shapes), *packed.cut(shapes)]


def _one_machine(packed: Packed, shapes: Shapes, wanted: np.uint64) -> bool:
    """Whether one machine makes ``wanted`` of these."""
    if any(wanted in made for made in _unary(packed, shapes)):
        return True
    east = sum(
        3 << 2 * (layer * packed.configuration.parts + column)
        for layer in range(packed.configuration.layers)
        for column in range(packed.configuration.half_parts)
    )
    easts, wests = packed.cut(shapes)
    if (wanted & np.uint64(east)) in easts and (wanted & ~np.uint64(east)) in wests:
        return True
    # A bottom has nothing that is not there in the end.
    cells = np.uint64((4**packed.configuration.cells - 1) // 3)
    taken = (shapes | shapes >> np.uint64(1)) & cells
    bottoms = shapes[wanted & (taken | taken << np.uint64(1)) == shapes]
    return any(wanted in packed.stack(bottom, shapes) for bottom in bottoms)
