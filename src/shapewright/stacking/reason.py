"""Why there is no plan, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import ProblemError
from shapewright.stacking.problem import problem_of

if TYPE_CHECKING:
    from shapewright.stacking.problem import Problem

__all__ = ["why_none"]


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
