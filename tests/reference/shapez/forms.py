"""What shapes have in common that a delivery to the vortex accepts for each other: their forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from shapewright.shapez.parts import NOTHING
from shapewright.shapez.shape import Shape
from shapewright.shapez.vortex import variant_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from shapewright.shapez.data.configuration import Configuration


def form(shape: Shape) -> Shape:
    """The shape without its pins that lie below, anywhere below, a part that is not a pin.

    Two shapes are accepted for each other if their forms are equal. It need not be stable.
    """
    gaps = set(variant_places(shape))
    rows = [
        tuple([NOTHING if (number, column) in gaps else part for column, part in enumerate(layer)])
        for number, layer in enumerate(shape.layers)
    ]
    return Shape(shape.parts, tuple(rows))


def forms(shapes: NDArray[np.uint64], configuration: Configuration) -> NDArray[np.uint64]:
    """The forms of packed shapes."""
    lower = np.uint64(sum(1 << 2 * cell for cell in range(configuration.cells)))
    row, one = np.uint64(2 * configuration.parts), np.uint64(1)
    no_pins = shapes & lower
    below = np.zeros_like(shapes)
    for _ in range(configuration.layers - 1):
        below = (below | no_pins) >> row
    pins = shapes >> one & ~shapes & lower
    return shapes ^ ((pins & below) << one)
