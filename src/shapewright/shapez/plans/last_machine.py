"""What the last machine of a plan may have been, and what follows for how many machines there must be.

Of some shapes it is known that at most N machines make them (a filter may let through a few others); all that are not
among them take more. A shape takes N + 1 machines only if its last machine takes shapes of at most N. That none does is
a proof that the shape takes N + 2. Source: the rules of the machines (:mod:`shapewright.shapez.rules`).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import compress, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.shapez.data.packed import Packed

CRYSTAL = 3


@dataclass(frozen=True)
class Cheap:
    """What at most N machines make; each asks a packed shape, or the key of a half in the east."""

    shapes: Callable[[int], bool]
    halves: Callable[[int], bool]
    """Halves that are the east of such a shape once it is cut; the empty one is."""
    treated: Callable[[int], bool]
    """Shapes that a pin pusher or a crystal generator makes of one."""


def may_be_made(ring: Packed, shape: int, cheap: Cheap) -> bool:
    """Whether one machine may make ``shape`` of shapes that ``cheap`` lets through."""
    half = ring.configuration.half_parts
    if any(cheap.shapes(ring.rotate(shape, steps)) for steps in (1, -1, half)) or cheap.treated(shape):
        return True
    # A swapper leaves the halves as a cut has left them. So does a cutter, where one is empty.
    if all(map(cheap.halves, ring.split(shape))):
        return True
    bottoms = _bottoms(ring, shape)
    # Whoever makes the shape makes its halves.
    easts, wests = (_column_of_halves(ring, part, side) for side, part in enumerate(ring.cut(bottoms)))
    return any(
        cheap.halves(east) and cheap.halves(west) and cheap.shapes(bottom)
        for bottom, east, west in zip(bottoms, easts, wests, strict=True)
    )


def _column_of_halves(ring: Packed, shapes: Any, side: int) -> list[int]:
    halves: list[int] = ring.split(memoryview(shapes))[side].tolist()
    return halves


def _bottoms(ring: Packed, shape: int) -> array[int]:
    """All that something may have been stacked on to give ``shape``: of each column what is below some height.

    What is on a stacker's bottom stays in its place, and what comes on top is no crystal.
    """
    parts, layers = ring.configuration.parts, ring.configuration.layers
    columns = []
    for column in range(parts):
        cells = [shape >> 2 * (layer * parts + column) & 3 for layer in range(layers)]
        kept = {0: 0} if CRYSTAL not in cells else {}
        for height in range(1, layers + 1):
            if CRYSTAL not in cells[height:]:
                below = sum(cell << 2 * (layer * parts + column) for layer, cell in enumerate(cells[:height]))
                kept[below] = below
        columns.append(list(kept))
    bottoms = array("Q", [bottom for choice in product(*columns) if (bottom := sum(choice)) not in (0, shape)])
    return array("Q", compress(bottoms, ring.is_stable(bottoms).tolist()))
