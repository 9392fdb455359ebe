"""Shape codes: layers from the bottom up, joined by ``:``; two characters a part, clockwise from the top right.

A part is a type and a colour (``Cu``), a pin (``P-``), a crystal and its colour (``cr``) or nothing (``--``).
"""

from __future__ import annotations

from shapewright.errors import NotationError, quote
from shapewright.shapez.shape import RING_SIZES, Shape


def parse_code(code: str, parts: int = 4, layers: int | None = None) -> Shape:
    """The shape that ``code`` stands for; white space around it does not matter.

    ``parts`` is the ring size of the empty text; any other code tells its own. Empty layers may lie between others,
    and those at the top are dropped. A code may have at most ``layers`` layers, the empty ones at its top not counted.

    >>> parse_code(" CuCu----:RrRr---- ")
    Shape.from_code('CuCu----:RrRr----')
    >>> parse_code("CuCuCu")
    Traceback (most recent call last):
    shapewright.errors.NotationError: layer 0 of 'CuCuCu' has 3 parts; a ring has 4, 6, 8 or 10 parts

    Raises ``NotationError``, which names the place, for any other text.
    """
    text = code.strip()
    if not text:
        return Shape(parts)
    rows = text.split(":")
    for number, row in enumerate(rows):
        where = f"layer {number} of {quote(text)}"
        if len(row) % 2:
            raise NotationError(
                f"{where} has an odd number of characters, {len(row)}; a part takes two, such as Cu, P-, cr or --"
            )
        if number == 0 and len(row) // 2 not in RING_SIZES:
            raise NotationError(f"{where} has {_parts(row)}; a ring has 4, 6, 8 or 10 parts")
        if len(row) != len(rows[0]):
            raise NotationError(
                f"{where} has {_parts(row)}, but layer 0 has {len(rows[0]) // 2}; all layers have the same"
            )
    shape = Shape(len(rows[0]) // 2, tuple([tuple(map("".join, zip(*[iter(row)] * 2, strict=True))) for row in rows]))
    if layers is not None and shape.height > layers:
        raise NotationError(f"{quote(text)} has {shape.height} layers; the limit is {layers}")
    return shape


def _parts(row: str) -> str:
    return "1 part" if len(row) == 2 else f"{len(row) // 2} parts"
