"""The chances of placements: found again from the diagram of all tilings, or where that is too large, as they were."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from shapewright.claims import entry, number
from shapewright.errors import LimitError, StoppedError
from shapewright.tiling.chances import Chances, chances_of_set
from shapewright.tiling.chances import chances as chances_again
from shapewright.tiling.claims.question import PuzzleCase, rule

# What a second way may take: megabytes, and seconds.
_MEMORY, _SECONDS = 256, 10.0
# Chances in floating point differ by less from exact ones.
_CLOSE = 1e-9

_Key = tuple[str, tuple[tuple[int, ...], ...]]


@rule
def chances(case: PuzzleCase) -> None:
    """An answer of ``tiling chances``."""
    approximate, findings = case.asked.flag("approximate"), case.findings
    records = case.need("chances", list)
    stated = {_key(record): record for record in records}
    if len(stated) < len(records):
        findings.wrong("chances", "a placement has two chances")
    case.check_complete(in_full=True)
    count = None if case.claimed("count") is None else case.whole("count")
    again: Chances | None = None
    how = "by a diagram of all tilings"
    with suppress(StoppedError, LimitError):
        again = chances_of_set(case.problem, time_limit=case.clock.part(0.5).slice(_SECONDS), memory=_MEMORY << 20)
    with case.unless_stopped("count", "chances", "error", "reason"):
        if again is None:
            again = chances_again(case.problem, approximate=approximate, time_limit=case.left())
            how = "found again"
        if count is not None and again.count is not None:
            case.compare("count", again.count, how)
        elif count is None and approximate:  # in floating point nothing is counted
            findings.right("count", "none is stated")
        else:
            findings.wrong("count", "a number was found where chances were approximated, or the other way round")
        _compare(case, stated, again, how)
        _check_error(case, stated, again)
        findings.compare("reason", case.answer.get("reason"), again.reason or None, how)


def _key(record: Any) -> _Key:
    cells = entry(record, "cells", list, "a chance")
    return entry(record, "piece", str, "a chance"), tuple([tuple(cell) for cell in cells])


def _compare(case: PuzzleCase, stated: dict[_Key, Any], again: Chances, how: str) -> None:
    expected = dict(zip(again.options, again.chances, strict=True))
    numbers = dict(zip(again.options, again.numbers or [None] * len(again.options), strict=True))
    for key, record in stated.items():
        chance = number(record, "chance")
        if key not in expected or abs(chance - expected[key]) > _CLOSE:
            case.findings.wrong("chances", f"{key[0]} on {key[1]} has the chance {expected.get(key, 0.0)!r}")
            return
        if numbers[key] is not None and record.get("number", numbers[key]) != numbers[key]:
            case.findings.wrong("chances", f"{key[0]} on {key[1]} is in {numbers[key]} tilings")
            return
    missing = [key for key, chance in expected.items() if chance > _CLOSE and key not in stated]
    if missing:
        case.findings.wrong("chances", f"{missing[0][0]} on {missing[0][1]} is missing")
    else:
        case.findings.right("chances", how)


def _check_error(case: PuzzleCase, stated: dict[_Key, Any], again: Chances) -> None:
    """Check how far the chances over a cell are from 1."""
    error, board = number(case.answer, "error"), case.problem.board
    fixed = {cell for placement in case.problem.fixed for cell in placement.cells}
    sums = dict.fromkeys(board.cells - board.optional - fixed, 0.0)
    for (_, cells), record in stated.items():
        for cell in cells:
            if cell in sums:
                sums[cell] += record["chance"]
    if again.count == 0 or all(abs(total - 1) <= error + _CLOSE for total in sums.values()):
        case.findings.right("error", "the chances over each cell were added up")
    else:
        case.findings.wrong("error", "the chances over some cell differ more from 1")
