"""What the last machine of a plan may have been, and what follows for how many machines there must be.

Of some shapes it is known that at most N machines make them (a filter may let through a few others); all that are not
among them take more. A shape takes N + 1 machines only if its last machine takes shapes of at most N. That none does is
a proof that the shape takes N + 2. Source: the rules of the machines (:mod:`shapewright.shapez.rules`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from shapewright.shapez.packed import Packed

    Shapes = NDArray[np.uint64]
    Keys = NDArray[np.uint32]

CRYSTAL = 3


@dataclass(frozen=True)
class Cheap:
    """What at most N machines make; each asks an array of packed shapes, or of keys of halves in the east."""

    shapes: Callable[[Shapes], NDArray[np.bool_]]
    halves: Callable[[Keys], NDArray[np.bool_]]
    """Halves that are the east of such a shape once it is cut; the empty one is."""
    treated: Callable[[Shapes], NDArray[np.bool_]]
    """Shapes that a pin pusher or a crystal generator makes of one."""


def may_be_made(ring: Packed, shape: int, cheap: Cheap) -> bool:
    """Whether one machine may make ``shape`` of shapes that ``cheap`` lets through."""
    one = np.array([shape], dtype=np.uint64)
    half = ring.configuration.half_parts
    before = np.concatenate([ring.rotate(one, steps) for steps in (1, -1, half)])
    if cheap.shapes(before).any() or cheap.treated(one).any():
        return True
    # A swapper leaves the halves as a cut has left them. So does a cutter, where one is empty.
    if cheap.halves(np.concatenate(ring.split(one))).all():
        return True
    bottoms = _bottoms(ring, shape)
    # Whoever makes the shape makes its halves.
    east, west = (cheap.halves(ring.split(part)[side]) for side, part in enumerate(ring.cut(bottoms)))
    return bool(cheap.shapes(bottoms[east & west]).any())


def _bottoms(ring: Packed, shape: int) -> Shapes:
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
    bottoms = np.array([sum(choice) for choice in product(*columns)], dtype=np.uint64)
    bottoms = bottoms[(bottoms != 0) & (bottoms != shape)]
    stable: Shapes = bottoms[ring.is_stable(bottoms)]
    return stable
