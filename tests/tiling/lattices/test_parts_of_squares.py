"""Tilings of half squares (polyaboloes) and of the sides of squares (polysticks)."""

from __future__ import annotations

from itertools import product

import pytest
from tests.reference import half_squares

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import STICKS, TAN, Lattice
from shapewright.cells.piece_lists import pieces_to_list
from shapewright.cells.pieces import parse_pieces, pieces_from_text, pieces_to_text
from shapewright.cells.polyomino import Polyomino, motions_on, shapes_of
from shapewright.drawing import to_svg, to_terminal
from shapewright.errors import NotationError, ProblemError
from shapewright.tiling.check import check, faults
from shapewright.tiling.notation.art import parse_solutions, solution_text
from shapewright.tiling.problem import Problem

# The On-Line Encyclopedia of Integer Sequences.
PUBLISHED = {
    ("tan", "free"): (1, 3, 4, 14, 30, 107),  # A006074
    ("tan", "one-sided"): (1, 4, 6, 22, 56, 198),  # A151519
    ("sticks", "free"): (1, 2, 5, 16, 55, 222),  # A019988
    ("sticks", "one-sided"): (1, 2, 7, 25, 99, 416),  # A151537
    ("sticks", "fixed"): (2, 6, 22, 88, 372, 1628),  # A096267
}


def stated(board: str, pieces: str) -> Problem:
    return Problem.from_text(f"board {board}\npieces {pieces}")


@pytest.mark.parametrize(("name", "kind"), PUBLISHED)
def test_shapes_are_as_many_as_published(name: str, kind: str) -> None:
    grid = {"tan": TAN, "sticks": STICKS}[name]
    assert tuple(len(shapes_of(grid, n, kind)) for n in range(1, 7)) == PUBLISHED[name, kind]  # type: ignore[arg-type]


def test_half_squares_are_as_many_as_the_slow_twin_finds() -> None:
    for n in range(1, 6):
        assert half_squares.shapes(n) == tuple(len(shapes_of(TAN, n, kind)) for kind in ("free", "one-sided", "fixed"))


@pytest.mark.parametrize("grid", [TAN, STICKS])
def test_motions_keep_neighbours(grid: Lattice) -> None:
    cells = [cell for cell in product(range(4), repeat=2) if grid.is_cell(cell)]
    for motion in grid.motions():
        for cell in cells:
            assert set(map(motion, grid.neighbours(cell))) == set(grid.neighbours(motion(cell)))
            assert motion.inverse()(motion(cell)) == cell
            assert grid.is_joint(cell) == grid.is_joint(motion(cell))


def test_quarters_touch_across_their_sides() -> None:
    assert set(TAN.neighbours((0, 1))) == {(1, 1), (0, 0), (-1, 0)}
    assert set(TAN.neighbours((1, 1))) == {(0, 1), (1, 0), (0, 2)}


def test_sticks_take_the_crossings_that_they_go_through() -> None:
    straight, bent = (Polyomino.from_text(f"sticks:{art}") for art in (".#.#.", "#./.#"))
    assert straight.cells == ((1, 0), (2, 0), (3, 0))
    assert bent.cells == ((0, 1), (1, 0))
    assert straight.is_connected
    assert Polyomino.from_text(straight.to_text()) == straight
    board = Board.from_text("sticks:1x1")
    assert sorted(board.optional) == [(0, 0), (0, 2), (2, 0), (2, 2)]
    assert len(board.required) == 4


def test_no_two_pieces_cross() -> None:
    """A cross of four sides: two bars of two would cross in its middle, two corners do not."""
    plus = Board(frozenset([(1, 2), (3, 2), (2, 1), (2, 3)]), lattice=STICKS)
    bars, corners = (Problem(plus, parse_pieces(text)) for text in ("2*sticks:I2", "2*V=sticks:#./.#"))
    assert tiling.count(bars) == 0
    assert tiling.count(corners) == 2


