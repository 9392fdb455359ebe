"""Deadly sequences: the engine against the twin, every play by the rules alone, known results."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking.deadly import shortest
from tests.reference.stacking.survival import faults_of_survival
from tests.stacking.games.test_survival import game, shapes

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, ResourceError, StoppedError
from shapewright.stacking import Problem
from shapewright.stacking.proof.adversary import Plays


@settings(max_examples=25, deadline=None)
@given(
    pieces=st.sets(st.sampled_from("IOTJLSZ"), min_size=1, max_size=3),
    width=st.integers(2, 4),
    height=st.integers(2, 4),
    hold=st.booleans(),
    rotation=st.booleans(),
)
def test_as_the_twin_says(pieces: set[str], width: int, height: int, hold: bool, rotation: bool) -> None:
    try:
        problem = game("".join(sorted(pieces)), width, height, hold=hold, rotation=rotation)
    except ProblemError:  # a piece is wider than the well
        return
    try:
        found = stacking.deadly(problem, time_limit=0.3)
    except StoppedError:
        return
    least = shortest(shapes(problem), width, height, 4, hold=hold)
    if found.sequence is None:
        assert least is None
        assert found.defence is not None
        assert found.defence.for_ever
        assert faults_of_survival(found.defence) == []
        return
    assert Plays(problem).after(found.sequence) == 0
    assert Plays(problem).after(found.sequence[:-1]) > 0
    assert least == (len(found.sequence) if len(found.sequence) <= 4 else None) or not found.optimal


def test_who_knows_all_lasts_at_least_as_long_as_who_sees_some() -> None:
    for pieces, width, height in [("SZ", 4, 6), ("TS", 4, 4), ("IOTJLSZ", 4, 4)]:
        problem = game(pieces, width, height)
        found = stacking.deadly(problem)
        assert found.sequence is not None
        assert found.optimal
        for see in (1, 2):
            drops = stacking.survive(problem, see=see).drops
            assert drops is not None
            assert len(found.sequence) > drops


def test_that_none_shorter_is_deadly_by_the_rules() -> None:
    problem = game("SZ", 4, 5)
    found = stacking.deadly(problem)
    assert found.sequence is not None
    assert Plays(problem).deadly_of(len(found.sequence) - 1) is None


def test_no_sequence_is_deadly_where_somebody_survives_for_ever() -> None:
    found = stacking.deadly(game("LJ", 4, 4))
    assert found.sequence is None
    assert found.defence is not None
    assert found.defence.see == 2
    assert str(found) == "LJ in 4x4: no sequence is deadly; who sees 2 pieces survives for ever"


@pytest.mark.parametrize("limits", [{"time_limit": 0.0}, {"memory": 1 << 12}])
def test_a_search_without_an_end_says_what_is_known(limits: dict[str, Any]) -> None:
    with pytest.raises(
        (StoppedError, ResourceError), match="before a deadly sequence was found|do not fit into 0 MB of memory"
    ):
        stacking.deadly(game("IOTJLSZ", 6, 6), **limits)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", "deadly", *arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_what_is_changed_in_an_answer_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    right = answer(capsys, "SZ", "--width", "4", "--height-limit", "4")
    assert stacking.verify(right).valid
    number = right["pieces"]
    for change in [
        {"sequence": right["sequence"][:-1], "pieces": number - 1, "lower_bound": number - 1},
        {"sequence": ["O"] * number},
        {"sequence": ["S"] * number},
        {"sequence": [*right["sequence"], "S"], "pieces": number + 1, "lower_bound": number + 1},
        {"lower_bound": number - 1},
        {"pieces": number + 1},
        {"sequence": None, "pieces": None, "lower_bound": None, "see": 1},
        {"verdict": "none"},
    ]:
        assert stacking.verify({**right, **change}).valid is False, change
    no_bound = {**right, "lower_bound": 0, "optimal": False, "complete": False}  # but not one above the length
    assert stacking.verify(no_bound).valid
    with pytest.raises(NotationError, match="'lower_bound' is not a whole number"):
        stacking.verify({**no_bound, "lower_bound": -3})


def test_a_strategy_that_is_changed_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    right = answer(capsys, "T", "--width", "4", "--height-limit", "4")
    assert stacking.verify(right).valid
    for change in [{"defence": right["defence"][1:]}, {"see": 2}, {"lower_bound": 3}, {"verdict": "found"}]:
        assert stacking.verify({**right, **change}).valid is False, change
    first, *others = right["defence"]
    for wrong, words in [
        ([first, *others, first], "twice"),
        ([{**first, "board": "##."}, *others], "4 columns"),
    ]:
        with pytest.raises(NotationError, match=words):
            stacking.verify({**right, "defence": wrong})


@pytest.mark.parametrize(
    ("problem", "error", "words"),
    [
        (Problem("S", width=4, height_limit=4), ProblemError, "line clears"),
        (Problem("S", width=4, clear_lines=True), ProblemError, "height limit"),
        (game("S", 8, 9), LimitError, "72 cells"),
    ],
)
def test_what_is_refused(problem: Problem, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        stacking.deadly(problem)
