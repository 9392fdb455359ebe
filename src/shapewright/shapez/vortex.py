"""What a delivery to the vortex accepts: below a part that is not a pin, a pin is as good as a gap.

Shapes that differ in such places only are one *class*. A shape that cannot be built is delivered all the same if
another of its class, a *variant*, can be built.
"""

from __future__ import annotations

from array import array
from itertools import combinations, compress, islice
from math import comb

from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.parts import EMPTY, NOTHING, PIN, PIN_PART
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import configuration_for, enough_for, verdicts_for

BLOCK = 1 << 14


def variant_places(shape: Shape) -> list[tuple[int, int]]:
    """The places (layer, column) where a pin is as good as a gap, ascending."""
    places = []
    for column in range(shape.parts):
        top = max((layer for layer in range(shape.height) if shape.kind(layer, column) not in (EMPTY, PIN)), default=0)
        places += [(layer, column) for layer in range(top) if shape.kind(layer, column) in (EMPTY, PIN)]
    return sorted(places)


def buildable_variant(
    shape: Shape, *, layers: int | None = None, data: Data | None = None, most: int | None = None
) -> Shape | None:
    """A buildable shape that is accepted for ``shape``, or None if there is none.

    ``shape`` itself if it can be built; otherwise one with as few pins added or taken away as can be, and of these the
    one with the least packed number.

    >>> print(buildable_variant(Shape.from_code("--Cu----:CuCu----:--------:Cu------")))
    --Cu----:CuCu----:P-------:Cu------

    Looks at up to ``2 ** n`` shapes if there are ``n`` such places; with ``most``, only at those with so few changes
    that it looks at no more than that.
    Raises as :func:`~shapewright.shapez.verdicts.buildable.buildable` does.
    """
    configuration = configuration_for(shape.parts, shape.height, layers, data, shape.to_code())
    verdicts = verdicts_for(enough_for(shape.height, configuration, data), data)
    packed = shape.packed()
    pins = {PIN << 2 * (layer * shape.parts + column): (layer, column) for layer, column in variant_places(shape)}
    seen = 0
    for changes in range(len(pins) + 1):
        seen += comb(len(pins), changes)
        if most is not None and seen > most:
            break
        every = combinations(pins, changes)
        least: int | None = None
        while some := list(islice(every, BLOCK)):
            block = array("Q", [packed ^ sum(chosen) for chosen in some])
            found = min(compress(block, verdicts.ways(block)), default=least)
            least = found if least is None or found is None else min(found, least)
        if least is not None:
            changed = [place for pin, place in pins.items() if (packed ^ least) & pin]
            return _with(shape, {place: NOTHING if shape.kind(*place) == PIN else PIN_PART for place in changed})
    return None


def _with(shape: Shape, parts: dict[tuple[int, int], str]) -> Shape:
    return Shape(
        shape.parts,
        tuple(
            [
                tuple([parts.get((number, column), part) for column, part in enumerate(layer)])
                for number, layer in enumerate(shape.layers)
            ]
        ),
    )
