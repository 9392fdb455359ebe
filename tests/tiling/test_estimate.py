"""Estimates by random dives: their mean is the size of the search, exactly; and they say how sure they are."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from tests.reference.tiling import search_tree as twin
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import Estimate, ExactCover, Problem, Statistics
from shapewright.tiling.estimate import dive
from shapewright.tiling.native import Search
from shapewright.tiling.search.engines import make_search
from shapewright.tiling.search.instance import Cover

SEEDS = 60
BOARDS = {
    "dominoes": "board 4x5\npieces any*dominoes",
    "distinct pieces": "board 5x4\npieces L4,I4,2*T4,O4",
    "empty cells": "board 3x4\noptional 0,0 2,3\npieces any*I2,any*L3",
    "cubes": "board 2x2x3\npieces any*I2,0-2*L3",
    "fixed": "board 5x4\npieces any*L3,1-9*I2\nfixed L3 0,0 1,0 0,1",
}


def every_dive(search: Search) -> Iterator[tuple[Fraction, int, int]]:
    """Each dive that chance may take: how likely it is, and the nodes and solutions it stands for."""
    picks: list[int] = []
    while True:
        degrees: list[int] = []

        def pick(children: int, degrees: list[int] = degrees) -> int:
            degrees.append(children)
            if len(degrees) > len(picks):
                picks.append(0)
            return picks[len(degrees) - 1]

        found = dive(search, pick)
        assert found is not None
        yield Fraction(1, math.prod(degrees)), *found
        while picks and picks[-1] + 1 == degrees[len(picks) - 1]:
            picks.pop()
        if not picks:
            return
        picks[-1] += 1


@settings(max_examples=60)
@given(problems())
def test_the_mean_over_all_dives_is_the_size_of_the_tree(problem: Problem) -> None:
    size = twin.size(problem)
    if size.nodes > 3000:
        return
    _, search = make_search("sparse", Cover.of(problem).instance(), fallback=False)
    chances, nodes, solutions = Fraction(0), Fraction(0), Fraction(0)
    for chance, below, solved in every_dive(search):
        chances += chance
        nodes += chance * below
        solutions += chance * solved
    assert [chances, nodes, solutions] == [Fraction(each) for each in (1, size.nodes, size.solutions)]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("engine", ["bit-sliced", "strip", "sparse"])
def test_the_mean_over_many_seeds_is_near_the_search(engine: str, name: str) -> None:
    problem = Problem.from_text(BOARDS[name])
    seen: list[Statistics] = []
    solutions = sum(1 for _ in tiling.solve(problem, engine=engine, report=seen.append))
    if engine == "sparse":
        assert (seen[0].nodes, solutions) == (twin.size(problem).nodes, twin.size(problem).solutions)
    found = [tiling.estimate(problem, seed=seed, probes=100, engine=engine) for seed in range(SEEDS)]
    assert {each.engine for each in found} == {engine}
    for numbers, truth in (
        ([each.nodes for each in found], seen[0].nodes),
        ([each.solutions for each in found], solutions),
    ):
        error = stdev(numbers) / math.sqrt(SEEDS)
        assert error < 0.15 * truth
        assert abs(mean(numbers) - truth) < 4 * error + 0.5


def test_the_spread_is_the_one_that_is_seen() -> None:
    found = [tiling.estimate(Problem.from_text(BOARDS["dominoes"]), seed=seed, probes=50) for seed in range(SEEDS)]
    nodes = [each.nodes for each in found]
    assert mean([each.spread or 0.0 for each in found]) == pytest.approx(stdev(nodes) / mean(nodes), rel=0.25)


def test_exact_covers_are_estimated_too() -> None:
    even = ExactCover.from_text("a b c\na\nb\nc\n")
    found = tiling.estimate(even, seed=1, probes=3)
    assert (found.nodes, found.solutions, found.spread, found.least, found.most) == (3, 1, 0.0, 3, 3)
    dominoes = ExactCover.from_text(Problem.from_text("board 4x4\npieces any*I2").to_dlx())
    assert tiling.estimate(dominoes, seed=2, probes=2000).solutions == pytest.approx(36, rel=0.2)


def test_the_same_seed_gives_the_same_estimate() -> None:
    problem = Problem.from_text("board 6x10\npieces pentominoes")
    assert tiling.estimate(problem, seed=7) == tiling.estimate(problem, seed=7) != tiling.estimate(problem, seed=8)
    assert tiling.estimate(problem, probes=20).probes == 20


def test_trees_beyond_floats() -> None:
    found = tiling.estimate(Problem.from_text("board 60x60\npieces any*dominoes"), seed=1, probes=3)
    assert found.nodes > 10**300
    assert 0 < (found.spread or 0) < 2
    assert json.loads(json.dumps(found.to_json()))["nodes"] == found.nodes
    assert "e3" in str(found)


def test_what_is_refuted_needs_no_search() -> None:
    found = tiling.estimate(Problem.from_text("board 4x5\npieces tetrominoes"))
    assert (found.engine, found.nodes, found.solutions, found.probes) == ("invariants", 0, 0, 0)
    assert str(found).startswith("nothing to search: on a checkerboard")
    assert found.to_json()["reason"] == found.reason
    # Nothing is left to choose.
    whole = Problem.from_text("board 2x2\npieces 2*I2\nfixed I 0,0 1,0\nfixed I 0,1 1,1")
    assert (tiling.estimate(whole).nodes, tiling.estimate(whole).solutions) == (0, 1)


def test_a_time_limit_keeps_the_dives_that_are_done() -> None:
    problem = Problem.from_text("board 6x10\npieces pentominoes")
    found = tiling.estimate(problem, seed=1, probes=1_000_000, time_limit=0.2)
    assert 0 < found.probes < 1_000_000
    assert found == tiling.estimate(problem, seed=1, probes=found.probes)
    with pytest.raises(StoppedError, match="before a dive was done"):
        tiling.estimate(problem, time_limit=0)


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"probes": 0}, "number of probes must be from 1 to 1000000, not 0"),
        ({"probes": 10**7}, "number of probes must be from 1"),
        ({"engine": "frontier"}, "frontier engine counts and draws"),
        ({"engine": "fast"}, "unknown engine 'fast'"),
        ({"time_limit": -1}, "time limit"),
    ],
)
def test_what_makes_no_sense_is_refused(keywords: dict[str, int], sentence: str) -> None:
    with pytest.raises(ProblemError, match=sentence):
        tiling.estimate(Problem.from_text("board 2x2\npieces 2*I2"), **keywords)  # type: ignore[arg-type]


def test_one_dive_says_nothing_of_its_spread() -> None:
    found = tiling.estimate(Problem.from_text("board 4x4\npieces any*I2"), seed=1, probes=1)
    assert found.spread is None
    assert str(found).endswith("by a random dive")
    few = Estimate("sparse", 5, 1, 2, spread=0.5)
    assert str(few) == "about 5 nodes, give or take 50 %, and 1 tiling, by 2 random dives"
