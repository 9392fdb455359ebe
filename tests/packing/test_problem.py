"""What is asked: complete, validated when it is made, the same for every verb."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import LimitError, ProblemError
from shapewright.packing import Bag, Packing, Problem, check, faults, first, pack
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.rules import bounding_box
from shapewright.packing.values import Values

LOJI = Bag.from_text("LOJI")
I4 = Placement("I", ((0, 0), (1, 0), (2, 0), (3, 0)))


@pytest.mark.parametrize(
    ("place", "goal"),
    [
        ({}, "score"),
        ({"objective": "area"}, "area"),
        ({"width": 3}, "strip"),
        ({"box": (4, 4)}, "box"),
        ({"box": (4, 4), "fixed": [I4]}, "board"),
        ({"box": (4, 4), "best_subset": True}, "board"),
        ({"board": Board.box(4, 4)}, "board"),
    ],
)
def test_a_problem_knows_its_goal_and_the_answer_has_it(place: dict[str, Any], goal: str) -> None:
    problem = Problem(LOJI, **place)
    assert problem.goal == goal
    assert eval(repr(problem)) == problem
    assert hash(problem) == hash(Problem(LOJI, **place))
    answer = pack(problem)
    assert answer.goal == goal
    assert answer == pack(LOJI, **place)
    check(answer, problem)


def test_a_problem_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Problem(LOJI).width = 3  # type: ignore[misc]
    with pytest.raises(ProblemError, match="leave out 'box'"):
        pack(Problem(LOJI), box=(4, 4))
    with pytest.raises(ProblemError, match="neither a box nor a board"):
        _ = Problem(LOJI).ground


def test_pieces_and_cells() -> None:
    assert Problem(LOJI).pieces == LOJI.pieces()
    assert Problem(parse_pieces("2*I3, P5"), box=(4, 4)).cells == 11
    ranged = Problem(parse_pieces("2-3*I3, P5"), box=(4, 4))
    assert (ranged.is_exact, ranged.goal, ranged.cells) == (False, "board", 11)
    fixed = Problem(LOJI, box=(4, 4), fixed=(I4,))
    assert {piece.name: piece.minimum for piece in fixed.left} == {"I": 0, "J": 1, "L": 1, "O": 1}


@pytest.mark.parametrize(
    ("bag", "place", "says"),
    [
        (LOJI, {"box": (4, 4), "objective": "area"}, "leaves nothing to choose: leave out the box or the objective"),
        (LOJI, {"board": Board.box(4, 4), "width": 3}, "leave out the board or the width"),
        (LOJI, {"board": Board.box(4, 4), "cover_corner": True}, "fix a piece in the corner instead"),
        (LOJI, {"fixed": [Placement("I", ())], "box": (4, 4)}, "needs cells of two coordinates"),
        (LOJI, {"fixed": [Placement("I", ((0, 0, 0),))], "box": (4, 4)}, "needs cells of two coordinates"),
        (LOJI, {"fixed": [Placement("T", ((0, 0),))], "box": (4, 4)}, "more pieces 'T'|another shape|not among"),
        (LOJI, {"fixed": [I4, I4], "box": (4, 4)}, "more pieces 'I' are fixed than there are"),
        ((), {}, "there are no pieces to pack"),
        (parse_pieces("0*I3"), {}, "every count is 0"),
        (parse_pieces("I3") * 2, {}, "two pieces are called"),
        ([Piece("x", Polyomino(((0, 0, 0), (0, 0, 1))))], {}, "not flat"),
    ],
)
def test_questions_that_make_no_sense(bag: Any, place: dict[str, Any], says: str) -> None:
    with pytest.raises(ProblemError, match=says):
        Problem(bag, **place)


def test_sizes_that_are_too_much() -> None:
    with pytest.raises(LimitError):
        Problem(parse_pieces("9000000*I3"))
    with pytest.raises(LimitError):
        Problem(LOJI, box=(1 << 12, 1 << 11))
    with pytest.raises(LimitError):
        Problem(LOJI, width=1 << 23)


def test_the_checker_sees_answers_to_other_questions() -> None:
    problem = Problem(LOJI, box=(4, 4), fixed=(I4,))
    answer = first(problem)
    assert answer is not None
    assert faults(answer, problem) == []
    other = Placement("I", ((0, 3), (1, 3), (2, 3), (3, 3)))
    assert faults(answer, Problem(LOJI, box=(4, 4), fixed=(other,))) == [
        "the fixed piece 'I' does not lie in its place"
    ]
    assert "the board is not that of the problem" in faults(answer, Problem(LOJI, board=Board.box(4, 5)))
    assert any("the goal is 'board'" in one for one in faults(answer, Problem(LOJI, box=(4, 4))))
    box = pack(LOJI, box=(4, 5))
    assert faults(box, Problem(LOJI, box=(4, 6))) == ["the box is 4x5 and not that of the problem"]
    assert faults(box, Problem(Bag.from_text("LOJT"), box=(4, 5))) == ["the pieces are not those of the problem"]
    lying = Packing(LOJI, "optimal", 4, 4, pack(LOJI).placements, "score", 24.0)
    assert faults(lying, Problem(LOJI, width=3))[-1] == "the width is 4, more than the strip's 3"
    away = Packing(Bag.from_text("S1"), "optimal", 3, 2, (Placement("S", ((0, 0), (1, 0), (1, 1), (2, 1))),), "score")
    assert faults(away, Problem(Bag.from_text("S1"), cover_corner=True)) == []
    turned = Packing(Bag.from_text("Z1"), "optimal", 3, 2, (Placement("Z", ((0, 1), (1, 1), (1, 0), (2, 0))),), "score")
    assert faults(turned, Problem(Bag.from_text("Z1"), cover_corner=True)) == ["the corner 0,0 is not covered"]
    assert bounding_box(()) == (0, 0, 0, 0)


VALUES, TOUCHING = Values.from_text("1 2 3/4 5 6"), Bonuses.from_text("I2 O4 5")
VALUED = Problem(parse_pieces("O4"), values=VALUES, best_subset=True)
TWO = Problem(parse_pieces("I2,O4"), board=Board.box(3, 2), bonuses=TOUCHING)


@pytest.mark.parametrize(
    ("asked", "change", "fault"),
    [
        (VALUED, {"asked": parse_pieces("O4 value 2")}, "the pieces are not those of the problem"),
        (VALUED, {"values": Values.from_text("1 2 3/4 5 7")}, "the values of cells are not those of the problem"),
        (TWO, {"bonuses": Bonuses.from_text("I2 O4 4")}, "the bonuses are not those of the problem"),
        (TWO, {"clearance": 1}, "the clearance and the margin are not those of the problem"),
        (TWO, {"margin": 1}, "the clearance and the margin are not those of the problem"),
        (TWO, {"board": Board.box(3, 3)}, "the board is not that of the problem"),
        (TWO, {"goal": "board"}, "the goal is 'board', and the problem asks for 'bonus'"),
        (Problem(LOJI), {"width": 5}, "the bounding box is 4x4, not 5x4"),
    ],
)
def test_each_difference_to_the_question_is_named(asked: Problem, change: dict[str, Any], fault: str) -> None:
    answer = first(asked)
    assert answer is not None
    assert faults(answer, asked) == []
    assert fault in faults(replace(answer, **change), asked)


@pytest.mark.parametrize("box", [(2, 11), (11, 2), (3, 8), (4, 6)])
def test_a_given_box_is_laid_on_its_side_where_its_corner_is_not_covered_otherwise(box: tuple[int, int]) -> None:
    for seed in range(60):
        problem = Problem(Bag.random(4, seed=seed), box=box, cover_corner=True)
        answer = pack(problem, seed=seed)
        if answer.placements:
            check(answer, problem)
            assert (answer.width, answer.height) in (box, box[::-1])
            assert any((0, 0) in one.cells for one in answer.placements)
