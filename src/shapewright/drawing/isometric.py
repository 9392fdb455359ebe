"""A board of several layers as a solid, seen from a corner: its right, its front and its upper side.

In units of cells x goes to the right and down, y to the right and up, z up, so that each edge of a cell is one unit
long. Cells are painted from the far corner to the near one, which is right for cells of one grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_path, text_width
from shapewright.drawing.mosaic import Mosaic, by_piece
from shapewright.drawing.palette import INK, blended, ink_on
from shapewright.drawing.scene import Line, Move, Node, Path, Point, Segment, Text, mapped, polygon, without_arcs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.cells.grid import Cell

MAX_CELLS = 4096
"""Boards of more cells are shown by their layers alone: too little of them is at the surface."""

_GHOST = 0.16  # the opacity of empty cells beside pieces
_HALF_WIDTH = sqrt(3) / 2
_BORDER, _THIN, _SEAM = 0.06, 0.025, 0.015
_LETTER = 0.5

Vector = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of a cell that is seen: where it looks to, its corner, its two edges as a letter on it reads, its light.

    ``light`` is the share of white that its colour is mixed with, of black if negative.
    """

    outward: Vector
    corner: Vector
    right: Vector
    down: Vector
    light: float


_SIDES = (
    _Side((0, 0, 1), (0, 1, 1), (1, 0, 0), (0, -1, 0), 0.1),
    _Side((0, -1, 0), (0, 0, 1), (1, 0, 0), (0, 0, -1), 0.02),
    _Side((1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 0, -1), -0.19),
)


def isometric_size(mosaic: Mosaic) -> tuple[float, float]:
    """Width and height of the picture, in cells."""
    across, deep, high = mosaic.size
    return (across + deep) * _HALF_WIDTH, (across + deep) / 2 + high


def isometric(mosaic: Mosaic, cell: float) -> tuple[Node, ...]:
    """The solid with edges of ``cell`` pixels, from (0, 0) on."""
    return tuple(_Solid(mosaic, cell).nodes())


