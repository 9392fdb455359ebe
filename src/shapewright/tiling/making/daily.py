"""A puzzle for each day with exactly one tiling: a random tiling by the date, and the fewest clues that single it out.

From Monday to Sunday the boards grow. A clue is a piece that already lies there; fewer clues would leave other tilings.

The calendar puzzle has a frame as that of "A-Puzzle-A-Day" (DragonFjord, 2017): seven columns, the months in two rows
of six, below them the days 1 to 31. Seven pentominoes and the hexomino of 2 by 3 cover 41 of its 43 cells, but for one
day of one month. How many tilings each of the 366 days has is in ``data_files/calendar.json``, which
``data/calendar_counts.py`` writes.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from functools import lru_cache
from importlib import resources
from random import Random

from shapewright.cells.grid import Board, Cell
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement, placements
from shapewright.drawing import Mosaic
from shapewright.drawing.marks import Mark
from shapewright.errors import NotationError
from shapewright.tiling.making.make import with_fewest_clues
from shapewright.tiling.picture import mosaic
from shapewright.tiling.problem import Problem
from shapewright.tiling.random import random_by_counts

KINDS = ("calendar", "unique")
"""The puzzles that each day has."""

# By the day of the week, from Monday: one of these boards, some of whose pieces are left out if the board is small.
_BOARDS = (
    ("5x5", "5x6"),
    ("5x6", "6x5"),
    ("5x7", "7x5"),
    ("5x8", "8x5"),
    ("3x20", "20x3", "4x15", "15x4"),
    ("5x12", "12x5", "6x10", "10x6"),
    ("8x8",),
)
_ALL = 60
_SIDE, _HOLE = 8, 2


def daily(day: date) -> Problem:
    """The puzzle of a day: pentominoes on a board, some of them fixed, with exactly one tiling.

    It is the same on every machine. It takes a fraction of a second.

    >>> daily(date(2026, 11, 22)).title
    'The puzzle of 22 November 2026'
    """
    chance = Random(day.toordinal())
    board = _board(day, chance)
    pieces = parse_pieces("pentominoes" if len(board.cells) == _ALL else "0-1*pentominoes")
    problem = Problem(board, pieces)
    # On a large board one of the tilings in which the X is at a random place, which is much quicker.
    tries: list[Problem] = [problem]
    if len(problem.board.cells) == _ALL:
        cells, cross = problem.board.order(), next(piece for piece in problem.pieces if piece.name == "X")
        places = sorted(placements(cells, [cross.shape]), key=lambda _: chance.random())
        lying = (Placement("X", tuple(cells[number] for number in place)) for place in places)
        tries = [replace(problem, fixed=(each,)) for each in lying]
    found = (random_by_counts(each, seed=int(chance.random() * 2**53)) for each in tries)
    drawn = next(filter(None, found))
    used = {placement.piece for placement in drawn.placements}
    kept = tuple(replace(piece, minimum=1) for piece in pieces if piece.name in used)
    title = f"The puzzle of {day.day} {MONTHS[day.month - 1]} {day.year}"
    return with_fewest_clues(Problem(board, kept, title=title), drawn.placements)


def puzzle_of(day: date, kind: str) -> Problem:
    """The puzzle of that kind: the calendar puzzle of the day, or its puzzle with one tiling."""
    return calendar(day.month, day.day) if kind == KINDS[0] else daily(day)


def board_of(problem: Problem, kind: str) -> Mosaic:
    """The board of such a puzzle as it is drawn: a calendar has its months and days printed on it."""
    drawn = mosaic(problem, problem.fixed)
    if kind != KINDS[0]:
        return drawn
    printed = names()
    marks = tuple(Mark(cells=frozenset([cell]), text=text) for cell, text in printed.items())
    return replace(drawn, holes=printed.keys() - problem.board.cells, marks=marks)


def _board(day: date, chance: Random) -> Board:
    names = _BOARDS[day.weekday()]
    board = Board.from_text(names[int(chance.random() * len(names))])
    if len(board.cells) <= _ALL:
        return board
    places = _SIDE - _HOLE + 1
    left, bottom = int(chance.random() * places), int(chance.random() * places)
    return board.without([(left + x, bottom + y) for x in range(_HOLE) for y in range(_HOLE)])


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The number of days of each month, February with the day of a leap year."""

PIECES = "L5, N5, P5, U5, V5, Y5, Z5, R=###/###"
COLUMNS, ROWS = 7, 7
_MONTHS_A_ROW = 6


def names() -> dict[Cell, str]:
    """What is printed on each cell of the frame: ``Jan`` to ``Dec``, and ``1`` to ``31``.

    >>> names()[0, 6], names()[2, 0]
    ('Jan', '31')
    """
    months = {_cell_of_month(month): name[:3] for month, name in enumerate(MONTHS, 1)}
    return months | {_cell_of_day(day): str(day) for day in range(1, 32)}


def calendar(month: int, day: int) -> Problem:
    """The calendar puzzle of a day: its month and its day stay uncovered.

    >>> calendar(11, 22).title
    'The calendar puzzle of 22 November'

    Raises ``NotationError`` if there is no such day.
    """
    if not 1 <= month <= len(MONTHS) or not 1 <= day <= DAYS[month - 1]:
        raise NotationError(f"there is no day {day} of month {month}")
    frame = Board(frozenset(names()))
    board = frame.without([_cell_of_month(month), _cell_of_day(day)])
    return Problem(board, parse_pieces(PIECES), title=f"The calendar puzzle of {day} {MONTHS[month - 1]}")


@lru_cache(maxsize=1)
def calendar_counts() -> tuple[tuple[int, ...], ...]:
    """The number of tilings of each day, by month and day from 0.

    >>> calendar_counts()[10][21]
    40
    """
    text = (resources.files("shapewright.tiling") / "data_files" / "calendar.json").read_text(encoding="utf-8")
    return tuple(tuple(month) for month in json.loads(text)["counts"])


def _cell_of_month(month: int) -> Cell:
    row, column = divmod(month - 1, _MONTHS_A_ROW)
    return (column, ROWS - 1 - row)


def _cell_of_day(day: int) -> Cell:
    row, column = divmod(day - 1, COLUMNS)
    return (column, ROWS - 3 - row)
