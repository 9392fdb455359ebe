"""Exact covers one after the other, as arrays, drawn at random, or counted on as many processors as one likes."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from shapewright.errors import StoppedError
from shapewright.jobs import Budget, Partial, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import Clock, check_limits, limit_reached
from shapewright.jobs.processors import enough_tasks
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling import native
from shapewright.tiling.covers.check import has_numpy
from shapewright.tiling.covers.engine import Engine, Numbers, begun, search_of
from shapewright.tiling.search.clock import SLICE, count_below, tasks_of
from shapewright.tiling.search.random_rank import drawn_by_rank

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.native import Search


# The first covers come at once, later ones in helpings that double up to this size.
HELPING = 1 << 14
# From this size on a helping is worth an array, which is checked at once.
WORTH_AN_ARRAY = 512


def solve(
    cover: ExactCover, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
    """The covers by the names of their options, see :meth:`ExactCover.solve`."""
    helpings = _Helpings(cover, limit, time_limit, engine, report, HELPING if has_numpy() else WORTH_AN_ARRAY - 1)
    for found in helpings:
        rows: list[list[int]]
        if isinstance(found, list):
            rows = found
        else:
            rows = found.tolist()
            if found.shape[1] and (found[:, -1] < 0).any():
                rows = [[one for one in row if one >= 0] for row in rows]
        for names in _named(cover, rows):
            helpings.yielded += 1
            yield names


def _named(cover: ExactCover, rows: list[list[int]]) -> Iterable[tuple[Hashable, ...]]:
    if cover.names is None:
        return map(tuple, rows)
    get = cover.names.__getitem__
    return [tuple(map(get, row)) for row in rows]


def arrays(
    cover: ExactCover, batch: int, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[Any]:
    """The covers as arrays of option numbers, see :meth:`ExactCover.arrays`."""
    helpings = _Helpings(cover, limit, time_limit, engine, report, batch, helping=batch, tables=True)
    for table in helpings:
        helpings.yielded += len(table)
        yield table


@dataclass
class _Helpings:
    """Covers as the engine meets them, checked: lists of rows while there are few, then tables."""

    cover: ExactCover
    limit: int | None
    time_limit: float | None
    asked: str
    report: Report | None
    most: int
    helping: int = 1
    tables: bool = False
    yielded: int = 0  # counted by who hands them on

    def __iter__(self) -> Iterator[Any]:
        clock = Clock(self.time_limit)
        given = self.cover.given_options
        name, nodes, complete = self.asked, 0, self.limit == 0
        try:
            if complete:
                return
            with self.cover.engine.search(self.asked, given) as (name, search):
                before = 0 if search is None else search.nodes
                try:
                    met, over = 0, search is None
                    while search is not None and not over and met != self.limit:
                        over, found, number = self._more(search, clock, met)
                        met += number
                        if number:
                            yield found
                    complete = over
                finally:
                    nodes = 0 if search is None else search.nodes - before
        finally:
            if self.report is not None:
                self.report(Statistics(name, nodes, clock.seconds, self.yielded, complete))

    def _more(self, search: Search, clock: Clock, met: int) -> tuple[bool, object, int]:
        if clock.over():
            raise StoppedError(f"{limit_reached(self.time_limit)} after {met} exact covers")
        seconds = clock.slice(SLICE)
        size = self.helping if self.limit is None else min(self.helping, self.limit - met)
        self.helping = min(2 * self.helping, self.most)
        checker, given = self.cover.engine.checker, self.cover.given_options
        found: object
        if self.tables or size >= WORTH_AN_ARRAY:
            over, found = search.run_table(None, seconds, size)
            checker.check_table(found, given)
        else:
            over, found = search.run(None, seconds, size, 1 << 62, True)
            for row in found:
                row.sort()
            checker.check(found, given)
        return over, found, len(found)


def sample(
    cover: ExactCover, limit: int, seed: int, time_limit: float | None, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
    """Random covers by the names of their options, see :meth:`ExactCover.sample`."""
    clock = Clock(time_limit)
    name, nodes, yielded, complete = "auto", 0, 0, False
    try:
        with cover.engine.search("auto", cover.given_options) as (name, search):
            drawn: Iterable[list[int]] = ()
            if search is not None and limit:
                before = search.nodes
                _, drawn = drawn_by_rank(search, limit, seed, clock, "exact cover")
                nodes = search.nodes - before
        for path in drawn:
            row = sorted(path)
            cover.engine.checker.check([row], cover.given_options)
            yielded += 1
            yield from _named(cover, [row])
        complete = True
    finally:
        if report is not None:
            report(Statistics(name, nodes, clock.seconds, yielded, complete))


# A search that is over within so many nodes is not cut.
SMALL = 200_000


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
            tasks, estimate = tasks_of(search, most, clock)
            weights = None if estimate == inf else [estimate / len(tasks)] * len(tasks)
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
        if clock.over():
            raise StoppedError(f"{limit_reached(time_limit)} after {search.solutions - met} exact covers")
        over, _ = search.run(None, clock.slice(SLICE), 1 << 62, nodes - (search.nodes - begin), False)
    return over


class _Source:
    """Where the searches of tasks come from: from the cover in its own process, else from plain numbers."""

    def __init__(self, engine: Engine, name: str, given: Sequence[int]) -> None:
        self.engine: Engine | None = engine
        self.numbers: Numbers = engine.numbers
        self.name = name
        self.given = list(given)

    def __getstate__(self) -> dict[str, object]:
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
        solutions, nodes, left = count_below(search, prefix, budget)
        return Partial([solutions, nodes], left) if left else [solutions, nodes]
    finally:
        source.put_back(made)
