"""Is all that an answer says of stacks right? Plans by the rules, cell by cell, bounds and counts by another search.

The rules in :mod:`shapewright.stacking.claims` know what the keys of each verb's answers claim; what no rule looks at
is reported as not checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapewright.claims import TIME_LIMIT, recheck_all
from shapewright.jobs.limits import Clock
from shapewright.stacking.check import faults
from shapewright.stacking.claims.plans import bare
from shapewright.stacking.claims.record import reaches
from shapewright.stacking.claims.verdict import Verdict
from shapewright.stacking.objective_words import beyond, told, unreached
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import bound_key


def verify(
    answer: Mapping[str, object] | str, *, time_limit: float | None = None, threads: int | None = None
) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` or ``--jsonl``, or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> from shapewright.stacking.problem import Problem
    >>> problem = Problem("LLLL", width=6).to_json()
    >>> verify({"count": 51, "objective": "height", "value": 3, "problem": problem}).valid
    True
    >>> verify({"count": 50, "objective": "height", "value": 3, "problem": problem}).valid
    False

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    return recheck_all(answer, "stacking", Verdict(), bare=bare, time_limit=time_limit, threads=threads)


def verify_plan(
    problem: Problem,
    drops: Sequence[Drop],
    *,
    claim: int | None = None,
    prove: bool = False,
    time_limit: float | None = None,
) -> Verdict:
    """Replay a plan that stands beside its problem; ``claim`` is what it is said to reach.

    With ``prove`` that no plan is better is proven by another search than the one that finds plans.
    """
    found = Verdict(plans=1)
    wrong = faults(problem, drops, claim)
    if wrong:
        found.wrong("plan", wrong[0], plan=1)
        return found
    found.right("plan", "replayed by the rules alone")
    value = reached(problem, drops)
    found.words = f": {told(problem.objective, value)}"
    if prove:
        key, other = bound_key(problem.objective), unreached(problem.objective, value)
        proven = reaches(problem, value, Clock(TIME_LIMIT if time_limit is None else time_limit))
        if proven is None:
            found.unchecked(key, f"that {other} takes too long to prove again")
        elif proven:
            found.right(key, "proven by another search")
            found.words += f"; that {other} is proven again"
        else:
            found.wrong("plan", beyond(problem.objective, value), plan=1)
    return found
