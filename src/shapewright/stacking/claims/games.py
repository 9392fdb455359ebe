"""Is all right that an answer says of the longest game, of a sequence repeated for ever, and of expected values?"""

from __future__ import annotations

from dataclasses import asdict, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, number, text, whole
from shapewright.errors import LimitError, NotationError, StoppedError, amount
from shapewright.jobs.limits import Clock
from shapewright.stacking.check import faults, game_faults
from shapewright.stacking.claims.record import problem_of_answer
from shapewright.stacking.games.expect import SAMPLES, agree, expect
from shapewright.stacking.games.longest import Longest, cell_bound, longest
from shapewright.stacking.games.rate import Rate, rate_by_columns
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.expect import Foresee
from shapewright.stacking.proof.lower_bound import reprove_none
from shapewright.stacking.proof.recount import most_drops
from shapewright.stacking.random_sequence import deals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget, Findings


def judge_longest(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    keys = ("pieces", "upper_bound", "optimal", "plan", "problem")
    problem = problem_of_answer(data, keys, parameters if asked else None, found)
    if problem is None:
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


def judge_rate(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer."""
    problem = problem_of_answer(data, (), parameters if asked else None, found)
    if problem is None:
        return
    found.right("problem", "the question")
    lead, cycle = (drops_from_json(data.get(key)) for key in ("lead", "cycle"))
    least, offset = (_fraction(data, key) for key in ("least", "offset"))
    said = Rate(problem, lead, cycle, whole(data, "rows"), least, offset)
    drops = (*lead, *cycle)
    names = tuple([drop.piece for drop in drops])
    times = len(drops) // len(problem.sequence)
    if names != tuple(problem.sequence) * times:
        found.wrong("cycle", "the lead and the cycle are not the sequence, repeated")
        return
    wrong = faults(Problem(names, problem.width, problem.pieces, rotation=problem.rotation), drops) or said.faults()
    if wrong:
        found.wrong("cycle", wrong[0])
        return
    for key in ("lead", "cycle", "rows"):
        found.right(key, "replayed by the rules alone")
    found.compare("rate", data.get("rate"), str(said.rate), "the cycle")
    found.compare("optimal", flag(data, "optimal"), said.optimal, "the other claims")
    heights = (None, None) if parameters.get("repeat") is None else said.height(whole(parameters, "repeat"))
    for key, known in zip(("height", "lower_bound"), heights, strict=True):
        found.compare(key, data.get(key), known, "the other claims")
    if said.rate < least:
        found.wrong("least", f"the plan has only {said.rate} rows for each piece")
        return
    proven = Fraction(0) if rate_by_columns(problem) >= least else _by_potentials(problem, least, budget)
    if proven is not None and offset <= proven:
        found.right("least", "proven again")
        found.right("offset", "proven again")
    else:
        for key in ("least", "offset", "lower_bound", "optimal"):
            found.unchecked(key, "no potential was found that proves it again")


def _by_potentials(problem: Problem, least: Fraction, budget: Budget) -> Fraction | None:
    try:
        from shapewright.stacking.proof.narrow_wells import (
            mean_rise,  # its arrays are those of numpy, which a browser lacks
        )
    except ModuleNotFoundError:
        return None
    return mean_rise(problem, least, budget.clock)


def _fraction(data: Mapping[str, Any], key: str) -> Fraction:
    try:
        return Fraction(text(data, key))
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"its {key!r} is not a fraction") from None


ALL = "IOTJLSZ"
_ROUNDED = 2e-9


def judge_expect(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer, whose parameters say how many pieces come and are seen."""
    keys = ("least", "most", "games", "error", "exact", "knowing", "problem")
    problem = problem_of_answer(data, keys, {"sequence": ALL, **parameters, "bag": False} if asked else None, found)
    if problem is None:
        return
    found.right("problem", "the question")
    length, see = whole(parameters, "number"), whole(parameters, "see") if "see" in parameters else 1
    bag = flag(parameters, "bag", default=False)
    found.compare("objective", data.get("objective"), problem.objective, "the problem")
    least, most = number(data, "least"), number(data, "most")
    games, error = whole(data, "games"), number(data, "error")
    found.compare("exact", flag(data, "exact"), not games and agree(least, most), "the bounds")
    # Where games were played there are too many positions.
    value = None if games else Foresee(problem, length, Clock(budget.left(0.4)), bag=bag).expected(see)
    known, mean = data["knowing"], None
    if (known is not None) != flag(parameters, "knowing", default=False):
        found.wrong("knowing", "is not what the parameters ask for")
        return
    if known is None:
        found.right("knowing", "it was not asked for")
    else:
        sampled = flag(known, "sampled")
        mean = None if sampled else Foresee(problem, length, Clock(budget.left(0.4)), bag=bag).knowing()
        if mean is not None:
            _enclose(known, "knowing", float(mean), found)
            every = deals(len(set(problem.sequence)), length, bag=bag)
            found.compare("knowing.sequences", known.get("sequences"), every, "all deals")
            found.compare("knowing.error", known.get("error"), 0.0, "no deal was left out")
    if value is not None:
        _enclose(data, "least", float(value), found)
        _enclose(data, "most", float(value), found)
        found.compare("games", games, 0, "none were needed")
        found.compare("error", error, 0.0, "no games were played")
    if value is None or (known is not None and mean is None):
        _again(data, parameters, problem, found, budget, only_known=value is not None)


def _enclose(data: Mapping[str, Any], key: str, value: float, found: Findings) -> None:
    """What is between the two numbers of the answer."""
    if number(data, "least") - _ROUNDED <= value <= number(data, "most") + _ROUNDED:
        found.right(key, "every deal and every drop, in fractions")
    else:
        found.wrong(key, f"the value is {value:.9f}")


def _again(
    data: Mapping[str, Any],
    parameters: Mapping[str, Any],
    problem: Problem,
    found: Findings,
    budget: Budget,
    *,
    only_known: bool,
) -> None:
    """The same by the tables, as the answer was made."""
    keys = ("knowing",) if only_known else ("least", "most", "games", "error", "knowing")
    try:
        again = expect(
            problem,
            whole(parameters, "number"),
            see=whole(parameters, "see") if "see" in parameters else 1,
            bag=flag(parameters, "bag", default=False),
            knowing=data["knowing"] is not None,
            samples=whole(parameters, "samples") if "samples" in parameters else SAMPLES,
            seed=whole(parameters, "seed") if "seed" in parameters else 0,
            time_limit=budget.left(0.8),
        )
    except (StoppedError, LimitError):
        for key in keys:
            found.unchecked(key, budget.reason)
        return
    known = again.knowing
    told = {
        "least": again.least,
        "most": again.most,
        "games": again.games,
        "error": again.error,
        "knowing": None if known is None else asdict(known),
    }
    for key in keys:
        found.compare(key, data[key], told[key], "computed again")
