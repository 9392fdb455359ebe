"""The puzzle of a day with one tiling: unique, as small as it can be, and the same whenever it is made."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.tiling import Problem, count, daily, first

WEEK = [date(2026, 11, 16) + timedelta(days) for days in range(7)]


@pytest.mark.parametrize("day", WEEK)
def test_it_has_one_tiling_and_no_clue_too_many(day: date) -> None:
    puzzle = daily(day)
    assert count(puzzle) == 1
    assert sum(piece.shape.area for piece in puzzle.pieces) == len(puzzle.board.cells)
    assert len(puzzle.fixed) < len(puzzle.pieces) - 1
    for clue in puzzle.fixed:
        without = replace(puzzle, fixed=tuple(each for each in puzzle.fixed if each != clue))
        assert count(without) > 1


def test_a_day_has_one_puzzle_and_days_have_different_ones() -> None:
    assert daily(WEEK[3]) == daily(WEEK[3])
    assert len({daily(day).to_text() for day in [WEEK[0], WEEK[0] + timedelta(7), WEEK[0] + timedelta(14)]}) == 3


def test_boards_grow_through_the_week() -> None:
    sizes = [len(daily(day).board.cells) for day in WEEK]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) in {(25, 60), (30, 60)}


def test_every_hole_of_a_sunday_leaves_a_tiling() -> None:
    pieces = parse_pieces("pentominoes")
    for left in range(4):
        for bottom in range(left + 1):  # the others are reflections
            hole = [(left + x, bottom + y) for x in range(2) for y in range(2)]
            assert first(Problem(Board.box(8, 8).without(hole), pieces)) is not None
