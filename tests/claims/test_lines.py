"""Answers about each line of a file: every line is checked by itself, with the parameters of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from shapewright.claims import Findings
from shapewright.claims.lines import check_lines
from shapewright.errors import NotationError

FILE = "# two dishes\nrice\n\nbeans\n"
LINES: list[dict[str, Any]] = [
    {"line": "rice", "complete": True, "done": 1},
    {"line": "beans", "complete": True, "done": 1},
]


def answer(**values: Any) -> dict[str, Any]:
    parameters = {"file": FILE, "strict": True, "salt": 2}
    return {"command": "cooking boil", "parameters": parameters, "complete": True, "lines": LINES, **values}


def checked(given: Mapping[str, Any]) -> tuple[Findings, list[Mapping[str, Any]]]:
    """What was found, and what each line was checked as."""
    found, seen = Findings(), []

    def check(one: Mapping[str, Any]) -> Findings:
        seen.append(one)
        own = Findings()
        own.compare("done", one["done"], 1)
        own.right("complete")
        if "salt" in one:
            own.unchecked("salt", "it was not tasted")
        return own

    assert check_lines(given, "dish", found, check)
    return found, seen


def test_each_line_is_checked_with_the_parameters_of_all() -> None:
    found, seen = checked(answer(verdict="found"))
    assert found.valid is True
    assert seen == [
        {"command": "cooking boil", "parameters": {"salt": 2, "dish": dish}, "complete": True, "done": 1}
        for dish in ("rice", "beans")
    ]
    assert found.checked["lines"] == "in the file"
    assert found.checked["lines.done"] == "recomputed"


@pytest.mark.parametrize(
    ("values", "faults"),
    [
        ({"lines": LINES[::-1]}, [{"line": 2, "claim": "lines", "fault": "the file does not have it here"}]),
        ({"lines": [LINES[0], {**LINES[1], "done": 2}]}, [(2, "done")]),
        ({"complete": False}, ["complete"]),
        ({"lines": LINES[:1]}, ["complete"]),
        ({"lines": [{**LINES[0], "complete": False}, LINES[1]]}, ["complete"]),
        ({"lines": [{**LINES[0], "complete": 1}, LINES[1]]}, ["complete"]),
        ({"verdict": "none"}, ["verdict"]),
        ({"lines": LINES[:1], "complete": False}, []),
        ({"lines": [{**LINES[0], "complete": False}, LINES[1]], "complete": False}, []),
    ],
)
def test_what_is_wrong_with_lines(values: dict[str, Any], faults: list[Any]) -> None:
    found, _ = checked(answer(**values))
    assert len(found.faults) == len(faults)
    for fault, expected in zip(found.faults, faults, strict=True):
        if isinstance(expected, dict):
            assert fault == expected
        else:
            assert (fault.get("line"), fault["claim"]) == (
                expected if isinstance(expected, tuple) else (None, expected)
            )


@pytest.mark.parametrize(
    ("values", "not_checked"),
    [
        (
            {"lines": [{**LINES[0], "verdict": None}, LINES[1]]},
            {"lines.reason": "what cannot be read is not read again"},
        ),
        ({"lines": [{**LINES[0], "salt": 1}, LINES[1]]}, {"lines.salt": "it was not tasted"}),
        ({"parameters": {"file": {"sha256": "0"}}}, {"lines": "the file is not in the answer"}),
        ({"colour": "red"}, {"colour": "this key is unknown"}),
    ],
)
def test_what_is_not_checked_of_lines(values: dict[str, Any], not_checked: dict[str, str]) -> None:
    found, _ = checked(answer(**values))
    assert (found.faults, found.not_checked) == ([], not_checked)


def test_other_answers_are_not_about_lines() -> None:
    for other in (answer(parameters={}), {key: value for key, value in answer().items() if key != "lines"}):
        assert check_lines(other, "dish", found := Findings(), lambda _: Findings()) is False
        assert found == Findings()
    for malformed in (answer(lines="rice"), answer(lines=[{}]), answer(complete=1), answer(parameters=3)):
        with pytest.raises(NotationError):
            check_lines(malformed, "dish", Findings(), lambda _: Findings())
