"""The calendar puzzle: eight pieces that cover a calendar but for one day of one month, and how often they can.

The frame is that of "A-Puzzle-A-Day" (DragonFjord, 2017): seven columns, the months in two rows of six, below them the
days 1 to 31. Seven pentominoes and the hexomino of 2 by 3 cover 41 of its 43 cells. How many tilings each of the 366
days has is in ``data_files/calendar.json``, which ``data/calendar_counts.py`` writes.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

from shapewright.cells.grid import Board, Cell
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.tiling.problem import Problem

__all__ = ["COLUMNS", "DAYS", "MONTHS", "PIECES", "ROWS", "calendar", "calendar_counts", "names"]

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
