"""A shape as text: its layers side by side, the bottom one first, each part's code where the part is on the ring.

With colour a part is a field of its colour; without, its code stands alone. Layers are seen from above: on a ring of
four the first line is columns 3 and 0, the second columns 2 and 1.
"""

from __future__ import annotations

from math import pi, sin

from shapewright.drawing.palette import blended, ink_on
from shapewright.drawing.terminal import PLAIN, Ink
from shapewright.shapez.parts import NOTHING, PIN_PART
from shapewright.shapez.picture import PAINTS
from shapewright.shapez.place_words import layer_words
from shapewright.shapez.shape import Shape

_FIELD = 4  # characters of a part
_BULGE = 6  # how many characters a ring is wider in the middle than it would be above, at most
_GAP = 3
_PIN = "#4a4750"
_EMPTY = "#d3d8de"


def to_terminal(shape: Shape, *, color: bool, width: int = 80, truecolor: bool = False, unicode: bool = True) -> str:
    """Draw ``shape`` in lines of at most ``width`` characters; the keywords are those of ``drawing.terminal_options``.

    >>> from shapewright.shapez import Shape
    >>> print(to_terminal(Shape.from_code("CuCuP-Sw:cr--RrRg"), color=False))
    layer 1    layer 2
     Sw  Cu     Rg  cr
     P-  Cu     Rr  --
    """
    ink = Ink(truecolor) if color else None
    layers = shape.layers or ((NOTHING,) * shape.parts,)
    # How far each line's two parts stand from the middle of the ring, in characters.
    reaches = [sin(2 * pi / shape.parts * (row + 0.5)) for row in range(shape.parts // 2)]
    insets = [round((reach - min(reaches)) * _BULGE) for reach in reaches]
    breadth = 2 * (_FIELD + max(insets))
    captions = [layer_words(number) for number in range(len(layers))]
    step = max(breadth, len(captions[-1])) + _GAP
    blocks = [
        [
            " " * (max(insets) - inset)
            + _field(layer[-1 - row], ink, unicode)
            + " " * (2 * inset)
            + _field(layer[row], ink, unicode)
            + " " * (max(insets) - inset)
            for row, inset in enumerate(insets)
        ]
        for layer in layers
    ]
    beside = max(1, (width + _GAP) // step)
    lines: list[str] = []
    for first in range(0, len(blocks), beside):
        some = slice(first, first + beside)
        lines.append("".join(caption.ljust(step) for caption in captions[some]))
        lines += [(" " * (step - breadth)).join(row) for row in zip(*blocks[some], strict=True)]
        lines.append("")
    return "\n".join(line.rstrip(" ") for line in lines[:-1])


def _field(part: str, ink: Ink | None, unicode: bool) -> str:
    if ink is None:
        return part.center(_FIELD)
    ground = _EMPTY if part == NOTHING else _PIN if part == PIN_PART else PAINTS[part[1]]
    letters = ink(ground, blended(ink_on(ground), ground, 0.6) if part == NOTHING else ink_on(ground))
    if part[0] == "c" and unicode:
        edge = ink(ground, blended(ground, "#000000", 0.35)) + "▞"
        return f"{edge}{letters}{part}{edge}{PLAIN}"
    return f"{letters}{part.center(_FIELD)}{PLAIN}"
