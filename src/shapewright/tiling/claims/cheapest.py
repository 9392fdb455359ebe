"""Are these the cheapest exact covers? Sums are added up again, and where that is feasible all covers are listed."""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest

from shapewright.claims import entry
from shapewright.errors import NotationError
from shapewright.tiling.claims.question import PuzzleCase, rule
from shapewright.tiling.claims.reasons import check_unfinished_reason
from shapewright.tiling.notation.answers import option_from_text
from shapewright.tiling.problem import Problem

# Covers are listed by an engine that knows nothing of costs.
_ENGINE = "sparse"


@rule
def cheapest(case: PuzzleCase) -> None:
    """An answer of ``tiling cheapest``."""
    cover, findings = case.puzzle, case.findings
    if isinstance(cover, Problem):
        raise NotationError("its puzzle is a board, and 'tiling cheapest' takes exact covers (DLX) alone")
    # The costs that an answer states, each compared with the sum over its options; options are there as written.
    offered = Counter(cover.option_text(name) for name in cover.names or range(len(cover.options)))
    costs = []
    for number, record in enumerate(case.need("solutions", list), start=1):
        cost = entry(record, "cost", int, f"solution {number}")
        costs.append(cost)
        texts = entry(record, "options", list, f"solution {number}")
        for text, times in Counter(map(str, texts)).items():
            if times > offered[text]:
                fault = f"{text!r} is not an option of the puzzle with this cost"
                findings.wrong("solutions", fault, solution=number)
        if sum(map(_cost, texts)) != cost:
            findings.wrong("solutions", f"its options cost {sum(map(_cost, texts))}", solution=number)
    limit = case.asked.whole("limit") or 1
    if costs != sorted(costs) or len(costs) > limit:
        findings.wrong("solutions", f"these are not up to {limit} covers, the cheapest first")
    bound = None if case.claimed("bound") is None else case.need("bound", int)
    status = (("feasible", "optimal") if costs else ("unknown", "infeasible"))[case.complete]
    case.compare("status", status, "what the rest of the answer comes to")
    if case.complete != (bound is None):
        findings.wrong("bound", "an answer has a bound as long as it is not complete")
    how = f"all covers listed by the engine {_ENGINE}"
    with case.unless_stopped("bound", "complete"):
        best = nsmallest(limit + 1, map(cover.cost_of, cover.solve(time_limit=case.left(), engine=_ENGINE)))
        least = min(Counter(best) - Counter(costs), default=None)
        if case.complete:
            findings.compare("complete", costs, best[:limit], how)
            findings.right("bound", "not stated")
        elif bound is not None and least is not None and least < bound:
            findings.wrong("bound", f"another cover costs {least}")
        else:
            findings.right("bound", how)
    case.check_complete()
    check_unfinished_reason(case)


def _cost(text: object) -> int:
    """The cost in an option as it is written, once it is known to be one."""
    if not isinstance(text, str) or not option_from_text(text):
        raise NotationError(f"an option of the JSON is not a text with items: {text!r}")
    digits = [word.partition("|")[2] for word in text.split()]
    return sum(int(one) for one in digits if one.isascii() and one.removeprefix("-").isdigit())
