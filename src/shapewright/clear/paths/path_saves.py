"""The solutions of a path that leave certain pieces over, or on whose way something happens, such as a T-spin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from shapewright.clear.field import Field
from shapewright.clear.graph.setup import Setup
from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import Goal
from shapewright.clear.paths.path import Kept, Path, graph_to_list, path_of
from shapewright.clear.paths.path_solution import PathSolution
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import SaveCondition, read_conditions
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game
from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress


def paths_by_save(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> tuple[Path, ...]:
    """All unique solutions for each of some save conditions, such as ``T,L``; without any, for each piece that is left.

    Each is what :func:`shapewright.clear.path` gives for the condition alone, and has a minimal set of its own. Pieces
    that no queue can leave over are left out.

    >>> found = paths_by_save("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> [(each.saves[0].text, len(each), each.solved, len(each.minimal())) for each in found][:3]
    [('I', 9, 66, 8), ('O', 15, 148, 13), ('T', 5, 64, 5)]

    Arguments and errors are those of :func:`shapewright.clear.path`; ``ProblemError`` where nothing can be left over.
    """
    setup = Setup.asked(field, pattern, height, game)
    nothing = setup.nothing_left()
    if nothing is not None:
        raise ProblemError(f"there is nothing to save: {nothing}")
    saves = tuple(map(SaveCondition, PIECES)) if save is None else read_conditions(save)
    found = path_of(graph_to_list(setup, Clock(time_limit), progress, in_full=True), setup)

    def saving(one: SaveCondition) -> Path:
        kept = Kept(one, found.names)
        return found.narrowed(lambda solution: solution.bits & kept.queues(solution.pieces), (one,))

    each = map(saving, saves)
    return tuple([one for one in each if one or save is not None])


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
    clock, setup = Clock(time_limit, stop), found.setup

    def reaching(solution: PathSolution) -> int:
        clock.check(f"all of {len(found)} solutions were looked at")
        building = Building(setup.start, solution.parts, kicks=setup.kicks, drop=setup.drop, goal=aim)
        return solution.bits & building.solved(found.names, clock, hold=setup.hold)

    return found.narrowed(reaching, found.saves)
