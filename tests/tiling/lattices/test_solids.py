"""Puzzles of balls, prisms and tetrahedra: known solutions, the slow twin, and every verb."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import solid_tilings

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import PRISM, RHOMBIC, SPHERE, TETRA_OCTA
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino, motions_on, shapes_of
from shapewright.drawing import to_svg, to_terminal
from shapewright.errors import ProblemError
from shapewright.tiling.check import check, faults
from shapewright.tiling.notation.art import parse_solutions, solution_text
from shapewright.tiling.problem import Problem

SOLIDS = (SPHERE, PRISM, RHOMBIC, TETRA_OCTA)


def stated(board: str, pieces: str) -> Problem:
    return Problem.from_text(f"board {board}\npieces {pieces}")


def of_balls(names: str) -> tuple[Piece, ...]:
    """Polyominoes by name as balls that lie in a square."""
    found = []
    for piece in parse_pieces(names):
        cells = tuple([(x + y, x - y + 8, 0) for x, y in piece.shape.cells])
        found.append(replace(piece, shape=Polyomino(cells, (), SPHERE), motions="one-sided"))
    return tuple(found)


def test_two_rods_and_two_blocks_make_a_tetrahedron_in_one_way() -> None:
    """The classic ball pyramid of four pieces."""
    problem = Problem(Board.from_text("sphere:tetrahedron-4"), of_balls("2*ROD=####, 2*BLOCK=###/###"))
    assert tiling.count(problem, up_to_symmetry=True) == 1
    (solution, *_) = tiling.solve(problem)
    check(solution)


def test_square_pyramid_of_twelve_pieces() -> None:
    """The pieces of Kanoodle and Lonpos, which lie flat or stand upright; the twin of exact covers counts the same."""
    names = "L3, I4, L4, O4, L5, Y5, W5, P5, U5, V5, N5, X5"
    problem = Problem(Board.from_text("sphere:pyramid-5"), of_balls(names))
    assert tiling.count(problem, up_to_symmetry=True) * 8 == tiling.count(problem) == 2448
    for engine in ("bit-sliced", "sparse"):
        assert tiling.count(problem, up_to_symmetry=True, engine=engine) == 306


CASES = [
    ("sphere:tetrahedron-3", "any*sphere:I2"),
    ("sphere:tetrahedron-3", "any*sphere:I1, 0-2*trispheres"),
    ("sphere:octahedron-2", "any*trispheres"),
    ("sphere:tetrahedron-4", "any*sphere:I2, 2*sphere:I4"),
    ("sphere:pyramid-3", "sphere:I3, sphere:I2, sphere:I1, any*sphere:4o.05, any*sphere:4o.09"),
    ("prism:hexagon-1x2", "any*triprisms"),
    ("prism:2x2x2", "any*diprisms"),
    ("prism:triangle-2x3", "any*prism:4p.03, any*prism:2p.01"),
    ("rhombic:1x1x1", "any*3-rhombs"),
    ("rhombic:1x1x1", "any*rhombic:4r.01, any*rhombic:4r.05"),
    ("tetra-octa:tetrahedron-2", "any*3-tetraoctas"),
    ("tetra-octa:octahedron-1", "any*2-tetraoctas"),
    ("tetra-octa:1x1x2", "any*5-tetraoctas"),
]


@pytest.mark.parametrize(("board", "pieces"), CASES)
def test_the_twin_counts_the_same(board: str, pieces: str) -> None:
    problem = stated(board, pieces)
    expected = solid_tilings.tilings(problem)
    found = list(tiling.solve(problem))
    assert tiling.count(problem) == len(found) == len(expected)
    assert {frozenset((p.piece, frozenset(p.cells)) for p in solution.placements) for solution in found} == expected
    for solution in found:
        check(solution)
        assert parse_solutions(solution_text(problem, solution.placements), problem) == [solution.placements]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small boards grown cell by cell, and a few pieces with random motions, some of them any number of times."""
    lattice = draw(st.sampled_from(SOLIDS))
    cells = {tuple([20 * period + value for period, value in zip(lattice.period, min(lattice.centres), strict=True)])}
    for _ in range(draw(st.integers(2, 9))):
        beside = sorted({near for cell in cells for near in lattice.neighbours(cell)} - cells)
        cells.add(draw(st.sampled_from(beside)))
    pieces = []
    for number in range(draw(st.integers(1, 3))):
        shape = draw(st.sampled_from(shapes_of(lattice, draw(st.integers(1, 3)), "fixed")))
        most = draw(st.sampled_from([1, 2, None]))
        pieces.append(Piece(f"P{number}", shape, 0, most, draw(st.sampled_from(motions_on(lattice)))))
    return Problem(Board(frozenset(cells), lattice=lattice), tuple(pieces))