def bent_and_straight(width: int, height: int) -> int:
    """The ways to cut a grid of sides into pairs that meet in a point and do not cross, by trying all pairs."""
    sides = [
        *[((x, y), (x + 1, y)) for x in range(width) for y in range(height + 1)],
        *[((x, y), (x, y + 1)) for x in range(width + 1) for y in range(height)],
    ]

    def crossing(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
        """The point that a straight pair goes through."""
        (shared,) = set(one) & set(other)
        ends = [point for point in (*one, *other) if point != shared]
        straight = ends[0][0] == ends[1][0] or ends[0][1] == ends[1][1]
        return shared if straight else None

    def count(left: list[tuple[tuple[int, int], tuple[int, int]]], taken: frozenset[tuple[int, int]]) -> int:
        if not left:
            return 1
        first, *rest = left
        found = 0
        for other in rest:
            if set(first) & set(other):
                point = crossing(first, other)
                if point is None or point not in taken:
                    remaining = [side for side in rest if side != other]
                    found += count(remaining, taken | ({point} if point is not None else frozenset()))
        return found

    return count(sides, frozenset())


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])
def test_pairs_of_sticks_by_another_way(width: int, height: int) -> None:
    problem = stated(f"sticks:{width}x{height}", "any*disticks")
    assert tiling.count(problem) == bent_and_straight(width, height)
    for solution in tiling.solve(problem, limit=20):
        check(solution)


def tans_in_squares(width: int, height: int) -> int:
    """Tans cut each square along one of two diagonals."""
    return 2 ** (width * height)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_tans_fill_squares(width: int, height: int) -> None:
    assert tiling.count(stated(f"tan:{width}x{height}", "any*monaboloes")) == tans_in_squares(width, height)
    assert tiling.count(stated(f"tan:{width}x{height}", "any*monaboloes"), engine="sparse") == tans_in_squares(
        width, height
    )


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("tan:2x2", "any*monaboloes, 0-1*diaboloes"),
        ("tan:3x2", "any*triaboloes"),
        ("tan:3x2", "any*fixed-triaboloes"),
        ("tan:3x2", "any*one-sided-tetraboloes"),
        ("tan:2x3", "any*fixed-diaboloes"),
        ("tan:##../..##/####/##..", "any*diaboloes, any*monaboloes"),
    ],
)
def test_the_twin_counts_the_same(board: str, pieces: str) -> None:
    problem = stated(board, pieces)
    expected = half_squares.tilings(problem)
    found = list(tiling.solve(problem))
    assert {frozenset((p.piece, frozenset(p.cells)) for p in solution.placements) for solution in found} == expected
    for engine in ("bit-sliced", "sparse"):
        assert tiling.count(problem, engine=engine) == len(expected) > 0
    for solution in found:
        check(solution)


TANGRAM = "2*BIG=tan:#.../#.../###./###., MIDDLE=tan:..#./###., 2*SMALL=tan:##/.., SQUARE=tan:##/##, SKEW=tan:..##/##.."
SQUARE_ON_ITS_TIP = "tan:....#.../..###.../..#####./#######./.#######/.#####../...###../...#...."


def test_tangram() -> None:
    """The seven pieces make the square in one way; stood on its tip it has all corners in the grid."""
    problem = stated(SQUARE_ON_ITS_TIP, TANGRAM)
    for engine in ("bit-sliced", "sparse"):
        assert tiling.count(problem, up_to_symmetry=True, engine=engine) == 1
    assert tiling.count(problem) == len(half_squares.tilings(problem)) == 8


def test_two_kinds_of_two_tans_in_two_squares() -> None:
    """Each square alone, or cut so that a big triangle lies in both: the other two tans then do not touch."""
    problem = stated("tan:2x1", "any*diaboloes")
    found = list(tiling.solve(problem))
    assert all(faults(problem, solution.placements) == [] for solution in found)
    assert len(found) == 1


@pytest.mark.slow
def test_tetrasticks_in_the_grid_of_five_squares() -> None:
    """Fifteen of the sixteen fill it in 1,795 ways: D. E. Knuth, Dancing links (2000)."""
    assert tiling.count(stated("sticks:5x5", "0-1*tetrasticks"), up_to_symmetry=True) == 1795


