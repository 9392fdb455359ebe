"""Shorthands of shape codes, as players type them to bots: ``{CRSW}``, ``{C+fill}``, ``{10+struct+fill}``.

A code may stand in braces, and a part without a colour is uncoloured: ``C`` is ``Cu``, ``P`` is ``P-``.
After the code come changes, each after a ``+``; whatever their order, they are made in this one:

==========  =============================================================================================
``lfill``   one layer becomes four, of two layers each comes twice, in turns
``struct``  ``1`` is a circle, red in the first layer, then green, blue and white; ``0`` is nothing
``fill``    a layer of one part has it all around; of two parts, twice (three parts, twice in rings of six)
``lsep``    each layer becomes a shape of its own
``cut``     the west and the east as they stand, each a shape
``qcut``    each quarter as it stands, a shape
==========  =============================================================================================

Shapes that are empty then are left out. Source: the description of Fake-ShapeBot 2.0 by Loupau38 (README.md), which
knows rings of four alone.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise

from shapewright.errors import NotationError, quote
from shapewright.shapez import rules
from shapewright.shapez.game import UNPAINTED_TYPES
from shapewright.shapez.parts import NOTHING, TYPES, types_of
from shapewright.shapez.shape import Shape

CHANGES = ("lfill", "struct", "fill", "lsep", "cut", "qcut")
"""The words that may follow a ``+``."""

_STRUCT = "rgbw"
_PART = re.compile(rf"[{TYPES}{UNPAINTED_TYPES}c][a-z]?|P-?|--?|.")


def is_shorthand(code: str) -> bool:
    """Whether a code has braces or changes, so that :func:`expanded` is to read it.

    >>> is_shorthand("{CRSW}"), is_shorthand("CuRuSuWu")
    (True, False)
    """
    return "{" in code or "+" in code


def expanded(code: str, game: str = "0.x") -> tuple[Shape, ...]:
    """The shapes that a shorthand stands for in this game; a plain code is one shape.

    >>> [str(shape) for shape in expanded("{CrRb+fill+cut}")]
    ['----CrRb', 'CrRb----']
    >>> [str(shape) for shape in expanded("{0110:1111+struct}")]
    ['--CrCr--:CgCgCgCg']

    Raises ``NotationError`` for unknown changes, for ``cut`` with ``qcut``, and for what is not a shape code then.
    """
    if not is_shorthand(code):
        return (Shape.from_code(code, game=game),)
    text = code.strip()
    inner = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    if "{" in inner or "}" in inner:
        raise NotationError(f"{quote(text)} has a brace by itself; a shorthand is written {{CRSW}} or CRSW+cut")
    plain, *changes = inner.split("+")
    for change in changes:
        if change not in CHANGES:
            raise NotationError(f"{quote(change)} in {quote(text)} is not a change; changes are {', '.join(CHANGES)}")
    if "cut" in changes and "qcut" in changes:
        raise NotationError(f"{quote(text)} is to be cut and quartered; take one of cut and qcut")
    layers = _layers(plain, set(changes))
    shapes = [Shape.from_code(":".join(map("".join, layers)), game=game)]
    if "lsep" in changes:
        shapes = [Shape(shape.parts, (layer,)) for shape in shapes for layer in shape.layers]
    pieces = 2 if "cut" in changes else 4 if "qcut" in changes else 1
    return tuple(shape for shape in chain(*(_pieces(shape, pieces) for shape in shapes)) if shape.height)


def _layers(plain: str, changes: set[str]) -> list[list[str]]:
    rows = plain.split(":")
    if "lfill" in changes and len(rows) <= 2:
        rows *= 4 // len(rows)
    layers = []
    for number, row in enumerate(rows):
        written = row
        if "struct" in changes:
            colour = _STRUCT[min(number, len(_STRUCT) - 1)]
            written = row.replace("0", NOTHING).replace("1", "C" + colour)
        parts = [_whole(part) for part in _PART.findall(written)]
        layers.append(parts)
    if "fill" in changes:
        six = any(part[0] in types_of(6) for layer in layers for part in layer)
        ring = 6 if six else 4
        layers = [layer * (ring // len(layer)) if 0 < len(layer) <= ring // 2 else layer for layer in layers]
    return layers


def _whole(part: str) -> str:
    """A part in two characters."""
    if part in ("P", "-"):
        return part + "-"
    return part + "u" if len(part) == 1 else part


def _pieces(shape: Shape, number: int) -> list[Shape]:
    """The shape split into so many pieces of neighbouring columns, each where it stands; halves the west first."""
    if number == 1:
        return [shape]
    ends = [-(-shape.parts * step // number) for step in range(number + 1)]
    found = [rules.masked(shape, range(start, end)) for start, end in pairwise(ends)]
    return found[::-1] if number == 2 else found
