"""Objectives in sentences: of some the least is best, of others (rows cleared, tetrises) the most."""

from __future__ import annotations

from shapewright.errors import ProblemError, amount
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.rules import COUNTED, signed

_ONE = {"rows": "row", "tetrises": "tetris"}


def told(objective: str, value: int) -> str:
    """What a plan comes to, such as "height 3" or "rows 5".

    >>> told("rows", 5)
    'rows 5'
    """
    return f"{objective} {value}"


def next_better(objective: str, value: int) -> int | None:
    """The number that would be better by one; None for a height of 0, which nothing is below.

    >>> next_better("height", 3), next_better("rows", 3), next_better("holes", 0)
    (2, 4, None)
    """
    return value - signed(objective, 1) if value > 0 or objective in COUNTED else None


def at_best(objective: str, bound: int) -> str:
    """What a bound says of all plans.

    >>> at_best("height", 3), at_best("tetrises", 3)
    ('at least 3 is needed', 'at most 3 are possible')
    """
    return f"at most {bound} are possible" if objective in COUNTED else f"at least {bound} is needed"


def past_bound(objective: str) -> str:
    """What a value is that contradicts its bound.

    >>> past_bound("rows")
    'above the upper bound'
    """
    return "above the upper bound" if objective in COUNTED else "below the lower bound"


def unreached(objective: str, bound: int) -> str:
    """The same as a clause after "that".

    >>> unreached("height", 3), unreached("rows", 3)
    ('every plan needs at least 3', 'no plan has more than 3 rows')
    """
    if objective in COUNTED:
        return f"no plan has more than {amount(bound, _ONE[objective])}"
    return f"every plan needs at least {bound}"


def beyond(objective: str, bound: int) -> str:
    """The contrary: what refutes a bound.

    >>> beyond("height", 3), beyond("rows", 3)
    ('there is a plan that needs less than 3', 'there is a plan with more than 3 rows')
    """
    if objective in COUNTED:
        return f"there is a plan with more than {amount(bound, _ONE[objective])}"
    return f"there is a plan that needs less than {bound}"


def why_none(problem: Problem | str, lower_bound: int) -> str:
    """Why no plan keeps the height limit of ``problem``; ``lower_bound`` is what is proven of every plan.

    >>> from shapewright.stacking.problem import Problem
    >>> why_none(Problem("LLLL", width=6, height_limit=2), 3)
    'no plan keeps the height limit of 2: at least 3 rows are needed'

    Raises ``ProblemError`` for a problem without a height limit: it always has a plan.
    """
    problem = problem_of(problem)
    if problem.height_limit is None:
        raise ProblemError("a problem without a height limit always has a plan")
    reason = f"no plan keeps the height limit of {problem.height_limit}"
    if problem.objective == "height" and not problem.clear_lines:
        reason += f": at least {lower_bound} rows are needed"
    return reason
