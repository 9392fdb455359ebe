"""The best plan and the list of plans: published heights, the twin by brute force, bounds, limits."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from tests.reference.stacking import brute_force as twin
from tests.stacking.random_problems import any_problems, plain_problems

from shapewright import stacking
from shapewright.errors import ProblemError, StoppedError
from shapewright.stacking import Problem, Statistics

# Heights and first plans as a program that tries all permutations found them, on six columns.
PUBLISHED = [
    ("ZOZS", False, 4, "0 0 2 2"),
    ("ZISS", True, 3, "4(90) 0(90) 2 0"),
    ("SISS", False, 4, "0 5 2 0"),
    ("LLLL", True, 3, "0 3 1(180) 4(180)"),
    ("IIIIII", False, 4, "0 1 2 3 4 5"),
    ("IOTIOTIO", True, 6, "0 1 0 5 3 3(90) 0(90) 4"),
]


@pytest.mark.parametrize(("sequence", "rotation", "height", "text"), PUBLISHED)
def test_published_heights_and_first_plans(sequence: str, rotation: bool, height: int, text: str) -> None:
    problem = Problem(sequence, 6, rotation=rotation)
    plan = stacking.first(problem, tie_break="lexicographic")
    assert plan is not None
    stacking.check(plan)
    assert (plan.height, plan.lower_bound, plan.optimal, plan.first) == (height, height, True, True)
    assert str(plan) == text
    assert eval(repr(plan), {"Problem": Problem, "Plan": stacking.Plan, "Drop": stacking.Drop}) == plan


@settings(max_examples=60)
@given(plain_problems())
def test_the_least_height_is_that_of_all_permutations(problem: Problem) -> None:
    height, moves = twin.least_height(problem)
    plan = stacking.first(problem)
    assert plan is not None
    stacking.check(plan)
    assert (plan.value, plan.optimal) == (height, True)
    ordered = stacking.first(problem, tie_break="lexicographic")
    assert ordered is not None
    assert ordered.first
    assert tuple((drop.piece, drop.rotation, drop.column) for drop in ordered.drops) == moves


@pytest.mark.parametrize("width", range(4, 11))
def test_six_pieces_of_every_width(width: int) -> None:
    rng = random.Random(width)
    problem = Problem("".join(rng.choice("IOTJLSZ") for _ in range(6 if width < 9 else 5)), width)
    height, moves = twin.least_height(problem)
    plan = stacking.first(problem, tie_break="lexicographic")
    assert plan is not None
    assert (plan.value, plan.optimal, plan.first) == (height, True, True)
    assert tuple((drop.piece, drop.rotation, drop.column) for drop in plan.drops) == moves


@settings(max_examples=60)
@given(any_problems())
def test_every_rule_and_goal_against_all_plans(problem: Problem) -> None:
    best = twin.best(problem)
    seen: list[Statistics] = []
    plan = stacking.first(problem, report=seen.append)
    assert seen[0].complete
    if best is None:
        assert plan is None
        assert list(stacking.solve(problem)) == []
        return
    assert plan is not None
    stacking.check(plan)
    assert (plan.value, plan.lower_bound) == (best[0], best[0])
    listed = list(stacking.solve(problem, limit=200))
    values = sorted(value for value, _ in twin.plans(problem))
    assert [each.value for each in listed] == values[:200]
    assert len({each.drops for each in listed}) == len(listed)
    for each in listed:
        stacking.check(each)
    if not problem.hold:
        assert tuple((drop.piece, drop.rotation, drop.column) for drop in listed[0].drops) == best[1]


@settings(max_examples=20)
@given(plain_problems(longest=2))
def test_plans_of_one_height_come_in_order(problem: Problem) -> None:
    listed = list(islice(stacking.solve(problem), 300))
    keys = [(plan.height, [(drop.rotation, drop.column) for drop in plan.drops]) for plan in listed]
    assert keys == sorted(keys)
    every = sorted(value for value, _ in twin.plans(problem))
    assert [plan.height for plan in listed] == every[:300]


@settings(max_examples=20)
@given(plain_problems(longest=5))
def test_a_mirrored_sequence_needs_the_same_height(problem: Problem) -> None:
    assume(all(len(piece.name) == 1 for piece in problem.pieces) and problem.rotation)
    assume(not set("UCVD") & set(problem.sequence))
    mirror = str.maketrans("JLSZ", "LJZS")
    board = frozenset((problem.width - 1 - x, y) for x, y in problem.board)
    mirrored = Problem("".join(problem.sequence).translate(mirror), problem.width, board=board)
    here, there = stacking.first(problem), stacking.first(mirrored)
    assert here is not None
    assert there is not None
    assert here.height == there.height


@pytest.mark.parametrize("length", [20, 50, 100])
def test_long_sequences_are_proven(length: int) -> None:
    for seed in range(3):
        rng = random.Random(1000 * length + seed)
        seen: list[Statistics] = []
        plan = stacking.first(Problem("".join(rng.choice("IOTJLSZ") for _ in range(length))), report=seen.append)
        assert plan is not None
        stacking.check(plan)
        assert plan.optimal
        assert plan.height <= 4 * length // 10 + 1
        assert seen[0].nodes < 5_000_000


def test_a_thousand_pieces() -> None:
    rng = random.Random(5)
    plan = stacking.first(Problem("".join(rng.choice("IOTJLSZ") for _ in range(1000))), time_limit=60)
    assert plan is not None
    stacking.check(plan)
    assert plan.lower_bound <= plan.height <= 402


def test_the_same_answer_every_time() -> None:
    problem = Problem("SZTOILJSZZSTOILJ", 7)
    assert stacking.first(problem) == stacking.first(problem)


def test_a_plan_and_a_bound_however_short_the_time() -> None:
    hard = Problem("SZZS" * 40)
    seen: list[Statistics] = []
    plan = stacking.first(hard, time_limit=0.0, report=seen.append)
    assert plan is not None
    stacking.check(plan)
    assert plan.lower_bound < plan.height
    assert not plan.optimal
    assert not seen[0].complete
    for kind in ({"hold": True}, {"clear_lines": True}, {"objective": "holes"}, {"objective": "flatness"}):
        other = stacking.first(Problem("SZZS" * 10, **kind), time_limit=0.0)  # type: ignore[arg-type]
        assert other is not None
        stacking.check(other)


def test_a_height_limit_is_met_refuted_or_open() -> None:
    met = stacking.first(Problem("LLLL", 6, height_limit=3))
    assert met is not None
    assert met.height == 3
    seen: list[Statistics] = []
    assert stacking.first(Problem("LLLL", 6, height_limit=2), report=seen.append) is None
    assert seen[0].lower_bound == 3
    assert list(stacking.solve(Problem("LLLL", 6, height_limit=2))) == []
    with pytest.raises(
        StoppedError, match=r"keeps the height limit of 65; at least 6\d rows are needed, which is proven"
    ):
        stacking.first(Problem("SZZS" * 40, height_limit=65), time_limit=0.0)


def test_a_limit_cuts_the_same_list() -> None:
    problem = Problem("OT", 5)
    every = list(stacking.solve(problem))
    for limit in (0, 1, 3, 10):
        seen: list[Statistics] = []
        assert list(stacking.solve(problem, limit=limit, report=seen.append)) == every[:limit]
    assert len(every) == len({plan.drops for plan in every}) == sum(1 for _ in twin.plans(problem))


def test_what_is_not_asked_sensibly_is_refused() -> None:
    with pytest.raises(ProblemError, match="limit must be at least 0"):
        stacking.solve(Problem("O"), limit=-1)
    with pytest.raises(ProblemError, match="time limit must be at least 0 seconds"):
        stacking.first(Problem("O"), time_limit=float("nan"))
    with pytest.raises(ProblemError, match="not a tie-break"):
        stacking.first(Problem("O"), tie_break="random")


def test_the_bound_of_colours_is_known_without_a_search() -> None:
    # Five T cover 10 + 10 cells of a checkerboard never, so two rows of ten cannot be filled.
    plan = stacking.first(Problem("TTTTT"))
    assert plan is not None
    assert (plan.height, plan.lower_bound) == (3, 3)
    for width in (1, 2, 3, 63, 64):
        tall = stacking.first(Problem("I" * 5, width))
        assert tall is not None
        stacking.check(tall)
        assert tall.optimal


def test_wide_pieces_and_high_boards() -> None:
    from shapewright.cells.polyomino import Polyomino
    from shapewright.stacking import FallingPiece

    bar = FallingPiece.turning("B", Polyomino(tuple((x, 0) for x in range(40))))
    plan = stacking.first(Problem("BBBB", 41, (bar,)))
    assert plan is not None
    assert (plan.height, plan.optimal) == (4, True)
    tower = frozenset((0, y) for y in range(200))
    high = stacking.first(Problem("IIII", 2, board=tower))
    assert high is not None
    assert (high.height, high.optimal) == (200, True)


@pytest.mark.parametrize(
    ("sequence", "width", "hold", "least"),
    [("ZTIIOS", 6, True, 2), ("ZZZSZ", 6, True, 2), ("OLZZZITIJZ", 10, False, 2), ("TTTIO" * 4, 10, True, 0)],
)
def test_few_rows_are_refuted_by_what_is_empty_in_them(sequence: str, width: int, hold: bool, least: int) -> None:
    plan = stacking.first(Problem(sequence, width, hold=hold, clear_lines=True))
    assert plan is not None
    assert (plan.value, plan.optimal) == (least, True)


def test_progress_shows_the_best_so_far_and_the_bound() -> None:
    told: list[str] = []
    plan = stacking.first(
        Problem("IOTSLJZIOTSL", clear_lines=True, objective="rows"),
        progress=lambda progress: told.append(progress.remark),
    )
    assert plan is not None
    assert told[-1] == f"rows {plan.value}, at most 4 are possible"


def test_progress_of_plain_heights_shows_the_best_so_far_and_the_bound() -> None:
    told: list[str] = []
    stacking.first(Problem("IOTJLSZSZ" * 3, width=6), progress=lambda progress: told.append(progress.remark))
    assert told
    assert all(re.fullmatch(r"height \d+, at least \d+ is needed", remark) for remark in told), told
