"""Many sequences at once: a task each, over threads, processes or a cluster, kept in a checkpoint if wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import Clock, check_limits
from shapewright.jobs.processors import processors
from shapewright.jobs.statistics import Statistics
from shapewright.stacking.notation.records import drops_from_json, drops_to_json
from shapewright.stacking.plan import Plan
from shapewright.stacking.problem import Problem
from shapewright.stacking.solve import TIE_BREAKS, first

if TYPE_CHECKING:
    from concurrent.futures import Executor


# Of a time limit so much is shared out; the rest is for what lies between the searches.
_MOST_SHARED = 0.8


@dataclass(frozen=True)
class Unknown:
    """The outcome where no plan was found and none is refuted: the height limit was too hard for effort or time."""

    reason: str


def solve_many(
    problems: Iterable[Problem],
    *,
    tie_break: str = "any",
    time_limit: float | None = None,
    sequence_time_limit: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> list[Plan | Unknown | None]:
    """What :func:`first` gives for each of ``problems``, in their order.

    ``time_limit`` (seconds) is for all together, ``sequence_time_limit`` for each one; without that, and without a
    checkpoint, each gets an equal share, so that there are plans for all. Where a height limit is neither
    met nor refuted, or the time was over before, there is an :class:`Unknown` with the reason; with a checkpoint, which
    keeps what was found, ``StoppedError`` is raised when the time is over. The other keywords are those of
    :func:`shapewright.jobs.run`, and so are the errors.

    >>> [str(plan) for plan in solve_many([Problem("I", width=1), Problem("O", width=2, height_limit=1)], threads=1)]
    ['0', 'None']
    """
    if tie_break not in TIE_BREAKS:
        raise ProblemError(f"{tie_break!r} is not a tie-break; choose one of {', '.join(TIE_BREAKS)}")
    check_limits(time_limit=sequence_time_limit)
    clock = Clock(time_limit)
    asked = list(problems)
    if time_limit is not None and sequence_time_limit is None and checkpoint is None:
        turns = -(-len(asked) // (threads or processors())) or 1
        sequence_time_limit = _MOST_SHARED * time_limit / turns
    tasks = [[problem.to_json(), tie_break, sequence_time_limit] for problem in asked]
    if not tasks:
        return []
    try:
        results = run(
            Stage("sequences", _task, tasks, [len(problem.sequence) for problem in asked]),
            fingerprint=fingerprint(["stacking plans", tasks]),
            executor=executor,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
            time_limit=clock.left(),
        )
    except StoppedError as stopped:
        if checkpoint is not None or not stopped.results:
            raise
        reason = str(clock.stopped("its turn came"))
        results = [stopped.results.get(number, [reason]) for number in range(len(tasks))]
    return [_plan(problem, result) for problem, result in zip(asked, results, strict=True)]


def _task(arguments: list[Any], budget: Budget) -> list[object] | None:
    """One sequence: its drops, what they come to, the bound, and whether they are proven to be the first.

    None if it is proven that there is no plan, and the reason alone if nothing is known.
    """
    data, tie_break, seconds = arguments
    left = budget.left()
    cut = left is not None and (seconds is None or left < seconds)
    over: list[Statistics] = []
    try:
        plan = first(
            Problem.from_json(data),
            tie_break=tie_break,
            time_limit=left if cut else seconds,
            report=over.append,
            stop=budget.stop,
        )
    except StoppedError as error:
        if budget.stop[0] or cut:
            raise
        return [str(error)]
    if budget.stop[0] or (cut and budget.stopped() and not over[-1].complete):
        raise StoppedError("stopped before the best plan was proven")
    if plan is None:
        return None
    return [drops_to_json(plan.drops), plan.value, plan.bound, plan.first]


def _plan(problem: Problem, result: list[Any] | None) -> Plan | Unknown | None:
    if result is None:
        return None
    if len(result) == 1:
        return Unknown(result[0])
    drops, value, bound, is_first = result
    return Plan(problem, drops_from_json(drops), value, bound, is_first)
