"""A mosaic whose cells are bodies in space as a scene: tetrahedra, prisms or balls, seen from a corner.

Above is the whole, below each piece by itself, as it lies there. Cells are drawn from the far ones to the near ones.
That order is exact: the sides of all cells lie on planes that no cell crosses, and the number of those planes that lie
between a cell and the eye falls towards the eye.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import combinations
from math import atan2, cos, radians, sin, sqrt
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.palette import INK, blended
from shapewright.drawing.scene import Group, Line, Move, Node, Path, Scene, Segment, Text, circle, polygon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from shapewright.cells.grid import Cell
    from shapewright.drawing.mosaic import Mosaic

Point3 = tuple[float, float, float]
Face = tuple[Point3, ...]

_TURN, _RISE = radians(20), radians(24)  # where the eye stands: to the right of the front, and above
_EYE = (sin(_TURN) * cos(_RISE), -cos(_TURN) * cos(_RISE), sin(_RISE))
_RIGHT = (cos(_TURN), sin(_TURN), 0.0)
_UPWARD = (-sin(_TURN) * sin(_RISE), cos(_TURN) * sin(_RISE), cos(_RISE))
_LIGHT = (-0.25, -0.45, 0.86)

_GHOST = 0.16  # the opacity of empty cells beside pieces
_BORDER, _THIN = 0.035, 0.012  # in cells
_MARGIN, _GAP, _CAPTION = 0.25, 0.6, 11.0
_MOST_CELL, _SIDE = 60.0, 760.0  # pixels of a cell, and of the larger side of the whole
_MOST_PIECES = 60  # that are drawn by themselves as well
_SMALL = 0.5  # the size of those beside the whole
_INK = "#7d8590"  # to be read on bright and dark pages alike
_FINE = 1 << 12


@dataclass(frozen=True, slots=True)
class Body:
    """A cell in space: its middle, and its corners, of which it is the convex hull, or the radius of a ball."""

    middle: Point3
    corners: tuple[Point3, ...] = ()
    radius: float = 0.0

    def faces(self) -> Iterator[tuple[Point3, Face]]:
        """Each side with the normal that points outward, and its corners in order around it."""
        seen: set[frozenset[Point3]] = set()
        for three in combinations(self.corners, 3):
            normal = _normal(*three)
            offset = _dot(normal, three[0])
            if _dot(normal, self.middle) > offset:
                normal, offset = (-normal[0], -normal[1], -normal[2]), -offset
            heights = [_dot(normal, corner) - offset for corner in self.corners]
            face = frozenset([c for c, height in zip(self.corners, heights, strict=True) if abs(height) < 1e-6])
            if max(heights) < 1e-6 and face not in seen:
                seen.add(face)
                yield normal, _around(normal, face)


def picture(mosaic: Mosaic, bodies: Mapping[Cell, Body], cell: float | None = None) -> Scene:
    """Draw ``mosaic`` with cells of about ``cell`` pixels, by default 60, or fewer for a large board."""
    view = _View(bodies)
    if cell is None:
        cell = max(4.0, min(_MOST_CELL, _SIDE / max(view.width, view.height)))
    owner = dict.fromkeys(mosaic.cells, -1) | dict(mosaic.piece_at)
    whole = _Drawing(mosaic, view, cell, owner)
    nodes: list[Node] = [Group(whole.nodes())]
    width, height = view.width * cell, view.height * cell
    pieces = sorted(set(mosaic.piece_at.values()))
    if 1 < len(pieces) <= _MOST_PIECES:
        below, wide, high = _by_themselves(mosaic, view, cell * _SMALL, pieces, width)
        nodes.append(Group(below, 0.0, height))
        width, height = max(width, wide), height + high
    return Scene(width, height, tuple(nodes), mosaic.title or f"{len(mosaic.cells)} cells, pieces: {len(pieces)}")


def together(mosaics: Sequence[Mosaic], bodies: Mapping[Cell, Body]) -> list[Scene]:
    """Several mosaics drawn alike: a place of space is at the same place of each picture."""
    view = _View(bodies)
    cell = max(4.0, min(_MOST_CELL, _SIDE / max(view.width, view.height)))
    return [
        Scene(
            view.width * cell, view.height * cell, _Drawing(mosaic, view, cell, mosaic.piece_at).nodes(), mosaic.title
        )
        for mosaic in mosaics
    ]


def touching(bodies: Mapping[Cell, Body]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that share a side, or of balls that touch."""
    at: dict[object, list[Cell]] = {}
    for cell, body in bodies.items():
        for _, face in body.faces():
            at.setdefault(_key(face), []).append(cell)
    for cells in at.values():
        yield from combinations(cells, 2)
    balls = [(cell, body) for cell, body in bodies.items() if body.radius]
    for (cell, one), (other, two) in combinations(balls, 2):
        if abs(sqrt(_dot(*[_minus(one.middle, two.middle)] * 2)) - one.radius - two.radius) < 1e-6:
            yield cell, other


