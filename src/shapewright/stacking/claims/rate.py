"""Is all right that an answer says of a sequence repeated for ever? Its plan by the rules, its bound by a potential."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import NotationError
from shapewright.stacking.check import faults
from shapewright.stacking.games.rate import Rate, rate_by_columns
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget, Findings

__all__ = ["judge_rate"]


def judge_rate(data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget) -> None:
    """Note what is right and wrong in an answer."""
    problem = Problem.from_json(data.get("problem"))
    asked = asked_problem(parameters)
    if asked is not None and asked.to_json() != problem.to_json():
        found.wrong("problem", "is not the problem that the parameters of the answer ask about")
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
    for key, known in zip(("height", "lower_bound"), _heights(parameters, said), strict=True):
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


def _heights(parameters: Mapping[str, Any], said: Rate) -> tuple[int | None, int | None]:
    if parameters.get("repeat") is None:
        return None, None
    return said.height(whole(parameters, "repeat"))


def _fraction(data: Mapping[str, Any], key: str) -> Fraction:
    try:
        return Fraction(text(data, key))
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"its {key!r} is not a fraction") from None
