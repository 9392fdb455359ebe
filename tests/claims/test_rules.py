"""The rule of an answer's verb, and what it may know of the question."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright.claims import Asked, Case, ElsewhereError, recheck
from shapewright.errors import NotationError


def answer(**values: Any) -> dict[str, Any]:
    return {"command": "cooking boil", "parameters": {"eggs": 3}, **values}


def boil(case: Case) -> None:
    """The rule: as many are done as were put in."""
    case.compare("done", case.asked.whole("eggs"))


def test_the_rule_of_the_verb_decides() -> None:
    assert recheck(answer(done=3), "cooking", {"boil": boil}).valid is True
    assert recheck(answer(done=4), "cooking", {"boil": boil}).valid is False
    assert recheck(answer(done=3, salt=1), "cooking", {"boil": boil}).valid is None


def test_an_answer_with_an_envelope_has_all_of_it() -> None:
    whole = {"envelope": 1, "verdict": "found", "reason": None, "complete": True}

    def rule(case: Case) -> None:
        boil(case)
        case.findings.verdict(case.answer, "found")
        case.compare("complete", True)

    assert recheck(answer(done=3, **whole), "cooking", {"boil": rule}).valid is True
    for key in ("verdict", "reason", "complete"):
        with pytest.raises(NotationError, match=f"the answer has no '{key}'"):
            recheck(
                answer(done=3, **{name: value for name, value in whole.items() if name != key}),
                "cooking",
                {"boil": rule},
            )
    for other in (2, True, "1", None):
        with pytest.raises(NotationError, match="its envelope has the version"):
            recheck(answer(done=3, **{**whole, "envelope": other}), "cooking", {"boil": rule})


def test_a_parameter_that_no_rule_reads_is_not_checked() -> None:
    asked = {"eggs": 3, "threads": 2, "time_limit": 1.5, "checkpoint": "a", "cluster": "b", "salt": None}
    assert recheck(answer(done=3, parameters=asked), "cooking", {"boil": boil}).not_checked == {
        "parameters.salt": "no rule reads it"
    }
    found = recheck(answer(done=4, parameters=asked), "cooking", {"boil": boil})
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
        recheck(wrong, "cooking", {"boil": boil})


def test_what_python_writes_has_no_command() -> None:
    bare = {"done": 3}
    rules = {"": lambda case: case.findings.compare("done", case.need("done", int), 3, case.verb)}
    assert recheck(bare, "cooking", rules).valid is True
    assert recheck({**bare, "parameters": {}}, "cooking", rules).valid is True
    for wrong in ({**bare, "parameters": 3}, {**bare, "command": "cooking"}, {**bare, "command": 3}):
        with pytest.raises(NotationError):
            recheck(wrong, "cooking", rules)


def test_parameters_that_the_question_does_not_have() -> None:
    asked = Asked({"eggs": 3, "salt": None, "threads": 2, "time_limit": 0.5})
    asked.only("eggs")
    Asked({}).only()
    with pytest.raises(NotationError, match="'eggs' is not a parameter of such an answer"):
        asked.only("salt")
    for wrong in ({"threads": "many"}, {"time_limit": "long"}, {"time_limit": True}, {"memory": -1}):
        with pytest.raises(NotationError, match="the parameter"):
            Asked(wrong).only()


def test_a_file_that_is_none_is_not_elsewhere() -> None:
    for wrong in ({}, {"name": "a.txt"}):
        with pytest.raises(NotationError, match="not a text"):
            Asked({"file": wrong}).text("file")
        with pytest.raises(NotationError, match="not a list of texts"):
            Asked({"file": [wrong]}).texts("file")


def test_what_time_does_not_allow_is_not_checked() -> None:
    def slow(case: Case) -> None:
        case.findings.right("salt", f"tasted {case.claimed('salt')} times")
        case.left()

    found = recheck(answer(done=3, salt=1), "cooking", {"boil": slow}, time_limit=0)
    assert found.checked == {"salt": "tasted 1 times"}
    assert found.not_checked == {"done": "the time limit of 0 s was reached"}


def test_an_incomplete_list_may_be_the_beginning() -> None:
    def rule(case: Case) -> None:
        case.compare_listed("list", [1, 2, 3], is_whole=True)

    assert recheck(answer(parameters={}, list=[1, 2], complete=False), "cooking", {"boil": rule}).valid is True
    assert recheck(answer(parameters={}, list=[1, 3], complete=False), "cooking", {"boil": rule}).valid is False
    assert recheck(answer(parameters={}, list=[1, 2], complete=True), "cooking", {"boil": rule}).valid is False
    assert recheck(answer(parameters={}, list=[1, 2, 3], complete=True), "cooking", {"boil": rule}).valid is True


def test_parameters_are_read_strictly() -> None:
    asked = Asked({"old": "7", "on": True, "text": "T", "one": "a", "file": {"sha256": "0" * 64}, "null": None})
    assert asked.whole("new", "old") == 7
    assert asked.flag("on") is True
    assert asked.flag("off") is False
    assert asked.texts("one") == ("a",)
    assert asked.texts("null") == ()
    with pytest.raises(NotationError, match="the parameter 'text' is 'T', not a whole number"):
        asked.whole("text")
    with pytest.raises(NotationError, match="the parameter 'old' is '7', not a whole number from 0 to 6"):
        asked.whole("old", most=6)
    with pytest.raises(NotationError, match="the parameter 'text' is 'T', not true or false"):
        asked.flag("text")
    with pytest.raises(ElsewhereError, match="'file' is not in the answer"):
        asked.text("file")


def test_whole_numbers_of_an_answer_are_not_negative() -> None:
    def rule(case: Case) -> None:
        case.findings.compare("done", case.whole("done"), 3)

    assert recheck(answer(done=3, parameters={}), "cooking", {"boil": rule}).valid is True
    for wrong in (-3, 3.0, True, None):
        with pytest.raises(NotationError, match="'done' of the answer is not a whole number, 0 or more"):
            recheck(answer(done=wrong), "cooking", {"boil": rule})
