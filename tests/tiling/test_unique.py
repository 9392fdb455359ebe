"""One tiling or not, as the slow twin has it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import StoppedError
from shapewright.tiling import Statistics
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import SEARCHES


@pytest.mark.parametrize(
    ("text", "raw", "distinct", "turned"),
    [
        ("board 4x1\npieces 2*I2", True, True, True),
        ("board 2x2\npieces 2*I2", False, True, True),
        ("board 3x3\npieces any*I2", False, False, False),  # none at all
        ("board 3x4\npieces any*I2", False, False, False),
        ("board 4x4\npieces 4*T4", False, True, False),  # two that are mirror images of each other
        ("board 2x1\npieces 2*I1", True, True, True),  # equal pieces may change places
    ],
)
@pytest.mark.parametrize("engine", ["auto", *SEARCHES])
def test_plain_cases(engine: str, text: str, raw: bool, distinct: bool, turned: bool) -> None:
    problem = Problem.from_text(text)
    assert tiling.is_unique(problem, engine=engine) is raw
    assert tiling.is_unique(problem, engine=engine, up_to_symmetry=True) is distinct
    assert tiling.is_unique(problem, engine=engine, up_to_symmetry=True, rotations_only=True) is turned


@settings(max_examples=80)
@given(problems(), st.sampled_from(("auto", *SEARCHES)), st.booleans())
def test_unique_is_what_the_twin_counts_as_one(problem: Problem, engine: str, rotations_only: bool) -> None:
    assert tiling.is_unique(problem, engine=engine) == (brute_force.count(problem) == 1)
    distinct = brute_force.count_up_to_symmetry(problem, rotations_only=rotations_only)
    asked = tiling.is_unique(problem, engine=engine, up_to_symmetry=True, rotations_only=rotations_only)
    assert asked == (distinct == 1)


def test_a_second_tiling_is_enough() -> None:
    seen: list[Statistics] = []
    problem = Problem.from_text("board 8x8\npieces any*tetrominoes")  # 19077209438 tilings
    assert not tiling.is_unique(problem, report=seen.append)
    assert not tiling.is_unique(problem, up_to_symmetry=True, report=seen.append)
    assert [one.solutions for one in seen] == [2, 2]
    assert tiling.is_unique(Problem.from_text("board 4x1\npieces 2*I2"), report=seen.append)
    assert (seen[2].solutions, seen[2].complete) == (1, True)


def test_no_time_is_no_answer() -> None:
    with pytest.raises(StoppedError, match="time limit of 0 s"):
        tiling.is_unique(Problem.from_text("board 4x1\npieces 2*I2"), time_limit=0)
