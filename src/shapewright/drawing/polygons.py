"""A mosaic whose cells are polygons as a scene: hexagons, triangles and whatever else has corners.

It shows what :mod:`shapewright.drawing.picture` shows of squares.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from math import dist, hypot
from typing import TYPE_CHECKING, cast

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.marking import mark_nodes
from shapewright.drawing.marks import SHADES
from shapewright.drawing.mosaic import by_piece, connected
from shapewright.drawing.outline import closed_lines
from shapewright.drawing.palette import EMPTY, INK, blended, ink_on, letter_colour
from shapewright.drawing.scene import Group, Node, Path, Scene, Text, areas, polygon, strokes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from shapewright.cells.grid import Cell
    from shapewright.drawing.mosaic import Mosaic

    Outline = tuple[tuple[float, float], ...]

Corner = tuple[int, int]
Edge = tuple[Corner, Corner]

_FINE = 1 << 16  # corners closer than one part in this are the same

# In cells:
_MARGIN = 0.15
_BORDER = 0.075
_THIN = 0.025
_TINT = 0.36
_FAINT = "#7d8590"
_ROOM = 0.15  # the least distance of a label's middle from the rim of its piece
_LARGEST = 0.46  # the height of a label's capitals
_WIDE = 1.55  # how wide a label may be, by the room around its middle


class Edges:
    """Which cells lie on either side of each edge."""

    def __init__(self, outlines: Mapping[Cell, Outline]) -> None:
        self._of: dict[Cell, list[Edge]] = {}
        self.at: dict[Corner, tuple[float, float]] = {}
        for cell, outline in outlines.items():
            corners = [(round(x * _FINE), round(y * _FINE)) for x, y in outline]
            self.at.update(zip(corners, outline, strict=True))
            self._of[cell] = list(zip(corners, corners[1:] + corners[:1], strict=True))
        self._owner = {edge: cell for cell, edges in self._of.items() for edge in edges}

    def of(self, cell: Cell) -> Iterable[tuple[Edge, Cell | None]]:
        """Each edge of a cell, and the cell behind it."""
        for start, end in self._of[cell]:
            yield (start, end), self._owner.get((end, start))

    def neighbours(self, cell: Cell) -> set[Cell]:
        """The cells that share an edge with ``cell``."""
        return {other for _, other in self.of(cell) if other is not None}

    def contours(self, cells: AbstractSet[Cell]) -> list[list[tuple[float, float]]]:
        """The closed lines around a set of cells; filled by the even-odd rule they give exactly the cells."""
        onward: dict[Corner, list[Corner]] = {}
        for cell in sorted(cells):
            for (start, end), other in self.of(cell):
                if other not in cells:
                    onward.setdefault(start, []).append(end)
        return [[self.at[corner] for corner in line] for line in closed_lines(onward)]


class Outlined:
    """A mosaic being drawn in the plane: cells of ``cell`` pixels, y turned over."""

    def __init__(self, mosaic: Mosaic, outlines: Mapping[Cell, Outline], cell: float | None) -> None:
        self.mosaic, self.outlines = mosaic, outlines
        self.edges = Edges(outlines)
        corners = [corner for outline in outlines.values() for corner in outline]
        self.left, self.top = min(x for x, _ in corners), max(y for _, y in corners)
        self.across, self.down = max(x for x, _ in corners) - self.left, self.top - min(y for _, y in corners)
        if cell is None:
            cell = max(4, min(40, int(1600 / (max(self.across, self.down) + 2 * _MARGIN))))
        self.cell = cell

    def scene(self) -> Scene:
        """The whole picture."""
        width, height = self.across + 2 * _MARGIN, self.down + 2 * _MARGIN
        title = self.mosaic.title or f"{len(self.mosaic.cells)} cells, pieces: {len(self.mosaic.colour_of)}"
        return Scene(width * self.cell, height * self.cell, tuple(self.nodes()), title)

    def nodes(self) -> list[Node]:
        """From the ground up: grounds, pieces, shades, thin lines, signs of cells, thick lines, labels, marks."""
        mosaic = self.mosaic
        empty = mosaic.cells - mosaic.piece_at.keys()
        nodes: list[Node] = [self._filled(empty, EMPTY)] if empty else []
        nodes += [
            self._filled({cell}, blended(letter_colour(tint), EMPTY, 0.65))
            for cell, tint in sorted(mosaic.tints.items())
            if cell in empty
        ]
        pieces = by_piece(mosaic.piece_at)
        nodes += [self._filled(frozenset(own), mosaic.colour_of[piece]) for piece, own in pieces.items()]
        for mark in mosaic.marks:
            if mark.shade and mark.cells:
                nodes.append(replace(self._filled(mark.cells, SHADES[mark.shade]), opacity=_TINT))
        between, inside = self._lines()
        if self.cell >= 10 and inside.segments:
            nodes.append(inside)
        nodes += [self._optional(cell) for cell in sorted(empty & mosaic.optional)]
        nodes += [self._tint(cell, tint) for cell, tint in sorted(mosaic.tints.items())]
        nodes.append(between)
        for piece, own in pieces.items():
            if mosaic.label(piece):
                labels = [self._label(piece, part) for part in connected(own, self.edges.neighbours)]
                nodes += [label for label in labels if label is not None]
        # The signs of marks stand in the middles of squares: of those about the middles of these cells.
        around = {cell: (x - 0.5, y - 0.5) for cell, (x, y) in ((cell, self._middle(cell)) for cell in mosaic.cells)}
        placed = [
            replace(mark, cells=cast("frozenset[Cell]", frozenset([around[cell] for cell in mark.cells])))
            for mark in mosaic.marks
        ]
        return nodes + mark_nodes(placed, self._at, self.cell, int(self.left), int(self.across))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left + _MARGIN) * self.cell, (self.top - y + _MARGIN) * self.cell

    def _filled(self, cells: AbstractSet[Cell], colour: str) -> Path:
        return areas((starmap(self._at, line) for line in self.edges.contours(cells)), colour)

    def _lines(self) -> tuple[Path, Path]:
        between: dict[Edge, None] = {}
        inside: dict[Edge, None] = {}
        region = self.mosaic.piece_at
        for cell in sorted(self.mosaic.cells):
            for edge, other in self.edges.of(cell):
                if edge[::-1] not in between and edge[::-1] not in inside:
                    same = other in self.mosaic.cells and region.get(cell, -1) == region.get(other or (), -1)
                    (inside if same else between)[edge] = None
        return self._stroked(between, _BORDER, 1), self._stroked(inside, _THIN, 0.22)

    def _stroked(self, edges: Iterable[Edge], width: float, opacity: float) -> Path:
        at = self.edges.at
        lines = ((self._at(*at[start]), self._at(*at[end])) for start, end in edges)
        return strokes(lines, INK, width * self.cell, opacity)

    def _middle(self, cell: Cell) -> tuple[float, float]:
        corners = self.outlines[cell]
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def _optional(self, cell: Cell) -> Path:
        x, y = self._middle(cell)
        small = polygon(self._at(x + 0.6 * (right - x), y + 0.6 * (up - y)) for right, up in self.outlines[cell])
        dash = 0.1 * self.cell
        return Path(small.segments, stroke=_FAINT, width=0.04 * self.cell, dash=(dash, dash))

    def _tint(self, cell: Cell, tint: str) -> Path:
        """A coloured corner, the top one, where no label stands."""
        corners = self.outlines[cell]
        top = max(range(len(corners)), key=lambda k: (corners[k][1], corners[k][0]))
        tip, before, after = corners[top], corners[top - 1], corners[(top + 1) % len(corners)]
        ends = [(tip[0] + 0.4 * (x - tip[0]), tip[1] + 0.4 * (y - tip[1])) for x, y in (before, after)]
        points = (self._at(*ends[0]), self._at(*tip), self._at(*ends[1]))
        return polygon(points, fill=letter_colour(tint), stroke=INK, width=_THIN * self.cell)

    def _label(self, piece: int, part: AbstractSet[Cell]) -> Text | None:
        """The label of a part where there is most room around it; None where it would be too small to read."""
        label = self.mosaic.label(piece)
        across = max(text_width(label, 1), 0.01)
        middles = [self._middle(cell) for cell in sorted(part)]
        centre = sum(x for x, _ in middles) / len(part), sum(y for _, y in middles) / len(part)
        rim = [edge for line in self.edges.contours(part) for edge in zip(line, line[1:] + line[:1], strict=True)]
        # More room than that makes no larger letters.
        enough = max(_LARGEST / 0.9, _LARGEST * across / _WIDE)
        radius, x, y = min(
            [(min(enough, *[_away(place, edge) for edge in rim]), *place) for place in middles + self._between(part)],
            key=lambda room: (-round(room[0], 6), round(dist(room[1:], centre), 6), room[1:]),
        )
        if radius <= _ROOM:
            return None
        size = min(_LARGEST, 0.9 * radius, _WIDE * radius / across)
        x, y = self._at(x, y)
        ink = ink_on(self.mosaic.colour_of[piece])
        return Text(x, y + size / 2 * self.cell, label, size * self.cell, ink, "middle")

    def _between(self, part: AbstractSet[Cell]) -> list[tuple[float, float]]:
        """The middles and the ends of the edges between cells of a part; those on its rim have no room around them."""
        found: dict[tuple[float, float], None] = {}
        for cell in sorted(part):
            for (start, end), other in self.edges.of(cell):
                if other in part:
                    (x1, y1), (x2, y2) = self.edges.at[start], self.edges.at[end]
                    found |= dict.fromkeys([(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)])
        return list(found)


def _away(point: tuple[float, float], line: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """How far a point is from a line between two points."""
    (x, y), ((x1, y1), (x2, y2)) = point, line
    across, up = x2 - x1, y2 - y1
    share = max(0.0, min(1.0, ((x - x1) * across + (y - y1) * up) / (across * across + up * up)))
    return hypot(x - x1 - share * across, y - y1 - share * up)


def picture(mosaic: Mosaic, outlines: Mapping[Cell, Outline], cell: float | None = None) -> Scene:
    """Draw ``mosaic`` with cells of about ``cell`` pixels, by default 40, or fewer if it would pass 1600 pixels."""
    return Outlined(mosaic, outlines, cell).scene()


def together(mosaics: Sequence[Mosaic], outlines: Mapping[Cell, Outline], most: float, across: float) -> list[Scene]:
    """Several mosaics drawn alike: a place of the plane is at the same place of each picture.

    A cell has ``most`` pixels, or fewer where the pictures would be larger than ``across``.
    """
    whole = Outlined(mosaics[0], outlines, most)
    width, height = whole.across + 2 * _MARGIN, whole.down + 2 * _MARGIN
    cell = min(most, across / max(width, height))
    made = []
    for mosaic in mosaics:
        drawn = Outlined(mosaic, {each: outlines[each] for each in mosaic.cells}, cell)
        shift = (drawn.left - whole.left) * cell, (whole.top - drawn.top) * cell
        made.append(Scene(width * cell, height * cell, (Group(tuple(drawn.nodes()), *shift),), mosaic.title))
    return made
