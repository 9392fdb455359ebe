"""The rates by which machines for a full belt were counted, read from an answer's ``parameters``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError
from shapewright.shapez.plans.rates import known, parse

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.plans.rates import Rates

__all__ = ["is_for_belt", "own_rates", "rates_of"]


def is_for_belt(case: Case) -> bool:
    """Whether machines for a full belt were to be few."""
    return case.asked.text("minimize") == "belt"


def own_rates(case: Case) -> Rates | None:
    """The rates in the file that was given; None if none was. Raises ``ElsewhereError`` if it is not in the answer."""
    content = case.asked.content("rates")
    if content is None:
        return None
    if isinstance(content, str) and "\n" not in content:
        raise ElsewhereError("the file of the rates is not in the answer")
    return parse(content.encode() if isinstance(content, str) else content, "the rates")


def rates_of(case: Case, key: str) -> Rates | None:
    """The rates of the count ``key``; None if there are none, or they are not in the answer."""
    try:
        given = own_rates(case)
    except ElsewhereError as error:
        case.findings.unchecked(key, str(error))
        return None
    if is_for_belt(case):
        return (given or known()).completed()
    if case.asked.flag("full_belt"):
        return known()
    if given is None and key in case.answer:
        raise NotationError("the answer has a full belt, and no rates were given")
    return given
