"""Goals that what happens on the way decides: the peak, rows cleared, tetrises; each against every plan there is."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import brute_force as twin
from tests.stacking.random_problems import LETTERS, boards

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import ProblemError
from shapewright.stacking import Drop, Plan, Problem
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.proof.lower_bound import reprove
from shapewright.stacking.proof.recount import values
from shapewright.stacking.replay import value


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Rows that vanish, on widths 4 to 6, with boards that lack little."""
    width = draw(st.integers(4, 6))
    objective = draw(st.sampled_from(["peak", "rows", "tetrises"]))
    wells = st.integers(1, 4).map(lambda rows: frozenset((x, y) for x in range(width - 1) for y in range(rows)))
    return Problem(
        draw(st.text(LETTERS, min_size=1, max_size=3)),
        width,
        board=draw(st.just(frozenset()) | boards(width) | wells),
        rotation=draw(st.booleans()),
        hold=draw(st.booleans()),
        clear_lines=objective != "peak" or draw(st.booleans()),
        objective=objective,
        height_limit=draw(st.none() | st.integers(4, 7)),
    )


@settings(max_examples=120)
@given(problems())
def test_goals_against_all_plans(problem: Problem) -> None:
    best = twin.best(problem)
    plan = stacking.first(problem)
    if best is None:
        assert plan is None
        return
    assert plan is not None
    stacking.check(plan)
    assert (plan.value, plan.bound) == (best[0], best[0])
    assert stacking.count(problem) == best[2]
    assert lower_bound(problem) <= twin.rank(problem, best[0])
    assert reprove(problem, best[0]) is True
    assert reprove(problem, best[0] + twin.rank(problem, 1)) is False
    assert Plan.from_json(plan.to_json()) == plan


@settings(max_examples=40)
@given(problems())
def test_every_plan_is_valued_alike(problem: Problem) -> None:
    counted: dict[int, int] = {}
    for number, moves in twin.plans(problem):
        counted[number] = counted.get(number, 0) + 1
        drops = [Drop(piece, column, rotation) for piece, rotation, column in moves]
        assert stacking.faults(problem, drops, number) == []
        assert value(problem, drops) == number
    assert values(problem, None, 60.0) == counted


@pytest.mark.parametrize("width", [4, 5, 6])
@pytest.mark.parametrize("objective", ["peak", "rows", "tetrises"])
def test_seven_pieces_by_the_rules_alone(width: int, objective: str) -> None:
    """Seven pieces have too many plans to walk through, but not too many stacks."""
    rng = random.Random(f"{width}{objective}")
    pieces = "".join(rng.choice("IIOSZ") for _ in range(7))
    problem = Problem(pieces, width, clear_lines=True, objective=objective, height_limit={4: 7, 5: 5, 6: 4}[width])
    counted = values(problem, None, 200.0)
    assert counted is not None, "too many stacks for the rules alone"
    if not counted:
        assert stacking.first(problem) is None
        return
    plan, best = stacking.first(problem), min(counted, key=lambda one: twin.rank(problem, one))
    assert plan is not None
    assert (plan.value, plan.optimal) == (best, True)
    assert stacking.count(problem) == counted[best]


def test_what_is_known_without_a_search() -> None:
    # Four I beside each other are a tetris on four columns, and no five rows; two pieces of four cells are two rows.
    four = Problem("IIII", 4, clear_lines=True, objective="tetrises")
    found = stacking.first(four)
    assert found is not None
    assert (found.value, found.lower_bound, found.upper_bound) == (1, None, 1)
    rows = Problem("OOTT", 4, clear_lines=True, objective="rows")
    assert lower_bound(rows) == -4
    # The same pieces are high before they vanish, and nothing is left.
    peak = stacking.first(Problem("IIII", 4, clear_lines=True, objective="peak", rotation=False))
    assert peak is not None
    assert (peak.value, peak.height) == (4, 0)


def test_rows_that_never_vanish_are_not_counted() -> None:
    for objective in ("rows", "tetrises"):
        with pytest.raises(ProblemError, match=f"no rows vanish, so there are no {objective} to count"):
            Problem("IIII", 4, objective=objective)


def test_a_long_sequence_has_a_plan_and_a_bound() -> None:
    for objective in ("peak", "rows", "tetrises"):
        problem = Problem("IOTJLSZ" * 8, clear_lines=True, objective=objective)
        plan = stacking.first(problem, time_limit=0.3)
        assert plan is not None
        stacking.check(plan)
        assert twin.rank(problem, plan.bound) <= twin.rank(problem, plan.value)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize("objective", ["peak", "rows", "tetrises"])
@pytest.mark.parametrize("verb", [["solve"], ["solve", "--best", "3"], ["count"]])
def test_answers_are_verified_and_forged_ones_found_out(
    capsys: pytest.CaptureFixture[str], objective: str, verb: list[str]
) -> None:
    answer = asked(capsys, verb[0], "IIIOI", "--width", "4", "--clear-lines", "--objective", objective, *verb[1:])
    found = stacking.verify(answer)
    assert found.valid is True, found.lines()
    for forged in (answer["value"] - 1, answer["value"] + 1):
        assert stacking.verify({**answer, "value": forged}).valid is False
    if verb == ["solve"]:
        key, better = ("lower_bound", 1) if objective == "peak" else ("upper_bound", -1)
        assert stacking.verify({**answer, key: answer["value"] + better}).valid is False


def test_words_say_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--width", "4", "--clear-lines", "--objective", "rows"]
    assert main(["stacking", "solve", "OOII", *options]) == 0
    assert capsys.readouterr().out.startswith("rows 4 (optimal: 5 refuted), height 0\n")
    assert main(["stacking", "verify", "OO", "0 2", *options, "--prove"]) == 0
    assert capsys.readouterr().out == "right: rows 2; that no plan has more than 2 rows is proven again\n"
    assert main(["stacking", "verify", "OO", "0 0", *options, "--prove"]) == 1
    assert "there is a plan with more than 0 rows" in capsys.readouterr().out


def test_long_sequences_are_cleared_at_last() -> None:
    # Few stacks can still vanish as a whole, so that the last layers must be wide.
    sequence = stacking.random_sequence(50, seed=2)
    plan = stacking.first(Problem(sequence, clear_lines=True))
    assert plan is not None
    stacking.check(plan)
    assert (plan.value, plan.optimal) == (0, True)
    assert not plan.stack
