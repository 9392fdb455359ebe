"""Whether a puzzle has exactly one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.tiling.problem import problem_of
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Report
    from shapewright.tiling.problem import Problem


def is_unique(
    problem: Problem | str,
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    time_limit: float | None = None,
    engine: str = "auto",
    report: Report | None = None,
) -> bool:
    """Whether ``problem`` has exactly one tiling (``up_to_symmetry``: one but for rotations and reflections).

    >>> from shapewright.tiling.problem import Problem
    >>> is_unique(Problem.from_text("board 4x1\\npieces 2*I2"))
    True

    Raises as :func:`shapewright.tiling.solve` does.
    """
    problem = problem_of(problem, of_cover="cover.unique()")
    found = solve(
        problem,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
        limit=2,
        time_limit=time_limit,
        engine=engine,
        report=report,
    )
    return sum(1 for _ in found) == 1
