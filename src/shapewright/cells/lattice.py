"""A lattice: what cells there are, what lies beside a cell, how shapes turn, and where cells are drawn.

Every cell has a *point*, whole numbers for its centre, in which each rotation and reflection of the lattice is a
:class:`Motion` that exchanges coordinates and changes signs. In the plane of hexagons and triangles a point has three
coordinates that add up to 0, along three directions 120 degrees apart. A cell's own coordinates are what people write:
``x`` along a row of a picture, ``y`` upward by rows.

Cells come in residue classes modulo ``period``, since a triangle that points up is another kind of cell than one that
points down: the table of a lattice has the centre and the corners of one cell of each class, and everything else
follows. :mod:`shapewright.cells.lattices` is that table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations, product
from math import dist, sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

from shapewright.cells.motion import Cell, Motion, components, motions, neighbours

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from shapewright.drawing.bodies import Body

Point = tuple[int, ...]
Group = Literal["square", "cubic", "hexagonal", "prismatic"]
Turn = tuple[tuple[int, ...], tuple[int, ...]]  # axes and signs, as of a Motion

_ROOT = sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class PointMotion(Motion):
    """A motion of a lattice whose cells are not their own points: ``axes``, ``signs`` and ``shift`` are for points."""

    lattice: Lattice

    def __call__(self, cell: Cell) -> Cell:
        """Where ``cell`` goes; ``KeyError`` if the motion does not map the lattice to itself."""
        return self.lattice.cell_at(Motion.__call__(self, self.lattice.point(cell)))

    def then(self, other: Motion) -> PointMotion:
        """The motion that does this one first and ``other`` afterwards."""
        plain = Motion(other.axes, other.signs, other.shift)
        both = Motion.then(self, plain)
        shift = plain(self.shift)
        return PointMotion(both.axes, both.signs, shift, self.lattice)

    def inverse(self) -> PointMotion:
        """The motion that undoes this one."""
        back = Motion.inverse(self)
        return PointMotion(back.axes, back.signs, back.shift, self.lattice)

    @property
    def dimension(self) -> int:
        """That of the lattice: points may have more coordinates than cells."""
        return self.lattice.dimension

    @property
    def is_reflection(self) -> bool:
        """Whether the motion turns left hands into right hands."""
        return (self.axes, self.signs) in self.lattice.reflections


@dataclass(frozen=True, eq=False, repr=False)
class Lattice:
    """One way to fill the plane or space with cells.

    ``cell_name`` and ``stem`` are what one cell and a shape are called (a *hexagon*, a penta\\ *hex*), ``mark`` stands
    in the names of numbered shapes. ``centres`` and ``corners`` are points for each residue class of cells modulo
    ``period``; ``steps`` are the points by which a period along each axis moves. Cells that share ``shared`` corners
    (2 of them: an edge) are neighbours. Without ``centres`` a cell is its own point, as
    on the grids of squares and of cubes. Shapes of at most ``largest`` cells are listed.
    ``units`` are what shapes of a size are counted in, where that is not a cell: half squares are two quarters each.
    ``joints`` are classes of cells that a shape has where it has both cells of a pair beside them: sticks that go
    straight on through a crossing take it, so that no other can cross them. ``drawn`` is drawn in place of ``corners``.
    ``unit`` is how far cells of one kind are apart in pictures, where squares are 1 apart. Cells that are ``is_round``
    look the same however they are turned.
    """

    name: str
    dimension: int
    cell_name: str
    stem: str
    mark: str
    group: Group
    period: Cell
    steps: tuple[Point, ...] = ()
    centres: Mapping[Cell, Point] = field(default_factory=dict)
    corners: Mapping[Cell, tuple[Point, ...]] = field(default_factory=dict)
    largest: int = 0
    unit: float = 1.0
    shared: int = 2
    units: tuple[tuple[Cell, ...], ...] = ()
    joints: Mapping[Cell, tuple[tuple[Cell, Cell], ...]] = field(default_factory=dict)
    drawn: Mapping[Cell, tuple[Point, ...]] = field(default_factory=dict)
    is_round: bool = False

    def __repr__(self) -> str:
        return f"lattice({self.name!r})"

    @property
    def is_plain(self) -> bool:
        """Whether a cell is its own point: squares and cubes."""
        return not self.centres

    @property
    def base(self) -> Lattice:
        """The lattice of the pieces that lie here."""
        return self

    def is_cell(self, cell: Cell) -> bool:
        """Whether there is a cell of these coordinates."""
        return len(cell) == self.dimension and (self.is_plain or self._residue(cell) in self.centres)

    def point(self, cell: Cell) -> Point:
        """The centre of a cell.

        >>> from shapewright.cells.lattices import lattice
        >>> lattice("triangle").point((1, 0))
        (2, 2, -4)
        """
        if self.is_plain:
            return cell
        times = [value // period for value, period in zip(cell, self.period, strict=True)]
        return self._sum(self.centres[self._residue(cell)], times)

    def cell_at(self, point: Point) -> Cell:
        """The cell with that centre; ``KeyError`` if there is none."""
        if self.is_plain:
            return point
        times, rest = self._reduced(point)
        return self._shifted(self._by_rest[rest], times)

    def has_centre(self, point: Point) -> bool:
        """Whether a cell has its centre there."""
        return self.is_plain or self._reduced(point)[1] in self._by_rest

    def is_kept_by(self, motion: Motion) -> bool:
        """Whether a motion of points takes every cell to a cell."""
        plain = Motion(motion.axes, motion.signs, motion.shift)
        return all(self.has_centre(plain(centre)) for centre in self.centres.values())

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Rotations and reflections about the origin, as axes and signs of points, rotations first."""
        if self.group == "hexagonal":
            every = [(axes, (sign,) * 3) for axes in permutations(range(3)) for sign in (1, -1)]
            return tuple(sorted(every, key=lambda turn: (not _is_even(turn[0]), turn[0], -turn[1][0])))
        if self.group == "prismatic":  # the third of four coordinates is the height
            found = [
                ((a, b, 2, c), (sign, sign, up, sign))
                for a, b, c in permutations((0, 1, 3))
                for sign, up in product((1, -1), repeat=2)
            ]
            return tuple(
                sorted(found, key=lambda turn: (_is_even(turn[0]) != (turn[1][2] > 0), turn[0], [-s for s in turn[1]]))
            )
        return tuple([(motion.axes, motion.signs) for motion in motions(3 if self.group == "cubic" else 2)])

    @cached_property
    def reflections(self) -> frozenset[Turn]:
        """Those of the turns that turn left hands into right hands: the second half of them."""
        return frozenset(self.turns[len(self.turns) // 2 :])

    def motions(self, *, reflections: bool = True) -> tuple[Motion, ...]:
        """The rotations about the origin and, if wanted, the reflections, the identity first."""
        if self.is_plain:
            return motions(self.dimension, reflections=reflections)
        turns = self.turns if reflections else self.turns[: len(self.turns) // 2]
        return tuple([self.motion(axes, signs) for axes, signs in turns])

    @cached_property
    def mirror(self) -> Motion:
        """The reflection that makes mirror images; on squares and cubes left and right are exchanged."""
        if self.is_plain:
            return Motion(tuple(range(self.dimension)), (-1, *(1,) * (self.dimension - 1)), (0,) * self.dimension)
        return self.motion(*self.turns[len(self.turns) // 2])

    def motion(self, axes: tuple[int, ...], signs: tuple[int, ...], shift: Point | None = None) -> Motion:
        """A turn followed by a shift of points."""
        shift = shift or (0,) * len(axes)
        return Motion(axes, signs, shift) if self.is_plain else PointMotion(axes, signs, shift, self)

    def neighbours(self, cell: Cell) -> Iterable[Cell]:
        """The cells that share an edge (in space: a face) with ``cell``."""
        if self.is_plain:
            return neighbours(cell)
        return [
            tuple([a + b for a, b in zip(cell, offset, strict=True)]) for offset in self._beside[self._residue(cell)]
        ]

    def components(self, cells: Iterable[Cell]) -> tuple[frozenset[Cell], ...]:
        """The connected parts of a set of cells, in the order of their smallest cells."""
        return components(cells) if self.is_plain else components(cells, self.neighbours)

    def is_translation(self, shift: Cell) -> bool:
        """Whether moving by ``shift`` takes every cell to a cell of its own kind: triangles that point up stay so."""
        return self.is_plain or self._residue(shift) in self.translations

    def home(self, point: Point) -> Point:
        """The centre of the cell that stands for all of the kind of the one with its centre at ``point``.

        Translations take a cell to those of its kind alone.
        """
        return self._homes_of_centres[self._residue(self.cell_at(point))]

    def to_origin(self, cells: Collection[Cell]) -> Cell:
        """The translation by which ``cells`` come as near to the origin as they can with no coordinate below 0."""
        low = tuple([min(map(itemgetter(axis), cells), default=0) for axis in range(self.dimension)])
        if self.is_plain:
            return tuple([-value for value in low])
        return tuple([home - value for home, value in zip(self._homes[self._residue(low)], low, strict=True)])

    def turns_over(self, cells: Collection[Cell]) -> bool:
        """Whether a shape of round cells is flat: rotations turn it over even where they are none of the lattice."""
        if not self.is_round:
            return False
        first, *others = map(self.point, cells)
        spans = [tuple([a - b for a, b in zip(point, first, strict=True)]) for point in others]
        normals = [_cross(one, other) for one, other in combinations(spans[:1] + spans, 2)]
        normal = next(filter(any, normals), (0, 0, 0))
        return all(sum([a * b for a, b in zip(normal, span, strict=True)]) == 0 for span in spans)

    def units_with(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """What a shape of size 1 can be that has ``cell``; nothing for a joint."""
        if not self.units:
            yield (cell,)
        for unit in self.units:
            for own in unit:
                shift = tuple([a - b for a, b in zip(cell, own, strict=True)])
                if not any(self._residue(shift)):
                    yield tuple([tuple([a + b for a, b in zip(each, shift, strict=True)]) for each in unit])

    def is_joint(self, cell: Cell) -> bool:
        """Whether this is a crossing rather than something that pieces are made of."""
        return bool(self.joints) and self._residue(cell) in self.joints

    def joints_at(self, cells: Iterable[Cell]) -> set[Cell]:
        """The crossings beside cells."""
        return (
            {near for cell in cells for near in self.neighbours(cell) if self.is_joint(near)} if self.joints else set()
        )

    def with_joints(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """A shape with the crossings that it goes straight through, and no others."""
        own = {cell for cell in cells if not self.is_joint(cell)}
        through = [
            joint
            for joint in self.joints_at(own)
            if any(
                all(tuple([a + b for a, b in zip(joint, offset, strict=True)]) in own for offset in pair)
                for pair in self.joints[self._residue(joint)]
            )
        ]
        return tuple(sorted([*own, *through]))

    def outline(self, cell: Cell, without: Collection[Point] = ()) -> tuple[tuple[float, float], ...]:
        """The corners of a cell of a flat lattice in the plane, anticlockwise, y upward, but for some points."""
        residue, centre = self._residue(cell), self.point(cell)
        corners = self.drawn[residue] if self.drawn else self.corners[residue]
        points = [tuple([a + b for a, b in zip(centre, each, strict=True)]) for each in corners]
        return tuple([self.in_plane(point) for point in points if point not in without])

    def outlines(
        self, cells: Iterable[Cell], crossed: Collection[Cell] = ()
    ) -> dict[Cell, tuple[tuple[float, float], ...]] | None:
        """The outlines of cells for a picture; None of squares and cubes, and of :meth:`bodies`.

        Sticks meet in the middle of a crossing. Where one goes straight on, the crossing is among those ``crossed``: it
        is drawn, and sticks end beside it.
        """
        if self.is_plain or self.dimension == 3:
            return None
        middles = {self.point(cell) for cell in crossed}
        return {cell: self.outline(cell, middles) for cell in cells if cell in crossed or not self.is_joint(cell)}

    def bodies(self, cells: Iterable[Cell]) -> dict[Cell, Body] | None:
        """What cells are in space, for a picture; None of cubes and of what is flat."""
        if self.is_plain or self.dimension == 2:
            return None
        from shapewright.drawing.bodies import Body  # few pictures are of bodies

        found = {}
        for cell in cells:
            middle, corners = self.in_space(self.point(cell)), tuple(map(self.in_space, self._corners(cell)))
            found[cell] = Body(middle, (), dist(middle, corners[0])) if self.is_round else Body(middle, corners)
        return found

    def vertices(self, cell: Cell) -> list[Point]:
        """The corners of a cell by as many coordinates as there are dimensions; further ones follow from these."""
        return [corner[: self.dimension] for corner in self._corners(cell)]

    def in_space(self, point: Point) -> tuple[float, float, float]:
        """Where a point of a solid lies: in edges of prisms, sides of cubes, diameters of balls."""
        if self.group == "prismatic":
            return (point[0] + point[1] / 2) / 3, point[1] * _ROOT / 3, point[2] / self.steps[2][2]
        scale = self.unit / self.steps[0][0]
        return point[0] * scale, point[1] * scale, point[2] * scale

    def in_plane(self, point: Point) -> tuple[float, float]:
        """Where a point lies in a picture, in edges of squares."""
        scale = self.unit / self.steps[0][0]
        if self.group == "hexagonal":
            return (point[0] + point[1] / 2) * scale, point[1] * _ROOT * scale
        return point[0] * scale, point[1] * scale

    def _corners(self, cell: Cell) -> list[Point]:
        centre = self.point(cell)
        return [
            tuple([a + b for a, b in zip(centre, corner, strict=True)]) for corner in self.corners[self._residue(cell)]
        ]

    def _residue(self, cell: Cell) -> Cell:
        return tuple([value % period for value, period in zip(cell, self.period, strict=True)])

    def _sum(self, start: Point, times: Iterable[int]) -> Point:
        columns = [[value * count for value in step] for step, count in zip(self.steps, times, strict=True)]
        return tuple([sum(values) for values in zip(start, *columns, strict=True)])

    def _shifted(self, cell: Cell, times: Iterable[int]) -> Cell:
        return tuple([value + count * period for value, count, period in zip(cell, times, self.period, strict=True)])

    def _reduced(self, point: Point) -> tuple[list[int], Point]:
        """How many steps lie below a point along each axis, and what is left without them."""
        rows, determinant = self._inverse
        times = [sum([a * b for a, b in zip(row, point, strict=False)]) // determinant for row in rows]
        return times, self._sum(point, [-count for count in times])

    @cached_property
    def _inverse(self) -> tuple[list[list[int]], int]:
        """The inverse of the matrix of steps, times its determinant, on the first coordinates of points."""
        size = self.dimension
        columns = [list(step[:size]) for step in self.steps]

        def minor(matrix: list[list[int]], row: int, column: int) -> list[list[int]]:
            return [line[:column] + line[column + 1 :] for k, line in enumerate(matrix) if k != row]

        def determinant(matrix: list[list[int]]) -> int:
            if not matrix:
                return 1
            return sum([(-1) ** k * value * determinant(minor(matrix, 0, k)) for k, value in enumerate(matrix[0])])

        whole = determinant(columns)
        sign = 1 if whole > 0 else -1
        rows = [
            [sign * (-1) ** (row + column) * determinant(minor(columns, row, column)) for column in range(size)]
            for row in range(size)
        ]
        return rows, abs(whole)

    @cached_property
    def _by_rest(self) -> dict[Point, Cell]:
        """The cell nearest to the origin of each class, by what is left of its centre without whole steps."""
        found = {}
        for residue, centre in self.centres.items():
            times, rest = self._reduced(centre)
            found[rest] = self._shifted(residue, [-count for count in times])
        return found

    @cached_property
    def translations(self) -> frozenset[Cell]:
        """The moves below a period that take every cell to one of its own kind."""

        def is_one(shift: Cell) -> bool:
            moved = {residue: tuple([a + b for a, b in zip(residue, shift, strict=True)]) for residue in self.centres}
            if not all(self.is_cell(cell) for cell in moved.values()):
                return False
            away = {
                tuple([a - b for a, b in zip(self.point(cell), self.centres[residue], strict=True)])
                for residue, cell in moved.items()
            }
            return len(away) == 1

        return frozenset(filter(is_one, self._residues()))

    @cached_property
    def _homes_of_centres(self) -> dict[Cell, Point]:
        found: dict[Cell, Point] = {}
        for residue in sorted(self.centres):
            for shift in self.translations:
                same = tuple([a + b for a, b in zip(residue, shift, strict=True)])
                found.setdefault(self._residue(same), self.centres[residue])
        return found

    @cached_property
    def _homes(self) -> dict[Cell, Cell]:
        """Where the lowest coordinates of cells go nearest to the origin, by residue."""
        found = {}
        for residue in self._residues():
            sums = [zip(residue, shift, strict=True) for shift in self.translations]
            homes = [self._residue(tuple([a + b for a, b in pairs])) for pairs in sums]
            found[residue] = min(homes, key=lambda home: home[::-1])
        return found

    @cached_property
    def _beside(self) -> dict[Cell, tuple[Cell, ...]]:
        """Where neighbours are, by the corners that cells share; cells that do are at most one period apart."""
        at: dict[Point, list[Cell]] = {}
        for times in product((-1, 0, 1), repeat=self.dimension):
            for residue in self.centres:
                cell = self._shifted(residue, times)
                for corner in self._corners(cell):
                    at.setdefault(corner, []).append(cell)
        found = {}
        for residue in self.centres:
            shared = Counter([cell for corner in self._corners(residue) for cell in at[corner] if cell != residue])
            near = sorted([cell for cell, number in shared.items() if number >= self.shared])
            found[residue] = tuple([tuple([a - b for a, b in zip(cell, residue, strict=True)]) for cell in near])
        return found

    def _residues(self) -> Iterator[Cell]:
        return product(*map(range, self.period))


def _cross(one: Point, other: Point) -> Point:
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def _is_even(order: tuple[int, ...]) -> bool:
    return sum(a > b for k, a in enumerate(order) for b in order[k + 1 :]) % 2 == 0
