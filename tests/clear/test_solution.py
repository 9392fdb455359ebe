"""Solutions: their steps, cells in the rows of the given field, what is left of the queue."""

from __future__ import annotations

import pytest

from shapewright.clear.check import faults
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError, ProblemError

# Two rows from empty; hold is given.
TWO_ROWS = Solution(
    Field(),
    Queue("JLTIO", "O"),
    (
        Placement("O", "N", 0, 0),
        Placement("J", "N", 3, 0),
        Placement("L", "N", 6, 0),
        Placement("I", "N", 4, 1),
        Placement("O", "N", 8, 0),
    ),
    (True, True, True, False, False),
)

# The I clears a row between the cells of the J that follows.
SPLIT = Solution(
    Field.from_text("XXXXX_____/XXXXXX____/XXXXXXX___/XXXXXXXXXX"),
    Queue("IJOTT"),
    (Placement("I", "N", 7, 1), Placement("J", "S", 6, 1), Placement("O", "N", 8, 0)),
    (False, False, False),
)


def test_a_solution_is_a_value() -> None:
    assert faults(TWO_ROWS) == []
    assert eval(repr(TWO_ROWS)) == TWO_ROWS
    assert TWO_ROWS.kicks is Kicks.named("srs")
    assert hash(TWO_ROWS) == hash(eval(repr(TWO_ROWS)))


def test_hold_is_found_from_the_queue() -> None:
    field = Field.from_text("XXXXXX____/XXXXXXX___")
    placements = (Placement("T", "N", 8, 0),)
    assert Solution(field, Queue("IT"), placements).holds == (True,)
    assert Solution(field, Queue("TI"), placements).holds == (False,)
    assert not Solution(field, Queue("TI"), placements).uses_hold
    with pytest.raises(ProblemError, match="the queue IO does not allow the order T"):
        Solution(field, Queue("IO"), placements)


def test_frames_show_each_step() -> None:
    frames = list(SPLIT.frames())
    assert [frame.full for frame in frames] == [(1,), (), (0, 1)]
    assert frames[0].before == Field.from_text("XXXXX_____/XXXXXX____/XXXXXXX___")
    assert frames[0].letters == ("XXXXXXX___", "XXXXXXIIII", "XXXXX_____", "__________")
    assert frames[1].letters == ("XXXXXXXJ__", "XXXXXJJJ__", "__________", "__________")
    assert frames[1].owners[0] == (0,) * 7 + (2, -1, -1)
    assert frames[2].letters[:2] == ("XXXXXXXJOO", "XXXXXJJJOO")
    assert [str(frame.queue) for frame in frames] == ["JOTT", "OTT", "TT"]
    assert frames[2].after == Field()
    assert SPLIT.saved == "TT"
    assert faults(SPLIT) == []
    assert TWO_ROWS.saved == "T"


def test_cells_are_told_in_the_rows_of_the_given_field() -> None:
    assert SPLIT.start_cells()[1] == ((5, 2), (6, 2), (7, 0), (7, 2))
    assert SPLIT.start_cells()[2] == ((8, 0), (8, 2), (9, 0), (9, 2))
    assert (SPLIT.height, TWO_ROWS.height) == (3, 2)


def test_frames_stop_at_what_is_against_the_rules() -> None:
    twice = Solution(Field(), Queue("OO"), (Placement("O", "N", 0, 0),) * 2)
    with pytest.raises(ProblemError, match="does not fit"):
        list(twice.frames())
    other = Solution(Field(), Queue("TO"), (Placement("O", "N", 0, 0),), (False,))
    with pytest.raises(ProblemError, match="placement 1, O N .*, cannot be made without hold from the queue TO"):
        list(other.frames())


def test_what_does_not_fit_together_is_refused() -> None:
    placement = Placement("O", "N", 0, 0)
    with pytest.raises(ProblemError, match="2 marks of hold do not match 1 placements"):
        Solution(Field(), Queue("O"), (placement,), (True, False))
    with pytest.raises(LimitError, match="51 placements are more than the 50"):
        Solution(Field(), Queue("O" * 51), (placement,) * 51)
    with pytest.raises(NotationError, match="'sonic' is not a way to drop"):
        Solution(Field(), Queue("O"), (placement,), drop="sonic")  # type: ignore[arg-type]
