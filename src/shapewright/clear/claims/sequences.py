"""Answers about the sequences of a pattern: ``clear sequences``, found again, and short ones by every way to hold."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

from shapewright.clear.claims.everything import queues
from shapewright.clear.patterns.expansion import WAYS, Expansion, expand
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue
from shapewright.errors import InternalError, NotationError

if TYPE_CHECKING:
    from shapewright.claims import Case

__all__ = ["sequences"]

# Sequences of so many pieces, and queues of so many patterns, are written out for a second opinion.
FEW_PIECES, FEW_QUEUES = 4, 2000


def sequences(case: Case) -> None:
    """An answer of ``clear sequences --json``."""
    asked = case.asked
    if asked.has("dealt"):
        queues(case, "dealt")
        return
    pattern, hold = asked.text("patterns", "pattern"), asked.text("hold") or "pass"
    if pattern is None:
        raise NotationError("the parameters have no 'patterns'")
    way = next((one for one in WAYS if one == hold), None)
    if way is None:
        raise NotationError(f"the parameter 'hold' is {hold!r}, not {', '.join(WAYS)}")
    found = expand(
        pattern,
        way,
        length=asked.whole("length", least=1),
        holds=asked.whole("holds", least=0),
        where=asked.text("where"),
    )
    words = "recomputed"
    if found.holds is None and found.length <= FEW_PIECES and found.pattern.count() <= FEW_QUEUES:
        if set(found) != _plainly(found):
            raise InternalError("two methods disagree on the sequences of a pattern")
        words = "recomputed, and all of them written out"
    case.compare("number", found.count, words)
    case.compare("length", found.length)
    case.findings.verdict(case.answer, "found")
    if not asked.flag("as_list", "list"):
        case.compare("complete", True, "complete")
        return
    limit = asked.whole("limit", least=1)
    most = len(case.need("queues", list)) + 1  # one more tells whether these are all
    listed = list(islice(found, most if limit is None else min(most, limit)))
    case.compare_listed("queues", listed, len(listed) == found.count)


def _plainly(found: Expansion) -> set[str]:
    """The sequences, each queue held in every way."""
    queues = set(found.pattern.queues())
    if found.hold == "pass":
        sequences = {queue[: found.length] for queue in queues}
    elif found.hold == "forward":
        sequences = {order for queue in queues for order in Queue(queue).orders(found.length)}
    else:
        every = ("".join(queue) for queue in product(PIECES, repeat=found.length))
        sequences = {queue for queue in every if queues.intersection(Queue(queue).orders(found.pattern.length))}
    return {sequence for sequence in sequences if found.where is None or found.where.holds(sequence)}
