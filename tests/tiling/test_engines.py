"""Every engine, on every SIMD path of this machine, gives the answers of the slow twins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.reference import tiling_algorithm_x as algorithm_x
from tests.reference import tiling_brute_force as brute_force
from tests.tiling.answers import WAYS, each_once, forced, orbits
from tests.tiling.random_problems import problems

from shapewright import _core, tiling
from shapewright.errors import LimitError, ProblemError
from shapewright.tiling.cover import Cover
from shapewright.tiling.engines import ENGINES, search_engine
from shapewright.tiling.problem import Problem

PUBLISHED = (
    ("board 8x8\nhole 3,3 3,4 4,3 4,4\npieces pentominoes", 520, 65),
    ("board 3x20\npieces pentominoes", 8, 2),
    ("board 5x8\npieces 2*tetrominoes", 3106, 783),
    ("board 8x8\npieces any*T4", 84, 14),
)


def ring(length: int) -> Problem:
    """A closed corridor one cell wide, long sides ``length``: dominoes go round it in two ways."""
    inside = [f"{x},{y}" for x in range(1, length - 1) for y in range(1, 3)]
    return Problem.from_text(f"board {length}x4\nhole {' '.join(inside)}\npieces any*dominoes")


@settings(max_examples=1000)
@given(problems())
def test_searches_list_what_the_twin_lists(problem: Problem) -> None:
    every = set(algorithm_x.tilings(problem))
    for engine, simd in WAYS:
        with forced(simd):
            assert each_once(tiling.solve(problem, engine=engine)) == every, (engine, simd)
    assert each_once(tiling.solve(problem)) == every


@settings(max_examples=1000)
@given(problems())
def test_searches_list_one_of_each_orbit(problem: Problem) -> None:
    every = set(algorithm_x.tilings(problem))
    for rotations_only in (False, True):
        sets = orbits(problem, every, rotations_only=rotations_only)
        for engine, simd in WAYS:
            with forced(simd):
                found = each_once(
                    tiling.solve(problem, up_to_symmetry=True, rotations_only=rotations_only, engine=engine)
                )
            assert found <= every
            assert len(found) == len(sets)
            assert orbits(problem, found, rotations_only=rotations_only) == sets


@settings(max_examples=1000)
@given(problems())
def test_engines_count_what_the_twin_counts(problem: Problem) -> None:
    raw = brute_force.count(problem)
    distinct = brute_force.count_up_to_symmetry(problem)
    turned = brute_force.count_up_to_symmetry(problem, rotations_only=True)
    for engine in ENGINES:
        counts = (
            tiling.count(problem, engine=engine, threads=1),
            tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True),
            tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True, rotations_only=True),
        )
        assert counts == (raw, distinct, turned), engine
