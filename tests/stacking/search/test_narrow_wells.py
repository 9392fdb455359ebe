"""Narrow wells: plans and bounds over profiles modulo height, weights on columns, theorems of full rectangles."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stacking.random_problems import OWN, boards

from shapewright.jobs.limits import Clock
from shapewright.stacking import Problem, first
from shapewright.stacking.bounds.column_weights import column_bound
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.check import faults
from shapewright.stacking.native import least_mean, question
from shapewright.stacking.proof.lower_bound import reprove
from shapewright.stacking.proof.narrow_wells import rise
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import height
from shapewright.stacking.search.least_height import narrow_bounds, narrow_plan, reaches, towers


def least_height(problem: Problem) -> int:
    """By plain layers of heights."""
    floor = [0] * problem.width
    for x, y in problem.board:
        floor[x] = max(floor[x], y + 1)
    layer = {tuple(floor)}
    for name in problem.sequence:
        after = set()
        for tops in layer:
            for shape in problem.orientations(name):
                columns = [[y for x, y in shape.cells if x == k] for k in range(shape.size[0])]
                for left in range(problem.width - len(columns) + 1):
                    base = max(tops[left + k] - min(column) for k, column in enumerate(columns))
                    made = list(tops)
                    for k, column in enumerate(columns):
                        made[left + k] = base + max(column) + 1
                    after.add(tuple(made))
        layer = after
    return min(max(tops) for tops in layer)


@st.composite
def narrow_problems(draw: st.DrawFn) -> Problem:
    width = draw(st.integers(2, 4))
    own = draw(st.booleans())
    board = draw(boards(width)) if draw(st.booleans()) else frozenset()
    letters = "IOTJLSZ" + ("UCVD" if own else "")
    if width == 2:
        letters = letters.replace("U", "").replace("I", "")
    return Problem(draw(st.text(letters, min_size=1, max_size=5)), width, OWN if own else (), board)


@settings(max_examples=40)
@given(narrow_problems())
def test_bounds_hold_and_plans_reach_what_they_say(problem: Problem) -> None:
    least = least_height(problem)
    assert column_bound(problem).height <= lower_bound(problem) <= least
    asked = question(problem)
    made = narrow_plan(problem, asked, Clock(None))
    assert made is None or height(final_stack(problem, made)) >= least
    for bound in islice(narrow_bounds(problem, asked, Clock(None)), 2):
        assert bound <= least
        assert rise(problem, bound, Clock(None))
    assert problem.width > 2 or not rise(problem, least + 1, Clock(None))


@pytest.mark.parametrize("width", [2, 3, 4])
def test_every_short_sequence(width: int) -> None:
    for letters in product("TSLO", repeat=4 if width < 4 else 3):
        problem = Problem("".join(letters), width)
        found = first(problem)
        assert found is not None
        assert found.optimal
        assert found.height == least_height(problem)


@pytest.mark.parametrize(("width", "length"), [(3, 300), (3, 1000), (4, 100)])
def test_long_random_sequences_are_proven(width: int, length: int) -> None:
    draw = random.Random(width + length)
    problem = Problem("".join(draw.choice("IOTJLSZ") for _ in range(length)), width)
    found = first(problem)
    assert found is not None
    assert found.optimal
    if length == 300:
        assert reprove(problem, found.height, time_limit=60)


def test_odd_columns_bound_s_and_z() -> None:
    """Each S and Z puts two cells into columns 1, 3 ..., wherever it lies."""
    assert column_bound(Problem("SZ" * 50, width=7)).weights == (0, 1, 0, 1, 0, 1, 0)
    assert lower_bound(Problem("SZ" * 500, width=7)) == 667
    found = first(Problem("SSZ" * 40, width=5))
    assert found is not None
    assert (found.height, found.optimal) == (120, True)
    # With a hold slot, too: it only changes the order.
    assert lower_bound(Problem("SSZ" * 40, width=5, hold=True)) == 120


@pytest.mark.parametrize(
    ("sequence", "width", "least"),
    [("T" * 100, 10, 41), ("T" * 40, 10, 17), ("T" * 12, 12, 4), ("SZ" * 5, 10, 5), ("S" * 4, 4, 5)],
)
def test_theorems_of_full_rectangles(sequence: str, width: int, least: int) -> None:
    assert lower_bound(Problem(sequence, width)) == least
    assert reprove(Problem(sequence, width), least, time_limit=60)


def test_reaches_are_those_of_small_tables() -> None:
    assert reaches(Problem("T", width=1 + 9)) == []
    assert reaches(Problem("I", width=1)) == [4, 6, 9, 14, 20, 30, 45]


@pytest.mark.parametrize(("word", "width"), [("S", 5), ("T", 4), ("IOTJLSZ", 3), ("SZ", 4)])
def test_means_are_what_long_sequences_come_to(word: str, width: int) -> None:
    asked = question(Problem(word, width))
    weights = [1] * width
    real = least_mean(asked, 6, weights, Clock(None), cliffs=False)
    low = least_mean(asked, 6, weights, Clock(None), cliffs=True)
    assert real is not None
    assert low is not None
    assert low.cost * real.periods <= real.cost * low.periods
    for count in (1, 5, 20):
        problem = Problem(word * count, width)
        found = first(problem)
        assert found is not None
        cells = found.height * width
        assert cells * low.periods * len(word) >= count * len(word) * low.cost + low.offset
        if count == 20:
            assert abs(cells / count - real.cost / real.periods) * count < 12 * width


@pytest.mark.parametrize("sequence", ["JOOOJOSIIIJIJLLZISZL", "JIOZSOSZJLOJZIZSOOJO"])
def test_stripes_refute_full_rectangles(sequence: str) -> None:
    """An odd number of J and L without a T: columns in two colours cannot come out even."""
    assert lower_bound(Problem(sequence)) == 9
    found = first(Problem(sequence))
    assert found is not None
    assert found.optimal


@settings(max_examples=25)
@given(st.text("IOTJLSZ", min_size=1, max_size=6), st.integers(3, 6))
def test_stripes_refute_no_stack_there_is(sequence: str, width: int) -> None:
    problem = Problem(sequence, width)
    assert lower_bound(problem) <= least_height(problem)


@given(st.text("SZ", min_size=1, max_size=40), st.integers(2, 10))
def test_towers_stand_as_high_as_they_say(sequence: str, width: int) -> None:
    problem = Problem(sequence, width)
    made = towers(problem)
    if made is None:
        assert width < 4
        assert len(set(sequence)) == 2
        return
    assert faults(problem, made) == []
    top = height(final_stack(problem, made))
    assert lower_bound(problem) <= top
    if len(set(sequence)) == 1:
        assert top == 2 * -(-len(sequence) // (width // 2)) + 1


def test_towers_of_s_and_z_in_turn() -> None:
    """Two towers of S, two of Z, one of 100 S and 100 Z above them: a row above the bound."""
    problem = Problem("SZ" * 500)
    made = towers(problem)
    assert made is not None
    assert height(final_stack(problem, made)) == 402
    assert towers(Problem("SOZ")) is None
    assert towers(Problem("SZ", rotation=False)) is None
