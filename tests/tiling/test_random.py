"""Random tilings: valid, the same for the same seed, and each as likely as any other."""

from __future__ import annotations

import importlib
import math
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.answers import as_twin
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import Statistics
from shapewright.tiling.problem import Problem

DOMINOES = Problem.from_text("board 4x5\npieces any*dominoes")
# More pieces than the states of a frontier could tell apart.
HALVES = Problem.from_text("board 3x4\npieces 0-1*fixed-hexominoes")
NONE = Problem.from_text("board 4x4\npieces 2*I4, 2*S4")

PUZZLES = {  # an odd number of tilings each
    "dominoes": ("board 3x4\npieces any*dominoes", 11),
    "more dominoes": ("board 4x5\npieces any*dominoes", 95),
    # Few of one piece or many of another, empty cells, a fixed piece: states whose counts differ much.
    "uneven": ("board\n  ?###?\n  #####\n  ?###?\npieces any*dominoes, 1-3*L3, 0-2*I3\nfixed L3 0,1 1,1 1,0", 151),
    "cubes": ("board 2x2x2\noptional 0,0,0 1,1,1\npieces any*dominoes, 1-3*L3", 63),
}


def chance_of_such_deviation(counts: list[int], degrees: int, draws: int) -> float:
    """The chance that chi-square is at least as large as for these counts of equally likely outcomes.

    For an even number of degrees of freedom it is a finite sum.
    """
    assert degrees % 2 == 0
    expected = draws / (degrees + 1)
    half = (sum((count - expected) ** 2 for count in counts) + (degrees + 1 - len(counts)) * expected**2) / expected / 2
    return math.exp(-half) * math.fsum(math.exp(k * math.log(half) - math.lgamma(k + 1)) for k in range(degrees // 2))


def test_the_chances_of_chi_square() -> None:
    # From tables: 2 degrees and 5.991, 10 degrees and 18.307 have a chance of 5 %.
    for degrees, value in ((2, 5.9915), (10, 18.307)):
        # Two outcomes that deviate by the same amount, so that the sum is that value.
        expected = 1000 / (degrees + 1)
        by = math.sqrt(value * expected / 2)
        counts = [expected + by, expected - by, *[expected] * (degrees - 1)]
        assert chance_of_such_deviation(counts, degrees, 1000) == pytest.approx(0.05, abs=1e-4)  # type: ignore[arg-type]


@pytest.fixture
def without_determinant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dominoes like any other pieces."""
    monkeypatch.setattr(importlib.import_module("shapewright.tiling.random"), "domino_board", lambda _cover: None)


@pytest.fixture
def without_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tilings are not listed, however few they are."""
    monkeypatch.setattr(sys.modules["shapewright.tiling.random"], "drawn_from_list", lambda *_: None)


@pytest.mark.usefixtures("without_determinant")
@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("way", ["list", "frontier", "rank"])
def test_every_tiling_is_as_likely(
    way: str, name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text, number = PUZZLES[name]
    if way != "list":
        request.getfixturevalue("without_list")
    if way == "rank":
        monkeypatch.setattr(sys.modules["shapewright.tiling.random"], "memory_for_frontier", lambda: 0)
    problem = Problem.from_text(text)
    seen: list[Statistics] = []
    draws = 20 * number
    counts = Counter(one.placements for one in tiling.sample(problem, limit=draws, seed=number, report=seen.append))
    assert seen[0].engine == ("frontier" if way == "frontier" else "bit-sliced")
    assert len(counts) == number == tiling.count(problem)
    # Neither too uneven nor more even than chance would have it.
    assert 0.001 < chance_of_such_deviation(list(counts.values()), number - 1, draws) < 0.999


@pytest.mark.parametrize("problem", [DOMINOES, HALVES])
def test_the_same_seed_gives_the_same_tilings(problem: Problem) -> None:
    samples = [list(tiling.sample(problem, limit=5, seed=seed)) for seed in (1, 1, 2)]
    assert samples[0] == samples[1] != samples[2]
    assert len(set(samples[0] + samples[2])) > 2
    assert tiling.random(problem, seed=2) == tiling.random(problem, seed=2)


def test_seeds_of_any_size() -> None:
    solutions = [tiling.random(DOMINOES, seed=seed) for seed in (*range(10), -1, 1 << 65, -(1 << 80))]
    assert len(set(solutions)) > 5


def test_without_a_seed_they_differ() -> None:
    problem = Problem.from_text("board 10x10\npieces any*dominoes")
    assert tiling.random(problem) != tiling.random(problem)


@settings(max_examples=80)
@given(problems(), st.integers(-(1 << 70), 1 << 70))
def test_samples_are_tilings(problem: Problem, seed: int) -> None:
    every = set(algorithm_x.tilings(problem))
    found = list(tiling.sample(problem, limit=3, seed=seed))
    assert len(found) == (3 if every else 0)
    assert {as_twin(solution) for solution in found} <= every
    solution = tiling.random(problem, seed=seed)
    assert (solution is None) == (not every)
    listed = found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["shapewright.tiling.random"], "drawn_from_list", lambda *_: None)
        found = list(tiling.sample(problem, limit=3, seed=seed))
        assert len(found) == (3 if every else 0)
        assert {as_twin(solution) for solution in found} <= every
        patch.setattr(sys.modules["shapewright.tiling.random"], "memory_for_frontier", lambda: 0)
        seen: list[Statistics] = []
        found = list(tiling.sample(problem, limit=3, seed=seed, report=seen.append))
    # Those of random rank are the same whether they are kept or looked up.
    assert found == listed or seen[0].engine != "bit-sliced"


@pytest.mark.parametrize(("nodes", "tilings"), [(10, 100_000), (20_000_000, 94)])
@pytest.mark.usefixtures("without_determinant")
def test_many_tilings_are_not_listed(nodes: int, tilings: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("LISTED_NODES", nodes), ("MOST_LISTED", tilings)):
        monkeypatch.setattr(sys.modules["shapewright.tiling.search.random_rank"], name, value)
    seen: list[Statistics] = []
    assert len(list(tiling.sample(DOMINOES, limit=3, seed=1, report=seen.append))) == 3
    assert seen[0].engine == "frontier"


@pytest.mark.usefixtures("without_determinant")
def test_counts_of_more_than_a_word() -> None:
    # The counts of the states grow from one word to three on the way.
    problem = Problem.from_text("board 12x36\npieces any*dominoes")
    assert tiling.count(problem) > 1 << 128
    seen: list[Statistics] = []
    found = list(tiling.sample(problem, limit=4, seed=5, report=seen.append))
    assert len({as_twin(solution) for solution in found}) == 4
    assert (seen[0].engine, seen[0].solutions, seen[0].complete) == ("frontier", 4, True)


@pytest.mark.usefixtures("without_list")
def test_too_many_pieces_for_a_frontier() -> None:
    seen: list[Statistics] = []
    found = list(tiling.sample(HALVES, limit=200, seed=7, report=seen.append))
    assert len(set(found)) == 18
    assert [(one.engine, one.solutions, one.complete) for one in seen] == [("bit-sliced", 200, True)]


def test_none_is_an_ordinary_end() -> None:
    seen: list[Statistics] = []
    assert tiling.random(NONE, report=seen.append) is None
    assert list(tiling.sample(NONE, limit=5, report=seen.append)) == []
    assert list(tiling.sample(DOMINOES, limit=0, report=seen.append)) == []
    assert [(one.solutions, one.complete) for one in seen] == [(0, True)] * 3


@pytest.mark.usefixtures("without_determinant", "without_list")
def test_an_early_end_is_reported() -> None:
    seen: list[Statistics] = []
    found = tiling.sample(DOMINOES, limit=10, seed=1, report=seen.append)
    next(found)
    next(found)
    assert seen == []
    found.close()  # type: ignore[attr-defined]
    assert [(one.engine, one.solutions, one.complete) for one in seen] == [("frontier", 2, False)]


def test_a_limit_below_none_is_refused_at_once() -> None:
    with pytest.raises(ProblemError, match="the limit must be at least 0, not -3"):
        tiling.sample(DOMINOES, limit=-3)


def test_no_time_is_no_answer() -> None:
    seen: list[Statistics] = []
    for problem in (DOMINOES, HALVES):
        with pytest.raises(StoppedError, match="time limit of 0 s was reached before"):
            tiling.random(problem, time_limit=0, report=seen.append)
    assert [(one.solutions, one.complete) for one in seen] == [(0, False)] * 2
