"""The checker finds every kind of fault, and no fault in what the slow twin finds."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.random_problems import problems

from shapewright.cells.placements import Placement
from shapewright.errors import InternalError
from shapewright.tiling.check import Checker, check, faults
from shapewright.tiling.problem import Problem
from shapewright.tiling.rules import may_lie, shapes
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve

PUZZLE = Problem.from_text(
    """
board
  r###
  ##??
piece I 1-2 fixed
  ###
piece L 1 one-sided
  r#
  #.
fixed I 1,1 2,1 3,1
"""
)
GOOD = (Placement("I", ((1, 1), (2, 1), (3, 1))), Placement("L", ((0, 0), (0, 1), (1, 0))))


def test_a_tiling_has_no_faults() -> None:
    assert faults(PUZZLE, GOOD) == []
    check(Solution(PUZZLE, GOOD))


@pytest.mark.parametrize(
    ("placements", "fault"),
    [
        (GOOD[:1], "3 cells are left empty, the first is 0,0"),
        (GOOD[:1], "piece 'L' is used 0 times, at least 1 are needed"),
        (GOOD[1:], "the fixed piece 'I' at 1,1 is not in its place"),
        ((GOOD[0], Placement("L", ((0, 0), (0, 1)))), "'L' at 0,0 has a shape the piece cannot take"),
        ((GOOD[0], Placement("L", ((0, 0), (0, 1)))), "cell 1,0 is left empty"),
        ((*GOOD, GOOD[0]), "cell 1,1 is covered twice, by 'I' and 'I'"),
        ((*GOOD, GOOD[0], GOOD[0]), "piece 'I' is used 3 times, at most 2 are allowed"),
        ((*GOOD, Placement("Q", ((2, 0),))), "'Q' at 2,0 is not one of the pieces"),
        ((*GOOD, Placement("I", ((2, 0), (3, 0), (4, 0)))), "'I' at 2,0 covers 4,0, which is not a cell of the board"),
        ((*GOOD, Placement("I", ())), "piece 'I' covers no cell"),
        ((*GOOD, Placement("I", ((1, 0), (2, 0), (3, 0)))), "cell 1,0 is covered twice, by 'L' and 'I'"),
        ((*GOOD, Placement("I", ((0, -1), (0, 0), (0, 1)))), "'I' at 0,-1 covers 0,-1, which is not a cell"),
        ((*GOOD, Placement("I", ((0, 0, 0),))), "'I' at 0,0,0 covers 0,0,0, which is not a cell"),
    ],
)
def test_each_fault_is_named(placements: tuple[Placement, ...], fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(PUZZLE, placements))


def test_motions_are_kept() -> None:
    upright = Problem.from_text("board 3x3\npieces any*fixed-I3.1")
    across = [Placement(upright.pieces[0].name, tuple((x, y) for x in range(3))) for y in range(3)]
    along = [Placement(upright.pieces[0].name, tuple((x, y) for y in range(3))) for x in range(3)]
    assert sorted(map(bool, (faults(upright, across), faults(upright, along)))) == [False, True]


def test_colours_are_kept() -> None:
    problem = Problem.from_text("board\n  rb\npiece A 1 fixed\n  b#\n")
    assert faults(problem, [Placement("A", ((0, 0), (1, 0)))]) == ["'A' at 0,0 does not match the colours of the board"]
    turned = Problem.from_text("board\n  rb\npiece A 1 one-sided\n  b#\n")
    assert faults(turned, [Placement("A", ((0, 0), (1, 0)))]) == []


def test_check_raises_the_first_fault() -> None:
    with pytest.raises(InternalError, match="failed its check: 3 cells are left empty"):
        check(Solution(PUZZLE, GOOD[:1]))


@settings(max_examples=60)
@given(problems())
def test_rules_agree_with_the_orientations_of_pieces(problem: Problem) -> None:
    for piece in problem.pieces:
        ours = {frozenset(shape) for shape in shapes(piece)}
        assert ours == algorithm_x.painted_shapes(piece)
        for cells in islice(algorithm_x.spots(problem, piece), 20):
            assert may_lie(problem.board, piece, tuple(sorted(cells)))


@settings(max_examples=60)
@given(problems(), st.data())
def test_a_tiling_that_is_changed_is_no_tiling(problem: Problem, data: st.DataObject) -> None:
    classes = problem.classes()
    number_of = {problem.pieces[pieces.members[0]].name: number for number, pieces in enumerate(classes)}
    for tiling in islice(algorithm_x.tilings(problem), 3):
        chosen: dict[int, list[tuple[tuple[int, ...], ...]]] = {}
        for name, cells in tiling:
            chosen.setdefault(number_of[name], []).append(tuple(sorted(cells)))
        placements = problem.name_copies(chosen)
        assert faults(problem, placements) == []
        if placements:
            wrong = data.draw(st.sampled_from(placements))
            assert faults(problem, [*placements, wrong])
            longer = Placement(wrong.piece, (*wrong.cells, (99,) * problem.board.dimension))
            assert faults(problem, [longer if placement == wrong else placement for placement in placements])


def test_a_checker_that_knows_placements_still_sees_every_fault() -> None:
    for problem in (
        Problem.from_text("board 4x4\npieces 4*L4"),
        Problem.from_text("board 4x3\nhole 0,0\noptional 3,2 3,1\npieces 2*I3,any*I2,I1"),
        Problem.from_text("board 3x3\npieces I3,L3,V3,any*I1"),
        Problem.from_text("board 4x2\npieces any*I2\nfixed I 0,0 0,1"),
    ):
        checker = Checker(problem)
        known = list(solve(problem))
        assert known
        for _ in range(2):  # the second time all placements are known
            for solution in known:
                checker.check(solution)
        pool = sorted(
            {one for solution in known for one in solution.placements}, key=lambda one: (one.cells, one.piece)
        )
        kept = {(one.piece, one.cells): one for solution in known for one in solution.placements}
        right = {solution.placements for solution in known}
        rng = Random(1)
        for _ in range(300):
            chosen = list(rng.choice(known).placements)
            place = rng.randrange(len(chosen))
            other = rng.choice(pool)
            chosen[place : place + rng.randrange(2)] = [kept[other.piece, other.cells]] * rng.randrange(3)
            tried = Solution(problem, tuple(chosen))
            if not faults(problem, tried.placements):
                checker.check(tried)
                continue
            assert tried.placements not in right
            with pytest.raises(InternalError, match="a tiling found failed its check"):
                checker.check(tried)


def test_a_placement_of_another_problem_is_not_known() -> None:
    free, fixed = (Problem.from_text(f"board 3x2\npieces {pieces}") for pieces in ("2*L3", "2*fixed-L3"))
    checker = Checker(free)
    for solution in solve(free):
        checker.check(solution)
        with pytest.raises(InternalError):
            Checker(fixed).check(Solution(fixed, solution.placements))
