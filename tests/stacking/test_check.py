"""The checker finds every fault, by the rules alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import brute_force as twin
from tests.stacking.random_problems import any_problems

from shapewright import stacking
from shapewright.errors import InternalError
from shapewright.stacking import Drop, Problem, check, faults

LLLL = Problem("LLLL", 6)
RIGHT = (Drop("L", 0), Drop("L", 3), Drop("L", 1, 180), Drop("L", 4, 180))


def test_a_right_plan_has_no_faults() -> None:
    assert faults(LLLL, RIGHT, 3) == []


@pytest.mark.parametrize(
    ("drops", "value", "fault"),
    [
        (RIGHT, 2, "the height at the end is 3, not 2"),
        (RIGHT[:3], None, "1 of the 4 pieces is not dropped"),
        ((), None, "4 of the 4 pieces are not dropped"),
        ((*RIGHT, Drop("L", 0)), None, "drop 5: 'L' falls, and no piece is left"),
        ((Drop("J", 0),), None, "drop 1: 'J' falls, and 'L' is due"),
        ((Drop("L", 5),), None, "drop 1: 'L' in column 5 reaches beyond the grid of width 6"),
        ((Drop("L", -1),), None, "drop 1: 'L' in column -1 reaches beyond the grid of width 6"),
        ((Drop("L", 0, 360),), None, "drop 1: 'L' has no rotation 360"),
        ((Drop("L", 0, 45),), None, "drop 1: 'L' has no rotation 45"),
        ((Drop("L", 0, -90),), None, "drop 1: 'L' has no rotation -90"),
    ],
)
def test_faults_are_named(drops: tuple[Drop, ...], value: int | None, fault: str) -> None:
    assert faults(LLLL, drops, value) == [fault]


def test_faults_of_other_rules() -> None:
    fixed = replace(LLLL, rotation=False)
    assert faults(fixed, RIGHT) == ["drop 3: 'L' has no rotation 180"]
    low = replace(LLLL, height_limit=2)
    assert faults(low, RIGHT) == ["drop 1: 'L' would lie above the height limit of 2"]
    held = Problem("IOT", hold=True)
    assert faults(held, (Drop("O", 0), Drop("I", 2), Drop("T", 4))) == []
    assert faults(held, (Drop("O", 0), Drop("T", 2), Drop("I", 4))) == []
    assert faults(held, (Drop("T", 0),)) == ["drop 1: 'T' falls, and 'I' or 'O' is due"]


def test_a_plan_that_claims_too_much_is_an_internal_error() -> None:
    plan = stacking.first(LLLL)
    assert plan is not None
    check(plan)
    for wrong in (replace(plan, value=2, bound=2), replace(plan, bound=4)):
        with pytest.raises(InternalError, match="failed its check"):
            check(wrong)


@settings(max_examples=40)
@given(any_problems(), st.integers(0, 10**6))
def test_the_checker_agrees_with_the_twin_on_any_plan(problem: Problem, pick: int) -> None:
    every = list(twin.plans(problem))
    if not every:
        return
    value, moves = every[pick % len(every)]
    drops = [Drop(piece, column, rotation) for piece, rotation, column in moves]
    assert faults(problem, drops, value) == []
    assert faults(problem, drops, value + 1) != []
