"""Perfect clears for many queues of one field, spread over threads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shapewright.clear.check import check
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets.net import Net
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.solve import first_packed, solution_of
from shapewright.errors import StoppedError
from shapewright.jobs import Stage, run
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.clear.solution import Solution
    from shapewright.jobs import Budget, Progress

__all__ = ["Unknown", "solve_many"]

_QUEUES = 64  # a task


@dataclass(frozen=True)
class Unknown:
    """The outcome for a queue if time ran out before a clear was found or proven not to exist."""

    reason: str


def solve_many(
    problem: Problem,
    queues: Sequence[Queue],
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    time_limit: float | None = None,
    net: Net | None = None,
    use_list: bool = True,
) -> list[Solution | Unknown | None]:
    """For each queue, in its place, what :func:`shapewright.clear.first` gives for ``problem`` with that queue.

    Queues for which the time limit (seconds, for all together) did not suffice get an :class:`Unknown` with the reason.

    >>> found = solve_many(Problem(Field(), Queue("I")), [Queue("IIIIO"), Queue("TIOSZ")])
    >>> [solution is not None for solution in found]
    [True, False]

    Raises what :class:`Problem` and, but for the time limit, :func:`shapewright.jobs.run` raise.
    """
    clock = Clock(time_limit)
    game = [
        problem.field.to_text(one_line=True),
        problem.height,
        problem.kicks.name,
        problem.kicks.to_properties(),
        problem.drop,
        problem.hold,
        problem.save,
        seed,
        None if net is None else net.to_text(),
        use_list,
    ]
    texts = [queue.to_text() for queue in queues]
    tasks = [[game, texts[start : start + _QUEUES], clock] for start in range(0, len(texts), _QUEUES)]
    parts = run(
        Stage("queues", _part, tasks),
        threads=1 if len(tasks) == 1 else threads,
        progress=progress,
    )
    answers: list[Solution | Unknown | None] = []
    for queue, answer in zip(queues, [answer for part in parts for answer in part], strict=True):
        if isinstance(answer, bytes):
            solution = solution_of(replace(problem, queue=queue), answer)
            check(solution)
            answers.append(solution)
        else:
            answers.append(None if answer is None else Unknown(answer))
    return answers


def _part(arguments: list[Any], budget: Budget) -> list[Any]:
    """One task: for each queue the placements, None, or why it is not known."""
    (field, height, name, table, drop, hold, save, seed, net, use_list), queues, clock = arguments
    order = None if net is None else Net.from_text(net)
    system = _kicks(name, table)
    found: list[Any] = []
    for text in queues:
        problem = Problem(Field.from_text(field), Queue.from_text(text), height, system, drop, hold, save)
        try:
            found.append(
                first_packed(
                    problem, seed=seed, time_limit=clock.left(), net=order, use_list=use_list, stop=budget.stop
                )
            )
        except StoppedError:
            if budget.stop[0]:
                raise
            found.append("the time limit was reached before a perfect clear was found; whether there is one is unknown")
    return found


@lru_cache(maxsize=4)
def _kicks(name: str, table: str) -> Kicks:
    return Kicks.from_properties(table, name=name)
