"""Is all right that an answer says of deadly sequences? All plays of the sequence by the rules, or a strategy for ever.

That none is shorter is shown by following every shorter sequence where these are few, and by searching again otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, listed, whole
from shapewright.errors import LimitError, NotationError, ResourceError, StoppedError
from shapewright.stacking.games.deadly import Deadly, deadly
from shapewright.stacking.games.survival import MAX_SEEN, Survival, survive
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.strategies import choices_from_json
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.deadly import Plays
from shapewright.stacking.proof.survival import defence_faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget, Findings

__all__ = ["judge_deadly"]

ALL = "IOTJLSZ"
_MOST = 200_000  # positions of a strategy that is made again
_FEW = 500  # sequences that are followed by the rules


def judge_deadly(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    for key in ("sequence", "pieces", "lower_bound", "optimal", "problem"):
        if key not in data:
            raise NotationError(f"it has no {key!r}")
    problem = Problem.from_json(data["problem"])
    question = asked_problem({"sequence": ALL, **parameters, "clear_lines": True}) if asked else None
    if question is not None and question.to_json() != problem.to_json():
        found.wrong("problem", "is not the problem that the parameters of the answer ask about")
        return
    if not problem.clear_lines or problem.height_limit is None or problem.drop != "hard":
        found.wrong("problem", "is not a game against an adversary, with line clears and a height limit")
        return
    found.right("problem", "the question")
    complete = flag(data, "optimal")
    if "complete" in data:
        found.compare("complete", flag(data, "complete"), complete, "the other claims")
    if data["sequence"] is None:
        _never(data, problem, found, budget)
        return
    for key in ("see", "defence", "reason"):
        if key in data:
            found.compare(key, data[key], None, "a sequence is deadly")
    sequence = tuple([str(name) for name in listed(data, "sequence")])
    if not set(sequence) <= set(problem.sequence):
        found.wrong("sequence", "has a piece that the adversary may not choose")
        return
    bound = whole(data, "lower_bound")
    found.compare("pieces", whole(data, "pieces"), len(sequence), "the sequence")
    found.compare("optimal", complete, bound == len(sequence), "the other claims")
    plays = Plays(problem)
    try:
        left = plays.after(sequence, budget.clock)
    except StoppedError:
        found.unchecked("sequence", f"following every play: {budget.reason}")
    else:
        if left:
            found.wrong("sequence", f"is not deadly: {left} positions are left")
        else:
            found.right("sequence", "every play by the rules alone")
    _bound(problem, plays, bound, found, budget)


def _bound(problem: Problem, plays: Plays, bound: int, found: Findings, budget: Budget) -> None:
    """That no deadly sequence has fewer pieces than the bound."""
    kinds = len(set(problem.sequence))
    try:
        if bound <= 1:  # before the first piece nothing is lost
            known, how = True, "the rules alone"
        elif kinds ** (bound - 1) <= _FEW:
            shorter = plays.deadly_of(bound - 1, budget.clock)
            how = "every shorter sequence by the rules alone"
            known = shorter is None
        else:
            again = deadly(problem, time_limit=budget.left(0.7))
            known, how = again.sequence is None or again.bound >= bound, "searched again"
            if not known and not again.optimal:
                found.unchecked("lower_bound", f"searching again: {budget.reason}")
                return
    except (StoppedError, ResourceError):
        found.unchecked("lower_bound", f"searching again: {budget.reason}")
        return
    if known:
        found.right("lower_bound", how)
    else:
        found.wrong("lower_bound", f"a sequence of fewer than {bound} pieces is deadly")


def _never(data: Mapping[str, Any], problem: Problem, found: Findings, budget: Budget) -> None:
    """A strategy for ever shows that no sequence is deadly."""
    for key in ("pieces", "lower_bound"):
        found.compare(key, data[key], None, "no sequence is deadly")
    found.compare("optimal", flag(data, "optimal"), True, "no sequence is deadly")
    see = whole(data, "see")
    if not 1 <= see <= MAX_SEEN:
        found.wrong("see", f"is not 1 to {MAX_SEEN}")
        return
    if data.get("reason") is not None:
        said = Deadly(problem, None, 0, Survival(problem, see, None, None, None, 0))
        found.compare("reason", data["reason"], str(said), "the other claims")
    defence = None if data.get("defence") is None else choices_from_json(data["defence"], problem, see)
    how = "by the rules alone"
    if defence is None:
        try:
            again = survive(problem, see=see, listed=_MOST, time_limit=budget.left(0.5))
        except (StoppedError, LimitError, ResourceError):
            found.unchecked("sequence", f"a strategy is made again: {budget.reason}")
            return
        if not again.for_ever:
            found.wrong("see", f"a player who sees {see} does not survive for ever")
            return
        found.right("defence", "not listed")
        defence, how = again.defence, "a strategy made again, by the rules alone"
    if defence is None:
        found.unchecked("sequence", f"strategies of at most {_MOST} positions are made again")
        return
    try:
        fault = next(defence_faults(problem, see, None, defence, budget.clock), None)
    except StoppedError:
        found.unchecked("defence", budget.reason)
        found.unchecked("sequence", f"by its defence: {budget.reason}")
        return
    if fault is not None:
        found.wrong("defence", fault)
        return
    for key in ("defence", "see", "sequence"):
        found.right(key, how)
