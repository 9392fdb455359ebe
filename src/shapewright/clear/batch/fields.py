"""One question of many fields: for each how many queues of a pattern can do it, wherever the work is done.

A field is a task: it is sent as plain data, so that threads, processes and a cluster give the same answers, and a
checkpoint keeps those that are known. What can be asked is in :mod:`shapewright.clear.batch.field_questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

from shapewright.clear.batch.field_questions import QUESTIONS, asked_of, counted, plain, weight
from shapewright.clear.chances.percent import percentage
from shapewright.clear.orders.goals import Goal
from shapewright.clear.scoring.table_file import attack_table
from shapewright.clear.search.many_queues import Unknown
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Stage, fingerprint, run
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor

    from shapewright.clear.patterns.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.clear.scoring.table import AttackTable
    from shapewright.jobs import Progress

__all__ = ["Counted", "count_fields"]


@dataclass(frozen=True)
class Counted:
    """So many of so many queues can do it; ``more`` has what else was counted of the field, by name.

    >>> str(Counted(711, 840))
    '711 / 840 = 84.64 %'
    """

    solved: int
    queues: int
    more: Mapping[str, int | float | None] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.solved} / {self.queues} = {percentage(self.solved, self.queues)} %"

    @property
    def fraction(self) -> float:
        """The chance as a number from 0 to 1."""
        return self.solved / self.queues if self.queues else 0.0


def count_fields(
    question: str,
    fields: Iterable[Any],
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    use_list: bool = True,
    minimal: bool = False,
    goal: Goal | str = "normal",
    mirror: bool = False,
    table: AttackTable | str = "guideline",
    combo: int = 0,
    back_to_back: int = 0,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    **game: Unpack[Game],
) -> list[Counted | Unknown]:
    """What ``percent``, ``path``, ``cover``, ``setup`` or ``score`` (the ``question``) counts for each of ``fields``.

    A field is what these functions take: a field, for ``cover`` solutions, for ``setup`` a blueprint; one with a
    pattern of its own is a pair. A :class:`Setup`, a :class:`Covering` or a :class:`Filling` has its rules besides.
    Of a path it is also the number of unique solutions, and with ``minimal`` how many suffice (with what is proven
    after ten seconds), of setups their number, of scores the sum of the best and their mean. ``save`` and
    ``use_list`` are those of :func:`shapewright.clear.percent`, ``goal`` and ``mirror`` those of
    :func:`shapewright.clear.cover`, ``table``, ``combo`` and ``back_to_back`` those of
    :func:`shapewright.clear.score`. The answers are in the order of the fields.

    >>> fields = ["ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", ("/".join(["XXX____XXX"] * 4), "*p5")]
    >>> [str(counted) for counted in count_fields("percent", fields, "I,*p4", threads=1)]
    ['711 / 840 = 84.64 %', '1776 / 2520 = 70.48 %']

    A field that cannot be counted, since memory does not suffice or the time was over (``time_limit`` seconds for all
    of them), is an :class:`Unknown` with the reason; with a checkpoint, which keeps what was counted, ``StoppedError``
    is raised when the time is over. The other keywords are those of :func:`shapewright.jobs.run`, and so are the
    errors; fields and patterns that do not fit raise ``ProblemError`` before anything is counted.
    """
    if question not in QUESTIONS:
        raise ProblemError(f"{question!r} is not counted for many fields; choose one of {', '.join(QUESTIONS)}")
    clock = Clock(time_limit)
    stated = [asked_of(question, each, pattern, height, game) for each in fields]
    aim = asdict(Goal(goal) if isinstance(goal, str) else goal)
    options: dict[str, Any] = {"save": save, "use_list": use_list, "minimal": minimal, "goal": aim, "mirror": mirror}
    if question == "score":
        options |= {"table": attack_table(table).to_plain(), "combo": combo, "back_to_back": back_to_back}
    tasks = [[question, plain(one), options] for one in stated]
    if not tasks:
        return []
    try:
        results = run(
            Stage("fields", counted, tasks, list(map(weight, stated))),
            fingerprint=fingerprint("clear fields", tasks),
            executor=executor,
            threads=1 if executor is None and len(tasks) == 1 else threads,
            progress=progress,
            checkpoint=checkpoint,
            time_limit=clock.left(),
        )
    except StoppedError as stopped:
        if checkpoint is not None or not stopped.results:
            raise
        reason = str(clock.stopped("its turn came"))
        results = [stopped.results.get(number, reason) for number in range(len(tasks))]
    return [Unknown(one) if isinstance(one, str) else Counted(one[0], one[1], one[2]) for one in results]
