"""Every answer that a test sees as JSON has the keys that its question states, of the kinds that it states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import fastjsonschema

from shapewright.questions import FAMILIES, question
from shapewright.questions.claims import answer_schema
from shapewright.questions.question import Answer, Question


@cache
def validator(of: Question) -> Callable[[object], object]:
    """What raises ``JsonSchemaException`` for an answer that is not as the question says."""
    compiled: Callable[[object], object] = fastjsonschema.compile(answer_schema(of))
    return compiled


def watch() -> None:
    """Compare every answer of a family's question in this process with what the question states."""
    made = question.envelope

    def envelope(of: Question, parameters: Mapping[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
        found = made(of, parameters, answer, seconds)
        if of.family in FAMILIES and of.claims:
            validator(of)(_plain(found))
        return found

    question.envelope = envelope


def _plain(value: Any) -> Any:
    """As JSON has it: lists in place of tuples."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
