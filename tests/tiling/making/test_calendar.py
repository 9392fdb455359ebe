"""The calendar puzzle: its frame, its pieces, and the numbers that ship with the package."""

from __future__ import annotations

import json

import pytest
from data.calendar_counts import PATH, text_of

from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.tiling import calendar, calendar_counts, count
from shapewright.tiling.making.daily import DAYS, MONTHS, PIECES, names

# A day of each month, with the fewest and the most tilings of all days among them.
RECOUNTED = [(1, 25), (2, 29), (3, 1), (4, 30), (5, 8), (6, 16), (7, 31), (8, 3), (9, 11), (10, 6), (11, 22), (12, 24)]


def test_the_frame_has_the_months_and_the_days() -> None:
    printed = names()
    assert sorted(printed.values()) == sorted([name[:3] for name in MONTHS] + [str(day) for day in range(1, 32)])
    rows = ["".join(printed.get((x, y), "-").ljust(4) for x in range(7)).split() for y in range(6, -1, -1)]
    assert rows[0] == ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "-"]
    assert rows[1] == ["Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "-"]
    assert rows[2] == ["1", "2", "3", "4", "5", "6", "7"]
    assert rows[6] == ["29", "30", "31", "-", "-", "-", "-"]


def test_the_day_and_its_month_stay_uncovered() -> None:
    printed = names()
    for month, days in enumerate(DAYS, 1):
        for day in (1, days):
            uncovered = {printed[cell] for cell in printed.keys() - calendar(month, day).board.cells}
            assert uncovered == {MONTHS[month - 1][:3], str(day)}
    assert sum(piece.shape.area for piece in parse_pieces(PIECES)) == len(printed) - 2


@pytest.mark.parametrize(("month", "day"), RECOUNTED)
def test_the_numbers_are_those_of_a_count(month: int, day: int) -> None:
    assert calendar_counts()[month - 1][day - 1] == count(calendar(month, day))


def test_every_day_can_be_solved() -> None:
    counts = calendar_counts()
    assert tuple(map(len, counts)) == DAYS
    every = {(month, day): number for month, row in enumerate(counts, 1) for day, number in enumerate(row, 1)}
    assert len(every) == 366
    assert min(every, key=every.__getitem__) == (10, 6)
    assert max(every, key=every.__getitem__) == (1, 25)
    assert (every[10, 6], every[1, 25], every[11, 22]) == (7, 216, 40)


def test_the_file_is_as_the_script_writes_it() -> None:
    content = PATH.read_text(encoding="utf-8")
    assert content == text_of(json.loads(content)["counts"])


@pytest.mark.parametrize(("month", "day"), [(0, 1), (13, 1), (2, 30), (4, 31), (1, 0)])
def test_there_is_no_such_day(month: int, day: int) -> None:
    with pytest.raises(NotationError, match=rf"there is no day {day} of month {month}"):
        calendar(month, day)
