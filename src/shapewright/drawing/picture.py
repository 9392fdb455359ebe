"""A mosaic as a scene: each piece one filled outline, thick lines between pieces, thin ones inside, one letter a piece.

The top row is on top. A board of several layers is shown as a solid, and below it layer by layer: side by side, the
lowest first, each with its caption; many layers wrap into several rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from math import ceil, log

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.isometric import MAX_CELLS, isometric, isometric_size
from shapewright.drawing.marking import ground_nodes, mark_nodes
from shapewright.drawing.mosaic import Layer, Mosaic, Spot, Square, by_piece
from shapewright.drawing.outline import Run, borders, contours
from shapewright.drawing.palette import EMPTY, INK, blended, ink_on, letter_colour
from shapewright.drawing.scene import Group, Node, Path, Scene, Text, areas, polygon, strokes

_HOLE = "#454c57"
_FAINT = "#7d8590"  # to be read on bright and dark pages alike: captions, marks of optional cells

# In cells:
_MARGIN = 0.1
_GAP = 0.7
_CAPTION = 0.95
_BORDER = 0.075
_THIN = 0.025


def picture(mosaic: Mosaic, *, cell: float | None = None) -> Scene:
    """Draw ``mosaic`` with cells of ``cell`` pixels, by default 40, or fewer if the picture would pass 1600 pixels."""
    across, down = mosaic.size[:2]
    layers = mosaic.layers
    captioned = len(mosaic.size) == 3
    step_x, step_y = across + _GAP, down + (_CAPTION + _GAP / 2 if captioned else 0)
    columns = _columns(len(layers), step_x, step_y)
    rows = ceil(len(layers) / columns)
    flat = columns * step_x - _GAP
    wide, high = isometric_size(mosaic) if len(layers) > 1 and len(mosaic.cells) <= MAX_CELLS else (0.0, 0.0)
    below = high + _GAP if high else 0.0
    width = max(flat, wide) + 2 * _MARGIN
    height = below + rows * step_y - (_GAP / 2 if captioned else 0) + 2 * _MARGIN
    if cell is None:
        cell = max(4, min(40, int(1600 / max(width, height))))
    nodes: list[Node] = []
    if high:
        nodes.append(Group(isometric(mosaic, cell), (width - wide) / 2 * cell, _MARGIN * cell))
    for number, layer in enumerate(layers):
        row, column = divmod(number, columns)
        nodes.append(
            Group(
                _Drawing(mosaic, layer, cell).nodes(),
                ((width - flat) / 2 + column * step_x) * cell,
                (_MARGIN + below + row * step_y) * cell,
            )
        )
    title = mosaic.title or f"{'x'.join(map(str, mosaic.size))} board, pieces: {len(mosaic.colour_of)}"
    return Scene(width * cell, height * cell, tuple(nodes), title)


def _columns(layers: int, step_x: float, step_y: float) -> int:
    """All layers in one row unless that were more than 4.5 times as wide as high; then about 1.6 times."""
    if layers * step_x <= 4.5 * step_y:
        return layers

    def away(columns: int) -> float:
        return abs(log(columns * step_x / (ceil(layers / columns) * step_y) / 1.6))

    return min(range(1, layers + 1), key=away)


class _Drawing:
    """One layer being drawn: squares to pixels, y turned over."""

    def __init__(self, mosaic: Mosaic, layer: Layer, cell: float) -> None:
        self.mosaic, self.layer, self.cell = mosaic, layer, cell
        self.left, self.top = mosaic.corner[0], mosaic.corner[1] + mosaic.size[1]

    def nodes(self) -> tuple[Node, ...]:
        """From the ground up: grounds, pieces, shades, thin lines, signs of cells, thick lines, labels, marks."""
        layer = self.layer
        between, inside = borders((*sorted(layer.piece_at), *sorted(layer.empty)), self._region)
        nodes: list[Node] = [self._filled(layer.holes, _HOLE), self._filled(layer.empty, EMPTY)]
        nodes += [
            self._filled({square}, blended(letter_colour(tint), EMPTY, 0.65))
            for square, tint in sorted(layer.tints.items())
            if square in layer.empty
        ]
        nodes += [self._filled(own, self.mosaic.colour_of[piece]) for piece, own in by_piece(layer.piece_at).items()]
        nodes += ground_nodes(layer.marks, self._at, self.cell)
        if self.cell >= 10:
            nodes.append(self._lines(inside, _THIN, 0.22))
            nodes += [self._optional(square) for square in sorted(layer.empty & layer.optional)]
        nodes += [self._tint(square, tint) for square, tint in sorted(layer.tints.items())]
        nodes.append(self._lines(between, _BORDER, 1))
        if any(self.mosaic.labels):
            nodes += [self._label(spot) for spot in layer.spots if self.mosaic.label(spot.piece)]
        nodes += mark_nodes(layer.marks, self._at, self.cell, self.left, self.mosaic.size[0], layer.holes)
        if layer.caption:
            middle, baseline = self.mosaic.size[0] / 2, self.mosaic.size[1] + _CAPTION - 0.2
            nodes.append(
                Text(middle * self.cell, baseline * self.cell, layer.caption, 0.38 * self.cell, _FAINT, "middle")
            )
        return tuple(node for node in nodes if not isinstance(node, Path) or node.segments)

    def _region(self, square: Square) -> int:
        """The piece on a square; -1 on an empty cell of the board, -2 elsewhere."""
        return self.layer.piece_at.get(square, -1 if square in self.layer.empty else -2)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.cell, (self.top - y) * self.cell

    def _filled(self, squares: Iterable[Square], colour: str) -> Path:
        return areas((starmap(self._at, line) for line in contours(frozenset(squares))), colour)

    def _lines(self, runs: list[Run], width: float, opacity: float) -> Path:
        lines = ((self._at(*start), self._at(*end)) for start, end in runs)
        return strokes(lines, INK, width * self.cell, opacity)

    def _optional(self, square: Square) -> Path:
        x, y = square
        corners = ((x + 0.2, y + 0.2), (x + 0.8, y + 0.2), (x + 0.8, y + 0.8), (x + 0.2, y + 0.8))
        outline = polygon(self._at(*corner) for corner in corners)
        dash = 0.1 * self.cell
        return Path(outline.segments, stroke=_FAINT, width=0.04 * self.cell, dash=(dash, dash))

    def _tint(self, square: Square, tint: str) -> Path:
        """A coloured corner, top right, where no label stands."""
        x, y = square
        corners = (self._at(x + 0.56, y + 1), self._at(x + 1, y + 1), self._at(x + 1, y + 0.56))
        return polygon(corners, fill=letter_colour(tint), stroke=INK, width=_THIN * self.cell)

    def _label(self, spot: Spot) -> Text:
        label, (x, y), breadth = self.mosaic.label(spot.piece), spot.cell, 1
        if len(label) > 2 and spot.pair is not None:
            (x, y), breadth = spot.pair, 2
        size = min(0.46, (breadth - 0.32) / max(text_width(label, 1), 0.01))
        middle, centre = self._at(x + breadth / 2, y + 0.5)
        ink = ink_on(self.mosaic.colour_of[spot.piece])
        return Text(middle, centre + size / 2 * self.cell, label, size * self.cell, ink, "middle")
