"""Words of solution-finder: the options in the comment of a fumen, and how it calls drop and hold."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from shapewright.errors import NotationError
from shapewright.grid import quote

if TYPE_CHECKING:
    from shapewright.clear.rules import Drop

__all__ = ["options_in", "read_drop", "read_hold"]

_DROPS: dict[str, Drop] = {
    "soft": "soft",
    "softdrop": "soft",
    "hard": "hard",
    "harddrop": "hard",
    "t-softdrop": "t-softdrop",
    "t-soft": "t-softdrop",
    "tsoftdrop": "t-softdrop",
}
"""The ways to drop pieces, and solution-finder's words for them."""

_OPTIONS = {
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


def read_drop(text: str) -> Drop:
    """A way to drop pieces, also in solution-finder's words; raises ``NotationError`` for another word."""
    known = _DROPS.get(text.lower())
    if known is None:
        raise NotationError(f"{quote(text)} is not a way to drop pieces; there are soft, hard and t-softdrop")
    return known


def read_hold(text: str) -> bool | None:
    """Whether ``use`` or ``avoid`` says that hold may be used; None for another word."""
    return {"use": True, "avoid": False}.get(text.lower())


def options_in(comment: str) -> dict[str, str]:
    """The options in the comment of a fumen, by name; none if it is a comment of another kind.

    >>> options_in("4 --patterns *p4")
    {'height': '4', 'patterns': '*p4'}

    Raises ``NotationError`` for an unknown option after a known one, and for one without a value.
    """
    try:
        words = shlex.split(comment)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    if words and words[0].isdigit():
        found["height"] = words.pop(0)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        key = _OPTIONS.get(name)
        if key is None:
            if not found:
                return {}
            raise NotationError(f"{quote(word)} in the comment of the fumen is no option that is known there")
        if not equals:
            if not words:
                raise NotationError(f"{quote(word)} in the comment of the fumen has no value")
            value = words.pop(0)
        found[key] = value
    return found
