"""Answers of ``clear opener``: what the boards are worth and which are the best, found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.clear.claims.question import setup_of
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
    how: dict[str, Any] = {}
    pieces = case.asked.text("pieces")
    if pieces is not None:
        how["pieces"] = read_span(pieces, "pieces")
    for name in ("seen", "tallest"):
        said = case.asked.whole(name, least=1)
        if said is not None:
            how[name] = said
    how["save"] = case.asked.text("save") or ""
    among = case.asked.text("among")
    how["mirror"] = case.asked.text("mirror") == "yes"
    setup = setup_of(case, PATTERN)
    number = case.asked.whole("boards", least=1) or 1
    search = OpenerSearch(setup, Clock(case.left()), **how)
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
    _compare_bound(case, again)


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


def _compare_bound(case: Case, again: Openers) -> None:
    bound, solved = case.whole("bound"), case.whole("solved")
    if bound < max(solved, again.cleared):
        case.findings.wrong("bound", f"it is {bound}, and boards for {max(solved, again.cleared)} queues are known")
    elif bound >= again.bound:
        case.findings.right("bound", "proven again")
    else:
        case.findings.unchecked("bound", f"there was time to prove {again.bound} alone, and it is {bound}")
