"""The hold slot of a game, and heights that are refuted, as lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright import stacking
from shapewright.errors import ProblemError
from shapewright.stacking import Drop, Game, Plan, Problem
from shapewright.stacking.picture import limit_mosaic, refuted_line
from shapewright.stacking.replay import slots


@given(st.text("IOTL", min_size=1, max_size=6), st.integers(0, 5))
def test_a_held_piece_is_one_that_comes_first(sequence: str, dropped: int) -> None:
    """The solver goes on from any state of the slot, and the whole is a plan of the whole sequence."""
    problem = Problem(sequence, 6, hold=True)
    plan = stacking.first(problem)
    assert plan is not None
    begun = plan.drops[:dropped]
    game = Game(6)
    for drop in begun:
        game.drop(drop.piece, drop.column, drop.rotation)
    steps = list(slots(problem.sequence, [drop.piece for drop in begun], hold=True))
    used, held = steps[-1] if steps else (0, None)
    ahead = (*(() if held is None else (held,)), *problem.sequence[used:])
    if not ahead:
        return
    further = game.continuation(ahead, hold=True)
    assert further is not None
    assert stacking.faults(problem, (*begun, *further.drops)) == []
    assert further.value == plan.value


def test_a_piece_that_is_not_due() -> None:
    with pytest.raises(ProblemError, match="drop 2: 'O' falls, and 'T' is due"):
        list(slots("LTO", "LO", hold=False))
    with pytest.raises(ProblemError, match="no piece is left"):
        list(slots("L", "LL", hold=True))


def test_the_refuted_height_is_a_line() -> None:
    problem = Problem("IOTSLJZI", 6)
    plan = stacking.first(problem)
    assert plan is not None
    assert plan.height == 6
    assert [mark.row for mark in refuted_line(plan)] == [4]
    low = Plan(Problem("II", 8), (Drop("I", 0, 90), Drop("I", 4, 90)), 1, 1)
    assert refuted_line(low) == ()


def test_a_limit_that_cannot_be_kept_is_drawn_with_the_rows_that_are_needed() -> None:
    board = limit_mosaic(Problem("LLLL", 6, height_limit=2), 3)
    assert board is not None
    assert board.size == (6, 3)
    above, line = board.marks
    assert above.cells == {(x, 2) for x in range(6)}
    assert line.row == 1
