"""The most pieces that survive, against every game there is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import brute_force as twin
from tests.stacking.random_problems import LETTERS, boards

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import ProblemError
from shapewright.stacking import Problem
from shapewright.stacking.games.longest import cell_bound
from shapewright.stacking.proof.recount import most_drops


@st.composite
def wells(draw: st.DrawFn) -> Problem:
    """Wells of 2 to 4 columns and up to 5 rows."""
    width = draw(st.integers(2, 4))
    return Problem(
        draw(st.text(LETTERS if width > 2 else "IOSZ", min_size=1, max_size=5)),
        width,
        board=draw(st.just(frozenset()) | boards(width)) if width > 3 else frozenset(),
        hold=draw(st.booleans()),
        clear_lines=draw(st.booleans()),
        height_limit=draw(st.integers(4, 5)),
    )


@settings(max_examples=40, deadline=None)
@given(wells())
def test_the_longest_game_against_all_games(problem: Problem) -> None:
    most = twin.longest(problem)
    found = stacking.longest(problem)
    assert (found.pieces, found.bound) == (most, most)
    assert cell_bound(problem) >= most
    assert most_drops(problem, 60.0) == most


def test_long_sequences_without_a_search() -> None:
    """Fifty pieces fill 200 cells; the colours of T say that 50 T do not."""
    assert str(stacking.longest(Problem("O" * 60, 10, height_limit=20))) == "50 of 60 pieces can fall (optimal)"
    assert stacking.longest(Problem("T" * 60, 10, height_limit=20)).bound == 49
    assert stacking.longest(Problem("IOTJLSZ" * 10, clear_lines=True, height_limit=20)).pieces == 70


def test_a_game_that_no_time_is_left_for_has_a_bound() -> None:
    found = stacking.longest(Problem("SZ" * 40, 6, clear_lines=True, height_limit=8), time_limit=0)
    assert 0 < found.pieces <= found.bound <= 80


def test_without_a_height_there_is_no_end() -> None:
    with pytest.raises(ProblemError, match="without a height limit every piece can fall"):
        stacking.longest(Problem("IO"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", "longest", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["SZSZSZSZSZ", "--width", "5", "--height-limit", "5", "--clear-lines"],
        ["SZSZSZSZ", "--width", "4", "--height-limit", "4", "--hold"],
        ["LLLLLLLL", "--width", "5", "--height-limit", "5"],
        ["--random", "12", "--seed", "4", "--width", "4", "--height-limit", "6"],
    ],
)
def test_answers_are_verified_and_forged_ones_found_out(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    answer = asked(capsys, *arguments)
    found = stacking.verify(answer)
    assert found.valid is True, found.lines()
    for key, change in (("pieces", 1), ("upper_bound", -1), ("upper_bound", 1)):
        assert stacking.verify({**answer, key: answer[key] + change}).valid is False
    shorter = {"plan": answer["plan"][:-1], "pieces": answer["pieces"] - 1, "upper_bound": answer["upper_bound"] - 1}
    assert stacking.verify({**answer, **shorter}).valid is False
    assert stacking.verify({**answer, "optimal": False}).valid is False
