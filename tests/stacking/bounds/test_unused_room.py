"""What few kinds of pieces leave empty in a rectangle: against all ways to lay them, and the bounds that follow."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import slides as stacking_slides

from shapewright import stacking
from shapewright.jobs.limits import Clock
from shapewright.stacking import Problem, native
from shapewright.stacking.bounds.lower_bound import least_room
from shapewright.stacking.proof.unused_room import has_no_room


def laid(problem: Problem, rows: int) -> set[tuple[int, ...]]:
    """The numbers of each kind in every way to lay pieces into a rectangle: a cell is empty, or a piece covers it."""
    names = list(dict.fromkeys(problem.sequence))
    shapes = [(kind, shape) for kind, name in enumerate(names) for shape in stacking_slides.shapes_of(problem, name)]

    @cache
    def walk(at: int, filled: frozenset[tuple[int, int]]) -> frozenset[tuple[int, ...]]:
        if at == problem.width * rows:
            return frozenset({(0,) * len(names)})
        x, y = at % problem.width, at // problem.width
        if (x, y) in filled:
            return walk(at + 1, filled - {(x, y)})
        found = set(walk(at + 1, filled))
        for kind, shape in shapes:
            left = min(a for a, b in shape if b == 0)
            cells = {(x + a - left, y + b) for a, b in shape}
            if any(not (0 <= a < problem.width and b < rows) for a, b in cells) or cells & filled:
                continue
            for numbers in walk(at + 1, frozenset(filled | cells) - {(x, y)}):
                found.add(tuple(number + (k == kind) for k, number in enumerate(numbers)))
        return frozenset(found)

    return set(walk(0, frozenset()))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["S", "T", "SZ", "ST", "OJ", "IL", "SO", "LS"]), st.integers(2, 5), st.integers(1, 5))
def test_rooms_are_those_of_all_ways_to_lie(kinds: str, width: int, rows: int) -> None:
    width = max(width, 3)
    problem = Problem(kinds, width)
    every = laid(problem, rows)
    room = native.room(problem)
    assert room is not None
    empty = room.empty(rows, 10**12, None, -1.0)
    assert empty is not None
    assert empty[-1] == width * rows - 4 * max(map(sum, every))
    most = width * rows // 4
    for first in range(1, most + 1):
        assert has_no_room(Problem(kinds[0] * first, width), rows, Clock(None)) == (
            max(numbers[0] for numbers in every) < first
        )
        for second in range(1, most + 1 - first) if len(kinds) == 2 else ():
            expected = (first, second) in every
            assert room.fits(rows, first, second, 10**12, None, -1.0) == expected
            sequence = kinds[0] * first + kinds[1] * second
            assert has_no_room(Problem(sequence, width), rows, Clock(None)) is not expected


def test_tables_that_repeat_themselves_are_those_without() -> None:
    for kinds, width in (("S", 5), ("SZ", 6), ("T", 5)):
        room = native.room(Problem(kinds, width))
        assert room is not None
        long, short = room.empty(90, 10**12, None, -1.0), [room.empty(rows, 10**12, None, -1.0) for rows in (7, 30)]
        assert long is not None
        assert [long[:7], long[:30]] == short
        # However many rows there are, more rows never have less room.
        pieces = [(width * rows - empty) // 4 for rows, empty in enumerate(long, start=1)]
        assert pieces == sorted(pieces)


@pytest.mark.parametrize(
    ("sequence", "width", "height"),
    [("S" * 100, 7, 68), ("T" * 100, 7, 59), ("SZ" * 50, 7, 68), ("SZ" * 11, 4, 23), ("T" * 9, 3, 14)],
)
def test_few_kinds_are_proven(sequence: str, width: int, height: int) -> None:
    plan = stacking.first(Problem(sequence, width))
    assert plan is not None
    assert (plan.height, plan.lower_bound) == (height, height)
    assert stacking.reprove(plan.problem, height) is True


def test_numbers_of_two_kinds_are_proven_where_their_sum_has_room() -> None:
    problem = Problem("SZ" * 45, 6)
    room = native.room(problem)
    assert room is not None
    empty = room.empty(200, 10**12, None, -1.0)
    assert empty is not None
    rows = next(rows for rows in range(1, 200) if 6 * rows - empty[rows - 1] >= problem.area)
    assert room.fits(rows, 90, 0, 10**12, None, -1.0) is True
    assert least_room(problem, 60, 200, Clock(None)) == rows + (room.fits(rows, 45, 45, 10**12, None, -1.0) is False)


def test_a_clock_or_too_much_work_ends_it() -> None:
    assert least_room(Problem("SZ" * 500), 401, 402, Clock(0.0)) == 401
    room = native.room(Problem("SZ"))
    assert room is not None
    assert room.empty(401, 10**4, None, -1.0) is None
    assert native.room(Problem("I")) is None
    assert least_room(Problem("SZ", 4, clear_lines=True), 2, 9, Clock(None)) == 2