class _Solid:
    """A solid being drawn: cells relative to the board's corner, and points of the lattice to pixels."""

    def __init__(self, mosaic: Mosaic, cell: float) -> None:
        self.mosaic, self.cell = mosaic, cell
        self.top = mosaic.size[1] / 2 + mosaic.size[2]
        self.owner: dict[Cell, int] = dict.fromkeys(mosaic.cells, -1) | dict(mosaic.piece_at)
        self.is_ghostly = bool(mosaic.piece_at)
        self.texts: dict[tuple[Cell, Vector], str] = {}
        for mark in mosaic.marks:
            if mark.text:
                self.texts |= {(cell, side.outward): mark.text for cell in mark.cells for side in _SIDES}
        self._label()

    def nodes(self) -> Iterator[Node]:
        """Everything, the farthest first."""
        for cell in sorted(self.owner, key=lambda cell: (cell[0], -cell[1], cell[2])):
            if not self._is_covered(cell):
                for side in _SIDES:
                    if not self._hides(_moved(cell, side.outward), self.owner[cell]):
                        yield from self._face(cell, side)

    def _is_covered(self, cell: Cell) -> bool:
        """Whether a cell straight before it, seen from the eye, hides all of it."""
        x, y, z = cell
        for step in range(1, max(self.mosaic.size) + 1):
            other = (x + step, y - step, z + step)
            if other in self.owner and (self.owner[other] >= 0 or not self.is_ghostly):
                return True
        return False

    def _hides(self, other: Cell, owner: int) -> bool:
        """Whether the cell ``other`` hides the side of one of this owner beside it."""
        there = self.owner.get(other)
        return there is not None and (there == owner or there >= 0 or owner == -1)

    def _face(self, cell: Cell, side: _Side) -> Iterator[Node]:
        owner = self.owner[cell]
        corner = _moved(cell, side.corner)
        ring = (corner, _moved(corner, side.right), _moved(corner, side.right, side.down), _moved(corner, side.down))
        points = [self._at(point) for point in ring]
        ground = self.mosaic.colour_at(cell)
        colour = blended(ground, "#ffffff" if side.light > 0 else "#000000", abs(side.light))
        faint = _GHOST if owner == -1 and self.is_ghostly else 1.0
        face = polygon(points, fill=colour, stroke=colour, width=_SEAM * self.cell)
        yield Path(face.segments, face.fill, face.stroke, face.width, opacity=faint)
        up, left = _turned(side.down), _turned(side.right)
        edges: tuple[list[Segment], list[Segment]] = ([], [])
        for number, along in enumerate((up, side.right, side.down, left)):
            start, end = points[number], points[(number + 1) % 4]
            edges[self._ends(cell, owner, along, side.outward)].extend((Move(*start), Line(*end)))
        for segments, width, opacity in zip(edges, (_THIN, _BORDER), (0.22, 1.0), strict=True):
            if segments and self.cell >= 6:
                yield Path(tuple(segments), stroke=INK, width=width * self.cell, opacity=opacity * (0.5 + faint / 2))
        text = self.texts.get((cell, side.outward), "")
        if text and self.cell >= 10:
            yield self._letter(text, points, ink_on(ground))

    def _ends(self, cell: Cell, owner: int, along: Vector, outward: Vector) -> bool:
        """Whether the piece ends at an edge, or turns there: what goes on in one plane has a thin line."""
        beside = _moved(cell, along)
        return self.owner.get(beside) != owner or self.owner.get(_moved(beside, outward)) == owner

    def _label(self) -> None:
        """A letter on one side of each piece in each direction: where it looks out, with most of the piece around."""
        for piece, cells in by_piece(self.mosaic.piece_at).items():
            label = self.mosaic.label(piece)
            if not label or len(label) > 3:
                continue
            for side in _SIDES:
                seen = [
                    cell
                    for cell in cells
                    if not self._hides(_moved(cell, side.outward), piece) and not self._is_covered(cell)
                ]
                if seen:
                    best = min(seen, key=lambda cell: (_away(cell, cells, side.outward), cell))
                    self.texts.setdefault((best, side.outward), label)

    def _letter(self, text: str, points: list[Point], colour: str) -> Path:
        """A text that lies on a side: drawn upright in a square of side 1, then laid onto the side."""
        size = min(_LETTER, 0.8 / max(text_width(text, 1), 0.01))
        upright = text_path(Text(0.5, 0.5 + size / 2, text, size, colour, "middle"))
        (x0, y0), (x1, y1), _, (x3, y3) = points

        def laid(x: float, y: float) -> Point:
            return x0 + x * (x1 - x0) + y * (x3 - x0), y0 + x * (y1 - y0) + y * (y3 - y0)

        segments = tuple([mapped(segment, laid) for segment in without_arcs(upright.segments)])
        return Path(segments, stroke=colour, width=upright.width * self.cell)

    def _at(self, point: Cell) -> Point:
        left, bottom, low = self.mosaic.corner
        x, y, z = point[0] - left, point[1] - bottom, point[2] - low
        return (x + y) * _HALF_WIDTH * self.cell, (self.top + (x - y) / 2 - z) * self.cell


def _moved(cell: Cell, *steps: Vector) -> Cell:
    x, y, z = cell
    for right, back, up in steps:
        x, y, z = x + right, y + back, z + up
    return (x, y, z)


def _turned(step: Vector) -> Vector:
    return (-step[0], -step[1], -step[2])


def _away(cell: Cell, cells: list[Cell], outward: Vector) -> int:
    """Low for a cell in the middle of its piece; lower where it looks out of the solid, which is seen better."""
    spread = sum((a - b) ** 2 for other in cells for a, b in zip(cell, other, strict=True))
    return spread - 4 * len(cells) * sum(a * b for a, b in zip(cell, outward, strict=True))
