"""Lattices: their motions and neighbours, shapes against published counts, boards and pieces in text."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import plane_tilings

from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, HEX, LATTICES, SQUARE, TRIANGLE, lattice
from shapewright.cells.piece_lists import pieces_to_list
from shapewright.cells.pieces import parse_pieces, pieces_from_text, pieces_to_text
from shapewright.cells.polyomino import Polyomino, motions_on, shapes_of
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.tiling.problem import Problem

NEW = (HEX, TRIANGLE)

# The On-Line Encyclopedia of Integer Sequences: free, one-sided and fixed shapes of 1, 2, ... cells.
PUBLISHED = {
    ("hex", "free"): (1, 1, 3, 7, 22, 82, 333),  # A000228
    ("hex", "one-sided"): (1, 1, 3, 10, 33, 147, 620),  # A006535
    ("hex", "fixed"): (1, 3, 11, 44, 186, 814, 3652),  # A001207
    ("triangle", "free"): (1, 1, 1, 3, 4, 12, 24, 66, 160),  # A000577
    ("triangle", "one-sided"): (1, 1, 1, 4, 6, 19, 43, 120, 307),  # A006534
    ("triangle", "fixed"): (2, 3, 6, 14, 36, 94, 250, 675, 1838),  # A001420
}


def cells_of(grid: Lattice) -> st.SearchStrategy[Cell]:
    numbers = st.integers(-9, 9)
    return st.tuples(*[numbers] * grid.dimension).filter(grid.is_cell)


@pytest.mark.parametrize(("name", "kind"), PUBLISHED)
def test_shapes_are_as_many_as_published(name: str, kind: str) -> None:
    found = [len(shapes_of(lattice(name), n, kind)) for n in range(1, len(PUBLISHED[name, kind]) + 1)]  # type: ignore[arg-type]
    assert tuple(found) == PUBLISHED[name, kind]


@pytest.mark.parametrize("grid", NEW)
def test_the_slow_twin_finds_as_many(grid: Lattice) -> None:
    for n in range(1, 6):
        assert plane_tilings.free_shapes(grid.name, n) == tuple(
            len(shapes_of(grid, n, kind)) for kind in ("free", "one-sided", "fixed")
        )


@pytest.mark.parametrize("grid", NEW)
def test_points_and_cells_are_one_to_one(grid: Lattice) -> None:
    cells = [(x, y) for x in range(-5, 6) for y in range(-5, 6) if grid.is_cell((x, y))]
    points = [grid.point(cell) for cell in cells]
    assert [grid.cell_at(point) for point in points] == cells
    assert all(sum(point) == 0 and grid.has_centre(point) for point in points)
    assert not grid.has_centre((1, -1, 0))


@pytest.mark.parametrize("grid", [*NEW, SQUARE, CUBE])
@given(data=st.data())
def test_motions_keep_neighbours_and_can_be_undone(grid: Lattice, data: st.DataObject) -> None:
    first, second = (data.draw(st.sampled_from(grid.motions())) for _ in range(2))
    cell = data.draw(cells_of(grid))
    assert set(map(first, grid.neighbours(cell))) == set(grid.neighbours(first(cell)))
    assert first.then(second)(cell) == second(first(cell))
    assert first.inverse()(first(cell)) == first.then(first.inverse())(cell) == cell
    assert first.then(second).is_reflection == (first.is_reflection != second.is_reflection)


@pytest.mark.parametrize("grid", NEW)
def test_rotations_turn_pictures_and_reflections_turn_them_over(grid: Lattice) -> None:
    """The order of three corners around a cell says whether hands are exchanged."""
    for motion in grid.motions():
        middles = [plane_tilings.middle(grid, motion(cell)) for cell in ((0, 0), (2, 0), (0, 2))]
        turned = ((middles[1] - middles[0]).conjugate() * (middles[2] - middles[0])).imag
        assert (turned < 0) == motion.is_reflection
    assert len(grid.motions()) == 12
    assert len(grid.motions(reflections=False)) == 6


@pytest.mark.parametrize("grid", NEW)
def test_cells_are_regular_and_share_edges_with_their_neighbours(grid: Lattice) -> None:
    for cell in ((0, 0), (1, 0), (2, 1), (1, 1)):
        corners = [complex(*corner) for corner in grid.outline(cell)]
        edges = [b - a for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
        assert all(math.isclose(abs(edge), abs(edges[0])) for edge in edges)
        assert all((a.conjugate() * b).imag > 0 for a, b in zip(edges, edges[1:] + edges[:1], strict=True))
        assert len(list(grid.neighbours(cell))) == len(corners)
        middle = plane_tilings.middle(grid, cell)
        away = [abs(plane_tilings.middle(grid, near) - middle) for near in grid.neighbours(cell)]
        assert all(math.isclose(one, away[0]) for one in away)


def test_triangles_only_move_to_triangles_of_their_kind() -> None:
    assert TRIANGLE.is_translation((1, 1))
    assert not TRIANGLE.is_translation((1, 0))
    up, down = Polyomino(((4, 2),), (), TRIANGLE), Polyomino(((4, 3),), (), TRIANGLE)
    assert up.cells == ((0, 0),)
    assert down.cells == ((1, 0),)
    assert up.orientations("fixed") == (up,)
    assert set(up.orientations("one-sided")) == {up, down}


@pytest.mark.parametrize(
    ("text", "cells", "symmetries", "rotations"),
    [
        ("hex:hexagon-3", 19, 12, 6),
        ("hex:triangle-4", 10, 6, 3),
        ("hex:3x4", 12, 2, 2),
        ("hex:4x4", 16, 4, 2),
        ("hex:#", 1, 12, 6),
        ("triangle:hexagon-3", 54, 12, 6),
        ("triangle:triangle-4", 16, 6, 3),
        ("triangle:3x4", 24, 2, 2),
        ("triangle:4x4", 32, 4, 2),
        ("triangle:#", 1, 6, 3),
        ("square:3x4", 12, 4, 2),
        ("cube:2x2x2", 8, 48, 24),
    ],
)
def test_boards_by_their_shape(text: str, cells: int, symmetries: int, rotations: int) -> None:
    board = Board.from_text(text)
    assert len(board.cells) == cells
    assert len(board.symmetries()) == symmetries
    assert len(board.symmetries(reflections=False)) == rotations
    assert len(board.components()) == 1
    assert Board.from_text(board.to_text()) == Board.from_text(board.to_text(one_line=True)) == board
    assert min(x for x, *_ in board.cells) <= 1
    assert eval(repr(board), {"Board": Board, "lattice": lattice}) == board


def test_art_of_triangles_points_up_where_x_and_y_are_even_together() -> None:
    board = Board.from_text("triangle:.#./###")
    assert board == Board.from_text("triangle:triangle-2")
    assert board.to_text() == "triangle:\n.#.\n###"


@pytest.mark.parametrize("text", ["tetrahexes", "hexiamonds", "one-sided-tetriamonds", "fixed-trihexes", "5-hexes"])
def test_sets_are_read_and_written(text: str) -> None:
    pieces = parse_pieces(text)
    assert parse_pieces(pieces_to_list(pieces)) == pieces
    assert pieces_from_text(pieces_to_text(pieces)) == pieces


def test_sets_by_name_have_all_shapes() -> None:
    for text, grid, n in (
        ("trihexes", HEX, 3),
        ("tetrahexes", HEX, 4),
        ("pentahexes", HEX, 5),
        ("tetriamonds", TRIANGLE, 4),
        ("hexiamonds", TRIANGLE, 6),
    ):
        pieces = parse_pieces(text)
        assert {piece.shape.orientations()[0] for piece in pieces} == set(shapes_of(grid, n))
        assert all(len(piece.name) == 1 for piece in pieces)
    for text, number in (
        ("hexahexes", 82),
        ("pentiamonds", 4),
        ("heptiamonds", 24),
        ("octiamonds", 66),
    ):
        assert len(parse_pieces(text)) == number
    assert [len(parse_pieces(f"{kind}-hexiamonds")) for kind in motions_on(TRIANGLE)] == [94, 19, 12]


def test_single_pieces_begin_with_their_lattice() -> None:
    bar, corner, bend = parse_pieces("hex:I7, 2*BEND=one-sided-hex:.#/##, hex:6h.03")
    assert (bar.shape.area, corner.name, corner.motions, bend.name) == (7, "BEND", "one-sided", "6h.03")
    assert {bar.shape.lattice, corner.shape.lattice, bend.shape.lattice} == {HEX}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hex:Q4", "the pieces of size 4 are I J O P S U Y"),
        ("hex:Z5", "the pieces of size 5 are A B C D E F G H I J L N P Q R S T U V W X Y"),
        ("brick:##", "'brick' is not a lattice; the lattices are square, cube, hex, triangle"),
        ("hex:pentominoes", "pentominoes are not on the lattice hex; write pentominoes alone"),
        ("triangle:A7", "on the lattice triangle there are sets (diamonds, triamonds, tetriamonds, "),
        ("hex:5-iamonds", "5-iamonds are not on the lattice hex"),
    ],
)
def test_wrong_pieces(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_pieces(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("board", "pieces", "message"),
    [
        ("hex:4x4", "tetrahexs4", "on the lattice hex there are sets (dihexes, trihexes, tetrahexes, pentahexes, "),
        ("hex:4x4", "Q4", "the pieces of size 4 are hex:I hex:J hex:O hex:P hex:S hex:U hex:Y"),
        ("sphere:4x4x4", "balls", "sets (dispheres, trispheres, tetraspheres, pentaspheres), single pieces (sphere:"),
        ("torus:4x4", "balls", "there are sets (dominoes, tetrominoes"),
        ("hex:4x4", "pentominoes", "begin with hex:, and its sets are dihexes, trihexes, tetrahexes, pentahexes, "),
    ],
)
def test_unknown_pieces_for_a_board_name_those_of_its_lattice(board: str, pieces: str, message: str) -> None:
    with pytest.raises(ShapewrightError) as caught:
        Problem.from_text(f"board {board}\npieces {pieces}")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("hex:hexagon-0", ProblemError, "the board hex:hexagon-0 has no cells"),
        ("hex:0x4", ProblemError, "the board hex:0x4 has no cells"),
        ("hex:hexagon-1000000000", LimitError, "larger than the limit of 1048576 cells"),
        ("triangle:9999x9999", LimitError, "larger than the limit of 1048576 cells"),
        ("hex:hexagon-x", NotationError, "expected WxH, hexagon-N, triangle-N or rows of # and ."),
        ("hex:3x", NotationError, "expected WxH, hexagon-N, triangle-N or rows of # and ."),
        ("torus:hex:3x4", NotationError, "'torus:hex:' is one name too many"),
        ("hex: torus:3x4", NotationError, "a torus, cylinder, moebius or klein has no lattice but that of squares"),
        ("brick:3x4", NotationError, "the lattices are square, cube, hex, triangle"),
        ("square:3x4x5", ProblemError, "'3x4x5' is not a board on the lattice square"),
    ],
)
def test_wrong_boards(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Board.from_text(text)
    assert message in str(caught.value)


def test_shapes_beyond_the_limit_are_refused() -> None:
    with pytest.raises(LimitError, match="shapes of 30 cells of the lattice hex are too many to list; the limit is"):
        shapes_of(HEX, 30)
    with pytest.raises(ProblemError, match="there are no shapes of 0 cells"):
        shapes_of(TRIANGLE, 0)


def test_lattices_survive_processes() -> None:
    for grid in LATTICES.values():
        assert pickle.loads(pickle.dumps(grid)) is grid
