"""Are these the cheapest exact covers? Sums are added up again, and where that is feasible all covers are listed."""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from typing import TYPE_CHECKING

from shapewright.claims import entry, listed
from shapewright.errors import NotationError, StoppedError
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.notation.answers import option_from_text
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

# Covers are listed by an engine that knows nothing of costs.
_ENGINE = "sparse"


def cheapest(answer: Answer) -> None:
    """An answer of ``tiling cheapest``."""
    cover, found = answer.puzzle, answer.found
    if isinstance(cover, Problem):
        raise NotationError("its puzzle is a board, and 'tiling cheapest' takes exact covers (DLX) alone")
    # The costs that an answer states, each compared with the sum over its options; options are there as written.
    offered = Counter(cover.option_text(name) for name in cover.names or range(len(cover.options)))
    stated = []
    for number, record in enumerate(listed(answer.data, "solutions"), start=1):
        cost = entry(record, "cost", int, f"solution {number}")
        stated.append(cost)
        texts = entry(record, "options", list, f"solution {number}")
        for text, times in Counter(map(str, texts)).items():
            if times > offered[text]:
                fault = f"{text!r} is not an option of the puzzle with this cost"
                answer.found.wrong("solutions", fault, solution=number)
        if sum(map(_cost, texts)) != cost:
            answer.found.wrong("solutions", f"its options cost {sum(map(_cost, texts))}", solution=number)
    costs = stated
    limit = answer.parameter("limit", 1)
    if costs != sorted(costs) or len(costs) > limit:
        found.wrong("solutions", f"these are not up to {limit} covers, the cheapest first")
    bound = answer.data["bound"]
    if bound is not None and type(bound) is not int:
        raise NotationError(f"its 'bound' is neither a whole number nor null: {bound!r}")
    status = (("feasible", "optimal") if costs else ("unknown", "infeasible"))[answer.complete]
    found.compare("status", answer.data["status"], status, "what the rest of the answer comes to")
    if answer.complete != (bound is None):
        found.wrong("bound", "an answer has a bound as long as it is not complete")
    how = f"all covers listed by the engine {_ENGINE}"
    try:
        covers = cover.solve(time_limit=answer.budget.left(), engine=_ENGINE)
        best = nsmallest(limit + 1, map(cover.cost_of, covers))
    except StoppedError:
        for key in ("bound", "complete"):
            found.unchecked(key, f"listing all covers: {answer.budget.reason}")
    else:
        least = min(Counter(best) - Counter(costs), default=None)
        if answer.complete:
            found.compare("complete", costs, best[:limit], how)
            found.right("bound", "not stated")
        elif bound is not None and least is not None and least < bound:
            found.wrong("bound", f"another cover costs {least}")
        else:
            found.right("bound", how)
    answer.says_complete()
    if answer.complete or answer.solutions or answer.data.get("reason") is None:
        check_reason(answer)
    else:
        found.unchecked("reason", "it reports how far a search came, which depended on time alone")


def _cost(text: object) -> int:
    """The cost in an option as it is written, once it is known to be one."""
    if not isinstance(text, str) or not option_from_text(text):
        raise NotationError(f"an option of the JSON is not a text with items: {text!r}")
    digits = [word.partition("|")[2] for word in text.split()]
    return sum(int(one) for one in digits if one.isascii() and one.removeprefix("-").isdigit())
