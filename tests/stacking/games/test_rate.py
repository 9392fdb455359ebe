"""Sequences repeated for ever: plans by the rules, bounds against the lowest stacks of short ones."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from shapewright import stacking
from shapewright.errors import ProblemError
from shapewright.jobs import Progress
from shapewright.questions.stacking.rate import QUESTION
from shapewright.stacking import Problem


@pytest.mark.parametrize(
    ("sequence", "width", "rate"),
    [
        ("SZ", 4, 1),
        ("SZ", 3, 2),
        ("SZ", 5, 1),
        ("T", 4, 1),
        ("IOTJLSZ", 3, Fraction(10, 7)),
        ("IOTJLSZ", 4, 1),
        ("O", 5, 1),
        # Wide wells: no rectangle of ten columns with an odd number of T is full, but stacks without end are.
        ("T", 10, Fraction(2, 5)),
        ("S", 8, Fraction(1, 2)),
        ("IOTJLSZ", 10, Fraction(2, 5)),
    ],
)
def test_rates_and_the_heights_of_few_repetitions(sequence: str, width: int, rate: Fraction) -> None:
    found = stacking.rate(Problem(sequence, width=width))
    assert found.optimal
    assert found.rate == rate
    for times in range(1, 12 // len(sequence) + 1):
        plan = stacking.first(Problem(sequence * times, width=width))
        assert plan is not None
        top, least = found.height(times)
        assert least <= plan.height <= top
    assert found.height(10**9)[1] == 10**9 * len(sequence) * rate


def test_a_wide_well_without_a_proven_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["shapewright.stacking.games.rate"], "_MOST_REPEATS", 100_000)
    found = stacking.rate(Problem("SZO", width=8))
    assert found.faults() == []
    assert Fraction(1, 2) == found.least < found.rate < Fraction(51, 100)


def test_progress_shows_the_best_rate_and_the_bound() -> None:
    seen: list[Progress] = []
    stacking.rate(Problem("TO", width=5), progress=seen.append)
    assert any(re.fullmatch(r"best so far [0-9/]+, at least [0-9/]+ rows for each piece", one.remark) for one in seen)


def test_a_cycle_that_does_not_repeat_itself_is_refused() -> None:
    found = stacking.rate(Problem("SZ", width=4))
    assert replace(found, rows=found.rows + 1).faults()
    assert replace(found, cycle=found.cycle[1:]).faults()
    assert replace(found, cycle=()).faults()


@pytest.mark.parametrize(
    ("key", "value"),
    [("rows", 1), ("rate", "1/2"), ("least", "9/8"), ("height", 5), ("optimal", False), ("complete", False)],
)
def test_answers_that_were_changed_are_refused(key: str, value: object) -> None:
    from shapewright.questions.desk import Desk

    asked = {"sequence": "IOTJLSZ", "width": 3, "repeat": 9}
    said = QUESTION.answer(QUESTION.asked(asked), Desk())
    data = {"command": "stacking rate", "parameters": asked, "complete": True, "verdict": "found", **said.keys}
    data = json.loads(json.dumps(data))
    assert stacking.verify(data).valid
    assert stacking.verify({**data, key: value}).valid is False


def test_what_is_refused() -> None:
    with pytest.raises(ProblemError, match="plain"):
        stacking.rate(Problem("S", width=4, hold=True))
