"""Tilings by their symmetries: every number is that of a brute force which turns each tiling."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.jobs.statistics import Statistics
from shapewright.tiling.claims.verdict import tiles_of
from shapewright.tiling.problem import Problem
from shapewright.tiling.symmetries.symmetry import exactly, subgroup_classes

DOMINOES = Problem.from_text("board 6x6\npieces any*dominoes")


def orders(problem: Problem, *, rotations_only: bool) -> Counter[int]:
    """How many tilings have how many symmetries, by turning every tiling."""
    # Symmetries that move the same cells are one: a board with one layer of cubes can be turned over in its plane.
    probes = [
        frozenset({(number, frozenset({cell}))})
        for number in range(len(brute_force.kinds(problem)))
        for cell in problem.board.cells
    ]
    turns = {
        tuple(turn(one) for one in probes): turn
        for turn in brute_force.group_of(problem, rotations_only=rotations_only)
    }
    return Counter(sum(turn(one) == one for turn in turns.values()) for one in brute_force.tilings(problem))


@settings(max_examples=80)
@given(problems())
def test_types_are_what_turning_every_tiling_says(problem: Problem) -> None:
    for rotations_only in (False, True):
        expected = orders(problem, rotations_only=rotations_only)
        kinds = tiling.count_by_symmetry(problem, rotations_only=rotations_only)
        found = Counter[int]()
        for kind in kinds:
            found[kind.order] += kind.count
        assert +found == expected
        classes = brute_force.count_up_to_symmetry(problem, rotations_only=rotations_only)
        assert sum(kind.up_to_symmetry for kind in kinds) == classes
        listed = list(tiling.solve(problem, symmetric=True))
        assert (
            len(set(listed))
            == len(listed)
            == sum(orders(problem, rotations_only=False).values()) - orders(problem, rotations_only=False)[1]
        )


@pytest.mark.parametrize("board", ["3x1", "2x1"])
def test_a_symmetry_that_exchanges_fixed_pieces_is_not_the_identity(board: str) -> None:
    last = int(board[0]) - 1
    problem = Problem.from_text(f"board {board}\npieces any*I1\nfixed I 0,0\nfixed I {last},0")
    kinds = tiling.count_by_symmetry(problem)
    assert {kind.order: kind.count for kind in kinds if kind.count} == orders(problem, rotations_only=False)
    assert orders(problem, rotations_only=False)[1] == 0
    assert len(list(tiling.solve(problem, symmetric=True))) == 1


@settings(max_examples=40)
@given(problems())
def test_symmetric_tilings_up_to_symmetry(problem: Problem) -> None:
    kinds = tiling.count_by_symmetry(problem)
    listed = list(tiling.solve(problem, symmetric=True, up_to_symmetry=True))
    assert len(listed) == sum(kind.up_to_symmetry for kind in kinds if kind.order > 1)
    group = list(brute_force.group_of(problem))
    tiles = [frozenset((kind, frozenset(cells)) for kind, cells in tiles_of(problem, one)) for one in listed]
    images = [frozenset(turn(one) for turn in group) for one in tiles]
    assert len(set(images)) == len(listed)


def test_dominoes_on_a_square() -> None:
    seen: list[Statistics] = []
    found = {kind.name: kind for kind in tiling.count_by_symmetry(DOMINOES, report=seen.append)}
    assert {name: kind.count for name, kind in found.items() if kind.count} == {
        "none": 6096,
        "half turn": 80,
        "mirror": 512,
        "half turn, 2 mirrors": 40,
    }
    assert sum(kind.count for kind in found.values()) == seen[0].solutions == 6728
    assert sum(kind.up_to_symmetry for kind in found.values()) == 930


def test_every_type_has_its_own_name() -> None:
    for text in ("board 4x4x4\npieces any*I4", "board 3x4x5\npieces any*I3", "board 4x6\npieces any*I2"):
        names = [kind.name for kind in tiling.count_by_symmetry(Problem.from_text(text))]
        assert len(set(names)) == len(names)
    assert names == ["none", "half turn", "top-bottom mirror", "left-right mirror", "half turn, 2 mirrors"]


@pytest.mark.parametrize("engine", ["bit-sliced", "sparse", "frontier"])
def test_every_engine_has_the_same_numbers(engine: str) -> None:
    assert tiling.count_by_symmetry(DOMINOES, engine=engine, threads=2) == tiling.count_by_symmetry(DOMINOES)


def test_a_puzzle_that_areas_forbid_has_no_types() -> None:
    assert tiling.count_by_symmetry(Problem.from_text("board 3x3\npieces any*I2")) == ()


def test_the_symmetries_of_a_cube_have_33_types_of_subgroups() -> None:
    kinds = tiling.count_by_symmetry(Problem.from_text("board 2x2x2\npieces any*I2"))
    assert len(kinds) == 33
    assert sum(kind.count for kind in kinds) == 9
    assert [kind.count for kind in kinds if kind.count] == [6, 3]


def test_exactly_takes_larger_subgroups_off() -> None:
    # Two commuting mirrors: of ten things, four are left as they are by the first, five by the second, three by all.
    table = [[a ^ b for b in range(4)] for a in range(4)]
    classes = subgroup_classes(table, lambda: None)
    assert [sorted(kind[0]) for kind in classes] == [[0], [0, 1], [0, 2], [0, 3], [0, 1, 2, 3]]
    assert exactly([10, 4, 5, 3, 3], classes) == [4, 1, 2, 0, 3]