@settings(max_examples=25)
@given(problems())
def test_the_twin_counts_the_same_of_random_problems(problem: Problem) -> None:
    if len(problem.classes()) < len(problem.pieces):
        return  # equal pieces have several names, which the twin tells apart
    expected = solid_tilings.tilings(problem)
    assert tiling.count(problem) == len(expected)
    assert Problem.from_text(problem.to_text()) == problem
    found = list(tiling.solve(problem))
    assert len(found) == len(expected)
    for solution in found:
        check(solution)
    why = tiling.explain(problem)
    assert (why.verdict == "impossible") == (not expected)


def test_the_checker_knows_kinds_of_tetrahedra() -> None:
    """A regular tetrahedron is not one of the eighths of an octahedron, and two tetrahedra differ by how they lie."""
    problem = stated("tetra-octa:1x1x1", "R=tetra-octa:...//.#./..., 4*C=tetra-octa:..#")
    solution = tiling.first(problem)
    assert solution is not None
    check(solution)
    middle = next(p for p in solution.placements if p.piece == "R")
    corner = next(p for p in solution.placements if p.piece == "C")
    wrong = [
        *[p for p in solution.placements if p not in (middle, corner)],
        replace(middle, cells=corner.cells),
        replace(corner, cells=middle.cells),
    ]
    assert sum("has a shape the piece cannot take" in fault for fault in faults(problem, wrong)) == 2


def test_a_colouring_shows_why_prisms_do_not_fill_a_layer() -> None:
    found = tiling.explain(stated("prism:triangle-4x1", "any*prism:I2"))
    assert str(found.why) == (
        "with the prisms coloured by the way their triangles point the board has 10 + 6 cells, but every piece covers "
        "1 + 1, so the two colours must have equally many cells"
    )


def test_colours_holes_and_fixed_pieces() -> None:
    board = "board sphere:octahedron-2\n"
    assert tiling.count(Problem.from_text(board + "pieces 3*sphere:I2")) == 8  # matchings of an octahedron's ends
    assert tiling.count(Problem.from_text(board + "pieces 3*sphere:I2\nfixed I 0,1,1 1,0,1")) == 2
    assert tiling.count(Problem.from_text(board + "hole 0,1,1\nhole 2,1,1\npieces 2*sphere:I2")) == 2


@pytest.mark.parametrize(("board", "pieces"), [CASES[0], CASES[5], CASES[8], CASES[10]])
def test_every_cell_is_drawn_and_named(board: str, pieces: str) -> None:
    solution = tiling.first(stated(board, pieces))
    assert solution is not None
    drawn = solution.mosaic()
    assert to_svg(drawn.scene()).startswith("<svg")
    assert drawn.to_json()["kind"] == "svg"
    assert set(drawn.letters.values()) <= set(to_terminal(drawn, color=False))
    assert "\x1b[" in to_terminal(drawn, color=True)


def test_symmetry_types_add_up() -> None:
    for board, pieces in (CASES[0], CASES[5], CASES[10]):
        problem = stated(board, pieces)
        kinds = tiling.count_by_symmetry(problem)
        assert sum(kind.count for kind in kinds) == tiling.count(problem)
        assert sum(kind.up_to_symmetry for kind in kinds) == tiling.count(problem, up_to_symmetry=True)


def test_pieces_of_other_lattices_are_refused() -> None:
    with pytest.raises(ProblemError, match="piece 'I' is made of balls but the board of cubes"):
        stated("3x3x3", "sphere:I3")
    with pytest.raises(ProblemError, match="made of squares but the board of balls; .* begin with sphere:"):
        stated("sphere:tetrahedron-3", "T4")
