"""Former home of names that are now in :mod:`shapewright.claims`."""

from __future__ import annotations

from shapewright.claims.asked import Asked, ElsewhereError
from shapewright.claims.budget import TIME_LIMIT
from shapewright.claims.findings import summary
from shapewright.claims.reading import answer_in, command_of, entry, parse
from shapewright.claims.rules import Case, LazyRule, Rule, recheck
from shapewright.errors import NotationError, quote

__all__ = [
    "TIME_LIMIT",
    "Asked",
    "Case",
    "ElsewhereError",
    "LazyRule",
    "Rule",
    "answer_in",
    "command_of",
    "entry",
    "parse",
    "recheck",
    "summary",
    "whole",
]


def whole(value: object, where: str) -> int:
    """A whole number from 0 up; raises ``NotationError`` for anything else."""
    if type(value) is not int or value < 0:
        raise NotationError(f"{where} is {quote(str(value))}, not a whole number from 0 up")
    return value
