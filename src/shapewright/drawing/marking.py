"""Marks drawn on a board: the classes of a colouring as tints with patterns, faults as crosses, weights, heights.

Patterns tell the classes apart without their colours: ``a`` is plain, ``b`` hatched, ``c`` dotted, ``d`` hatched both
ways. They lie below the lines and letters of the pieces; crosses, ticks, texts and the lines of heights lie above.
"""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.marks import SHADES, Mark
from shapewright.drawing.outline import contours
from shapewright.drawing.palette import INK, PAPER, blended
from shapewright.drawing.scene import Line, Move, Node, Path, Segment, Text, areas, polygon, strokes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from shapewright.cells.grid import Cell

    At = Callable[[float, float], tuple[float, float]]

_TINT, _PATTERN = 0.36, 0.75  # opacities
_FEWEST_PIXELS = 6  # of a cell that is patterned

# In cells:
_PEN = 0.055
_DOT = 0.15
_APART = 1 / 3  # of hatches, and of dots
_ARM = 0.3  # from the middle of a cross or a tick
_STROKE = 0.13
_DASH = (0.32, 0.26)


def ground_nodes(marks: Iterable[Mark], at: At, cell: float) -> list[Node]:
    """The shades of one layer, to lie below lines and letters.

    ``at`` gives the pixel of a point, ``cell`` the pixels of a cell.
    """
    nodes: list[Node] = []
    for mark in marks:
        if not mark.shade or not mark.cells:
            continue
        colour = SHADES[mark.shade]
        outlines = contours(frozenset([(x, y) for x, y in mark.cells]))
        nodes.append(areas((starmap(at, line) for line in outlines), colour, _TINT))
        if mark.shade in _PATTERNS and cell >= _FEWEST_PIXELS:
            draw, pen = _PATTERNS[mark.shade]
            lines = (
                (at(x + x1, y + y1), at(x + x2, y + y2)) for x, y in sorted(mark.cells) for (x1, y1), (x2, y2) in draw()
            )
            nodes.append(strokes(lines, blended(colour, INK, 0.3), pen * cell, _PATTERN))
    return nodes


def mark_nodes(
    marks: Iterable[Mark], at: At, cell: float, left: int, across: int, holes: AbstractSet[Cell] = frozenset()
) -> list[Node]:
    """Crosses, ticks, texts, and lines above rows, to lie over everything else of one layer.

    ``left`` and ``across`` say where the board begins and how wide it is, in cells; ``holes`` are dark.
    """
    marks = list(marks)
    shaded = {square for mark in marks if mark.shade for square in mark.cells}
    nodes: list[Node] = []
    for mark in marks:
        squares = sorted(mark.cells)
        if mark.shade in _SIGNS and not mark.text:
            nodes += _outlined([_sign(mark.shade, at, square) for square in squares], SHADES[mark.shade], cell)
        if mark.row is not None:
            ends = (Move(*at(left, mark.row + 1)), Line(*at(left + across, mark.row + 1)))
            nodes += _outlined([ends], SHADES[mark.shade or "bad"], cell, dash=_DASH)
            if mark.text:
                nodes += _text(mark.text, at, (left + across / 2, mark.row + 1), cell, max(1, across), on_plate=True)
        elif mark.text:
            for x, y in squares:
                ink = PAPER if (x, y) in holes - shaded else INK
                nodes += _text(mark.text, at, (x + 0.5, y + 0.5), cell, 1, on_plate=(x, y) in shaded, ink=ink)
    return nodes


def _hatches() -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Lines rising to the right, which meet those of the next cell."""
    for number in range(-2, 3):
        shift = number * _APART
        yield (max(0.0, -shift), max(0.0, shift)), (min(1.0, 1 - shift), min(1.0, 1 + shift))


def _crossed() -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    for (x1, y1), (x2, y2) in _hatches():
        yield (x1, y1), (x2, y2)
        yield (1 - x1, y1), (1 - x2, y2)


def _dots() -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Lines so short that their round ends make dots."""
    for row in range(3):
        for column in range(3):
            x, y = (column + 0.5) * _APART, (row + 0.5) * _APART
            yield (x - 0.002, y), (x + 0.002, y)


_PATTERNS = {"b": (_hatches, _PEN), "c": (_dots, _DOT), "d": (_crossed, _PEN * 0.8)}
_SIGNS = {
    "bad": (((-1, -1), (1, 1)), ((-1, 1), (1, -1))),
    "good": (((-1, -0.1), (-0.25, -0.8), (1, 0.9)),),
}


def _sign(shade: str, at: At, square: Cell) -> tuple[Segment, ...]:
    x, y = square[0] + 0.5, square[1] + 0.5
    segments: list[Segment] = []
    for first, *others in _SIGNS[shade]:
        segments.append(Move(*at(x + first[0] * _ARM, y + first[1] * _ARM)))
        segments += [Line(*at(x + right * _ARM, y + up * _ARM)) for right, up in others]
    return tuple(segments)


def _outlined(
    lines: list[tuple[Segment, ...]], colour: str, cell: float, *, dash: tuple[float, ...] = ()
) -> Iterator[Path]:
    """Lines with a bright seam, so that they are seen on every ground."""
    segments = tuple([segment for line in lines for segment in line])
    pixels = tuple([length * cell for length in dash])
    yield Path(segments, stroke=PAPER, width=1.7 * _STROKE * cell, dash=pixels, opacity=0.85)
    yield Path(segments, stroke=colour, width=_STROKE * cell, dash=pixels)


def _text(
    text: str, at: At, middle: tuple[float, float], cell: float, across: float, *, on_plate: bool, ink: str = INK
) -> Iterator[Node]:
    """A text, not wider than so many cells, with a bright plate behind it where it could not be read otherwise."""
    size = min(0.42, 0.8 * across / max(text_width(text, 1), 0.01))
    half_width, half_height = text_width(text, size) / 2 + 0.09, size / 2 + 0.09
    x, y = middle
    centre, baseline = at(x, y)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    plate = polygon(at(x + right * half_width, y + up * half_height) for right, up in corners)
    if on_plate:
        yield Path(plate.segments, fill=PAPER, stroke=PAPER, width=0.06 * cell, opacity=0.8)
    yield Text(centre, baseline + size / 2 * cell, text, size * cell, ink, "middle")
