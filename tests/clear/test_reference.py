"""The slow twin itself: published numbers of small holes, by plain recursion over the rules."""

from __future__ import annotations

import pytest
from tests.reference.clear.brute_force import BruteForce

from shapewright.clear.check import faults
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.sequences import Weights, list_sequences, weights
from shapewright.clear.queue import Queue

NARROW = Field.from_text("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI")
WIDER = Field.from_text("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ")
FOUR_WIDE = Field.from_text("/".join(["____XXXXXX"] * 4))


@pytest.mark.parametrize(
    ("field", "pattern", "length", "hold", "drop", "solved", "unique"),
    [
        (NARROW, "*p4", 4, True, "soft", 514, 18),
        (NARROW, "*p3", 3, False, "soft", 36, None),
        (NARROW, "*p4", 4, True, "hard", 222, None),
        pytest.param(WIDER, "I,*p4", 5, True, "soft", 711, 63, marks=pytest.mark.slow),
        pytest.param(FOUR_WIDE, "*p5", 5, True, "soft", 1776, 135, marks=pytest.mark.slow),
        pytest.param(FOUR_WIDE, "*p4", 4, False, "soft", 172, None, marks=pytest.mark.slow),
    ],
)
def test_chances_and_unique_solutions(
    field: Field, pattern: str, length: int, hold: bool, drop: Drop, solved: int, unique: int | None
) -> None:
    slow = BruteForce(drop=drop)
    queues = list(Pattern.from_text(pattern).queues(length))
    found = slow.solved(field, queues, 4, hold=hold)
    assert len(found) == solved
    if unique is not None:
        pictures = slow.pictures(field, queues, 4, hold=hold)
        assert len(pictures) == unique
        assert set().union(*pictures.values()) == set(found)
    solution = slow.first(field, Queue(found[-1]), 4, hold=hold)
    assert solution is not None
    assert faults(solution, hold=hold) == []


@pytest.mark.slow
def test_two_lines_from_empty() -> None:
    slow = BruteForce()
    solvable, total = 0, Weights(0, 0, 0)
    for pair, rest in list_sequences(5):
        if slow.is_solvable(Field(), Queue(pair[1] + rest, pair[0]), 2):
            solvable += 1
            total += weights(pair, rest)
    assert solvable == 3522
    assert total == Weights(opener=0, none=5148, any=15132)
    queues = list(Pattern.from_text("*p2,*p4").queues())
    assert len(slow.solved(Field(), queues, 2)) == 1296
    assert len(slow.pictures(Field(), queues, 2)) == 28


def test_no_clear_without_cells_to_match() -> None:
    assert not BruteForce().is_solvable(Field.from_text("X_________"), Queue("IIIIIIIII"), 2)
