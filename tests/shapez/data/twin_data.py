"""What the brute-force twin finds, as data and as sets of packed shapes in every orientation."""

from __future__ import annotations

from functools import cache

import numpy as np
from tests.reference.shapez.brute_force import Buildable, Ring
from tests.reference.shapez.brute_force import buildable as search
from tests.shapez.data.sample_data import diagram, half_table, pin_table

from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.packed import Packed

QUAD1, QUAD2, HEX1 = Configuration(4, 1), Configuration(4, 2), Configuration(6, 1)
SMALL = (QUAD1, QUAD2, HEX1)


@cache
def found(configuration: Configuration) -> Buildable:
    return search(configuration.parts, configuration.layers)


@cache
def data(configuration: Configuration, *, full: bool = False) -> Data:
    """Halves and pin shapes; with ``full`` also the diagram of all shapes."""
    packed = Packed(configuration)
    halves = packed.split(np.array(sorted(found(configuration).halves), np.uint64))[0]
    words = [word(shape, configuration) for shape in oriented(configuration)] if full else None
    everything = None if words is None else diagram(words, configuration.cells)
    return Data(configuration, half_table(halves), pin_table(found(configuration).essential), everything)


@cache
def oriented(configuration: Configuration) -> frozenset[int]:
    """All buildable shapes in every orientation."""
    return in_every_orientation(found(configuration).ring, found(configuration).shapes)


def in_every_orientation(ring: Ring, shapes: set[int]) -> frozenset[int]:
    return frozenset(image for shape in shapes for image in ring.images(shape))


def word(shape: int, configuration: Configuration) -> tuple[int, ...]:
    """The kinds column by column, each from the bottom up."""
    parts, layers = configuration.parts, configuration.layers
    return tuple([shape >> 2 * (layer * parts + column) & 3 for column in range(parts) for layer in range(layers)])


def changed_parts(a: int, b: int, cells: int) -> int:
    return sum((a ^ b) >> 2 * cell & 3 != 0 for cell in range(cells))
