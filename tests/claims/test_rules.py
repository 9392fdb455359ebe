"""The rule of an answer's verb, and what it may know of the question."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from shapewright.claims import Asked, Case, Findings, Rule, recheck
from shapewright.errors import NotationError
from shapewright.questions import FAMILIES
from shapewright.questions.fields import CHECKPOINT, THREADS, TIME_LIMIT, Text, Whole
from shapewright.questions.question import Answer, Question

BOIL = Question(
    "stacking",
    "boil",
    "Boil eggs.",
    (Whole("eggs", "Number of eggs."), Text("salt", "A kind."), THREADS, TIME_LIMIT, CHECKPOINT),
    lambda *_: Answer({}),
    claims="""
    done? | whole | Number of eggs that are done. | again
    list? | [whole] | Them. | again
    salt? | whole | How often it was tasted. | again""",
)


def answer(**values: Any) -> dict[str, Any]:
    return {"command": "cooking boil", "parameters": {"eggs": 3}, **values}


def checked(answer: object, rule: Rule, **how: Any) -> Findings:
    """What becomes of the claims of an answer to the question by this rule."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAMILIES, "cooking", SimpleNamespace(known={"boil": replace(BOIL, rule=rule)}.get))
        return recheck(answer, "cooking", **how)


def boil(case: Case) -> None:
    """The rule: as many are done as were put in."""
    case.compare("done", case.asked.whole("eggs"))


def test_the_rule_of_the_verb_decides() -> None:
    assert checked(answer(done=3), boil).valid is True
    assert checked(answer(done=4), boil).valid is False
    assert checked(answer(done=3, salt=1), boil).valid is None


def test_an_answer_with_an_envelope_has_all_of_it() -> None:
    whole = {"version": "1", "envelope": 1, "seconds": 0.5, "verdict": "found", "reason": None, "complete": True}

    def rule(case: Case) -> None:
        boil(case)
        case.findings.verdict(case.answer, "found")
        case.compare("complete", True)

    assert checked(answer(done=3, **whole), rule).valid is True
    for key in ("verdict", "reason", "complete"):
        with pytest.raises(NotationError, match=f"the answer has no '{key}'"):
            checked(answer(done=3, **{name: value for name, value in whole.items() if name != key}), rule)
    for other in (2, True, "1", None):
        with pytest.raises(NotationError, match="its envelope has the version"):
            checked(answer(done=3, **{**whole, "envelope": other}), rule)


def test_a_parameter_that_no_rule_reads_is_not_checked() -> None:
    asked = {"eggs": 3, "threads": 2, "time_limit": 1.5, "salt": "sea"}
    assert checked(answer(done=3, parameters=asked), boil).not_checked == {"parameters.salt": "no rule reads it"}
    found = checked(answer(done=4, parameters=asked), boil)
    assert (found.valid, found.not_checked) == (False, {})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([1], "this is not the answer of a command"),
        ({"done": 3}, "this is not the answer of a command"),
        (answer(command="cooking fry"), "'cooking fry' is not a command of cooking whose answers can be verified"),
        ({"command": "cooking boil"}, "the answer has no 'parameters'"),
        (answer(), "the answer has no 'done'"),
    ],
)
def test_other_things_are_refused(wrong: object, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        checked(wrong, boil)


def test_what_python_writes_has_no_command() -> None:
    bare = {"done": 3}

    def rule(case: Case) -> None:
        case.findings.compare("done", case.need("done", int), 3, case.verb)

    assert recheck(bare, "cooking", bare=rule).valid is True
    assert recheck({**bare, "parameters": {}}, "cooking", bare=rule).valid is True
    for wrong in ({**bare, "parameters": 3}, {**bare, "command": "cooking"}, {**bare, "command": 3}):
        with pytest.raises(NotationError):
            recheck(wrong, "cooking", bare=rule)


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {"salt": 1},
            {"salt": ["sea"]},
            {"eggs": "3"},
            {"eggs": True},
            {"eggs": -1},
            {"eggs": 3.5},
            {"pepper": "x"},
            {"checkpoint": "a"},
        ),
        *({"threads": "many"}, {"time_limit": "long"}, {"time_limit": True}, {"time_limit": -5}, {"time_limit": 0}),
        *({"eggs": {"sha256": "0"}}, {"salt": {"sha256": 3}}, {"salt": {"sha256": "0", "more": 1}}),
    ],
)
def test_parameters_that_the_question_refuses(wrong: dict[str, object]) -> None:
    with pytest.raises(NotationError, match="its parameters are not those of 'stacking boil'"):
        checked(answer(done=3, parameters={"eggs": 3, **wrong}), boil)


def test_a_file_that_is_none_is_not_elsewhere() -> None:
    for wrong in ({}, {"name": "a.txt"}):
        with pytest.raises(NotationError, match="of another kind"):
            Asked({"file": wrong}).text("file")
        with pytest.raises(NotationError, match="not a list of texts"):
            Asked({"file": [wrong]}).texts("file")


def test_what_time_does_not_allow_is_not_checked() -> None:
    def slow(case: Case) -> None:
        case.findings.right("salt", f"tasted {case.claimed('salt')} times")
        case.left()

    found = checked(answer(done=3, salt=1), slow, time_limit=0)
    assert found.checked == {"salt": "tasted 1 times"}
    assert found.not_checked == {"done": "the time limit of 0 s was reached"}


def test_an_incomplete_list_may_be_the_beginning() -> None:
    def rule(case: Case) -> None:
        case.compare_listed("list", [1, 2, 3], is_whole=True)

    assert checked(answer(parameters={}, list=[1, 2], complete=False), rule).valid is True
    assert checked(answer(parameters={}, list=[1, 3], complete=False), rule).valid is False
    assert checked(answer(parameters={}, list=[1, 2], complete=True), rule).valid is False
    assert checked(answer(parameters={}, list=[1, 2, 3], complete=True), rule).valid is True


def test_whole_numbers_of_an_answer_are_not_negative() -> None:
    def rule(case: Case) -> None:
        case.findings.compare("done", case.whole("done"), 3)

    assert checked(answer(done=3, parameters={}), rule).valid is True
    for wrong in (-3, 3.0, True, None):
        with pytest.raises(NotationError, match="its 'done' is not a whole number"):
            checked(answer(done=wrong), rule)
