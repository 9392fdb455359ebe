"""One packing of an answer: is it what it says, and is it as good as it says?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.check import faults
from shapewright.packing.claims.nothing_better import judge_bound, judge_status
from shapewright.packing.claims.why_not import judge_reason, judge_refuted, judge_weights
from shapewright.packing.rules import ON_BOARD, WITH_VALUE, score

if TYPE_CHECKING:
    from shapewright.packing.claims.stated_packing import Record


_KNOWN = frozenset(
    {
        *("status", "width", "height", "score", "goal", "bound", "method", "reason", "refuted", "bag", "pieces"),
        *("board", "board_parts", "placements", "value", "values", "clearance", "margin", "bonuses", "weights"),
    }
)


def verdict_of(status: str) -> str:
    """The verdict of an answer with a packing of this status."""
    return {"infeasible": "none", "unknown": "unknown"}.get(status, "found")


def judge(record: Record) -> None:
    """Look at everything."""
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


def judge_question(record: Record) -> None:
    """The record is about what the parameters ask."""
    problem, packing = record.problem, record.packing
    if (packing.goal in ON_BOARD) != (packing.board is not None):
        record.wrong("board", f'does not go with the goal "{packing.goal}"')
    if problem is None:
        return
    if problem.asked != packing.asked:
        key = "bag" if isinstance(packing.asked, Bag) else "pieces"
        record.wrong(key, "is not what the parameters of the answer ask about")
    if problem.goal != packing.goal:
        record.wrong("goal", f'is "{packing.goal}", and the parameters of the answer ask for "{problem.goal}"')
    elif problem.goal in ON_BOARD and problem.ground != packing.board:
        record.wrong("board", "is not the one that the parameters of the answer have")
    for key in ("clearance", "margin"):
        if getattr(problem, key) != getattr(packing, key):
            record.wrong(key, "is not what the parameters of the answer ask for")
    if problem.values != packing.values:
        record.wrong("values", "are not those that the parameters of the answer have")
    if problem.bonuses != packing.bonuses:
        record.wrong("bonuses", "are not those that the parameters of the answer have")
    for one in problem.fixed if packing.placements else ():
        if one not in packing.placements:
            record.wrong("placements", f"the fixed piece {one.piece!r} does not lie in its place")
    if problem.cover_corner and packing.placements and not _covers_corner(record):
        record.wrong("placements", "the corner 0,0 is not covered")


def _covers_corner(record: Record) -> bool:
    """In a given box the corner may be any: the box is turned so that it is 0,0."""
    corners = {(0, 0)}
    box = record.box()
    if record.packing.goal == "box" and box is not None:
        corners = {(x, y) for x in (0, box[0] - 1) for y in (0, box[1] - 1)}
    return any(corners.intersection(one.cells) for one in record.packing.placements)


def judge_placements(record: Record) -> None:
    """The placements keep the rules, and the width of a strip."""
    packing = replace(record.packing, stated_score=None)
    if packing.goal in ("score", "area", "strip"):
        width, height = record.extent()
        packing = replace(packing, width=width, height=height)
    elif packing.goal == "box":
        box = record.box() or (0, 0)
        packing = replace(packing, width=box[0], height=box[1])
    for fault in faults(packing):
        record.wrong("placements", fault)
    if record.strip is not None and packing.width > record.strip:
        record.wrong("width", f"is more than the strip's {record.strip}")


def judge_sizes(record: Record) -> None:
    """Width, height and score are those of the placements, or of what they lie on."""
    packing = record.packing
    width, height = record.extent()
    covered = sum(len(one.cells) for one in packing.placements)
    lying = packing.status in ("optimal", "feasible")
    if packing.goal in ON_BOARD and packing.board is not None:
        width, height = packing.board.size if lying else (0, 0)
        _compare(record, "board_parts", len(packing.board.components()))
    elif packing.goal == "box" and lying:
        width, height = record.box() or (0, 0)
    if not packing.placements and packing.goal not in ON_BOARD:
        for key in ("width", "height", "score"):
            if key in record.data:
                record.wrong(key, "there is no packing that has one")
        return
    _compare(record, "width", width)
    _compare(record, "height", height)
    if packing.goal in WITH_VALUE and lying:
        _compare(record, "value", record.value())
    value = float(score(covered, width, height)) if covered and width and height else 0.0
    if packing.stated_score is None and not record.ours:
        return
    if packing.stated_score is None:
        raise NotationError(f"packing {record.number} has no 'score'")
    if abs(packing.stated_score - value) > 1e-9 * abs(value):
        record.wrong("score", f"the score is {value:.2f}, not {packing.stated_score:.2f}")


def _compare(record: Record, key: str, found: object) -> None:
    if key not in record.data and not record.ours:
        return
    if key not in record.data:
        raise NotationError(f"packing {record.number} has no {key!r}")
    record.found.compare(key, record.data[key], found, "by the placements", packing=record.number)
