"""A mosaic as text for a terminal, top row first.

With colour each cell is two columns on the colour of its piece, its letter strong where the picture has its label and
soft elsewhere. Without colour, box-drawing lines run between the pieces; where those do not fit or cannot be written,
each cell is one character, different for every piece, with ``#`` for empty cells, ``?`` for optional ones and ``.``
for none. Marks tint their cells and put a sign or a text there; the line above a row shows where there are lines.
Layers of a cube board stand side by side as far as the width allows. Labels are cut down to printable Latin
characters, so that no label can steer the terminal.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO, TypedDict

from shapewright.drawing.marks import SHADES
from shapewright.drawing.palette import blended, ink_on, letter_colour, rgb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.drawing.mosaic import Layer, Mosaic, Square

_HOLE = "#31363f"
_EMPTY = "#d3d8de"
_SOFT = 0.62
_SHADED = 0.4
PLAIN = "\x1b[0m"
_GAP = 3
_DEFAULT_WIDTH = 80

# The class ``a`` of a colouring has no sign, as in a picture.
_SIGNS = {"a": "", "b": "╱", "c": ":", "d": "╳", "bad": "✗", "good": "✓"}
_ASCII_SIGNS = {"a": "", "b": "/", "c": ":", "d": "%", "bad": "x", "good": "+"}

# Lines that leave a corner, as bits: up 1, right 2, down 4, left 8.
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


class TerminalOptions(TypedDict):
    """The keywords of :func:`to_terminal` that suit a stream."""

    color: bool
    width: int
    truecolor: bool
    unicode: bool


def terminal_options(stream: TextIO, environ: Mapping[str, str] | None = None) -> TerminalOptions:
    """What ``stream`` can show: colour if it is a terminal and neither ``NO_COLOR`` nor ``TERM=dumb`` forbid it.

    Use as ``to_terminal(mosaic, **terminal_options(sys.stdout))``. Source: no-color.org (any value that is not empty
    counts).
    """
    environ = os.environ if environ is None else environ
    is_terminal = stream.isatty()
    width = _DEFAULT_WIDTH
    if is_terminal:
        with suppress(OSError, ValueError):
            width = os.get_terminal_size(stream.fileno()).columns or width
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").replace("_", "")
    return TerminalOptions(
        color=is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb",
        width=width,
        truecolor=_has_truecolor(environ),
        unicode=encoding.startswith("utf"),
    )


def to_terminal(
    mosaic: Mosaic, *, color: bool, width: int = _DEFAULT_WIDTH, truecolor: bool | None = None, unicode: bool = True
) -> str:
    """Draw ``mosaic`` in at most ``width`` columns if that can be; no newline at the end.

    ``truecolor`` chooses between 24-bit colours and the 256 of older terminals (``None``: as ``COLORTERM`` says);
    without ``unicode`` only ASCII characters are written.

    >>> from shapewright.drawing import Mosaic
    >>> print(to_terminal(Mosaic({(0, 0), (1, 0), (0, 1)}, {(0, 0): 0, (1, 0): 0, (0, 1): 1}, ("I", "M")), color=False))
    ┌───┐
    │ M │
    ├───┴───┐
    │ I     │
    └───────┘
    """
    if mosaic.outlines is not None:
        ink = Ink(_has_truecolor(os.environ) if truecolor is None else truecolor)
        letters = _Letters(mosaic, ink if color else None)
        return "\n".join(_rows_of_letters(mosaic, mosaic.outlines, letters))
    across = mosaic.size[0]
    if color:
        ink = Ink(_has_truecolor(os.environ) if truecolor is None else truecolor)
        wide = 1 + max([1, *[len(mark.text) for mark in mosaic.marks if mark.cells]])
        columns = next((wish for wish in (wide, 2) if wish * across <= width), 1)
        blocks = [_coloured(mosaic, layer, columns, ink, unicode) for layer in mosaic.layers]
        return _arranged(mosaic, blocks, columns * across, width)
    texts = [len(mark.text) for mark in mosaic.marks if mark.cells]
    longest = max([0, *texts, *[len(mosaic.label(piece)) for piece in mosaic.colour_of]])
    inside = 3 if longest <= 3 else 5 if longest <= 5 else 7
    if unicode and mosaic.bodies is None and (inside + 1) * across + 1 <= width:
        blocks = [_boxed(mosaic, layer, inside) for layer in mosaic.layers]
        return _arranged(mosaic, blocks, (inside + 1) * across + 1, width)
    between = " " if 2 * across - 1 <= width else ""
    blocks = [_plain(mosaic, layer, between) for layer in mosaic.layers]
    return _arranged(mosaic, blocks, across + len(between) * (across - 1), width)


def _has_truecolor(environ: Mapping[str, str]) -> bool:
    return environ.get("COLORTERM") in ("truecolor", "24bit")


def _arranged(mosaic: Mosaic, blocks: list[list[str]], block_width: int, width: int) -> str:
    """The blocks of all layers with their captions, as many beside each other as fit."""
    captions = [layer.caption for layer in mosaic.layers]
    if not captions[0]:
        return "\n".join(line.rstrip(" ") for line in blocks[0])
    step = max(block_width, max(map(len, captions))) + _GAP
    beside = max(1, (width + _GAP) // step)
    lines: list[str] = []
    for first in range(0, len(blocks), beside):
        if lines:
            lines.append("")
        some = slice(first, first + beside)
        lines.append("".join(caption.ljust(step) for caption in captions[some]))
        fill = " " * (step - block_width)
        lines += [fill.join(parts) for parts in zip(*blocks[some], strict=True)]
    return "\n".join(line.rstrip(" ") for line in lines)


def _rows(mosaic: Mosaic) -> Iterator[list[Square]]:
    left, bottom = mosaic.corner[:2]
    across, down = mosaic.size[:2]
    for y in range(bottom + down - 1, bottom - 1, -1):
        yield [(x, y) for x in range(left, left + across)]


def _marked(layer: Layer, room: int, unicode: bool) -> tuple[dict[Square, str], dict[Square, str]]:
    """The shade of each marked cell, and the sign or the text that stands there if there is ``room`` for it."""
    shades: dict[Square, str] = {}
    texts: dict[Square, str] = {}
    for mark in layer.marks:
        text = _printable(mark.text, unicode)
        sign = (_SIGNS if unicode else _ASCII_SIGNS).get(mark.shade, "")
        for x, y in mark.cells:
            if mark.shade:
                shades[x, y] = mark.shade
            if said := text if 0 < len(text) <= room else sign:
                texts[x, y] = said
    return shades, texts


def _printable(label: str, unicode: bool) -> str:
    end = "\u0300" if unicode else "\x80"
    return "".join(character if character.isprintable() and character < end else "?" for character in label)


# ------------------------------------------------------------------------------------------------------------ coloured


class Ink:
    """Escape sequences for a letter of one colour (``#rrggbb``) on the ground of another, 24-bit or of 256 colours.

    ``PLAIN`` ends what they begin.
    """

    def __init__(self, truecolor: bool) -> None:
        self._truecolor = truecolor
        self._known: dict[tuple[str, str], str] = {}

    def __call__(self, ground: str, letter: str) -> str:
        """What switches to these colours."""
        key = (ground, letter)
        if key not in self._known:
            self._known[key] = f"\x1b[48;{self._number(ground)};38;{self._number(letter)}m"
        return self._known[key]

    def _number(self, colour: str) -> str:
        if self._truecolor:
            return "2;{};{};{}".format(*rgb(colour))
        return f"5;{_nearest_of_256(colour)}"


def _nearest_of_256(colour: str) -> int:
    """The nearest colour of the 6x6x6 cube (16..231) or the 24 greys (232..255) that xterm made common."""
    levels = (0, 95, 135, 175, 215, 255)
    parts = [min(range(6), key=lambda step: abs(levels[step] - value)) for value in rgb(colour)]
    grey = max(0, min(23, round((sum(rgb(colour)) / 3 - 8) / 10)))

    def away(values: list[int]) -> int:
        return sum((a - b) ** 2 for a, b in zip(values, rgb(colour), strict=True))

    if away([8 + 10 * grey] * 3) < away([levels[part] for part in parts]):
        return 232 + grey
    return 16 + 36 * parts[0] + 6 * parts[1] + parts[2]


def _coloured(mosaic: Mosaic, layer: Layer, columns: int, ink: Ink, unicode: bool) -> list[str]:
    strong = {spot.cell for spot in layer.spots}
    labels = {piece: _printable(mosaic.label(piece), unicode) for piece in mosaic.colour_of}
    labels = labels if all(len(label) <= columns for label in labels.values()) else mosaic.letters
    dot, square_mark = ("·", "■") if unicode else (".", "*")
    shades, marked = _marked(layer, columns, unicode)

    def parts(square: Square) -> Iterator[tuple[str, str]]:
        """The colours and the text of a cell, in one part or two."""
        tint = layer.tints.get(square, "")
        if square in layer.piece_at:
            piece = layer.piece_at[square]
            ground, label = mosaic.colour_of[piece], labels[piece]
            if square in shades:
                ground = blended(ground, SHADES[shades[square]], _SHADED)
            letter = ink_on(ground)
            colours = ink(ground, letter if square in strong else blended(letter, ground, _SOFT))
            if tint and len(label) < columns:
                yield colours, label.ljust(columns - 1)
                yield ink(ground, letter_colour(tint)), square_mark
            else:
                yield colours, label.ljust(columns)
        elif square in layer.empty:
            ground = blended(letter_colour(tint), _EMPTY, 0.25) if tint else _EMPTY
            if square in shades:
                ground = blended(ground, SHADES[shades[square]], _SHADED)
            text = marked.get(square) or tint or (dot * columns if square in layer.optional else "")
            yield ink(ground, ink_on(ground)), text.ljust(columns)
        else:
            yield ink(_HOLE, _HOLE) if square in layer.holes else PLAIN, " " * columns

    lines = []
    for row in _rows(mosaic):
        line, before = "", PLAIN
        for square in row:
            for colours, text in parts(square):
                line += text if colours == before else colours + text
                before = colours
        lines.append(line if before == PLAIN else line + PLAIN)
    return lines


class _Letters:
    """What stands on a cell that is no square: the letter of its piece, on its colour if there is ``ink``."""

    def __init__(self, mosaic: Mosaic, ink: Ink | None) -> None:
        self._mosaic, self._ink = mosaic, ink
        self._shades = {cell: mark.shade for mark in mosaic.marks if mark.shade for cell in mark.cells}
        self._texts = {cell: mark.text for mark in mosaic.marks if 0 < len(mark.text) <= 2 for cell in mark.cells}

    def __call__(self, cell: Cell) -> tuple[str, str]:
        mosaic = self._mosaic
        piece = mosaic.piece_at.get(cell)
        tint = mosaic.tints.get(cell, "")
        if piece is not None:
            ground, text = mosaic.colour_of[piece], mosaic.letters[piece]
        else:
            ground = blended(letter_colour(tint), _EMPTY, 0.25) if tint else _EMPTY
            text = (
                self._texts.get(cell, "")
                or _ASCII_SIGNS.get(self._shades.get(cell, ""), "")
                or tint
                or "?#"[cell not in mosaic.optional]
            )
        if self._ink is None:
            return "", f"{text:2}"
        if cell in self._shades:
            ground = blended(ground, SHADES[self._shades[cell]], _SHADED)
        if text == "#":
            text = ""
        return self._ink(ground, ink_on(ground)), f"{text:2}"


def _rows_of_letters(
    mosaic: Mosaic, outlines: Mapping[Cell, tuple[tuple[float, float], ...]], shown: Callable[[Cell], tuple[str, str]]
) -> list[str]:
    """Cells that are polygons, each under the middle of its polygon, so that rows lean as the cells do.

    The top row comes first. A cell is what ``shown`` gives, what switches colours and two columns.
    """
    middles = {cell: sum(x for x, _ in outlines[cell]) / len(outlines[cell]) for cell in mosaic.cells}
    rows: dict[int, list[Cell]] = {}
    for cell in mosaic.cells:
        rows.setdefault(cell[1], []).append(cell)
    apart = min(
        (b - a for row in rows.values() for a, b in pairwise(sorted(middles[cell] for cell in row))), default=1.0
    )
    left = min(middles.values())
    lines = []
    for y in range(max(rows), min(rows) - 1, -1):
        line, column = "", 0
        for cell in sorted(rows.get(y, ()), key=middles.__getitem__):
            place = round(2 * (middles[cell] - left) / apart)
            switch, text = shown(cell)
            line += " " * (place - column) + (switch + text + PLAIN if switch else text)
            column = place + 2
        lines.append(line.rstrip(" "))
    return lines


# --------------------------------------------------------------------------------------------------------- uncoloured


def _boxed(mosaic: Mosaic, layer: Layer, inside: int) -> list[str]:
    spots = {spot.cell: _printable(mosaic.label(spot.piece), True)[:inside] for spot in layer.spots}
    marked = _marked(layer, inside, True)[1]
    ruled = {mark.row + 1 for mark in layer.marks if mark.row is not None}

    def region(x: int, y: int) -> int:
        square = (x, y)
        if square in layer.holes:
            return -3
        return layer.piece_at.get(square, -1 if square in layer.empty else -2)

    def line_above(x: int, y: int) -> bool:
        return region(x, y) != region(x, y + 1)

    def line_left(x: int, y: int) -> bool:
        return region(x, y) != region(x - 1, y)

    def shade(*around: int) -> str:
        return "░" if set(around) == {-3} else " "

    def edge(y: int) -> str:
        """The line of lattice points and edges below row ``y``."""
        text = ""
        for x in range(left, right + 1):
            arms = line_left(x, y) + 2 * line_above(x, y - 1) + 4 * line_left(x, y - 1) + 8 * line_above(x - 1, y - 1)
            text += _JOINTS[arms] if arms else shade(region(x, y), region(x - 1, y - 1))
            if x < right:
                plain = "─" if line_above(x, y - 1) else shade(region(x, y))
                text += ("╍" if y in ruled else plain) * inside
        return text

    def content(x: int, y: int) -> str:
        square = (x, y)
        if square in layer.holes:
            return "░" * inside
        text = spots.get(square, "")
        tint = layer.tints.get(square, "")
        if square in layer.empty:
            text = marked.get(square) or tint or ("?" if square in layer.optional else "·")
        elif tint and len(text) <= inside - 2:
            return text.ljust(inside - 1) + tint
        return text.rjust((inside + len(text)) // 2).ljust(inside)

    rows = list(_rows(mosaic))
    left, right = rows[0][0][0], rows[0][-1][0] + 1
    lines = [edge(rows[0][0][1] + 1)]
    for row in rows:
        y = row[0][1]
        text = ""
        for x, _ in row:
            text += ("│" if line_left(x, y) else shade(region(x, y), region(x - 1, y))) + content(x, y)
        lines += [text + ("│" if line_left(right, y) else " "), edge(y)]
    return lines


def _plain(mosaic: Mosaic, layer: Layer, between: str) -> list[str]:
    marked = _marked(layer, 1, unicode=False)[1]

    def character(square: Square) -> str:
        if square in layer.piece_at:
            return mosaic.letters[layer.piece_at[square]]
        if square in layer.empty:
            if square in marked:
                return marked[square]
            return "?" if square in layer.optional else "#"
        return "."

    return [between.join(character(square) for square in row) for row in _rows(mosaic)]