def _by_themselves(
    mosaic: Mosaic, view: _View, cell: float, pieces: Sequence[int], width: float
) -> tuple[tuple[Node, ...], float, float]:
    """Each piece in its place, in rows; with their extent."""
    across, down = view.width * cell, view.height * cell + 2 * _CAPTION
    # As wide as the whole, or three of them; many pieces make about a square.
    columns = max(1, int(max(width, 3 * across) // across), round(sqrt(len(pieces) * down / across)))
    nodes: list[Node] = []
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        owner = {each: own for each, own in mosaic.piece_at.items() if own == piece}
        drawn = _Drawing(mosaic, view, cell, owner).nodes()
        nodes.append(Group(drawn, column * across, row * down + 1.5 * _CAPTION))
        label = mosaic.label(piece)
        if label:
            size = min(_CAPTION, _CAPTION * across / max(text_width(label, _CAPTION), 1.0))
            nodes.append(Text((column + 0.5) * across, row * down + 1.5 * _CAPTION, label, size, _INK, "middle"))
    rows = -(-len(pieces) // columns)
    return tuple(nodes), min(columns, len(pieces)) * across, rows * down


class _View:
    """Where points of space are in the picture, and which cells are before which."""

    def __init__(self, bodies: Mapping[Cell, Body]) -> None:
        self.bodies = bodies
        points = [
            (x + dx, y + dy)
            for body in bodies.values()
            for x, y in map(self._seen, body.corners or (body.middle,))
            for dx, dy in ((-body.radius, -body.radius), (body.radius, body.radius))
        ]
        self.left, self.top = (min(values) - _MARGIN for values in zip(*points, strict=True))
        right, bottom = (max(values) + _MARGIN for values in zip(*points, strict=True))
        self.width, self.height = right - self.left, bottom - self.top
        self.faces = {cell: tuple(body.faces()) for cell, body in bodies.items()}
        # The more, the nearer to the eye; balls by their middles, others by the planes they have behind them.
        planes: dict[tuple[int, ...], set[float]] = {}
        for sides in self.faces.values():
            for normal, face in sides:
                towards = normal if _dot(normal, _EYE) > 0 else (-normal[0], -normal[1], -normal[2])
                planes.setdefault(_rounded(towards), set()).add(round(_dot(towards, face[0]), 6))
        ordered = [([value / _FINE for value in normal], sorted(offsets)) for normal, offsets in planes.items()]
        self.depth = {
            cell: sum(bisect_left(offsets, _dot((a, b, c), body.middle)) for (a, b, c), offsets in ordered)
            if body.corners
            else _dot(body.middle, _EYE)
            for cell, body in self.bodies.items()
        }

    def at(self, point: Point3) -> tuple[float, float]:
        x, y = self._seen(point)
        return x - self.left, y - self.top

    def _seen(self, point: Point3) -> tuple[float, float]:
        return _dot(point, _RIGHT), -_dot(point, _UPWARD)


class _Drawing:
    """Some cells with their owners (-1: none) being drawn."""

    def __init__(self, mosaic: Mosaic, view: _View, cell: float, owner: Mapping[Cell, int]) -> None:
        self.mosaic, self.view, self.cell, self.owner = mosaic, view, cell, owner
        self.is_ghostly = bool(mosaic.piece_at)
        self.behind: dict[frozenset[tuple[int, ...]], list[Cell]] = {}
        for each in owner:
            for _, face in view.faces[each]:
                self.behind.setdefault(_key(face), []).append(each)
        self.flat = self._flat_edges()

    def nodes(self) -> tuple[Node, ...]:
        """Everything, the farthest first."""
        made: list[Node] = []
        for each in sorted(self.owner, key=lambda cell: (self.view.depth[cell], cell)):
            if self.view.bodies[each].radius:
                made += self._ball(each)
            else:
                for normal, face in self._seen(each):
                    made += self._face(each, normal, face)
        return tuple(made)

    def _seen(self, cell: Cell) -> Iterator[tuple[Point3, Face]]:
        """The sides of a cell that look towards the eye and have nothing right before them."""
        for normal, face in self.view.faces[cell]:
            if _dot(normal, _EYE) > 1e-9:
                own = self.owner[cell]
                others = [self.owner[other] for other in self.behind[_key(face)] if other != cell]
                if not any(other == own or other >= 0 for other in others):
                    yield normal, face

    def _flat_edges(self) -> set[frozenset[tuple[int, ...]]]:
        """Edges between two sides of one piece in one plane, where the piece just goes on."""
        found: dict[tuple[frozenset[tuple[int, ...]], int, tuple[int, ...]], int] = {}
        for cell, own in self.owner.items():
            for normal, face in self._seen(cell):
                for edge in _edges(face):
                    key = (_key(edge), own, _rounded(normal))
                    found[key] = found.get(key, 0) + 1
        return {edge for (edge, _, _), number in found.items() if number > 1}

    def _face(self, cell: Cell, normal: Point3, face: Face) -> Iterator[Node]:
        owner = self.owner[cell]
        light = 0.32 * (_dot(normal, _LIGHT) - 0.45)
        colour = blended(self.mosaic.colour_at(cell), "#ffffff" if light > 0 else "#000000", min(0.35, abs(light)))
        faint = _GHOST if owner == -1 and self.is_ghostly else 1.0
        drawn = polygon(map(self._at, face), fill=colour, stroke=colour, width=0.01 * self.cell)
        yield Path(drawn.segments, drawn.fill, drawn.stroke, drawn.width, opacity=faint)
        lines: tuple[list[Segment], list[Segment]] = ([], [])
        for start, end in _edges(face):
            lines[_key((start, end)) not in self.flat].extend((Move(*self._at(start)), Line(*self._at(end))))
        for segments, width, opacity in zip(lines, (_THIN, _BORDER), (0.25, 1.0), strict=True):
            if segments:
                yield Path(tuple(segments), stroke=INK, width=width * self.cell, opacity=opacity * (0.5 + faint / 2))

    def _ball(self, cell: Cell) -> Iterator[Node]:
        body, colour = self.view.bodies[cell], self.mosaic.colour_at(cell)
        (x, y), radius = self._at(body.middle), body.radius * self.cell
        faint = _GHOST if self.owner[cell] == -1 and self.is_ghostly else 1.0
        parts = (
            circle(x, y, radius, fill=blended(colour, "#000000", 0.18), stroke=INK, width=_BORDER * self.cell),
            circle(x - 0.12 * radius, y - 0.14 * radius, 0.78 * radius, fill=colour),
            circle(x - 0.28 * radius, y - 0.34 * radius, 0.3 * radius, fill=blended(colour, "#ffffff", 0.45)),
        )
        for part in parts:
            yield Path(part.segments, part.fill, part.stroke, part.width, opacity=faint)

    def _at(self, point: Point3) -> tuple[float, float]:
        x, y = self.view.at(point)
        return x * self.cell, y * self.cell


def _edges(face: Face) -> Iterable[tuple[Point3, Point3]]:
    return zip(face, face[1:] + face[:1], strict=True)


def _key(points: Iterable[Point3]) -> frozenset[tuple[int, ...]]:
    return frozenset(map(_rounded, points))


def _rounded(point: Point3) -> tuple[int, ...]:
    return tuple([round(value * _FINE) for value in point])


def _dot(one: Point3, other: Point3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _normal(a: Point3, b: Point3, c: Point3) -> Point3:
    (ux, uy, uz), (vx, vy, vz) = _minus(b, a), _minus(c, a)
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def _minus(one: Point3, other: Point3) -> Point3:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _around(normal: Point3, corners: AbstractSet[Point3]) -> Face:
    """The corners of a side in order, counterclockwise as seen from outside."""
    number = len(corners)
    x, y, z = (sum(values) / number for values in zip(*corners, strict=True))
    first = min(corners)
    across = _minus(first, (x, y, z))
    (a, b, c), (d, e, f) = normal, across
    along = (b * f - c * e, c * d - a * f, a * e - b * d)

    def angle(corner: Point3) -> float:
        away = _minus(corner, (x, y, z))
        return atan2(_dot(away, along), _dot(away, across))

    return tuple(sorted(corners, key=angle))
