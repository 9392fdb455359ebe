"""Parameters that a question itself refuses make its answer malformed, and so do values of another kind in it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from tests.mutation_audit import FAMILIES, asked

import shapewright
from shapewright.errors import NotationError, ProblemError
from shapewright.questions.fields import (
    Choice,
    Content,
    Field,
    FileField,
    Flag,
    Number,
    Record,
    Seconds,
    TextField,
    TextsField,
    Whole,
)  # fmt: skip

# What a field of this kind refuses, whatever it is called.
BAD: dict[type, tuple[Any, ...]] = {
    Flag: (1, 0, "true", [True], {}),
    Whole: (True, 0.5, "1", [1], 10**30, {"sha256": "0"}),
    Seconds: (0, -5, True, "1", 10**30),
    Number: (True, "1", [0.5]),
    Choice: ("nonsense", 1, True, ["yes"]),
    TextField: (1, True, {"sha256": 0}, {"text": "x"}, ["x", 1]),
    TextsField: (1, True, [1], [True], {"a": "b"}, [{"sha256": 0}]),
    FileField: (1, True, 1.5, {"base64": "?"}, {"base64": 1}),
    Content: (1, True, "?", [1]),
    Record: (1, True, "x"),
}


@cache
def questions() -> dict[str, str]:
    """One question of each verb that the audit asks, by its verb."""
    found: dict[str, str] = {}
    for family in FAMILIES:
        plug = import_module(f"tests.audit.{family}")
        for line in (*plug.QUESTIONS, *plug.NOT_JUDGED):
            found.setdefault(asked(line)["command"], line)
    return found


def verbs() -> list[str]:
    return [f"{family.name} {verb}" for family in FAMILIES.values() for verb in family.verbs]


def refused(field: Field[object]) -> tuple[Any, ...]:
    kinds = [kind for kind in type(field).__mro__ if kind in BAD]
    below = (field.minimum - 1,) if isinstance(field, (Whole, Number)) else ()
    return (*below, *(BAD[kinds[0]] if kinds else ()))


@pytest.mark.parametrize("command", verbs())
def test_what_the_question_refuses_is_malformed(command: str) -> None:
    family, _, verb = command.partition(" ")
    question = FAMILIES[family].question(verb)
    if not question.rule or command not in questions():
        pytest.skip("its answers are not verified, or not audited")
    answer = asked(questions()[command])
    fields = {field.name: field for door in question.doors for field in question.at(door)}
    for name, field in fields.items():
        for bad in refused(field):
            forged = {**answer, "parameters": {**answer["parameters"], name: bad}}
            with pytest.raises((NotationError, ProblemError)):
                pytest.fail(f"{name}={bad!r}: {shapewright.verify(forged).lines()}")
    for name in ("forged", "Limit", "", "time-limit"):
        with pytest.raises(NotationError, match="its parameters are not those of"):
            shapewright.verify({**answer, "parameters": {**answer["parameters"], name: 1}})
    others = {field.name for other in FAMILIES[family].verbs for field in FAMILIES[family].question(other).fields}
    for name in others - fields.keys():
        with pytest.raises(NotationError, match="its parameters are not those of"):
            shapewright.verify({**answer, "parameters": {**answer["parameters"], name: 1}})


def confused(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each place of an answer, with a value that equals the one there, or nearly, and is of another kind."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from confused(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value[:2]):
            yield from confused(one, (*path, number))
    elif isinstance(value, bool):
        yield path, int(value)
    elif isinstance(value, int):
        yield path, bool(value)
        yield path, float(value)
    elif isinstance(value, float) and value in (0.0, 1.0):
        yield path, bool(value)


@pytest.mark.parametrize("command", verbs())
def test_true_is_no_number_and_one_is_not_true(command: str) -> None:
    if command not in questions():
        pytest.skip("its answers are not audited")
    answer = asked(questions()[command])
    claims = {key: value for key, value in answer.items() if key not in ("version", "seconds", "parameters")}
    for path, other in confused(claims):
        forged = copy.deepcopy(answer)
        inside: Any = forged
        for step in path[:-1]:
            inside = inside[step]
        if type(inside[path[-1]]) is int and isinstance(other, float):
            continue  # where a number may have a fraction, 1.0 is the same as 1
        inside[path[-1]] = other
        try:
            assert shapewright.verify(forged).valid is False, path
        except NotationError:
            pass
