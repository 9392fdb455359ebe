"""Problems say what is wrong with them, merge equal pieces, know their symmetries and name copies."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.tiling.random_problems import problems

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import ProblemError
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution
from shapewright.tiling.symmetries.symmetry import symmetries

BAR = Piece("I", Polyomino.from_text("###"), 1, 2)
CORNER = Piece("L", Polyomino.from_text("##/#."), 0, 1, "one-sided")


def fixed(*placements: Placement, board: Board | None = None, pieces: tuple[Piece, ...] = (BAR, CORNER)) -> Problem:
    return Problem(board or Board.box(4, 3), pieces, placements)


def test_a_problem_needs_pieces() -> None:
    with pytest.raises(ProblemError, match="no pieces"):
        Problem(Board.box(2, 2), ())


def test_names_are_distinct() -> None:
    with pytest.raises(ProblemError, match="two pieces are named 'I'"):
        Problem(Board.box(2, 2), (BAR, BAR))


def test_titles_are_one_line() -> None:
    for title in ("a\nb", " a", "a "):
        with pytest.raises(ProblemError, match="one line"):
            Problem(Board.box(2, 2), (BAR,), title=title)


def test_flat_pieces_are_lifted_and_solid_ones_refused() -> None:
    assert Problem(Board.box(3, 1, 1), (BAR,)).pieces[0].shape == BAR.shape.lifted()
    solid = Piece("A", Polyomino.from_text("#./##//#./.."))
    with pytest.raises(ProblemError, match="'A' is made of cubes but the board is flat"):
        Problem(Board.box(3, 3), (solid,))


def test_lifted_mirror_images_are_equal_pieces() -> None:
    pieces = parse_pieces("one-sided-S4, one-sided-Z4")
    assert len(Problem(Board.box(4, 4), pieces).classes()) == 2
    assert len(Problem(Board.box(2, 2, 2), pieces).classes()) == 1


@pytest.mark.parametrize(
    ("placements", "message"),
    [
        ([Placement("Q", ((0, 0),))], "'Q' is not one of the pieces I L"),
        ([Placement("I", ((0, 0), (1, 0), (1, 1)))], "'I' at 0,0 has none of the shapes"),
        ([Placement("I", ((0, 0), (1, 0), (0, 0)))], "'I' names the cell 0,0 twice"),
        ([Placement("I", ((0, 0),))], "'I' at 0,0 has none of the shapes"),
        ([Placement("I", ())], "'I' has none of the shapes"),
        ([Placement("I", ((2, 0), (3, 0), (4, 0)))], "'I' covers 4,0, which is not a cell"),
        ([Placement("I", ((0, 0, 0), (1, 0, 0), (2, 0, 0)))], "'I' covers 0,0,0, which is not a cell"),
        (
            [Placement("I", ((0, 0), (1, 0), (2, 0))), Placement("L", ((1, 1), (2, 0), (2, 1)))],
            "'I' and 'L' overlap at 2,0",
        ),
        (
            [Placement("L", ((0, 0), (0, 1), (1, 0))), Placement("L", ((2, 0), (3, 0), (3, 1)))],
            "'L' is fixed 2 times, the last time at 2,0",
        ),
    ],
)
def test_wrong_fixed_pieces_are_named_with_their_cell(placements: list[Placement], message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        fixed(*placements)
    assert message in str(caught.value)


def test_fixed_pieces_keep_to_their_motions_and_colours() -> None:
    one_way = Piece("I", BAR.shape, motions="fixed")
    with pytest.raises(ProblemError, match="its motions"):
        fixed(Placement("I", ((0, 0), (0, 1), (0, 2))), pieces=(one_way,))
    board = Board.from_text("rb")
    red = Piece("R", Polyomino.from_text("r#"), 0, 1, "fixed")
    assert fixed(Placement("R", ((0, 0), (1, 0))), board=board, pieces=(red,)).fixed
    blue = Piece("B", Polyomino.from_text("b#"), 0, 1, "fixed")
    with pytest.raises(ProblemError, match=r"does not match the colours of the board \('r' at 0,0\)"):
        fixed(Placement("B", ((0, 0), (1, 0))), board=board, pieces=(blue,))


def test_equal_pieces_are_one_class() -> None:
    turned = Piece("V", Polyomino.from_text("##/.#"), 2, None)
    free_corner = Piece("L", Polyomino.from_text("#./##"), 1, 3)
    problem = Problem(Board.box(4, 4), (free_corner, BAR, turned))
    corners, bars = problem.classes()
    assert (corners.members, corners.minimum, corners.maximum, corners.area) == ((0, 2), 3, None, 3)
    assert (bars.members, bars.minimum, bars.maximum) == ((1,), 1, 2)


def test_colours_tell_pieces_apart() -> None:
    red = Piece("R", Polyomino.from_text("r##"))
    assert len(Problem(Board.box(4, 4), (BAR, red)).classes()) == 2


def test_a_fixed_copy_raises_the_minimum_of_its_class() -> None:
    pieces = (Piece("A", BAR.shape, 0, 2), Piece("B", BAR.shape, 1, 1))
    problem = fixed(Placement("A", ((0, 0), (1, 0), (2, 0))), pieces=pieces)
    assert problem.classes()[0].minimum == 2


def test_copies_get_the_names_their_bounds_ask_for() -> None:
    dot = Polyomino.from_text("#")
    pieces = (Piece("A", dot, 0, 2), Piece("B", dot, 1, 1), Piece("C", dot, 0, None))
    problem = Problem(Board.box(5, 1), pieces, (Placement("A", ((4, 0),)),))
    named = problem.name_copies({0: [((cell, 0),) for cell in range(5)]})
    assert [(placement.piece, placement.cells[0][0]) for placement in named] == [
        ("A", 0), ("B", 1), ("C", 2), ("C", 3), ("A", 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "all_of_them", "rotations"),
    [
        ("board 6x10\npieces pentominoes", 4, 2),
        ("board 8x8\nhole 3,3 4,3 3,4 4,4\npieces pentominoes", 8, 4),
        ("board 3x3x3\npieces soma", 48, 24),
        ("board 4x4\npieces one-sided-L4, one-sided-J4, 2*I4", 8, 4),
        ("board 4x4\npieces 2*one-sided-L4, one-sided-J4, I4", 4, 4),
        ("board 4x4\npieces 2*one-sided-L4, 2*I4", 4, 4),
        ("board 4x4\npieces any*fixed-I2.1", 4, 2),
        ("board 4x4\noptional 0,0\npieces any*I2", 2, 1),
        ("board 4x4\ncolour r 0,0 3,3\npieces any*I2", 4, 2),
        ("board 4x4\npieces any*I2\nfixed I 0,0 1,0", 1, 1),
        ("board 4x4x1\npieces any*I2", 16, 8),
    ],
)
def test_symmetries_are_those_of_the_whole_problem(text: str, all_of_them: int, rotations: int) -> None:
    problem = Problem.from_text(text)
    found = symmetries(problem)
    assert len(found) == all_of_them
    assert len(symmetries(problem, rotations_only=True)) == rotations
    assert all(found[0].motion(cell) == cell for cell in problem.board.cells)
    assert found[0].classes == tuple(range(len(problem.classes())))


@given(problems())
def test_symmetries_form_a_group(problem: Problem) -> None:
    images = {
        (tuple(map(symmetry.motion, sorted(problem.board.cells))), symmetry.classes): symmetry
        for symmetry in symmetries(problem)
    }
    for first in images.values():
        for second in images.values():
            together = first.motion.then(second.motion)
            classes = tuple(second.classes[number] for number in first.classes)
            assert (tuple(map(together, sorted(problem.board.cells))), classes) in images


@given(problems())
def test_repr_rebuilds_the_problem(problem: Problem) -> None:
    names = {"Problem": Problem, "Board": Board, "Piece": Piece, "Polyomino": Polyomino, "Placement": Placement}
    assert eval(repr(problem), names) == problem


def test_pieces_are_found_by_name() -> None:
    problem = fixed()
    assert problem.piece("L") == CORNER
    with pytest.raises(KeyError):
        problem.piece("Q")


def test_a_solution_is_sorted_and_shows_itself() -> None:
    problem = Problem.from_text("board 3x2\npieces I3, I3")
    low, high = Placement("I", ((0, 0), (1, 0), (2, 0))), Placement("I", ((0, 1), (1, 1), (2, 1)))
    solution = Solution(problem, (high, low))
    assert solution.placements == (low, high)
    assert str(solution) == "iii\nIII"
    assert solution.to_json()["placements"][0] == {"piece": "I", "cells": [[0, 0], [1, 0], [2, 0]]}
    assert "problem" not in repr(solution)


def test_problems_and_solutions_draw_themselves() -> None:
    problem = Problem.from_text("title Two bars\nboard\n  ###r\n  ###?\npieces 2*I3\nfixed I 0,0 1,0 2,0")
    solution = Solution(problem, (*problem.fixed, Placement("I", ((0, 1), (1, 1), (2, 1)))))
    for picture in (problem._repr_svg_(), solution._repr_svg_()):
        assert picture.startswith(("<svg", "<?xml"))
        assert "Two bars" in picture
    assert problem.scene()._repr_svg_() == problem._repr_svg_()
    assert problem.sheet().height > problem.scene().height
