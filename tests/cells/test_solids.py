"""Balls, prisms and tetrahedra: motions and neighbours, shapes against published counts and the slow twin, boards."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import solid_tilings

from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import PRISM, RHOMBIC, SPHERE, TETRA_OCTA, lattice
from shapewright.cells.piece_lists import pieces_to_list
from shapewright.cells.pieces import parse_pieces, pieces_from_text, pieces_to_text
from shapewright.cells.polyomino import Polyomino, shapes_of
from shapewright.errors import LimitError, NotationError, ProblemError

SOLIDS = (SPHERE, PRISM, RHOMBIC, TETRA_OCTA)


def cells_of(grid: Lattice) -> st.SearchStrategy[Cell]:
    numbers = st.integers(-9, 9)
    return st.tuples(numbers, numbers, numbers).filter(grid.is_cell)


@pytest.mark.parametrize("grid", SOLIDS)
def test_shapes_are_as_many_as_the_slow_twin_finds(grid: Lattice) -> None:
    for n in range(1, 4 if grid in (RHOMBIC, TETRA_OCTA) else 5):
        assert solid_tilings.shapes(grid.name, n) == tuple(
            len(shapes_of(grid, n, kind)) for kind in ("free", "one-sided", "fixed")
        )


def test_balls_are_as_many_as_published() -> None:
    """Connected sets of sites of the face-centred cubic lattice.

    R. Schäfer et al., Phys. Rev. B 102 (2020), count them as clusters of tetrahedra that share corners.
    """
    assert [len(shapes_of(SPHERE, n, "fixed")) for n in range(1, 6)] == [1, 6, 50, 475, 4881]


def test_shapes_of_tetrahedra_and_whole_octahedra_are_as_many_as_published() -> None:
    """T. Kagey and D. Thomas, OEIS A343909: an octahedron is one cell there, eight of ours."""
    octahedra = {Board.from_text("tetra-octa:octahedron-1").cells}
    one = Polyomino(tuple(next(iter(octahedra))), (), TETRA_OCTA)
    single = [shape for shape in shapes_of(TETRA_OCTA, 1) if len(list(_whole(shape.cells[0]))) == 1]
    found = [{min(shape.orientations(), key=lambda each: each.cells) for shape in (one, *single)}]
    for _ in range(4):
        found.append(
            {
                min(grown.orientations(), key=lambda each: each.cells)
                for shape in found[-1]
                for near in {near for cell in shape.cells for near in TETRA_OCTA.neighbours(cell)} - set(shape.cells)
                for grown in [Polyomino(tuple({*shape.cells, *_whole(near)}), (), TETRA_OCTA)]
            }
        )
    assert [len(every) for every in found] == [2, 1, 4, 9, 44]


def _whole(cell: Cell) -> frozenset[Cell]:
    """A regular tetrahedron alone, or all eighths of the octahedron of one."""
    if all(value % 3 == 1 for value in cell):
        return frozenset([cell])
    around = [-1 if value % 3 == 0 else 0 for value in cell]
    low = [value + by for value, by in zip(cell, around, strict=True)]
    return frozenset([(low[0] + x, low[1] + y, low[2] + z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])


@pytest.mark.parametrize("grid", SOLIDS)
def test_points_and_cells_are_one_to_one(grid: Lattice) -> None:
    reach = range(-6, 7)
    cells = [(x, y, z) for x in reach for y in reach for z in reach if grid.is_cell((x, y, z))]
    points = [grid.point(cell) for cell in cells]
    assert [grid.cell_at(point) for point in points] == cells
    assert len(set(points)) == len(points)
    assert all(grid.has_centre(point) for point in points)


@pytest.mark.parametrize("grid", SOLIDS)
@given(data=st.data())
def test_motions_keep_neighbours_and_can_be_undone(grid: Lattice, data: st.DataObject) -> None:
    first, second = (data.draw(st.sampled_from(grid.motions())) for _ in range(2))
    cell = data.draw(cells_of(grid))
    assert set(map(first, grid.neighbours(cell))) == set(grid.neighbours(first(cell)))
    assert first.then(second)(cell) == second(first(cell))
    assert first.inverse()(first(cell)) == first.then(first.inverse())(cell) == cell
    assert first.then(second).is_reflection == (first.is_reflection != second.is_reflection)


@pytest.mark.parametrize("grid", SOLIDS)
def test_motions_are_rigid_and_rotations_keep_hands(grid: Lattice) -> None:
    cells = [cell for cell in ((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4)) if grid.is_cell(cell)]
    if grid in (RHOMBIC, TETRA_OCTA):
        cells = (
            [(1, 1, 1), (7, 1, 1), (1, 7, 1), (1, 1, 7)]
            if grid is TETRA_OCTA
            else [(2, 1, 0), (7, 1, 0), (2, 6, 0), (2, 1, 5)]
        )
    before = [grid.in_space(grid.point(cell)) for cell in cells]
    for motion in grid.motions():
        after = [grid.in_space(grid.point(motion(cell))) for cell in cells]
        for k in range(4):
            for other in range(k):
                assert math.isclose(math.dist(before[k], before[other]), math.dist(after[k], after[other]))
        assert (_volume(before) * _volume(after) < 0) == motion.is_reflection
    assert len(grid.motions()) == 2 * len(grid.motions(reflections=False)) == (24 if grid is PRISM else 48)


def _volume(points: list[tuple[float, float, float]]) -> float:
    first, *others = points
    (a, b, c), (d, e, f), (g, h, i) = ([v - w for v, w in zip(point, first, strict=True)] for point in others)
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@pytest.mark.parametrize(
    ("grid", "number", "away"),
    [(SPHERE, 12, {1.0}), (PRISM, 5, {0.577, 1.0}), (RHOMBIC, 4, None), (TETRA_OCTA, 4, None)],
)
def test_neighbours_share_a_side(grid: Lattice, number: int, away: set[float] | None) -> None:
    for cell in grid.centres:
        near = list(grid.neighbours(cell))
        assert len(near) == number
        assert all(cell in grid.neighbours(other) for other in near)
        if away is not None:
            middle = grid.in_space(grid.point(cell))
            assert {round(math.dist(middle, grid.in_space(grid.point(other))), 3) for other in near} == away


@pytest.mark.parametrize("grid", [PRISM, RHOMBIC, TETRA_OCTA])
def test_cells_fill_space(grid: Lattice) -> None:
    """The volumes of the cells of a block are that of the block, and every side lies between two cells."""
    block = {PRISM: "2x1x1", RHOMBIC: "2x1x1", TETRA_OCTA: "2x2x2"}[grid]
    volume = {PRISM: 2 * math.sqrt(3) / 2, RHOMBIC: 2 * 1.8**3, TETRA_OCTA: 2.4**3}[grid]
    bodies = grid.bodies(Board.from_text(f"{grid.name}:{block}").cells)
    assert bodies is not None
    total = 0.0
    for body in bodies.values():
        for _, face in body.faces():
            for one, other in pairwise(face[1:]):
                total += abs(_volume([body.middle, face[0], one, other])) / 6
    assert math.isclose(total, volume)


def test_flat_shapes_of_balls_are_their_own_mirror_images() -> None:
    """A bend of four balls in a layer of triangles turns over although no rotation of the lattice does that."""
    layers = [shape for shape in shapes_of(SPHERE, 4) if SPHERE.turns_over(shape.cells)]
    assert all(set(shape.orientations("one-sided")) == set(shape.orientations("free")) for shape in layers)
    lattice_alone = {shape.moved(motion) for shape in layers for motion in SPHERE.motions(reflections=False)}
    assert lattice_alone < {turned for shape in layers for turned in shape.orientations()}
    assert not SPHERE.turns_over(Board.from_text("sphere:tetrahedron-2").cells)


@pytest.mark.parametrize(
    ("text", "cells", "symmetries", "rotations"),
    [
        ("sphere:tetrahedron-4", 20, 24, 12),
        ("sphere:octahedron-3", 19, 48, 24),
        ("sphere:octahedron-4", 44, 48, 24),
        ("sphere:pyramid-5", 55, 8, 4),
        ("sphere:3x3x3", 14, 48, 24),
        ("sphere:.#./#.#", 3, 4, 2),
        ("prism:hexagon-1x3", 18, 24, 12),
        ("prism:triangle-3x2", 18, 12, 6),
        ("prism:2x3x1", 12, 4, 2),
        ("rhombic:1x1x1", 24, 48, 24),
        ("rhombic:2x1x1", 48, 16, 8),
        ("tetra-octa:1x1x1", 5, 24, 12),
        ("tetra-octa:tetrahedron-1", 1, 24, 12),
        ("tetra-octa:tetrahedron-3", 43, 24, 12),
        ("tetra-octa:octahedron-1", 8, 48, 24),
        ("tetra-octa:octahedron-2", 56, 48, 24),
    ],
)
def test_boards_by_their_shape(text: str, cells: int, symmetries: int, rotations: int) -> None:
    board = Board.from_text(text)
    assert len(board.cells) == cells
    assert len(board.symmetries()) == symmetries
    assert len(board.symmetries(reflections=False)) == rotations
    assert Board.from_text(board.to_text()) == Board.from_text(board.to_text(one_line=True)) == board
    assert eval(repr(board), {"Board": Board, "lattice": lattice}) == board
    assert len(board.components()) == 1


@pytest.mark.parametrize(
    "text", ["trispheres", "one-sided-tetraspheres", "triprisms", "3-rhombs", "fixed-ditetraoctas"]
)
def test_sets_are_read_and_written(text: str) -> None:
    pieces = parse_pieces(text)
    assert parse_pieces(pieces_to_list(pieces)) == pieces
    assert pieces_from_text(pieces_to_text(pieces)) == pieces


def test_pieces_in_space_are_not_reflected_unless_that_is_said() -> None:
    bar, numbered, bend = parse_pieces("sphere:I4, prism:3p.02, sphere:#.#/.#.")
    assert {bar.motions, numbered.motions, bend.motions} == {"one-sided"}
    assert bend.shape == Polyomino.from_text("sphere:.#.#/..#.")  # a drawing may begin beside a ball
    assert bar.shape.cells == ((0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0))
    assert len(parse_pieces("free-tetraspheres")) == 20
    assert len(parse_pieces("tetraspheres")) == 25


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("sphere:#", None, ""),
        ("sphere:.#", ProblemError, "1,0,0 is not a cell of the lattice sphere"),
        ("rhombic:#", ProblemError, "0,0,0 is not a cell of the lattice rhombic"),
        ("sphere:tetrahedron-0", ProblemError, "the board sphere:tetrahedron-0 has no cells"),
        ("sphere:hexagon-3", NotationError, "expected WxHxD, tetrahedron-N, octahedron-N, pyramid-N or rows"),
        ("prism:hexagon-3", NotationError, "expected WxHxD, hexagon-NxD, triangle-NxD or rows"),
        ("prism:3x4", NotationError, "expected WxHxD, hexagon-NxD, triangle-NxD or rows"),
        ("rhombic:100x100x100", LimitError, "larger than the limit of 1048576 cells"),
        ("prism:3x3x9999999", LimitError, "larger than the limit of 1048576 cells"),
        ("prism:hexagon-999999x9", LimitError, "board 'prism:hexagon-999999x9' is larger than the limit of 1048576"),
        ("prism:hexagon-2x200000", LimitError, "board 'prism:hexagon-2x200000' is larger than the limit of 1048576"),
        ("sphere:tetrahedron", NotationError, "'tetrahedron' is not a board; expected"),
    ],
)
def test_wrong_boards(text: str, error: type[Exception] | None, message: str) -> None:
    if error is None:
        assert len(Board.from_text(text).cells) == 1
        return
    with pytest.raises(error) as caught:
        Board.from_text(text)
    assert message in str(caught.value)
