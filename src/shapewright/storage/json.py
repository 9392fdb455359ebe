"""JSON and JSON Lines: answers are written as either, with integers of any length, and are read alike."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["integers_of_any_length", "json_or_lines", "json_text"]


def json_or_lines(text: str) -> list[tuple[str, Any]]:
    """What ``text`` holds and where: the one value that it is, or one of each line; blank lines do not matter.

    >>> json_or_lines('{"a":\\n1}')
    [('the JSON', {'a': 1})]
    >>> json_or_lines('1\\n\\n[2]')
    [('line 1', 1), ('line 3', [2])]

    Raises ``NotationError``, which says which line is not JSON.
    """
    try:
        return [("the JSON", _decoded(text))]
    except _NotJsonError as fault:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2:
            raise NotationError(f"the text is not JSON: {fault}") from None
    found = []
    for number, line in lines:
        try:
            found.append((f"line {number}", _decoded(line)))
        except _NotJsonError as fault:
            raise NotationError(f"line {number} is not JSON: {fault}") from None
    return found


class _NotJsonError(Exception):
    pass


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise _NotJsonError("it is nested too deeply") from None
    except ValueError as fault:
        raise _NotJsonError(str(fault)) from None


def json_text(value: object, *, indent: int | None = None) -> str:
    """``value`` as JSON text in one line (or indented), with integers of any length."""
    with integers_of_any_length():
        return json.dumps(value, ensure_ascii=True, indent=indent)


@contextmanager
def integers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of an integer while an answer, which may be that long, is written."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
