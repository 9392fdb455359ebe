"""The two slow twins agree with each other and with counts that are known or plain to see."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.random_problems import problems

from shapewright.cells.placements import Placement
from shapewright.tiling.check import faults
from shapewright.tiling.problem import Problem
from shapewright.tiling.symmetries.symmetry import Tiles, canonical, symmetries

# text, tilings, tilings up to symmetry
KNOWN = (
    ("board 1x1\npieces I1", 1, 1),
    ("board 2x2\npieces any*I2", 2, 1),
    ("board 3x4\npieces any*I2", 11, 5),
    ("board 4x4\npieces any*I2", 36, 9),
    ("board 3x3\npieces any*I2", 0, 0),
    ("board 4x4\npieces 4*T4", 2, 1),
    ("board 4x5\npieces any*I2", 95, 33),
    ("board 2x2x3\npieces any*I2", 32, 7),
    ("board 5x5\npieces 111/100/100/100, 110/111, 111/010, 0011/1110, 101/111", 8, 1),
    ("board 2x2x2\npieces any*I2", 9, 2),
    ("board 2x2x1\npieces any*I2", 2, 1),
    ("board 2x1\npieces 2*I1", 1, 1),
)


def small(text: str) -> Problem:
    return Problem.from_text(text)


@pytest.mark.parametrize(("text", "raw", "reduced"), KNOWN)
def test_known_counts(text: str, raw: int, reduced: int) -> None:
    problem = small(text)
    assert algorithm_x.count(problem) == brute_force.count(problem) == raw
    assert brute_force.count_up_to_symmetry(problem) == reduced


def test_exchange_of_equal_pieces_is_no_other_tiling() -> None:
    same = "piece A\n  #\npiece B\n  #\n"
    assert algorithm_x.count(small(f"board 2x1\n{same}")) == brute_force.count(small(f"board 2x1\n{same}")) == 1


def test_optional_cells_may_stay_empty() -> None:
    # Two cells, each covered or not.
    problem = small("board\n  ??\npieces any*I1")
    assert algorithm_x.count(problem) == brute_force.count(problem) == 4
    assert brute_force.count_up_to_symmetry(problem) == 3


def test_counts_are_bounds() -> None:
    problem = small("board\n  ???\npieces 1-2*I1")
    assert algorithm_x.count(problem) == brute_force.count(problem) == 6


def test_colours_must_match() -> None:
    red_end = "piece A 1 free\n  r#\n"
    assert algorithm_x.count(small(f"board\n  rb\n{red_end}")) == 1
    assert brute_force.count(small(f"board\n  rb\n{red_end}")) == 1
    assert brute_force.count(small(f"board\n  bb\n{red_end}")) == 0
    # Turned about it covers the same cells: one placement, one tiling.
    assert algorithm_x.count(small(f"board 2x1\n{red_end}")) == brute_force.count(small(f"board 2x1\n{red_end}")) == 1


def test_a_fixed_piece_breaks_symmetry() -> None:
    problem = small("board 2x4\npieces any*I2\nfixed I 0,0 1,0")
    assert algorithm_x.count(problem) == brute_force.count(problem) == 3
    assert brute_force.count_up_to_symmetry(problem) == 3


def test_a_fixed_copy_counts_for_the_minimum() -> None:
    problem = small("board\n  #???\npieces 2*I1\nfixed I 0,0")
    assert algorithm_x.count(problem) == brute_force.count(problem) == 3


def test_mirror_pieces_may_swap() -> None:
    pair = "board 2x4\npiece L 1 one-sided\n  ###\n  #..\npiece J 1 one-sided\n  #..\n  ###\n"
    assert algorithm_x.count(small(pair)) == brute_force.count(small(pair))
    assert brute_force.count_up_to_symmetry(small(pair)) <= brute_force.count_up_to_symmetry(
        small(pair), rotations_only=True
    )


@settings(max_examples=150)
@given(problems())
def test_the_twins_agree(problem: Problem) -> None:
    found = set(algorithm_x.tilings(problem))
    assert len(found) == brute_force.count(problem)
    names = [algorithm_x.first_equal(problem, piece) for piece in problem.pieces]
    kinds = list(dict.fromkeys(names))
    assert {
        frozenset((kinds[number], cells) for number, cells in tiling) for tiling in brute_force.tilings(problem)
    } == found


@settings(max_examples=100)
@given(problems())
def test_classes_names_and_symmetries_agree_with_the_twins(problem: Problem) -> None:
    classes = problem.classes()
    number_of = {problem.pieces[pieces.members[0]].name: number for number, pieces in enumerate(classes)}
    every: set[Tiles] = set()
    for tiling in algorithm_x.tilings(problem):
        chosen: dict[int, list[tuple[tuple[int, ...], ...]]] = {}
        for name, cells in tiling:
            chosen.setdefault(number_of[name], []).append(tuple(sorted(cells)))
        placements = problem.name_copies(chosen)
        assert faults(problem, placements) == []
        every.add(frozenset((number, cells) for number, sets in chosen.items() for cells in sets))
    for rotations_only in (False, True):
        group = symmetries(problem, rotations_only=rotations_only)
        assert len({canonical(tiles, group) for tiles in every}) == brute_force.count_up_to_symmetry(
            problem, rotations_only=rotations_only
        )


@settings(max_examples=60)
@given(problems())
def test_class_placements_are_those_of_the_twin(problem: Problem) -> None:
    for pieces in problem.classes():
        found = list(problem.class_placements(pieces))
        assert len(found) == len(set(found))
        piece = problem.pieces[pieces.members[0]]
        assert {frozenset(cells) for cells in found} == algorithm_x.spots(problem, piece)
        assert all(cells == Placement(piece.name, cells).cells for cells in found)
