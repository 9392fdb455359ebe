"""Tilings of hexagons and triangles: published counts, the slow twin, and every verb."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import plane_tilings

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import HEX, TRIANGLE
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, motions_on, shapes_of
from shapewright.drawing import to_svg, to_terminal
from shapewright.errors import NotationError, ProblemError
from shapewright.tiling.check import check, faults
from shapewright.tiling.notation.art import parse_solutions, solution_text
from shapewright.tiling.notation.xmpuzzle import xmpuzzle
from shapewright.tiling.problem import Problem
from shapewright.tiling.symmetries.symmetry import symmetries


def stated(board: str, pieces: str) -> Problem:
    return Problem.from_text(f"board {board}\npieces {pieces}")


def macmahon(a: int, b: int, c: int) -> int:
    """The plane partitions in a box, which are the lozenge tilings of a hexagon with these sides (MacMahon, 1916)."""
    top = math.prod(i + j + k - 1 for i in range(1, a + 1) for j in range(1, b + 1) for k in range(1, c + 1))
    return top // math.prod(i + j + k - 2 for i in range(1, a + 1) for j in range(1, b + 1) for k in range(1, c + 1))


@pytest.mark.parametrize("side", [1, 2, 3, 4, 6])
def test_lozenges_in_a_hexagon_are_plane_partitions(side: int) -> None:
    problem = stated(f"triangle:hexagon-{side}", "any*triangle:I2")
    assert tiling.count(problem) == macmahon(side, side, side)


@pytest.mark.parametrize(("width", "height"), [(2, 5), (3, 4), (4, 4)])
def test_every_engine_counts_lozenges(width: int, height: int) -> None:
    """A parallelogram has one tiling in lozenges; without two opposite corners it is a hexagon."""
    problem = stated(f"triangle:{width}x{height}", "any*triangle:I2")
    corners = [min(problem.board.cells), max(problem.board.cells)]
    hexagon = replace(problem, board=problem.board.without(corners))
    for engine in ("determinant", "frontier", "bit-sliced", "strip", "sparse"):
        assert tiling.count(problem, engine=engine) == 1
        assert tiling.count(hexagon, engine=engine) == len(plane_tilings.tilings(hexagon))


@pytest.mark.parametrize(
    ("board", "count"),
    # The parallelograms of the twelve hexiamonds: D. Goodger, Polyform Puzzler.
    [("6x6", 156), ("4x9", 74), ("3x12", 0)],
)
def test_parallelograms_of_hexiamonds(board: str, count: int) -> None:
    problem = stated(f"triangle:{board}", "hexiamonds")
    assert tiling.count(problem, up_to_symmetry=True) == count


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("hex:4x7", "tetrahexes"),
        ("hex:hexagon-2", "hex:I1, trihexes"),
        ("hex:3x3", "any*trihexes"),
        ("hex:hexagon-3", "any*fixed-trihexes, hex:I1"),
        ("triangle:hexagon-2", "any*triangle:I3"),
        ("triangle:triangle-4", "any*tetriamonds"),
        ("triangle:3x4", "any*one-sided-tetriamonds"),
    ],
)
def test_the_twin_counts_the_same(board: str, pieces: str) -> None:
    problem = stated(board, pieces)
    expected = plane_tilings.tilings(problem)
    found = list(tiling.solve(problem))
    assert tiling.count(problem) == len(found) == len(expected)
    assert {frozenset((p.piece, frozenset(p.cells)) for p in solution.placements) for solution in found} == expected
    for solution in found:
        check(solution)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small boards grown cell by cell, and a few pieces with random motions, some of them any number of times."""
    lattice = draw(st.sampled_from([HEX, TRIANGLE]))
    cells = {(20, 20)}
    for _ in range(draw(st.integers(2, 9))):
        beside = sorted({near for cell in cells for near in lattice.neighbours(cell)} - cells)
        cells.add(draw(st.sampled_from(beside)))
    pieces = []
    for number in range(draw(st.integers(1, 3))):
        shape = draw(st.sampled_from(shapes_of(lattice, draw(st.integers(1, 4)), "fixed")))
        most = draw(st.sampled_from([1, 2, None]))
        pieces.append(Piece(f"P{number}", shape, 0, most, draw(st.sampled_from(motions_on(shape.lattice)))))
    return Problem(Board(frozenset(cells), lattice=lattice), tuple(pieces))


@settings(max_examples=60)
@given(problems())
def test_the_twin_counts_the_same_of_random_problems(problem: Problem) -> None:
    if len(problem.classes()) < len(problem.pieces):
        return  # equal pieces have several names, which the twin tells apart
    expected = plane_tilings.tilings(problem)
    assert tiling.count(problem) == len(expected)
    group = symmetries(problem)
    reduced = {
        min(
            sorted(
                (symmetry.classes[_class_of(problem, name)], tuple(sorted(map(symmetry.motion, cells))))
                for name, cells in found
            )
            for symmetry in group
        ).__repr__()
        for found in expected
    }
    assert tiling.count(problem, up_to_symmetry=True) == len(reduced)
    assert Problem.from_text(problem.to_text()) == problem
    why = tiling.explain(problem)
    assert (why.verdict == "impossible") == (not expected)


