"""What the comment of a fumen says besides a queue: options of solution-finder, such as ``4 --patterns *p4``."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from shapewright.clear.field import MAX_HEIGHT
from shapewright.errors import NotationError, quote

__all__ = ["Options", "read_hold", "read_options"]

_NAMES = {
    "-p": "patterns",
    "--patterns": "patterns",
    "-c": "height",
    "--clear-line": "height",
    "--height": "height",
    "-H": "hold",
    "--hold": "hold",
    "-d": "drop",
    "--drop": "drop",
    "-K": "kicks",
    "--kicks": "kicks",
}


@dataclass(frozen=True)
class Options:
    """The options in a comment; None for those that it does not have."""

    height: int | None = None
    patterns: str | None = None
    hold: str | None = None
    drop: str | None = None
    kicks: str | None = None


def read_options(comment: str) -> Options:
    """The options in the comment of a fumen; none if it is a comment of another kind.

    >>> read_options("4 --patterns *p4")
    Options(height=4, patterns='*p4', hold=None, drop=None, kicks=None)

    Raises ``NotationError`` for an option without a value, one that is not known after others, and a height beyond 20.
    """
    try:
        words = shlex.split(comment)
    except ValueError:
        return Options()
    found: dict[str, str] = {}
    if words and words[0].isascii() and words[0].isdigit():
        found["height"] = words.pop(0)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        key = _NAMES.get(name)
        if key is None:
            if set(found) <= {"height"} and not word.startswith("-"):
                return Options()  # such as '2 lines and a half'
            if not found:
                return Options()
            raise NotationError(f"{quote(word)} in the comment of the fumen is not a known option")
        if not equals:
            if not words:
                raise NotationError(f"{quote(word)} in the comment of the fumen has no value")
            value = words.pop(0)
        found[key] = value
    height = found.pop("height", None)
    if height is None:
        return Options(None, **found)
    if height.isascii() and height.isdigit() and len(height) < 4 and 1 <= int(height) <= MAX_HEIGHT:
        return Options(int(height), **found)
    raise NotationError(
        f"the number of lines in the comment of the fumen must be from 1 to {MAX_HEIGHT}, not {quote(height)}"
    )


def read_hold(text: str) -> bool | None:
    """Whether ``use`` or ``avoid`` (or ``yes`` or ``no``) says that hold may be used; None for another word."""
    return {"use": True, "yes": True, "avoid": False, "no": False}.get(text.lower())
