"""The packings of an answer of ``pack``, ``feasible`` and ``show``, one or a list of them: placements and sizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.claims import refuse_too_large
from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.check import faults
from shapewright.packing.claims.nothing_better import judge_bound, judge_status, number_there
from shapewright.packing.claims.question import question_of
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.claims.verdict import note_packings, note_verdict
from shapewright.packing.claims.why_not import judge_reasons, judge_refuted
from shapewright.packing.notation import from_json, with_shared
from shapewright.packing.rules import ON_BOARD, WITH_VALUE, score

if TYPE_CHECKING:
    from shapewright.claims import Case

_SHARED = ("bag", "pieces", "board", "goal", "values", "bonuses")
_KNOWN = (
    *("status", "width", "height", "score", "bound", "method", "reason", "refuted", "board_parts", "placements"),
    *("value", "clearance", "margin", "weights", *_SHARED),
)


@refuse_too_large()
def packings(case: Case) -> None:
    """Look at every packing, and at what is said of them together."""
    question = question_of(case) if case.verb not in ("", "show") else None
    if case.verb == "show":
        _as_in_the_file(case)
    limit = None if question is None else case.asked.whole("limit")
    place, ours = case.context.get("place", "the JSON"), bool(case.verb)
    if "packings" not in case.answer:
        note_packings(case, case.context.get("many", 1))
        record = Record(case, case.answer, place, case.context.get("number", 1), question, ours=ours)
        judge(record)
        if limit not in (None, 1):
            case.findings.wrong("packings", f"{limit} packings were asked for, and the answer has one")
        _complete(case, record.packing.status, 1, None)
        return
    records = case.need("packings", list)
    if not records:
        raise NotationError("its 'packings' is an empty list")
    note_packings(case, len(records))
    shared = {key: case.answer[key] for key in _SHARED if key in case.answer}
    for key in shared:
        case.findings.right(key, "the question")
    judged = [
        Record(case, with_shared(one, shared), f"packing {position} of {place}", position, question, ours=ours)
        for position, one in enumerate(records, start=1)
    ]
    for record in judged:
        judge(record)
    _several(case, judged, limit, is_known=question is not None)


def _as_in_the_file(case: Case) -> None:
    """What is shown is what the file has."""
    if case.asked.is_elsewhere("packings"):
        case.findings.unchecked("packings", "the file is not in the answer")
        return
    there = [one.to_json() for one in from_json(case.asked.text("packings") or "")]
    if len(there) > 1:
        case.compare("packings", there, "in the file")
        return
    for key, value in there[0].items():
        case.compare(key, value or None if key == "reason" else value, "in the file")


def _several(case: Case, judged: list[Record], limit: int | None, *, is_known: bool) -> None:
    """All packings are as good as the first, and different; the status is that of the first."""
    first = judged[0].packing
    if case.verb or "status" in case.answer:
        case.compare("status", first.status, "the first packing")
    seen: dict[object, int] = {}
    for position, record in enumerate(judged, start=1):
        key = frozenset((one.piece, one.cells) for one in record.packing.placements)
        if seen.setdefault(key, position) != position:
            record.wrong("packings", f"is packing {seen[key]} again")
        if is_known and record.packing.value != first.value:
            record.wrong("packings", "is not as good as the first")
    count = limit
    if is_known and len(judged) > (limit or 1):
        case.findings.wrong("packings", f"there are {len(judged)}, and {limit or 1} were asked for")
    case.findings.right("packings", "each replayed by the rules, and compared with the others")
    # The reason of an answer with a list of packings is that of the only one there is.
    if case.answer.get("reason") is not None:
        case.compare("reason", judged[0].stated_reason, "by the first packing")
    if "no_more" in case.answer:
        if not case.need("no_more", bool):
            raise NotationError("its 'no_more' is false; it is left out where there may be more")
        count, number = len(judged), number_there(judged[0])
        if isinstance(number, str):
            case.findings.unchecked("no_more", number)
        else:
            case.findings.compare("no_more", count, number, "counted by a sweep over the cells")
    _complete(case, first.status, len(judged), count)


def _complete(case: Case, status: str, there: int, count: int | None) -> None:
    """Look at ``complete`` and the verdict; so many packings are there, of those that were asked for."""
    is_done = status in ("optimal", "infeasible") and count in (None, there)
    if case.verb and not case.need("complete", bool):
        case.findings.right("complete", "it states that something is missing")
    elif case.verb not in ("", "show") and not is_done:
        why = f"the status is {status!r}" if count in (None, there) else f"there are {there} of {count} packings"
        case.findings.wrong("complete", f"the answer is not complete: {why}")
    elif case.verb:
        case.findings.right("complete", "by its status")
    note_verdict(case, status)


def judge(record: Record) -> None:
    """Look at everything that is said of one packing."""
    _question(record)
    packing = record.packing
    if packing.status in ("infeasible", "unknown"):
        if packing.placements:
            record.wrong("placements", f'there are placements, and the status is "{packing.status}"')
    elif packing.goal in ON_BOARD or packing.placements:
        _placements(record)
    else:
        record.wrong("placements", f'there are none, and the status is "{packing.status}"')
    _sizes(record)
    judge_bound(record)
    judge_refuted(record)
    if not any(fault.get("packing") == record.number for fault in record.found.faults):
        judge_status(record)
        judge_reasons(record)
    for key in _KNOWN:
        if key in record.data:
            record.found.right(key)


def _question(record: Record) -> None:
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
    for key in ("clearance", "margin", "values", "bonuses"):
        if getattr(problem, key) != getattr(packing, key):
            record.wrong(key, "is not what the parameters of the answer ask for")
    for one in problem.fixed if packing.placements else ():
        if one not in packing.placements:
            record.wrong("placements", f"the fixed piece {one.piece!r} does not lie in its place")
    if problem.cover_corner and packing.placements:
        # In a given box the corner may be any: the box is turned so that it is 0,0.
        width, height = (record.box() if packing.goal == "box" else None) or (1, 1)
        corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)}
        if not any(corners.intersection(one.cells) for one in packing.placements):
            record.wrong("placements", "the corner 0,0 is not covered")


def _placements(record: Record) -> None:
    """The placements keep the rules, and the width of a strip."""
    packing = replace(record.packing, stated_score=None)
    size = (packing.width, packing.height)
    if packing.goal in ("score", "area", "strip"):
        size = record.extent()
    elif packing.goal == "box":
        size = record.box() or (0, 0)
    for fault in faults(replace(packing, width=size[0], height=size[1])):
        record.wrong("placements", fault)
    if record.strip is not None and size[0] > record.strip:
        record.wrong("width", f"is more than the strip's {record.strip}")


def _sizes(record: Record) -> None:
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
    if packing.stated_score is None:
        record.require("score")
    elif abs(packing.stated_score - value) > 1e-9 * abs(value):
        record.wrong("score", f"the score is {value:.2f}, not {packing.stated_score:.2f}")


def _compare(record: Record, key: str, found: object) -> None:
    record.require(key)
    if key in record.data:
        record.found.compare(key, record.data[key], found, "by the placements", packing=record.number)
