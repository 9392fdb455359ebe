"""The solutions of a path that can be built so that something happens on the way: a T-spin, a tetris, back-to-back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import Goal
from shapewright.clear.paths.path import Path, in_list_order
from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.clear.paths.path_solution import PathSolution

__all__ = ["path_with_goal"]


def path_with_goal(
    found: Path, goal: Goal | str, *, time_limit: float | None = None, stop: bytearray | None = None
) -> Path:
    """The solutions of ``found`` that some queue builds with the ``goal`` reached, and the queues that do.

    The goal is a mode such as ``tsd`` or ``b2b``, or a :class:`shapewright.clear.Goal`. A minimal set of what is
    returned has a solution for each queue that can clear the field and reach the goal.

    >>> from shapewright.clear.paths.path import path
    >>> found = path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    >>> len(found), len(path_with_goal(found, "tsm"))
    (63, 5)

    Raises ``ProblemError`` for a path by the best save of several, whose queues were already divided;
    ``StoppedError`` when the time limit is reached.
    """
    aim = Goal(goal) if isinstance(goal, str) else goal
    if found.best:
        raise ProblemError("a path by the best save of each queue takes no goal; ask for one save")
    clock = Clock(time_limit, stop)
    setup = found.setup
    kept: list[PathSolution] = []
    solved = 0
    for solution in clock.checked(found, f"all of {len(found)} solutions were looked at"):
        building = Building(setup.start, solution.parts, kicks=setup.kicks, drop=setup.drop, goal=aim)
        bits = solution.bits & building.solved(found.names, clock, hold=setup.hold)
        if bits:
            kept.append(replace(solution, bits=bits, served=bits.bit_count()))
            solved |= bits
    return Path(setup, in_list_order(kept), found.names, solved, found.saves)
