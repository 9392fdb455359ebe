"""Plain data of answers, read strictly: the answers in a text, and the values under their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from shapewright.claims.findings import shown
from shapewright.claims.tracked import tracked
from shapewright.errors import LimitError, NotationError, ShapewrightError
from shapewright.storage.json import integers_of_any_length, json_or_lines
from shapewright.storage.text import decoded

_FILES = (".txt", ".dlx", ".xmpuzzle", ".pieces", ".json", ".jsonl", ".gz")

_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}

Value = TypeVar("Value")


def read_answers(answer: Mapping[str, Any] | str) -> list[tuple[str, Mapping[str, Any]]]:
    """The answers in JSON text (or JSON Lines, or one that is read already), each with its place in words.

    Raises ``NotationError`` for what is not JSON or not an object.
    """
    if isinstance(answer, Mapping):
        return [("the JSON", tracked(answer))]
    with integers_of_any_length():
        found = json_or_lines(answer)
    for place, one in found:
        if not isinstance(one, dict):
            raise NotationError(f"{place} is not an answer; expected a JSON object")
    return [(place, tracked(one)) for place, one in found]


def answer_in(content: bytes) -> Mapping[str, Any] | None:
    """The answer of a command that is the content of a file, in JSON; None if that is something else."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
        return None
    try:
        found = parse(content)
    except NotationError:
        return None  # JSON Lines, or what others will say is wrong with it
    return found if isinstance(found, Mapping) and command_of(found) is not None else None


@contextmanager
def refuse_malformed() -> Iterator[None]:
    """Raise ``NotationError`` where a rule stumbles over a value of another form than answers of its verb have."""
    try:
        yield
    except ShapewrightError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NotationError(f"a value in it does not have the form that such answers have ({error})") from error


@contextmanager
def refuse_too_large() -> Iterator[None]:
    """Raise ``NotationError`` for a value that is larger than those of any answer."""
    try:
        yield
    except LimitError as error:
        raise NotationError(str(error)) from None


def text_in(content: bytes) -> str:
    """Return the text that the content of a file is; raise ``NotationError`` for anything else."""
    try:
        return decoded(content)
    except ValueError as error:
        raise NotationError(f"it is not text: {error}") from None


def parse(content: bytes) -> object:
    """The one value in JSON that the content of a file is; raises ``NotationError`` for anything else."""
    with integers_of_any_length():
        values = json_or_lines(text_in(content))
    if len(values) != 1:
        raise NotationError(f"it has {len(values)} answers; expected one")
    return values[0][1]


def command_of(answer: object) -> str | None:
    """The command that gave an answer, such as ``clear percent``; None for anything else."""
    if not isinstance(answer, Mapping) or not isinstance(answer.get("command"), str):
        return None
    return " ".join(answer["command"].split())


def entry(record: object, key: str, kind: type[Value], where: str = "it") -> Value:
    """The value of a key of plain data, which must be of that kind; raises ``NotationError`` if it is not.

    >>> entry({"count": 3}, "count", int, "the answer")
    3
    """
    value = _value(record, key, where)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        place = f"its {key!r}" if where == "it" else f"{where}: {key!r}"
        raise NotationError(f"{place} is not {_KINDS.get(kind, kind.__name__)}: {shown(value)}")
    return value


def whole(answer: Mapping[str, Any], key: str) -> int:
    """The whole number under ``key``; ``NotationError`` if there is none."""
    return entry(answer, key, int)


def number(answer: Mapping[str, Any], key: str) -> float:
    """The number under ``key``; ``NotationError`` if there is none."""
    value = _value(answer, key, "it")
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        raise NotationError(f"its {key!r} is not a number: {shown(value)}")
    return float(value)


def text(answer: Mapping[str, Any], key: str) -> str:
    """The text under ``key``; ``NotationError`` if there is none."""
    return entry(answer, key, str)


def flag(answer: Mapping[str, Any], key: str, default: bool | None = None) -> bool:
    """True or false under ``key``; ``NotationError`` if there is neither, and no ``default``."""
    if default is not None and answer.get(key) is None:
        return default
    return entry(answer, key, bool)


def listed(answer: Mapping[str, Any], key: str) -> list[Any]:
    """The list under ``key``; ``NotationError`` if there is none."""
    return entry(answer, key, list)


def is_a_file(parameter: object) -> bool:
    """Whether a parameter is a file whose content the answer does not have: a long one, or one by its name alone."""
    if isinstance(parameter, Mapping):
        return "sha256" in parameter or "base64" in parameter
    return isinstance(parameter, str) and (parameter == "-" or parameter.lower().endswith(_FILES))


def _value(record: object, key: str, where: str) -> Any:
    if not isinstance(record, Mapping):
        raise NotationError(f"{where} is not an object")
    if key not in record:
        raise NotationError(f"{where} has no {key!r}")
    return record[key]
