"""Answers of ``clear opener``: what the boards are worth and which are the best, found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.claims.question import compare_bound, setup_of
from shapewright.clear.opener.opener import PATTERN, OpenerSearch
from shapewright.clear.setup.setups import read_span
from shapewright.errors import StoppedError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.opener.opener_results import Openers

__all__ = ["opener"]


def opener(case: Case) -> None:
    """An answer of ``clear opener --json``."""
    asked, setup = case.asked, setup_of(case, PATTERN)
    pieces, among = asked.text("pieces"), asked.text("among")
    search = OpenerSearch(
        setup,
        Clock(case.left()),
        pieces=None if pieces is None else read_span(pieces, "pieces"),
        seen=asked.whole("seen", least=1),
        tallest=asked.whole("tallest", least=1),
        mirror=asked.text("mirror") == "yes",
        save=asked.text("save") or "",
    )
    number = asked.whole("boards", least=1) or 1
    case.compare("complete", True, "all boards are listed")
    records = case.need("boards", list)
    # What the boards of the answer are worth, with no others to choose from; then whether others are better.
    named = [record["rows"] for record in records if isinstance(record, dict) and isinstance(record.get("rows"), str)]
    if len(named) != len(records):
        case.findings.wrong("boards", "one has no rows")
        return
    if not records:
        case.findings.verdict(case.answer, "none")
        again = search.best(number, [among] if among else ())
        if again:
            case.findings.wrong("boards", f"there are some: {again!r}")
            return
        _compare(case, again)
        case.compare("bound", again.bound)
        case.compare("candidates", again.boards)
        return
    case.findings.verdict(case.answer, "found")
    if len(records) > number:
        case.findings.wrong("boards", f"there are {len(records)}, and {number} were asked for")
        return
    _compare(case, search.best(len(named), named))
    try:
        again = search.best(number, [among] if among else ())
    except StoppedError as stopped:
        for key in ("bound", "candidates"):
            case.findings.unchecked(key, str(stopped))
        return
    case.compare("candidates", again.boards)
    bound, known = case.whole("bound"), max(case.whole("solved"), again.cleared)
    fault = f"boards for {known} queues are known" if bound < known else None
    compare_bound(case, "bound", again.bound, is_proven=bound >= again.bound, fault=fault)


def _compare(case: Case, again: Openers) -> None:
    """What these boards are worth, all together and each."""
    found = [
        {
            "rows": one.board.to_text(one_line=True),
            "mirror": one.mirror is not None,
            "pieces": one.pieces,
            "cleared_lines": one.cleared,
            "way": one.way.to_text(one_line=True),
            "fumen": one.fumen().to_text(),
            "alone": one.alone,
            "adds": one.adds,
            "served": one.served,
        }
        for one in again
    ]
    case.compare("boards", found, "each found again")
    case.compare("solved", again.cleared)
    case.compare("queues", again.queues)
    case.compare("seen", again.seen)
    if "beginnings" in case.answer:
        table = [
            [beginning, None if place is None else place + 1, worth, queues]
            for beginning, place, worth, queues in again.table()
        ]
        case.compare("beginnings", table, "each led again")
