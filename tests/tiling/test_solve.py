"""Listing tilings: lazily, so many as asked for, with honest statistics, and the same under motions and new names."""

from __future__ import annotations

from collections import deque
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.answers import as_twin, each_once
from tests.tiling.random_problems import problems
from tests.tiling.variants import moved, variants

from shapewright import tiling
from shapewright.cells.grid import motions
from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import Solution, Statistics
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import SEARCHES

# 19077209438 tilings: whatever does not end after a few of them ends too late for any test.
ENDLESS = Problem.from_text("board 8x8\npieces any*tetrominoes")
FEW = Problem.from_text("board 4x5\npieces any*dominoes")  # 95
NONE = Problem.from_text("board 4x4\npieces 2*I4, 2*S4")  # known only by searching


@pytest.mark.parametrize("engine", ["auto", *SEARCHES])
def test_the_first_tilings_come_before_the_search_is_over(engine: str) -> None:
    seen: list[Statistics] = []
    found = tiling.solve(ENDLESS, engine=engine, report=seen.append)
    assert len({as_twin(solution) for solution in islice(found, 20)}) == 20
    assert seen == []
    found.close()  # type: ignore[attr-defined]
    assert [(one.solutions, one.complete) for one in seen] == [(20, False)]
    assert seen[0].engine == ("bit-sliced" if engine == "auto" else engine)
    assert 0 < seen[0].nodes < 10**6


@pytest.mark.parametrize("engine", ["auto", *SEARCHES])
def test_a_limit_cuts_the_same_list(engine: str) -> None:
    every = list(tiling.solve(FEW, engine=engine))
    assert len(every) == 95
    for limit in (1, 2, 17, 94):
        seen: list[Statistics] = []
        assert list(tiling.solve(FEW, engine=engine, limit=limit, report=seen.append)) == every[:limit]
        assert [(one.solutions, one.complete) for one in seen] == [(limit, False)]
    assert list(tiling.solve(FEW, engine=engine, limit=10**30)) == every


@settings(max_examples=40)
@given(problems(), st.integers(0, 4), st.sampled_from(SEARCHES))
def test_limits_on_any_problem(problem: Problem, limit: int, engine: str) -> None:
    every = list(tiling.solve(problem, engine=engine, up_to_symmetry=True))
    assert list(tiling.solve(problem, engine=engine, up_to_symmetry=True, limit=limit)) == every[:limit]


def test_a_limit_below_none_is_refused_at_once() -> None:
    with pytest.raises(ProblemError, match="the limit must be at least 0, not -1"):
        tiling.solve(FEW, limit=-1)
    assert list(tiling.solve(ENDLESS, limit=0)) == []


@pytest.mark.parametrize("engine", ["auto", *SEARCHES])
def test_the_statistics_of_a_whole_list(engine: str) -> None:
    seen: list[Statistics] = []
    assert len(list(tiling.solve(FEW, engine=engine, report=seen.append))) == 95
    assert [(one.solutions, one.complete) for one in seen] == [(95, True)]
    assert seen[0].nodes > 95
    assert seen[0].seconds > 0


def test_none_is_an_ordinary_end() -> None:
    seen: list[Statistics] = []
    assert list(tiling.solve(NONE, report=seen.append)) == []
    assert tiling.first(NONE, report=seen.append) is None
    assert [(one.solutions, one.complete) for one in seen] == [(0, True)] * 2
    assert all(one.nodes > 0 for one in seen)


def test_no_time_is_no_answer() -> None:
    seen: list[Statistics] = []
    for problem in (ENDLESS, NONE):
        for up_to_symmetry in (False, True):
            with pytest.raises(StoppedError, match="time limit of 0 s .*after 0 tilings"):
                list(tiling.solve(problem, up_to_symmetry=up_to_symmetry, time_limit=0, report=seen.append))
        for engine in ("auto", *SEARCHES):
            with pytest.raises(StoppedError, match="time limit of 0 s"):
                tiling.first(problem, engine=engine, time_limit=0, report=seen.append)
    assert len(seen) == 12
    assert {(one.solutions, one.complete) for one in seen} == {(0, False)}


def test_what_was_found_in_time_is_handed_out() -> None:
    seen: list[Statistics] = []
    found: list[Solution] = []
    with pytest.raises(StoppedError) as caught:
        # A list would be lost with the error.
        deque((found.append(solution) for solution in tiling.solve(ENDLESS, time_limit=1, report=seen.append)), 0)
    assert found
    assert f"after {len(found)} tilings; there may be more" in str(caught.value)
    assert [(one.solutions, one.complete) for one in seen] == [(len(found), False)]


@settings(max_examples=60)
@given(problems(), st.sampled_from(("auto", *SEARCHES)))
def test_first_is_a_tiling_if_there_is_one(problem: Problem, engine: str) -> None:
    every = set(algorithm_x.tilings(problem))
    solution = tiling.first(problem, engine=engine)
    assert (solution is None) == (not every)
    if solution is not None:
        assert as_twin(solution) in every
        assert solution == tiling.first(problem, engine=engine)


def test_first_of_a_large_puzzle_is_the_same_each_time() -> None:
    seen: list[Statistics] = []
    problem = Problem.from_text("board 6x10\npieces pentominoes")
    solutions = {tiling.first(problem, report=seen.append) for _ in range(2)}
    assert len(solutions) == 1
    assert [(one.engine, one.solutions, one.complete) for one in seen] == [("bit-sliced", 1, True)] * 2
    assert seen[0].nodes == seen[1].nodes > 0


def test_fixed_pieces_may_be_all_there_is() -> None:
    problem = Problem.from_text("board 2x2\npieces 2*I2\nfixed I 0,0 1,0\nfixed I 0,1 1,1")
    for engine in ("auto", "bit-sliced", "strip", "sparse"):
        assert [solution.placements for solution in tiling.solve(problem, engine=engine)] == [problem.fixed]


def test_solutions_keep_fixed_pieces_and_deal_out_names() -> None:
    problem = Problem.from_text("board 2x3\npiece A 2\n  ##\npiece B\n  ##\nfixed B 0,2 1,2")
    across, upright = sorted(tiling.solve(problem), key=lambda solution: solution.placements[0].cells)
    for solution in (across, upright):
        assert as_twin(solution)
        assert sorted(placement.piece for placement in solution.placements) == ["A", "A", "B"]
        assert problem.fixed[0] in solution.placements


@settings(max_examples=60)
@given(problems(), st.data())
def test_sides_orders_and_names_change_nothing(problem: Problem, data: st.DataObject) -> None:
    other = data.draw(variants(problem))
    assert len(each_once(tiling.solve(other))) == len(each_once(tiling.solve(problem)))
    for rotations_only in (False, True):
        numbers = [
            len(list(tiling.solve(either, up_to_symmetry=True, rotations_only=rotations_only)))
            for either in (problem, other)
        ]
        assert numbers[0] == numbers[1]


@pytest.mark.parametrize("number", range(8))
def test_a_large_puzzle_seen_from_all_sides(number: int) -> None:
    problem = moved(Problem.from_text("board 3x20\npieces pentominoes"), motions(2)[number])
    assert len(list(tiling.solve(problem))) == 8
    assert len(list(tiling.solve(problem, up_to_symmetry=True))) == 2
