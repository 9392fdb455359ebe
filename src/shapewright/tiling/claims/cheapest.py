"""Are these the cheapest exact covers? Sums are added up again, and where that is feasible all covers are listed."""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from shapewright.claims import entry, listed, whole
from shapewright.errors import NotationError, StoppedError
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.notation.answers import option_from_text
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget
    from shapewright.tiling.claims.answer import Answer
    from shapewright.tiling.claims.verdict import Verdict
    from shapewright.tiling.covers.exact_cover import ExactCover

__all__ = ["cheapest"]

# Covers are listed by an engine that knows nothing of costs.
_ENGINE = "sparse"


def cheapest(answer: Answer) -> None:
    """An answer of ``tiling cheapest``."""
    if isinstance(answer.puzzle, Problem):
        raise NotationError("its puzzle is a board, and 'tiling cheapest' takes exact covers (DLX) alone")
    limit = 1 if answer.parameters.get("limit") is None else whole(answer.parameters, "limit")
    _compare_costs(
        answer.puzzle, answer.data, limit, complete=answer.complete, found=answer.found, budget=answer.budget
    )
    answer.says_complete()
    if answer.complete or answer.solutions or answer.data.get("reason") is None:
        check_reason(answer)
    else:
        answer.found.unchecked("reason", "it reports how far a search came, which depended on time alone")


def _costs_of(cover: ExactCover, data: Mapping[str, Any], found: Verdict) -> list[int]:
    """The costs that an answer states, each compared with the sum over its options; options are there as written."""
    offered = Counter(cover.option_text(name) for name in cover.names or range(len(cover.options)))
    stated = []
    for number, record in enumerate(listed(data, "solutions"), start=1):
        cost = entry(record, "cost", int, f"solution {number}")
        stated.append(cost)
        texts = entry(record, "options", list, f"solution {number}")
        for text, times in Counter(map(str, texts)).items():
            if times > offered[text]:
                found.wrong("solutions", f"{text!r} is not an option of the puzzle with this cost", solution=number)
        if sum(_cost(text) for text in texts) != cost:
            found.wrong("solutions", f"its options cost {sum(_cost(text) for text in texts)}", solution=number)
    return stated


def _compare_costs(
    cover: ExactCover, data: Mapping[str, Any], limit: int, *, complete: bool, found: Verdict, budget: Budget
) -> None:
    """Look at status and bound of an answer, whose ``limit`` is the number of covers that was asked for."""
    costs = _costs_of(cover, data, found)
    if costs != sorted(costs) or len(costs) > limit:
        found.wrong("solutions", f"these are not up to {limit} covers, the cheapest first")
    bound = data["bound"]
    if bound is not None and type(bound) is not int:
        raise NotationError(f"its 'bound' is neither a whole number nor null: {bound!r}")
    status = ("optimal" if complete else "feasible") if costs else ("infeasible" if complete else "unknown")
    found.compare("status", data["status"], status, "what the rest of the answer comes to")
    if complete != (bound is None):
        found.wrong("bound", "an answer has a bound as long as it is not complete")
    best = _least_costs(cover, limit + 1, budget)
    if best is None:
        for key in ("bound", "complete"):
            found.unchecked(key, f"listing all covers: {budget.reason}")
        return
    how = f"all covers listed by the engine {_ENGINE}"
    if complete:
        found.compare("complete", costs, best[:limit], how)
        found.right("bound", "not stated")
        return
    others = Counter(best) - Counter(costs)
    least = min(others, default=None)
    if bound is not None and least is not None and least < bound:
        found.wrong("bound", f"another cover costs {least}")
    else:
        found.right("bound", how)


def _cost(text: object) -> int:
    """The cost in an option as it is written, once it is known to be one."""
    if not isinstance(text, str) or not option_from_text(text):
        raise NotationError(f"an option of the JSON is not a text with items: {text!r}")
    digits = [word.partition("|")[2] for word in text.split()]
    return sum(int(one) for one in digits if one.isascii() and one.removeprefix("-").isdigit())


def _least_costs(cover: ExactCover, number: int, budget: Budget) -> list[int] | None:
    """The costs of the cheapest covers, in order; None if there was not enough time to list all."""
    try:
        covers = cover.solve(time_limit=budget.left(), engine=_ENGINE)
        return nsmallest(number, (cover.cost_of(names) for names in covers))
    except StoppedError:
        return None
