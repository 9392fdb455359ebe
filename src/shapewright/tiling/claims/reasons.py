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

__all__ = ["check_reason"]


def check_reason(answer: Answer) -> None:
    """The reason why there is no solution is the one that is found again."""
    none = answer.complete and not answer.solutions and answer.data.get("count", 0) == 0
    if answer.data.get("reason") is None:
        if none:
            raise NotationError("it has no solutions and no 'reason'")
        return
    stated = text(answer.data, "reason")
    try:
        reasons = _reasons(answer)
    except LimitError as error:
        answer.found.unchecked("reason", str(error))
        return
    if any(_without_effort(stated) == _without_effort(one) for one in reasons) and _same_effort(answer, stated):
        answer.found.right("reason", "found again")
    else:
        answer.found.wrong("reason", f"is not the reason that is found: {reasons[0]}")


def _same_effort(answer: Answer, stated: str) -> bool:
    """Whether the nodes in a reason are those of the answer."""
    nodes = answer.data.get("nodes")
    told = re.search(r"\b([0-9]+) nodes?\b", stated)
    return told is None or type(nodes) is not int or int(told[1]) == nodes


def _reasons(answer: Answer) -> list[str]:
    if answer.solutions or answer.data.get("count"):
        return ["there is a solution, so there is no reason"]
    if not isinstance(answer.puzzle, Problem):
        steps = forced(answer.puzzle) if answer.verb == "explain" else ""
        return [steps] if steps else [why_no_cover(answer.puzzle, 0) if answer.complete else unknown(0, 0.0)]
    found = prepared(answer.puzzle)
    if not isinstance(found, Cover):
        return [found.sentence]
    if answer.only_symmetric and answer.complete:
        return [NONE_SYMMETRIC]
    start = "neither areas nor colourings forbid a tiling, "
    if not answer.complete:
        return [start + "and 0 nodes of a search in 0.0 s have not found one"]
    if answer.verb == "explain":
        return [start + "but a search of all 0 nodes found none"]
    return [start + "but an exhaustive search of 0 nodes found none"]


def _without_effort(reason: str) -> str:
    """A reason without the nodes and seconds of the search that is its proof."""
    return re.sub(r"\b[0-9.]+ s\b", "0 s", re.sub(r"\b[0-9]+ nodes?\b", "0 nodes", reason))