# Polyform Puzzler: in how many ways all tetrasticks but one fill the grid of five by five squares; none without others.
WITHOUT = {"H": 72, "J": 382, "L": 607, "N": 530, "Y": 204}


@pytest.mark.parametrize(
    "letter", [pytest.param(one, marks=() if one in "HO" else pytest.mark.slow) for one in "HJLNYO"]
)
def test_letters_of_tetrasticks(letter: str) -> None:
    pieces = ", ".join(f"sticks:{piece.name}4" for piece in parse_pieces("tetrasticks") if piece.name != letter)
    problem = stated("sticks:5x5", pieces)
    assert tiling.count(problem, up_to_symmetry=True) == WITHOUT.get(letter, 0)


def test_every_polystick_of_four_sticks_and_less_has_a_letter() -> None:
    for n, letters in ((1, "I"), (2, "IV"), (3, "ILTUZ"), (4, "FHIJLNOPRTUVWXYZ")):
        pieces = parse_pieces(f"{n}-sticks")
        assert "".join([piece.name for piece in pieces]) == letters
        assert {piece.shape.orientations()[0] for piece in pieces} == set(shapes_of(STICKS, n))


def test_a_tiling_of_tetrasticks() -> None:
    problem = stated("sticks:5x5", "0-1*tetrasticks")
    solution = tiling.first(problem)
    assert solution is not None
    check(solution)
    assert len(solution.placements) == 15
    assert parse_solutions(solution_text(problem, solution.placements), problem) == [solution.placements]
    drawn = solution.mosaic()
    # Sixty sticks, and the crossings that a stick goes straight through.
    crossed = {cell for one in solution.placements for cell in one.cells if problem.board.lattice.is_joint(cell)}
    assert len(drawn.cells - crossed) == 60
    assert crossed < drawn.cells
    assert to_svg(drawn.scene()).startswith("<svg")
    assert to_svg(problem.sheet()).startswith("<svg")
    assert problem.board._repr_svg_().startswith("<svg")
    assert len([one for one in to_terminal(drawn, color=False) if not one.isspace()]) == len(drawn.cells)
    assert Problem.from_text(problem.to_text()) == problem
    moved = [one if k else type(one)(one.piece, one.cells[1:]) for k, one in enumerate(solution.placements)]
    assert faults(problem, moved)


@pytest.mark.parametrize(
    "text",
    ["tetrasticks", "one-sided-triaboloes", "sticks:I3", "2*A=fixed-tan:##/.#", "sticks:5s.05", "sticks:L4, sticks:V2"],
)
def test_pieces_in_text(text: str) -> None:
    pieces = parse_pieces(text)
    assert parse_pieces(pieces_to_list(pieces)) == pieces
    assert pieces_from_text(pieces_to_text(pieces)) == pieces


def test_sets_by_name() -> None:
    assert [len(parse_pieces(name)) for name in ("tetraboloes", "tetrasticks", "5-sticks", "3-aboloes")] == [
        14,
        16,
        55,
        4,
    ]
    assert [len(parse_pieces(f"{kind}-tetrasticks")) for kind in motions_on(STICKS)] == [88, 25, 16]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "tan:I4",
            "on the lattice tan there are sets (diaboloes, triaboloes, tetraboloes, pentaboloes, hexaboloes)",
        ),
        ("tan:I4", "single pieces (4b.01) and art (tan:##/#.)"),
        ("sticks:Q4", "the pieces of size 4 are F H I J L N O P R T U V W X Y Z"),
        ("sticks:I0", "and art (sticks:#./.#)"),
        ("sticks:#", "a piece has no cells"),
        ("sticks:##/##", "1,1 is not a cell of the lattice sticks"),
        ("sticks:.a.b/", "pieces of sticks have no colours"),
    ],
)
def test_wrong_pieces(text: str, message: str) -> None:
    with pytest.raises((NotationError, ProblemError)) as caught:
        parse_pieces(text)
    assert message in str(caught.value)
