"""Counts of optimal plans, against all plans and against the list."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given, settings
from tests.reference.stacking import brute_force as twin
from tests.stacking.random_problems import any_problems, plain_problems

from shapewright import stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, StoppedError
from shapewright.stacking import FallingPiece, Problem, Statistics
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.proof.lower_bound import reprove


@settings(max_examples=60)
@given(any_problems())
def test_counts_are_those_of_all_plans(problem: Problem) -> None:
    best = twin.best(problem)
    assert stacking.count(problem) == (0 if best is None else best[2])


@settings(max_examples=15)
@given(plain_problems(longest=3))
def test_plain_counts(problem: Problem) -> None:
    best = twin.best(problem)
    assert best is not None
    assert stacking.count(problem) == best[2]


def test_counts_of_any_size() -> None:
    dot = FallingPiece.turning("D", Polyomino.from_text("#"))
    seen: list[Statistics] = []
    number = stacking.count(Problem("D" * 48, 6, (dot,)), report=seen.append)
    # Six columns get eight of 48 dots each.
    assert number == factorial(48) // factorial(8) ** 6 > 2**64
    assert seen[0].complete
    assert seen[0].lower_bound == 8


def test_what_is_too_much_to_count_is_said() -> None:
    with pytest.raises(StoppedError, match="only plans known to be optimal are counted"):
        stacking.count(Problem("SZZS" * 40), time_limit=0)
    with pytest.raises((StoppedError, LimitError)):
        stacking.count(Problem("IOTJLSZ" * 5), time_limit=0)


@settings(max_examples=40)
@given(any_problems())
def test_bounds_hold_and_are_proven_again(problem: Problem) -> None:
    best = twin.best(problem)
    if best is None:
        return
    assert lower_bound(problem) <= best[0]
    assert reprove(problem, best[0]) is True
    assert reprove(problem, best[0] + 1) is False


def test_a_proof_that_takes_too_long_is_no_proof() -> None:
    assert reprove(Problem("SZZS" * 40), 66, time_limit=0) is None
