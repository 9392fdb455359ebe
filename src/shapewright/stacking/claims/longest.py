"""Is all right that an answer says of the longest game? Its drops by the rules, its bound by another search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import NotationError, amount
from shapewright.stacking.check import game_faults
from shapewright.stacking.games.longest import Longest, cell_bound, longest
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.lower_bound import reprove_none
from shapewright.stacking.proof.recount import most_drops

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget, Findings

__all__ = ["judge_longest"]


def judge_longest(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    for key in ("pieces", "upper_bound", "optimal", "plan", "problem"):
        if key not in data:
            raise NotationError(f"it has no {key!r}")
    problem = Problem.from_json(data["problem"])
    wanted = asked_problem(parameters) if asked else None
    if wanted is not None and wanted.to_json() != problem.to_json():
        found.wrong("problem", "is not the problem that the parameters of the answer ask about")
        return
    if problem.height_limit is None:
        found.wrong("problem", "has no height limit, so that every piece can fall")
        return
    found.right("problem", "the question")
    bound = whole(data, "upper_bound")
    said = Longest(problem, drops_from_json(data["plan"]), bound)
    wrong = game_faults(problem, said.drops)
    if wrong:
        found.wrong("plan", wrong[0])
        return
    found.right("plan", "replayed by the rules alone")
    found.compare("pieces", whole(data, "pieces"), said.pieces, "the drops")
    if "text" in data:
        found.compare("text", text(data, "text"), said.to_text(), "the drops")
    found.compare("optimal", flag(data, "optimal"), said.optimal, "the other claims")
    if "complete" in data:
        found.compare("complete", flag(data, "complete"), said.optimal, "the other claims")
    _bound(said, found, budget)


def _bound(said: Longest, found: Findings, budget: Budget) -> None:
    """That no game is longer than the bound."""
    problem, bound = said.problem, said.bound
    if not said.pieces <= bound <= len(problem.sequence):
        found.wrong(
            "upper_bound",
            f"is {bound} beside {amount(said.pieces, 'drop')} of {amount(len(problem.sequence), 'piece')}",
        )
        return
    if bound == len(problem.sequence):
        found.right("upper_bound", "there are no more pieces")
    elif bound >= cell_bound(problem):
        found.right("upper_bound", "by the cells that have room")
    elif problem.is_plain:
        longer = replace(problem, sequence=problem.sequence[: bound + 1])
        none = reprove_none(longer, time_limit=budget.left(0.7))
        if none is None:
            found.unchecked("upper_bound", f"that no plan has a piece more: {budget.reason}")
        elif none:
            found.right("upper_bound", "proven by another search")
        else:
            found.wrong("upper_bound", f"{amount(bound + 1, 'piece')} can fall")
    else:
        most = most_drops(said.problem, budget.left(0.5))
        how = "by the rules alone"
        if most is None:
            again = longest(said.problem, time_limit=budget.left(0.7))
            most, how = again.bound if again.optimal else None, "searched again"
        if most is None:
            found.unchecked("upper_bound", f"searching again: {budget.reason}")
        elif most <= said.bound:
            found.right("upper_bound", how)
        else:
            found.wrong("upper_bound", f"{amount(most, 'piece')} can fall")
