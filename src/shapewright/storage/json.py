"""JSON and JSON Lines: answers are written as either, with integers of any length, and are read alike."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isinf
from typing import Any

from shapewright.errors import NotationError, quote

MAX_DIGITS = 20_000
"""No number is longer, even within :func:`integers_of_any_length`: reading takes time that grows with the square."""

MAX_DEPTH = 100
"""No value is within more lists and objects: functions that call themselves for what is inside end somewhere, too."""


def read_json(text: str, place: str = "the text") -> Any:
    """Return the value in ``text``, if every reader of JSON takes it for the same one.

    So a key that is there twice is refused, and so are NaN, numbers that no float can hold, such as ``1e999``, very
    long numbers, and values nested deeper than ``MAX_DEPTH``. All JSON that others may have written is read here.

    >>> read_json('{"count": 9356, "share": 0.5}')
    {'count': 9356, 'share': 0.5}

    Raises ``NotationError`` that begins with ``place``.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse_number, parse_float=_float, parse_int=_integer
        )
        # Whether no value in it is deeper than ``MAX_DEPTH``
        level = [value] if isinstance(value, (dict, list)) else []
        for _ in range(MAX_DEPTH):
            inner = [each for outer in level for each in (outer.values() if isinstance(outer, dict) else outer)]
            level = [each for each in inner if isinstance(each, (dict, list))]
        if level:
            raise RecursionError
    except RecursionError:
        raise NotationError(f"{place} is not JSON that is read here: it is nested deeper than {MAX_DEPTH}") from None
    except ValueError as fault:
        raise NotationError(f"{place} is not JSON: {fault}") from None
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {quote(next(key for key in keys if keys.count(key) > 1))} is there twice")
    return found


def _refuse_number(text: str) -> object:
    raise ValueError(f"{text} is not a number of JSON")


def _float(text: str) -> float:
    _check_length(text)
    value = float(text)
    if isinf(value):
        raise ValueError(f"{quote(text)} is larger than any number that a computer keeps")
    return value


def _integer(text: str) -> int:
    _check_length(text)
    return int(text)


def _check_length(text: str) -> None:
    most = sys.get_int_max_str_digits() or MAX_DIGITS
    if len(text) > most:
        raise ValueError(f"a number of {len(text)} digits is longer than the limit of {most}")


def json_or_lines(text: str) -> list[tuple[str, object]]:
    """What ``text`` holds and where: the one value that it is, or one of each line; blank lines do not matter.

    >>> json_or_lines('{"a":\\n1}')
    [('the JSON', {'a': 1})]
    >>> json_or_lines('1\\n\\n[2]')
    [('line 1', 1), ('line 3', [2])]

    Raises ``NotationError``, which says which line is not JSON.
    """
    try:
        return [("the JSON", read_json(text))]
    except NotationError:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2:
            raise
    return [(f"line {number}", read_json(line, f"line {number}")) for number, line in lines]


def json_text(value: object, *, indent: int | None = None) -> str:
    """``value`` as JSON text in one line (or indented), with integers of any length."""
    with integers_of_any_length():
        return json.dumps(value, ensure_ascii=True, indent=indent)


LARGEST_OF_ALL = 1 << 53
"""Up to here JavaScript, and many tools that read JSON, keep whole numbers exactly."""
_DIGITS = "_digits"


def with_digits(record: dict[str, object]) -> dict[str, object]:
    """Return a record in which the digits of each number that is too large for JavaScript stand beside it, as text.

    >>> with_digits({"count": 9007199254740993, "of": [1, 2]})
    {'count': 9007199254740993, 'of': [1, 2], 'count_digits': '9007199254740993'}
    """
    found = {key: _inside(value) for key, value in record.items()}
    return found | {f"{key}{_DIGITS}": digits for key, value in record.items() if (digits := _digits(value))}


def without_digits(record: dict[str, object]) -> dict[str, object]:
    """Return a record without the digits that :func:`with_digits` adds; others are left."""
    return {
        key: value
        for key, value in record.items()
        if not (key.endswith(_DIGITS) and value == _digits(record.get(key.removesuffix(_DIGITS))))
    }


def _inside(value: object) -> object:
    if isinstance(value, dict):
        return with_digits(value)
    return [*map(_inside, value)] if isinstance(value, list) and value and isinstance(value[0], dict) else value


def _digits(value: object) -> str | list[str] | None:
    """Return the digits of a number, or of each in a list, if one is large."""
    numbers = value if isinstance(value, (list, tuple)) else [value]
    if not any(type(each) is int and abs(each) > LARGEST_OF_ALL for each in numbers):
        return None
    with integers_of_any_length():
        digits = [str(each) for each in numbers]
    return digits if numbers is value else digits[0]


@contextmanager
def integers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of an integer while an answer, which may be that long, is written."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
