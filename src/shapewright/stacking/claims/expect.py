"""Is all right that an answer says of expected values? Computed again in plain Python, or by the tables."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, number, whole
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.stacking.games.expect import SAMPLES, agree, expect
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.expect import Foresee

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Budget, Findings

__all__ = ["judge_expect"]

ALL = "IOTJLSZ"
_ROUNDED = 2e-9


def judge_expect(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer, whose parameters say how many pieces come and are seen."""
    for key in ("least", "most", "games", "error", "exact", "knowing", "problem"):
        if key not in data:
            raise NotationError(f"it has no {key!r}")
    problem = Problem.from_json(data["problem"])
    wanted = asked_problem({"sequence": ALL, **parameters, "bag": False}) if asked else None
    if wanted is not None and wanted.to_json() != problem.to_json():
        found.wrong("problem", "is not the problem that the parameters of the answer ask about")
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
    if known is not None and not flag(parameters, "knowing", default=False):
        found.wrong("knowing", "is not what the parameters ask for")
        return
    if known is None:
        found.right("knowing", "nothing is said of it")
    else:
        sampled = flag(known, "sampled")
        mean = None if sampled else Foresee(problem, length, Clock(budget.left(0.4)), bag=bag).knowing()
        if mean is not None:
            _enclose(known, "knowing", float(mean), found)
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
