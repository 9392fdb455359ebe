"""An answer read back: whether it has the form that its question states, and repeats a question that can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shapewright.claims.findings import ENVELOPE, same, shown
from shapewright.claims.reading import refuse_malformed as reading_malformed
from shapewright.claims.tracked import Tracked
from shapewright.errors import NotationError, ShapewrightError
from shapewright.questions.asked import check_parameters
from shapewright.questions.claims import answer_schema
from shapewright.questions.fields import Content, FileField, TextField, TextsField

if TYPE_CHECKING:
    from shapewright.questions.fields import Field
    from shapewright.questions.question import Question

_TYPES: dict[object, tuple[tuple[type, ...], str]] = {
    "string": ((str,), "a text"),
    "boolean": ((bool,), "true or false"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "array": ((list,), "a list"),
    "object": ((dict, Tracked), "an object"),
    "null": ((type(None),), "null"),
}


def refuse_malformed(question: Question, answer: Mapping[str, Any]) -> None:
    """Raise ``NotationError`` for what cannot be an answer to the question.

    A value is of another kind than the claims of the question state, a key is missing, or the fields of the question
    refuse a parameter. An answer without an ``envelope`` may lack keys. Unknown keys of a
    record in the answer are refused; those of the answer itself are left to the rules.
    """
    if "envelope" in answer and not same(answer["envelope"], ENVELOPE):
        version = shown(answer["envelope"])
        raise NotationError(f"its envelope has the version {version}; this program reads {ENVELOPE}")
    schema = answer_schema(question)
    kind = schema if "envelope" in answer else {**schema, "required": ()}
    for fault in _faults(answer, kind, ""):
        raise NotationError(fault)
    refused = [fault for door in question.doors if (fault := _refused(question.at(door), answer["parameters"]))]
    if len(refused) == len(question.doors):
        raise NotationError(f"its parameters are not those of {question.command!r}: {refused[0]}")


def _refused(fields: tuple[Field[object], ...], parameters: Mapping[str, Any]) -> str:
    """Return what is wrong with parameters; nothing if they can be those of a question with these fields."""
    named = {field.name: field for field in fields if field.repeated_in}
    given, elsewhere = {}, []
    for name, value in parameters.items():
        given[name] = value
        if isinstance(named.get(name), TextField) and isinstance(value, list):
            return f"{name!r} is a list, not a text"  # some may be typed twice
        is_file = isinstance(named.get(name), (FileField, Content))
        if is_file or isinstance(named.get(name), (TextField, TextsField)):
            if isinstance(value, list):
                given[name] = [one for one in value if not _is_elsewhere(one, is_file)]
            elif _is_elsewhere(value, is_file):
                del given[name]
                elsewhere.append(named[name])
    try:
        with reading_malformed():
            checked = check_parameters([field for field in named.values() if field not in elsewhere], given, "shell")
            for name, value in checked.items():
                named[name].value(value)
    except ShapewrightError as error:
        return str(error)
    return ""


def _is_elsewhere(value: object, is_file: bool) -> bool:
    """Whether a value stands for a content that the answer does not have, or has but not as text."""
    kinds = {"name": str, "bytes": int, "sha256": str, "base64": str}
    return (
        isinstance(value, dict)
        and ("sha256" in value or ("base64" in value and not is_file))
        and all(key in kinds and type(one) is kinds[key] for key, one in value.items())
    )


def _faults(value: Any, kind: Mapping[str, Any], place: str) -> Iterator[str]:
    """Yield what is wrong with the form of a value, which is in an answer at this place, or is all of it."""
    if "anyOf" in kind:
        every = [next(_faults(value, one, place), "") for one in kind["anyOf"]]
        if "" not in every:
            yield every[0]
        return
    where = f"its {place!r}" if place else "the answer"
    if "enum" in kind:
        if not isinstance(value, str) or value not in kind["enum"]:
            yield f"{where} is not one of {', '.join(kind['enum'])}: {shown(value)}"
        return
    types, words = _TYPES.get(kind.get("type"), ((), ""))
    if types and type(value) not in types:
        yield f"{where} is not {words}: {shown(value)}"
    elif value is not None and "minimum" in kind and value < kind["minimum"]:
        yield f"{where} is not {words}, {kind['minimum']} or more: {shown(value)}"
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _faults(one, kind.get("items", {}), f"{place}.{number}")
    elif isinstance(value, dict):
        yield from (f"{where} has no {key!r}" for key in kind.get("required", ()) if key not in value)
        known, other = kind.get("properties", {}), kind.get("additionalProperties")
        for key, one in value.items():
            if place and other is False and key not in known:
                yield f"{where} has {key!r}, which is not a known key"
            inner = known.get(key, other if isinstance(other, Mapping) else {})
            yield from _faults(one, inner, f"{place}.{key}".lstrip("."))
