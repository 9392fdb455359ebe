"""A second look at answers: what an answer claims, what was asked, the rules that check it, and what they found.

Every family's ``verify`` stands on this package. Names load on first use, so importing the package costs next to
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.claims.asked import Asked, ElsewhereError
    from shapewright.claims.budget import TIME_LIMIT, Budget
    from shapewright.claims.findings import ABOUT, Findings, same, summary
    from shapewright.claims.reading import (
        answer_in,
        command_of,
        entry,
        flag,
        is_a_file,
        listed,
        number,
        parse,
        read_answers,
        text,
        whole,
    )
    from shapewright.claims.rules import Case, LazyRule, Rule, recheck

__all__ = [
    "ABOUT",
    "TIME_LIMIT",
    "Asked",
    "Budget",
    "Case",
    "ElsewhereError",
    "Findings",
    "LazyRule",
    "Rule",
    "answer_in",
    "command_of",
    "entry",
    "flag",
    "is_a_file",
    "listed",
    "number",
    "parse",
    "read_answers",
    "recheck",
    "same",
    "summary",
    "text",
    "whole",
]

_HOMES = {
    "ABOUT": "findings",
    "TIME_LIMIT": "budget",
    "Asked": "asked",
    "Budget": "budget",
    "Case": "rules",
    "ElsewhereError": "asked",
    "Findings": "findings",
    "LazyRule": "rules",
    "Rule": "rules",
    "answer_in": "reading",
    "command_of": "reading",
    "entry": "reading",
    "flag": "reading",
    "is_a_file": "reading",
    "listed": "reading",
    "number": "reading",
    "parse": "reading",
    "read_answers": "reading",
    "recheck": "rules",
    "same": "findings",
    "summary": "findings",
    "text": "reading",
    "whole": "reading",
}

__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
