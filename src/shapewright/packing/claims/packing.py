"""One packing of an answer: is it what it says, and is it as good as it says?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.packing.claims.nothing_better import judge_bound, judge_status
from shapewright.packing.claims.placements import judge_placements, judge_question, judge_sizes
from shapewright.packing.claims.why_not import judge_reason, judge_refuted, judge_weights
from shapewright.packing.goals.kinds import ON_BOARD

if TYPE_CHECKING:
    from shapewright.packing.claims.stated_packing import Record

__all__ = ["judge", "verdict_of"]

_KNOWN = frozenset(
    {
        *("status", "width", "height", "score", "goal", "bound", "method", "reason", "refuted", "bag", "pieces"),
        *("board", "board_parts", "placements", "value", "values", "clearance", "margin", "bonuses", "weights"),
    }
)


def verdict_of(status: str) -> str:
    """The verdict of an answer with a packing of this status."""
    return {"infeasible": "none", "unknown": "unknown"}.get(status, "found")


def judge(record: Record, *, inside: bool = True) -> None:
    """Look at everything; a record that stands ``inside`` of an answer has only keys that are known here."""
    if inside:
        record.found.known("packings", record.data, _KNOWN)
    judge_question(record)
    packing = record.packing
    if packing.status in ("infeasible", "unknown"):
        if packing.placements:
            record.wrong("placements", f'there are placements, and the status is "{packing.status}"')
    elif packing.goal in ON_BOARD or packing.placements:
        judge_placements(record)
    else:
        record.wrong("placements", f'there are none, and the status is "{packing.status}"')
    judge_sizes(record)
    judge_bound(record)
    judge_weights(record)
    judge_refuted(record)
    if not any(fault.get("packing") == record.number for fault in record.found.faults):
        judge_status(record)
        judge_reason(record)
    for key in _KNOWN:
        if key in record.data:
            record.found.right(key)
