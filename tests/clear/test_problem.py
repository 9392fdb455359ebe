"""What a problem of one queue says before any search: heights, what is left over, and why nothing clears it."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright.clear import Field, Problem, Queue

TWO = "XX________/XX________"


def problem(field: str, queue: str, height: int | None = None, **how: Any) -> Problem:
    return Problem(Field.from_text(field), Queue.from_text(queue), height, **how)


def test_heights_are_those_of_the_stack_or_higher_that_pieces_can_fill() -> None:
    tall = "/".join(["X_________"] * 4)
    assert problem(tall, "TIOLJSZTIO").heights == (4,)  # two lines would have 16 cells to fill
    assert problem(tall, "TIOLJSZT").heights == ()
    assert problem(TWO, "TIOLJSZTI").heights == (2, 4)
    assert problem(TWO, "TIOLJSZTI", 4).heights == (4,)
    assert problem(TWO, "TIOL", 3).heights == ()


@pytest.mark.parametrize(
    ("queue", "save", "left"), [("LJIOT", "T", 255), ("LJIOT", "!T", 0), ("LJIO", "T", 0), ("LJIO", "!T", 255)]
)
def test_what_may_be_left_over_without_hold(queue: str, save: str, left: int) -> None:
    assert problem(TWO, queue, 2, hold=False, save=save).leftovers(2) == left


def test_what_may_be_in_hold_at_the_end() -> None:
    saving, sparing, plain = (problem(TWO, "LJIOT", 2, save=save).leftovers(2) for save in ("T", "!T", None))
    assert saving.bit_count() == 1
    assert saving ^ sparing == plain == 255
    assert problem(TWO, "LJIOTT", 2, save="T").leftovers(2) == 255
    assert problem(TWO, "LJIOTT", 2, save="!T").leftovers(2) == 0


def test_pieces_that_never_make_up_the_columns() -> None:
    assert problem("XXXXXX____", "O", 1).refutation() == (
        "pieces O alone never make up the numbers of empty cells that the columns of 1 line have"
    )
    assert problem("XXXXXX____", "I", 1).refutation() is None
    assert problem(TWO, "LJIO").refutation() is None
