"""The chances of placements: found again from the diagram of all tilings, or where that is too large, as they were."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.claims import entry, flag, listed, number, text
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.tiling.chances import Chances, chances_of_set
from shapewright.tiling.chances import chances as chances_again
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

# What a second way may take: megabytes, and seconds.
_MEMORY, _SECONDS = 256, 10.0
# Chances in floating point differ by less from exact ones.
_CLOSE = 1e-9

_Key = tuple[str, tuple[tuple[int, ...], ...]]


def chances(answer: Answer) -> None:
    """An answer of ``tiling chances``."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("it has chances, and its puzzle has no board")
    approximate = flag(answer.parameters, "approximate", default=False)
    records = listed(answer.data, "chances")
    stated = {_key(record): record for record in records}
    if len(stated) < len(records):
        answer.found.wrong("chances", "a placement has two chances")
    answer.must_be_complete()
    again: Chances | None = None
    how = "by a diagram of all tilings"
    with suppress(StoppedError, LimitError):
        seconds = min(_SECONDS, answer.budget.left(0.5))
        again = chances_of_set(answer.puzzle, time_limit=seconds, memory=_MEMORY << 20)
    with answer.within_budget("count", "chances", "error", "reason"):
        if again is None:
            again = chances_again(answer.puzzle, approximate=approximate, time_limit=answer.budget.left())
            how = "found again"
        count = answer.data["count"]
        if count is not None and again.count is not None:
            answer.found.compare("count", count, again.count, how)
        elif count is None and approximate:  # in floating point nothing is counted
            answer.found.right("count", "none is stated")
        else:
            answer.found.wrong("count", "a number was found where chances were approximated, or the other way round")
        _compare(answer, stated, again, how)
        _check_error(answer, again)
        reason = None if answer.data.get("reason") is None else text(answer.data, "reason")
        answer.found.compare("reason", reason, again.reason or None, how)


def _key(record: Any) -> _Key:
    cells = entry(record, "cells", list, "a chance")
    return entry(record, "piece", str, "a chance"), tuple([tuple(cell) for cell in cells])


def _compare(answer: Answer, stated: dict[_Key, Any], again: Chances, how: str) -> None:
    expected = dict(zip(again.options, again.chances, strict=True))
    numbers = dict(zip(again.options, again.numbers or [None] * len(again.options), strict=True))
    for key, record in stated.items():
        chance = number(record, "chance")
        if key not in expected or abs(chance - expected[key]) > _CLOSE:
            answer.found.wrong("chances", f"{key[0]} on {key[1]} has the chance {expected.get(key, 0.0)!r}")
            return
        if numbers[key] is not None and record.get("number", numbers[key]) != numbers[key]:
            answer.found.wrong("chances", f"{key[0]} on {key[1]} is in {numbers[key]} tilings")
            return
    missing = [key for key, chance in expected.items() if chance > _CLOSE and key not in stated]
    if missing:
        answer.found.wrong("chances", f"{missing[0][0]} on {missing[0][1]} is missing")
    else:
        answer.found.right("chances", how)


def _check_error(answer: Answer, again: Chances) -> None:
    """Check how far the chances over a cell are from 1."""
    stated = number(answer.data, "error")
    board = again.problem.board
    fixed = {cell for placement in again.problem.fixed for cell in placement.cells}
    sums = dict.fromkeys(board.cells - board.optional - fixed, 0.0)
    for record in listed(answer.data, "chances"):
        for cell in _key(record)[1]:
            if cell in sums:
                sums[cell] += record["chance"]
    if again.count == 0 or all(abs(total - 1) <= stated + _CLOSE for total in sums.values()):
        answer.found.right("error", "the chances over each cell were added up")
    else:
        answer.found.wrong("error", "the chances over some cell differ more from 1")
