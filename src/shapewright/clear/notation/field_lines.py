"""Files of fields: a line a field, or the solutions of one question, perhaps with a pattern; as text or as JSON.

A line is a fumen, or rows joined by ``/``, and after a blank its own pattern. For solutions it is their fumens, and
then the pattern. A line of JSON has the same by name. What follows ``#`` after a blank is a comment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from shapewright.clear.notation.fumen import Fumen, is_fumen, read_fumens
from shapewright.errors import NotationError, quote
from shapewright.storage.json import read_json

MAX_PAGE = 10**6


@dataclass(frozen=True)
class FieldLine:
    """A field as it is written (a fumen of one page, where every page is meant), and what its line says besides."""

    text: str
    pattern: str | None = None
    height: int | None = None
    fumen: int | None = None
    """Which of several fumens it is in, from 1."""
    page: int | None = None
    """The page of its fumen, if one is named."""
    is_single: bool = False
    """Whether ``text`` has that page alone."""


@dataclass(frozen=True)
class SolutionLine:
    """The fumens of one question, and its own pattern, if it has one."""

    fumens: tuple[str, ...]
    pattern: str | None = None


def fields_of_line(line: str, *, page: int | None = None, all_pages: bool = False) -> list[FieldLine]:
    """The field in a line, or with ``all_pages`` every page of its fumen; of other fumens it is that ``page``.

    >>> [found.pattern for found in fields_of_line("XXX____XXX/XXX____XXX *p4")]
    ['*p4']

    Raises ``NotationError`` for a line that cannot be read.
    """
    if line.startswith("{"):
        said = _object(line, ("field", "patterns", "page", "height"))
        field, pattern, height = said.get("field", "_"), said.get("patterns"), said.get("height")
        page = said.get("page", page)
    else:
        field, _, rest = line.replace("\t", " ").partition(" ")
        pattern, height = rest.strip() or None, None
        if pattern is not None and is_fumen(pattern):
            raise NotationError("there are several fumens; write each on a line of its own")
    if not is_fumen(field):
        return [FieldLine(field, pattern, height)]
    if all_pages:
        return [FieldLine(one.text, pattern, height, one.fumen, one.page, is_single=True) for one in pages_of(field)]
    return [FieldLine(field, pattern, height, page=page)]


def pages_of(text: str) -> Iterator[FieldLine]:
    """Every page of every fumen in a text, each as a fumen of its own."""
    fumens = read_fumens(text)
    for number, fumen in enumerate(fumens, 1):
        for place, page in enumerate(fumen.pages, 1):
            named = number if len(fumens) > 1 else None
            yield FieldLine(Fumen((page,)).to_text(), fumen=named, page=place, is_single=True)


def solutions_of_line(line: str) -> SolutionLine:
    """The solutions in a line; raises ``NotationError`` for one that cannot be read."""
    if line.startswith("{"):
        said = _object(line, ("solutions", "patterns"))
        given = said.get("solutions", [])
        return SolutionLine((given,) if isinstance(given, str) else tuple(given), said.get("patterns"))
    words = line.split()
    count = next((at for at, word in enumerate(words) if not is_fumen(word)), len(words))
    return SolutionLine(tuple(words[:count]), " ".join(words[count:]) or None)


def without_comment(line: str) -> str:
    """What a line has before its comment; ``#Q=`` begins a queue, any other ``#`` at the start or after a blank one."""
    if line.startswith("#") and not line.startswith("#Q="):
        return ""
    return line.partition(" #")[0].rstrip()


def _object(line: str, names: Iterable[str]) -> dict[str, Any]:
    said = read_json(line, "this")
    for name, value in said.items():
        if name not in names:
            raise NotationError(f"{quote(name)} is not known here; a line of JSON has {', '.join(names)}")
        are_texts = name == "solutions" and isinstance(value, list) and all(isinstance(one, str) for one in value)
        if name in ("page", "height"):
            if type(value) is not int or not 1 <= value <= MAX_PAGE:
                raise NotationError(f"{name!r} is a whole number from 1, not {json.dumps(value)}")
        elif not isinstance(value, str) and not are_texts:
            raise NotationError(f"{name!r} is a text, not {quote(json.dumps(value))}")
    return dict(said)
