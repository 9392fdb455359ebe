"""Why there is no solution: the reason that an answer states is found again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, NotationError
from shapewright.tiling.covers.reason import forced, unknown
from shapewright.tiling.covers.reason import why_none as why_no_cover
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.symmetries.symmetric_only import NONE_SYMMETRIC

if TYPE_CHECKING:
    from shapewright.tiling.claims.question import PuzzleCase


def check_reason(case: PuzzleCase) -> None:
    """The reason why there is no solution is the one that is found again."""
    none = case.complete and not case.solutions and case.answer.get("count", 0) == 0
    if case.answer.get("reason") is None:
        if none:
            raise NotationError("the answer has no solutions and no 'reason'")
        return
    stated = case.need("reason", str)
    try:
        reason = _reason(case)
    except LimitError as error:
        case.findings.unchecked("reason", str(error))
        return
    told, nodes = re.search(r"\b([0-9]+) nodes?\b", stated), case.answer.get("nodes")
    same_effort = told is None or type(nodes) is not int or int(told[1]) == nodes
    # Nodes and seconds are those of the search that is the proof, not of a second one.
    effort = re.compile(r"\b([0-9]+ nodes?|[0-9.]+ s)\b")
    if same_effort and effort.sub("", stated) == effort.sub("", reason):
        case.findings.right("reason", "found again")
    else:
        case.findings.wrong("reason", f"is not the reason that is found: {reason}")


def check_unfinished_reason(case: PuzzleCase) -> None:
    """The reason of an answer that may have been cut short before anything was found."""
    if case.complete or case.solutions or case.answer.get("reason") is None:
        check_reason(case)
    else:
        case.findings.unchecked("reason", "it reports how far a search came, which depended on time alone")


def _reason(case: PuzzleCase) -> str:
    if case.solutions or case.answer.get("count"):
        return "there is a solution, so there is no reason"
    explained = case.verb == "explain"
    if not isinstance(case.puzzle, Problem):
        steps = forced(case.puzzle) if explained else ""
        return steps or (why_no_cover(case.puzzle, 0) if case.complete else unknown(0, 0.0))
    found = prepared(case.puzzle)
    if not isinstance(found, Cover):
        return found.sentence
    if case.only_symmetric and case.complete:
        return NONE_SYMMETRIC
    how = "and 0 nodes of a search in 0.0 s have not found one"
    if case.complete:
        how = (
            "but a search of all 0 nodes found none" if explained else "but an exhaustive search of 0 nodes found none"
        )
    return f"neither areas nor colourings forbid a tiling, {how}"
