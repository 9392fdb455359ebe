"""Answers about stacks verified in Python: what is forged is found out, what cannot be checked is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import brute_force as brute

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import NotationError, ShapewrightError
from shapewright.stacking import Problem
from shapewright.stacking.proof.recount import values


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "LLLL", "--width", "6"],
        ["solve", "LLLL", "--width", "6", "--tie-break", "lexicographic"],
        ["solve", "IOTS", "--width", "5", "--hold", "--best", "4"],
        ["solve", "IOTS", "--width", "5", "--clear-lines"],
        ["solve", "IIT", "--no-rotation", "--board", "6x3"],
        ["count", "LLLL", "--width", "6"],
        ["count", "OO", "--width", "4", "--height-limit", "1"],
        ["show", "LLLL", "0 3 1(180) 4(180)", "--width", "6"],
        ["show", "--pieces", "P5"],
    ],
)
def test_every_verb_is_verified(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    answer = asked(capsys, *arguments)
    found = stacking.verify(json.dumps(answer))
    assert found.valid is True, found.lines()
    claimed = {key for key, value in answer.items() if key != "reason" or value is not None}
    assert claimed - {"version", "envelope", "command", "parameters", "seconds", "states"} <= {*found.checked}


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"height": 4}, "height"),
        ({"value": 4}, "value"),
        ({"lower_bound": 1}, "lower_bound"),
        ({"plan": []}, "plan"),
        ({"text": "0"}, "text"),
        ({"objective": "holes"}, "objective"),
        ({"optimal": False}, "optimal"),
    ],
)
def test_what_stands_beside_a_list_of_plans(
    capsys: pytest.CaptureFixture[str], change: dict[str, Any], claim: str
) -> None:
    answer = asked(capsys, "solve", "LLLL", "--width", "6", "--best", "4")
    found = stacking.verify(answer | change)
    assert [fault["claim"] for fault in found.faults] == [claim]


def test_lists_of_the_best_plans(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "solve", "OOI", "--width", "5", "--best", "4")
    plans = answer["plans"]
    for wrong in (plans[:2] + plans[3:], [plans[0], *plans[2:0:-1], plans[3]], [*plans[:3], plans[0]]):
        assert stacking.verify(answer | {"plans": wrong}).valid is False


@pytest.mark.parametrize("change", [{"count": 50}, {"value": 4}, {"value": 2}, {"objective": "holes"}])
def test_wrong_counts(capsys: pytest.CaptureFixture[str], change: dict[str, Any]) -> None:
    answer = asked(capsys, "count", "LLLL", "--width", "6")
    assert stacking.verify(answer | change).valid is False


def test_the_end_of_a_game() -> None:
    answer: dict[str, Any] = {
        "command": "stacking play",
        "parameters": {"width": 6},
        "complete": True,
        "height": 2,
        "heights": [2, 2, 1, 1, 1, 1],
        "holes": 0,
        "sequence": ["O", "I"],
        "plan": [{"piece": "O", "column": 0, "rotation": 0}, {"piece": "I", "column": 2, "rotation": 90}],
        "text": "0 2(90)",
    }
    assert stacking.verify(answer).valid is True
    wrong = ({"height": 3}, {"heights": [2, 2, 1, 1, 1, 2]}, {"holes": 1}, {"sequence": ["I", "O"]}, {"text": ""})
    for change in wrong:
        assert stacking.verify(answer | change).valid is False


def test_what_cannot_be_checked_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "solve", "IOTSLJ", "--width", "7", "--hold", "--best", "2")
    found = stacking.verify(answer | {"beauty": 3})
    assert found.valid is None
    assert found.not_checked == {"beauty": "this key is unknown"}


@pytest.mark.parametrize(
    "change",
    [
        *(
            {"width": []},
            {"width": -6},
            {"board": {}},
            {"pieces": 3},
            {"hold": "yes"},
            {"objective": ""},
            {"random": 3},
        ),
        *({"see": 2}, {"time_limit": "long"}, {"threads": 0.5}, {"sequence": None}, {"drop": 1}, {"width": 99}),
    ],
)
def test_parameters_of_another_question_are_malformed(
    capsys: pytest.CaptureFixture[str], change: dict[str, Any]
) -> None:
    answer = asked(capsys, "solve", "LLLL", "--width", "6")
    with pytest.raises(ShapewrightError):
        stacking.verify({**answer, "parameters": {**answer["parameters"], **change}})


def test_lines_of_plans_are_verified() -> None:
    plans = [plan.to_json() for plan in stacking.solve(Problem("OOI", width=5), limit=3)]
    found = stacking.verify("\n".join(map(json.dumps, plans)))
    assert (found.valid, found.plans, found.lines()) == (True, 3, ["3 plans, all right"])
    plans[1]["height"] += 1
    found = stacking.verify("\n".join(map(json.dumps, plans)))
    assert found.lines()[1] == "1 of 3 plans is wrong"
    with pytest.raises(NotationError, match="line 2: it has no 'plan' and 'problem'"):
        stacking.verify(f"{json.dumps(plans[0])}\n{{}}")


@settings(max_examples=40, deadline=None)
@given(
    st.text("IOTJLSZ", min_size=1, max_size=3),
    st.integers(4, 5),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["height", "holes", "flatness"]),
)
def test_counts_by_the_rules_agree_with_brute_force(
    sequence: str, width: int, hold: bool, clear_lines: bool, objective: str
) -> None:
    problem = Problem(sequence, width, hold=hold, clear_lines=clear_lines, objective=objective)
    counted: dict[int, int] = {}
    for value, _ in brute.plans(problem):
        counted[value] = counted.get(value, 0) + 1
    assert values(problem, None, 60.0) == counted
    most = min(counted)
    assert values(problem, most, 60.0) == {most: counted[most]}


@pytest.mark.parametrize("answer", ["", "[]", "{}", "{}\n{}", {}, {"plan": 3, "problem": {}}])
def test_what_is_no_answer(answer: Any) -> None:
    with pytest.raises(NotationError):
        stacking.verify(answer)
