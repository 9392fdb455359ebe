"""Problems and pieces: complete, validated, and given back by their repr and their JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from tests.stacking.random_problems import OWN, any_problems, plain_problems

from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.stacking import FallingPiece, Problem, tetrominoes
from shapewright.stacking.problem import MAX_LENGTH, MAX_WIDTH

WIDE = FallingPiece("W", (Polyomino.from_text("#####"),))


@given(any_problems() | plain_problems())
@example(Problem("OO", drop="soft"))
def test_repr_and_json_rebuild_a_problem(problem: Problem) -> None:
    assert eval(repr(problem), {"Problem": Problem, "FallingPiece": FallingPiece, "Polyomino": Polyomino}) == problem
    assert Problem.from_json(problem.to_json()) == problem


def test_pieces_are_added_to_the_seven_and_may_take_their_names() -> None:
    own = FallingPiece.turning("I", Polyomino.from_text("#####"))
    problem = Problem("IO", 5, (own,))
    assert [piece.name for piece in problem.pieces] == list("IOTJLSZ")
    assert problem.piece("I") == own
    assert problem.area == 9
    assert [shape.size for shape in Problem("I").orientations("I")] == [(1, 4), (4, 1)]
    assert len(Problem("T", rotation=False).orientations("T")) == 1


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"sequence": ""}, ProblemError, "the sequence has no pieces"),
        (
            {"sequence": "IOXT"},
            NotationError,
            "'X' at position 3 of the sequence is not a piece; pieces are I O T J L S Z",
        ),
        ({"sequence": ("I", "Q")}, ProblemError, "'Q' at position 2 of the sequence is not a piece"),
        ({"sequence": "IO", "width": 0}, ProblemError, "the width must be at least 1, not 0"),
        ({"sequence": "IO", "width": -3}, ProblemError, "the width must be at least 1, not -3"),
        ({"sequence": "I", "width": MAX_WIDTH + 1}, LimitError, "a width of 65 is more than the limit of 64 columns"),
        (
            {"sequence": "IO", "width": 1},
            ProblemError,
            "'O' at position 2 of the sequence is 2 columns wide, the grid 1",
        ),
        ({"sequence": "W", "width": 4, "pieces": (WIDE,)}, ProblemError, "'W' at position 1 .* is 5 columns wide"),
        ({"sequence": "T", "width": 2, "rotation": False}, ProblemError, "is 3 columns wide, the grid 2"),
        ({"sequence": "I" * (MAX_LENGTH + 1)}, LimitError, "longer than the limit of 10000"),
        (
            {"sequence": "I", "objective": "beauty"},
            ProblemError,
            "'beauty' is not an objective; objectives are height",
        ),
        ({"sequence": "I", "height_limit": 0}, ProblemError, "height limit must be at least 1, not 0"),
        ({"sequence": "I", "height_limit": 10**6}, LimitError, "more than the limit of 50000"),
        ({"sequence": "I", "board": {(10, 0)}}, ProblemError, "cell 10,0 of the board is not in the grid of width 10"),
        ({"sequence": "I", "board": {(0, -1)}}, ProblemError, "cell 0,-1 of the board"),
        ({"sequence": "I", "board": {(0, 200)}}, LimitError, "a board of 201 rows is higher than the limit of 200"),
        (
            {"sequence": "I", "board": {(0, 4)}, "height_limit": 4},
            ProblemError,
            "5 rows, more than the height limit of 4",
        ),
        (
            {"sequence": "I", "width": 2, "board": {(0, 0), (1, 0)}, "clear_lines": True},
            ProblemError,
            "row 0 of the board is full",
        ),
        ({"sequence": "I", "pieces": (WIDE, WIDE)}, ProblemError, "two pieces are named 'W'"),
    ],
)
def test_what_makes_no_sense_is_refused(keywords: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Problem(**keywords)


@pytest.mark.parametrize(
    ("name", "drawings", "message"),
    [
        ("", ["#"], "cannot name a piece"),
        ("a b", ["#"], "cannot name a piece"),
        ("a:", ["#"], "cannot name a piece"),
        ("A", [], "has no drawing"),
        ("A", ["#.#"], "is not connected"),
        ("A", ["##", "##/#."], "drawing 2 of the piece 'A' is not a rotation of the first"),
        ("A", ["##", "#/#", "##"], "drawing 3 of the piece 'A' is one of those before it"),
        ("A", ["##//.#"], "made of cubes"),
        ("A", ["#" * 65], "a side of 65 cells; the limit is 64"),
    ],
)
def test_pieces_that_cannot_fall_are_refused(name: str, drawings: list[str], message: str) -> None:
    with pytest.raises((ProblemError, LimitError), match=message):
        FallingPiece(name, tuple(map(Polyomino.from_text, drawings)))


def test_drawings_may_be_mirror_images_and_their_order_is_kept() -> None:
    art = ["#./#./##", ".#/.#/##", "###/#.."]
    piece = FallingPiece("A", tuple(map(Polyomino.from_text, art)))
    assert [shape.to_text().replace("\n", "/") for shape in piece.orientations] == art
    assert piece.area == 4
    assert {len(one.orientations) for one in (*tetrominoes(), *OWN)} == {1, 2, 4}


@pytest.mark.parametrize("width", [1.5, "6"])
def test_a_width_is_a_whole_number(width: Any) -> None:
    with pytest.raises(ProblemError, match="width of Problem is .*; expected int"):
        Problem("I", width=width)
