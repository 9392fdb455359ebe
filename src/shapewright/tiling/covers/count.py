"""How many exact covers there are, on as many threads or processes as one likes."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from shapewright.errors import StoppedError
from shapewright.jobs import Partial, Stage, fingerprint, run
from shapewright.jobs.limits import Clock, check_limits, limit_reached
from shapewright.jobs.processors import enough_tasks
from shapewright.jobs.statistics import Statistics
from shapewright.tiling import native
from shapewright.tiling.covers.engine import begun, search_of
from shapewright.tiling.search.clock import SLICE, cut, estimated_nodes

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from shapewright.jobs import Budget, Progress
    from shapewright.jobs.statistics import Report
    from shapewright.tiling.covers.engine import Engine, Numbers
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.native import Search

__all__ = ["count"]

# A task of fewer nodes (some milliseconds) is not worth handing out, but the workers should have a few each.
TASK_NODES, FEWEST = 30_000, 16
# A search that is over within so many nodes is not cut.
SMALL = 200_000
# Dives of an estimate, and how deep each goes at most.
PROBES, DEEP = 32, 60
# So deep a search can be left with its rest written down; beyond, the task is done again.
CUTTABLE = 1000


def count(
    cover: ExactCover,
    engine: str,
    threads: int | None,
    time_limit: float | None,
    executor: Executor | Callable[[], Executor] | None,
    progress: bool | Callable[[Progress], None] | None,
    checkpoint: str | os.PathLike[str] | None,
    report: Report | None,
) -> int:
    """The number of covers, see :meth:`ExactCover.count`."""
    check_limits(time_limit=time_limit)
    clock = Clock(time_limit)
    given = list(cover.given_options)
    number, nodes, name, complete = 0, 0, engine, False
    try:
        with cover.engine.search(engine, given) as (name, search):
            if search is None:
                complete = True
                return 0
            begin, met = search.nodes, search.solutions
            if executor is None and checkpoint is None and (threads == 1 or (threads is None and progress is None)):
                # Most counts are over before anybody could help.
                alone = threads == 1
                complete = _go_on(search, clock, 1 << 62 if alone else SMALL, time_limit)
                number, nodes = search.solutions - met, search.nodes - begin
                if complete:
                    return number
            search.start([])
            most = enough_tasks(threads, elsewhere=executor is not None or checkpoint is not None)
            tasks, weights = _cut(search, most, clock)
        stage = Stage("search", partial(_search, _Source(cover.engine, name, given)), tasks, weights)
        job = fingerprint(["exact covers", name, given, cover.engine.numbers])
        number = nodes = 0

        def add(result: Any) -> None:
            nonlocal number, nodes
            number, nodes = number + result[0], nodes + result[1]

        try:
            results = run(
                stage, fingerprint=job, executor=executor, threads=threads, progress=progress, checkpoint=checkpoint,
                time_limit=clock.left(), told=add,
            )  # fmt: skip
        except StoppedError as error:
            # The stage knows only how much of the time limit was left to it.
            error.args = (f"{limit_reached(time_limit)} after {number} exact covers",)
            raise
        number, nodes = sum(one for one, _ in results), sum(one for _, one in results)
        complete = True
        return number
    finally:
        if report is not None:
            report(Statistics(name, nodes, clock.seconds, number, complete))


def _go_on(search: Search, clock: Clock, nodes: int, time_limit: float | None) -> bool:
    """Count on for so many nodes; whether the search is over."""
    begin, met = search.nodes, search.solutions
    over = False
    while not over and search.nodes - begin < nodes:
        left = clock.left()
        if left is not None and left <= 0:
            found = search.solutions - met
            raise StoppedError(f"{limit_reached(time_limit)} after {found} exact covers")
        seconds = SLICE if left is None else min(SLICE, left)
        over, _ = search.run(None, seconds, 1 << 62, nodes - (search.nodes - begin), False)
    return over


def _cut(search: Search, most: int, clock: Clock) -> tuple[list[list[int]], list[float] | None]:
    """Prefixes of a search at its beginning, at most about so many, which together are all of it, and their estimated
    shares of the work.
    """
    # Deep dives cost much and say only that there is much to do; many shallow ones are worth their time.
    nodes = estimated_nodes(search, 1, DEEP, clock)
    if nodes < inf:
        nodes = estimated_nodes(search, PROBES, DEEP, clock)
    prefixes = cut(search, int(min(most, max(FEWEST, nodes / TASK_NODES))), clock) or [[]]
    return prefixes, None if nodes == inf else [nodes / len(prefixes)] * len(prefixes)


class _Source:
    """Where the searches of tasks come from: from the cover in its own process, else from plain numbers."""

    def __init__(self, engine: Engine, name: str, given: Sequence[int]) -> None:
        self.engine: Engine | None = engine
        self.numbers: Numbers = engine.numbers
        self.name = name
        self.given = list(given)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "engine": None}

    def take(self) -> tuple[str, Search]:
        if self.engine is not None:
            return self.engine.take(self.name)
        made = _made.get(self.name)
        if made is None or made[0] != (self.numbers, self.given):
            made = (self.numbers, self.given), search_of(native.instance(*self.numbers), self.name)
            _made[self.name] = made
        return made[1]

    def put_back(self, made: tuple[str, Search]) -> None:
        if self.engine is not None:
            self.engine.put_back(self.name, made)


_made: dict[str, Any] = {}  # of a process that has no cover: its latest search


def _search(source: _Source, prefix: list[int], budget: Budget) -> list[int] | Partial:
    """One task: count below a prefix; returns [solutions, nodes]."""
    made = source.take()
    try:
        search = begun(made, source.given)
        assert search is not None  # it had been cut
        search.start(prefix)
        met, begin = search.solutions, search.nodes
        left = budget.left()
        over, _ = search.run(budget.stop, -1.0 if left is None else left, 1 << 62, 1 << 62, False)
        result = [search.solutions - met, search.nodes - begin]
        if over:
            return result
        if search.depth > CUTTABLE:
            raise StoppedError("stopped before the task was done")
        return Partial(result, search.rest())
    finally:
        source.put_back(made)
