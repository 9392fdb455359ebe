"""Answers of the solvers in the form of the slow twins, checked on the way; every engine and SIMD path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tests.reference.tiling import algorithm_x as algorithm_x
from tests.reference.tiling import brute_force as brute_force

from shapewright import _core
from shapewright.tiling import Problem, Solution, faults
from shapewright.tiling.search.engines import ENGINES, SEARCHES

# Only the bit-sliced engine has more than one SIMD path; None leaves the choice alone.
WAYS = (*(("bit-sliced", path) for path in _core.simd_paths()), *((name, None) for name in SEARCHES[1:]))

# The engines that count any kind of pieces.
COUNTING = tuple(engine for engine in ENGINES if engine != "determinant")


@contextmanager
def forced(simd: str | None) -> Iterator[None]:
    """Force a SIMD path for all searches made within."""
    if simd is None:
        yield
        return
    _core.set_simd(simd)
    try:
        assert _core.simd_path() == simd
        yield
    finally:
        _core.set_simd("")


def as_twin(solution: Solution) -> algorithm_x.Tiling:
    """A solution without faults, as the Algorithm X twin would give it."""
    problem = solution.problem
    assert faults(problem, solution.placements) == []
    names = {piece.name: algorithm_x.first_equal(problem, piece) for piece in problem.pieces}
    return frozenset((names[placement.piece], frozenset(placement.cells)) for placement in solution.placements)


def each_once(solutions: Iterable[Solution]) -> set[algorithm_x.Tiling]:
    """The set of the tilings, after making sure that none came twice."""
    found = [as_twin(solution) for solution in solutions]
    assert len(set(found)) == len(found)
    return set(found)


def orbits(
    problem: Problem, tilings: Iterable[algorithm_x.Tiling], *, rotations_only: bool = False
) -> dict[algorithm_x.Tiling, frozenset[algorithm_x.Tiling]]:
    """For each of all ``tilings`` the set of those symmetric to it, by trying every motion of the board."""
    kinds = list(dict.fromkeys(algorithm_x.first_equal(problem, piece) for piece in problem.pieces))
    group = list(brute_force.group_of(problem, rotations_only=rotations_only))
    found: dict[algorithm_x.Tiling, frozenset[algorithm_x.Tiling]] = {}
    for tiling in tilings:
        if tiling not in found:
            numbered = frozenset((kinds.index(name), cells) for name, cells in tiling)
            orbit = frozenset(frozenset((kinds[number], cells) for number, cells in image(numbered)) for image in group)
            found |= dict.fromkeys(orbit, orbit)
    return found
