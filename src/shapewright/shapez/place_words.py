"""Places of a shape in words, as players say them: layers counted from the bottom, sides of the ring seen from above.

Layers and columns are numbers from 0 everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping

_SIDES = {
    4: ("right", "bottom", "left", "top"),
    6: ("right", "bottom right", "bottom left", "left", "top left", "top right"),
    8: ("right", "bottom right", "bottom", "bottom left", "left", "top left", "top", "top right"),
}

COLUMNS: Mapping[int, tuple[str, ...]] = {
    4: ("top right", "bottom right", "bottom left", "top left"),
    6: ("top right", "right", "bottom right", "bottom left", "left", "top left"),
    8: tuple([f"part {column + 1} clockwise" for column in range(8)]),
    10: tuple([f"part {column + 1} clockwise" for column in range(10)]),
}
"""The names of the columns of a ring, by its number of parts; larger rings count from the top clockwise."""


def layer_words(layer: int) -> str:
    """The name of a layer.

    >>> layer_words(0)
    'layer 1'
    """
    return f"layer {layer + 1}"


def place_words(layer: int, column: int, parts: int) -> str:
    """The name of a part's place on a ring of so many parts.

    >>> place_words(2, 0, 4), place_words(0, 1, 6), place_words(0, 2, 8)
    ('layer 3, top right', 'layer 1, right', 'layer 1, part 3 clockwise')
    """
    names = COLUMNS.get(parts)
    return f"{layer_words(layer)}, {f'part {column + 1}' if names is None else names[column]}"


def half_words(start: int, parts: int) -> str:
    """The name of the half ring that begins at a column and goes on clockwise.

    >>> [half_words(start, 4) for start in range(4)]
    ['right half', 'bottom half', 'left half', 'top half']
    >>> half_words(1, 6), half_words(9, 10)
    ('bottom right half', 'half from part 10 clockwise')
    """
    sides = _SIDES.get(parts)
    return f"half from part {start + 1} clockwise" if sides is None else f"{sides[start]} half"