def _class_of(problem: Problem, name: str) -> int:
    index = [piece.name for piece in problem.pieces].index(name)
    return next(number for number, pieces in enumerate(problem.classes()) if index in pieces.members)


def test_pictures_of_solutions_are_read_back() -> None:
    problem = stated("triangle:6x6", "hexiamonds")
    solution = tiling.first(problem)
    assert solution is not None
    assert parse_solutions(solution_text(problem, solution.placements), problem) == [solution.placements]


def test_the_checker_knows_kinds_of_triangles() -> None:
    pieces = "UP=fixed-triangle:#, DOWN=fixed-triangle:.#, 2*LAST=fixed-triangle:#/"
    problem = stated("triangle:triangle-2", pieces)
    down = next(cell for cell in problem.board.cells if sum(cell) % 2)
    ups = sorted(problem.board.cells - {down})
    right = [Placement("UP", (ups[0],)), *[Placement("LAST", (up,)) for up in ups[1:]], Placement("DOWN", (down,))]
    assert faults(problem, right) == []
    wrong = [Placement("UP", (down,)), *[Placement("LAST", (up,)) for up in ups[1:]], Placement("DOWN", (ups[0],))]
    assert sum("has a shape the piece cannot take" in fault for fault in faults(problem, wrong)) == 2


def test_fixed_pieces_holes_and_colours() -> None:
    ring = Problem.from_text("board hex:hexagon-2\nhole 1,1\npieces 3*hex:I2\nfixed I 0,2 1,2")
    assert tiling.count(ring) == 1
    coloured = Problem.from_text("board hex:hexagon-2\nhole 1,1\ncolour g 0,2\npieces 2*hex:I2, RED=hex:rr/")
    assert tiling.count(coloured) == 4  # of two matchings of the ring, each with two pairs that are not on green
    with pytest.raises(ProblemError, match="has none of the shapes the piece may take"):
        Problem.from_text("board hex:hexagon-2\npieces 3*hex:I2, hex:I1\nfixed I2 0,1 1,2")


def test_reasons_on_triangles_hold() -> None:
    found = tiling.explain(stated("triangle:triangle-4", "any*triangle:I2"))
    assert str(found.why) == (
        "with the triangles coloured by the way they point the board has 10 + 6 cells, but every piece covers 1 + 1, "
        "so the two colours must have equally many cells"
    )
    hexes = tiling.explain(stated("hex:3x4", "any*hex:A3"))
    assert hexes.verdict == "possible"


def test_pieces_and_boards_of_several_lattices_are_refused() -> None:
    with pytest.raises(
        ProblemError, match="piece 'T' is made of squares but the board of hexagons; .* begin with hex:"
    ):
        stated("hex:3x4", "T4")
    with pytest.raises(
        ProblemError, match="piece 'I' is made of hexagons but the board of squares; .* begins with hex:"
    ):
        stated("3x4", "hex:I4")
    with pytest.raises(ProblemError, match="0,0 is not a cell|is not a cell of the board|outside"):
        stated("hex:3x4\nhole 9,9", "hex:I4")
    with pytest.raises(NotationError, match="cannot hold the lattice hex, only squares and cube, prism"):
        xmpuzzle(stated("hex:3x4", "3*hex:I4"))


@pytest.mark.parametrize("board", ["hex:4x7", "triangle:hexagon-2"])
def test_every_cell_is_drawn_once(board: str) -> None:
    problem = stated(board, "tetrahexes" if board.startswith("hex") else "any*triangle:I3")
    solution = tiling.first(problem)
    assert solution is not None
    drawn = solution.mosaic()
    assert to_svg(drawn.scene()).startswith("<svg")
    assert drawn.to_json()["kind"] == "board"
    assert drawn.to_json()["lattice"]
    text = to_terminal(drawn, color=False)
    letters = [character for character in text if not character.isspace()]
    assert len(letters) == len(problem.board.cells)
    assert len(set(letters)) == len(solution.placements)
    assert "\x1b[" in to_terminal(drawn, color=True)


def test_random_tilings_of_lozenges_pass_their_check() -> None:
    for solution in tiling.sample(stated("triangle:hexagon-3", "any*triangle:I2"), limit=5, seed=1):
        check(solution)


def test_symmetry_types_of_lozenges_add_up() -> None:
    """The 20 tilings of a hexagon with sides of 2: 5 of them are cyclically symmetric."""
    found = tiling.count_by_symmetry(stated("triangle:hexagon-2", "any*triangle:I2"))
    assert sum(kind.count for kind in found) == 20
    assert sum(kind.count for kind in found if "third turns" in kind.name) == 5  # Andrews (1979)
    assert sum(kind.up_to_symmetry for kind in found) == tiling.count(
        stated("triangle:hexagon-2", "any*triangle:I2"), up_to_symmetry=True
    )
