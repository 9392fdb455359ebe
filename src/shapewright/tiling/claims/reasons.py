"""Why there is no solution: the reason that an answer states is found again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from shapewright.claims import text
from shapewright.errors import LimitError, NotationError
from shapewright.tiling.covers.reason import forced, unknown
from shapewright.tiling.covers.reason import why_none as why_no_cover
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.symmetries.symmetric_only import NONE_SYMMETRIC

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer


def check_reason(answer: Answer) -> None:
    """The reason why there is no solution is the one that is found again."""
    none = answer.complete and not answer.solutions and answer.data.get("count", 0) == 0
    if answer.data.get("reason") is None:
        if none:
            raise NotationError("it has no solutions and no 'reason'")
        return
    stated = text(answer.data, "reason")
    try:
        reason = _reason(answer)
    except LimitError as error:
        answer.found.unchecked("reason", str(error))
        return
    told, nodes = re.search(r"\b([0-9]+) nodes?\b", stated), answer.data.get("nodes")
    same_effort = told is None or type(nodes) is not int or int(told[1]) == nodes
    # Nodes and seconds are those of the search that is the proof, not of a second one.
    effort = re.compile(r"\b([0-9]+ nodes?|[0-9.]+ s)\b")
    if same_effort and effort.sub("", stated) == effort.sub("", reason):
        answer.found.right("reason", "found again")
    else:
        answer.found.wrong("reason", f"is not the reason that is found: {reason}")


def _reason(answer: Answer) -> str:
    if answer.solutions or answer.data.get("count"):
        return "there is a solution, so there is no reason"
    if not isinstance(answer.puzzle, Problem):
        steps = forced(answer.puzzle) if answer.verb == "explain" else ""
        return steps or (why_no_cover(answer.puzzle, 0) if answer.complete else unknown(0, 0.0))
    found = prepared(answer.puzzle)
    if not isinstance(found, Cover):
        return found.sentence
    if answer.only_symmetric and answer.complete:
        return NONE_SYMMETRIC
    start = "neither areas nor colourings forbid a tiling, "
    if not answer.complete:
        return start + "and 0 nodes of a search in 0.0 s have not found one"
    if answer.verb == "explain":
        return start + "but a search of all 0 nodes found none"
    return start + "but an exhaustive search of 0 nodes found none"
