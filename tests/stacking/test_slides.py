"""Pieces that slide and turn on their way down: places, paths, plans and counts against brute force."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import slides as twin
from tests.reference.stacking.brute_force import rank
from tests.stacking.random_problems import LETTERS, OWN, boards

from shapewright import clear, stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.clear.rules import reachable
from shapewright.errors import ProblemError
from shapewright.stacking import Drop, FallingPiece, Plan, Problem, faults
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.proof.recount import values
from shapewright.stacking.slides import SlideError, followed, path_of, positions, rests

# A hook, which turns into caves from above; a piece of two drawings; one whose square has an even side.
MORE = (
    *OWN,
    FallingPiece.turning("H", Polyomino.from_text("####/#..#/#...")),
    FallingPiece.turning("N", Polyomino.from_text("##../.###")),
    FallingPiece("Q", (Polyomino.from_text("##/#./#."), Polyomino.from_text("###/..#"))),
)


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, frozenset[tuple[int, int]]]:
    width = draw(st.integers(3, 7))
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, 6))
    return width, draw(st.frozensets(cells, max_size=16))


@settings(max_examples=150)
@given(fields(), st.sampled_from(LETTERS + "UCVDHNQ"), st.booleans())
def test_places_and_paths_are_those_of_brute_force(
    field: tuple[int, frozenset[tuple[int, int]]], name: str, rotation: bool
) -> None:
    width, filled = field
    problem = Problem((name,), max(width, 4), MORE, filled, rotation=rotation, drop="soft")
    shapes, width = problem.shapes(name), problem.width
    found = rests(filled, shapes, width)
    cells = [frozenset((x + column, y + row) for x, y in shapes[k]) for k, column, row in found]
    assert len(cells) == len(set(cells))
    assert set(cells) == twin.places(filled, twin.shapes_of(problem, name), width)
    for (orientation, column, row), there in zip(found, cells, strict=True):
        way = path_of(filled, shapes, width, orientation, column, row)
        assert way is not None
        assert set(followed(filled, shapes, width, *way)) == there
        assert plan_text(parse_plan(f"{way[0]}({90 * way[1]})[{way[2]}]", problem)) if way[2] else True
        *_, last = positions(filled, shapes, width, *way)
        assert set(last) == there


@pytest.mark.parametrize("piece", LETTERS)
def test_tetrominoes_turn_as_the_super_rotation_system_turns_them_without_kicks(piece: str) -> None:
    kicks = clear.Kicks.named("none")
    rng = random.Random(piece)
    shapes = Problem(piece).shapes(piece)
    for _ in range(40):
        rows = [sum(1 << x for x in range(10) if rng.random() < 0.35) for _ in range(rng.randrange(1, 7))]
        filled = {(x, y) for y, row in enumerate(rows) for x in range(10) if row >> x & 1 and row != 1023}
        field = clear.Field(tuple(row if row != 1023 else 0 for row in rows))
        theirs = {frozenset(one.cells()) for one in reachable(field, piece, kicks, "soft")}
        ours = {frozenset((x + a, y + b) for x, y in shapes[k]) for k, a, b in rests(filled, shapes, 10)}
        assert ours == theirs


@st.composite
def soft_problems(draw: st.DrawFn) -> Problem:
    width = draw(st.integers(3, 6))
    own = draw(st.booleans())
    clear_lines = draw(st.booleans())
    goals = ["height", "holes", "flatness", "peak", *(["rows", "tetrises"] if clear_lines else [])]
    return Problem(
        draw(st.text(LETTERS + ("UCVDQ" if own else ""), min_size=1, max_size=3 if width < 5 else 2)),
        max(width, 4) if own else width,
        MORE if own else (),
        draw(boards(width, 4)),
        rotation=draw(st.booleans()),
        hold=draw(st.booleans()),
        clear_lines=clear_lines,
        objective=draw(st.sampled_from(goals)),
        height_limit=draw(st.none() | st.integers(4, 7)),
        drop="soft",
    )


@settings(max_examples=80)
@given(soft_problems())
def test_plans_and_counts_are_those_of_brute_force(problem: Problem) -> None:
    known = twin.values(problem)
    plan = stacking.first(problem)
    assert values(problem, None, 60.0) == dict(sorted(known.items()))
    if not known:
        assert plan is None
        assert stacking.count(problem) == 0
        return
    assert plan is not None
    best = min(known, key=lambda one: rank(problem, one))
    assert (plan.value, plan.bound) == (best, best)
    assert lower_bound(problem) <= rank(problem, plan.value)
    assert stacking.count(problem) == known[plan.value]
    assert stacking.reprove(problem, plan.value) is True
    listed = list(stacking.solve(problem, limit=60))
    every = [value for value in sorted(known, key=lambda one: rank(problem, one)) for _ in range(known[value])]
    assert [one.value for one in listed] == every[:60]
    for one in listed:
        stacking.check(one)
    assert Plan.from_json(plan.to_json()) == plan
    assert parse_plan(plan.to_text(), problem) == plan.drops
    assert eval(repr(plan), {"Problem": Problem, "Plan": Plan, "Drop": Drop, "FallingPiece": FallingPiece,
                             "Polyomino": Polyomino}) == plan  # fmt: skip


def test_a_roof_is_no_hindrance() -> None:
    roof = Problem("OO", 4, board=frozenset({(0, 2), (1, 2)}), drop="soft")
    plan = stacking.first(roof)
    assert plan is not None
    assert (plan.height, plan.optimal) == (3, True)
    assert {drop.path for drop in plan.drops} == {"", "3d2l"}
    straight = stacking.first(Problem("OO", 4, board=roof.board))
    assert straight is not None
    assert straight.height == 4
    number = 1 + [drop.path for drop in plan.drops].index("3d2l")
    wrong = faults(Problem("OO", 4, board=roof.board), plan.drops)
    assert wrong == [f"drop {number}: 'O': it has a path, and pieces fall straight down"]


def test_what_is_wrong_with_a_path_is_said() -> None:
    roof = Problem("OO", 4, board=frozenset({(0, 2), (1, 2)}), drop="soft")
    for path, words in (
        ("3dx", "'3dx' is not a path"),
        ("d0l", "'d0l' is not a path"),
        ("du", "a piece can only begin higher"),
        ("99999a99999a", "it has more than 100000 moves"),
        ("2d2l", "after the moves 2d it cannot go left"),
        ("4d", "after the moves 3d it cannot go down"),
        ("3r", "at first it cannot go right"),
        ("a", "at first it cannot turn anticlockwise"),
    ):
        found = faults(roof, [Drop("O", 2, 0, path)])
        assert len(found) == 1
        assert words in found[0]
    with pytest.raises(SlideError):
        followed(roof.board, roof.shapes("O"), 4, 2, 0, "9l")
    with pytest.raises(ProblemError, match="not a way to drop pieces; choose hard or soft"):
        Problem("O", drop="softly")
    with pytest.raises(ProblemError, match="after the moves 2d it cannot go left"):
        stacking.Game(4, board=roof.board, drop="soft").drop("O", 2, 0, "2d2l")


def test_what_knows_straight_falls_only_refuses_slides() -> None:
    soft = Problem("SZ", 4, drop="soft")
    with pytest.raises(ProblemError, match="without hold, line clears, soft drops"):
        stacking.rate(soft)
    with pytest.raises(ProblemError, match="without hold, line clears, soft drops"):
        stacking.expect(soft, 3)
    with pytest.raises(ProblemError, match="straight down only"):
        stacking.survive(Problem("SZ", 4, drop="soft", clear_lines=True, height_limit=4))


def test_the_longest_game_slides_too() -> None:
    board = frozenset({(0, 2), (1, 2)})
    assert stacking.longest(Problem("OOOO", 4, board=board, height_limit=3)).pieces == 1
    found = stacking.longest(Problem("OOOO", 4, board=board, height_limit=3, drop="soft"))
    assert (found.pieces, found.optimal) == (2, True)


def test_pictures_show_the_way() -> None:
    roof = Problem("O", 4, board=frozenset({(0, 2), (1, 2)}), drop="soft")
    straight, sliding = (Plan(roof, (drop,), 5, 0) for drop in (Drop("O", 0), Drop("O", 2, 0, "3d2l")))
    assert len(sliding.frames()) == len(straight.frames()) + 2
