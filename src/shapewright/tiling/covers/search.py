"""Exact covers one after the other, as arrays, or drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock, check_limits, limit_reached
from shapewright.jobs.seeds import fresh_seed
from shapewright.jobs.statistics import Statistics
from shapewright.tiling.covers.check import has_numpy
from shapewright.tiling.search.clock import SLICE
from shapewright.tiling.search.random_rank import drawn_by_rank

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from shapewright.jobs.statistics import Report
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.native import Search

__all__ = ["arrays", "sample", "solve"]

# The first covers come at once, later ones in helpings that double up to this size.
HELPING = 1 << 14
# From this size on a helping is worth an array, which is checked at once.
WORTH_AN_ARRAY = 512


def solve(
    cover: ExactCover, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
    """The covers by the names of their options, see :meth:`ExactCover.solve`."""
    check_limits(limit, time_limit)
    return _solve(cover, limit, time_limit, engine, report)


def _solve(
    cover: ExactCover, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
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
    check_limits(limit, time_limit)
    if batch < 1:
        raise ProblemError(f"a batch holds at least 1 cover, not {batch}")
    return _arrays(cover, batch, limit, time_limit, engine, report)


def _arrays(
    cover: ExactCover, batch: int, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[Any]:
    helpings = _Helpings(cover, limit, time_limit, engine, report, batch, first=batch, tables=True)
    for table in helpings:
        helpings.yielded += len(table)
        yield table


class _Helpings:
    """Covers as the engine meets them, checked: lists of rows while there are few, then tables."""

    def __init__(
        self,
        cover: ExactCover,
        limit: int | None,
        time_limit: float | None,
        engine: str,
        report: Report | None,
        most: int,
        first: int = 1,
        *,
        tables: bool = False,
    ) -> None:
        self.cover = cover
        self.limit = limit
        self.time_limit = time_limit
        self.asked = engine
        self.report = report
        self.helping = first
        self.most = most
        self.tables = tables
        self.yielded = 0  # counted by who hands them on

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

    def _more(self, search: Search, clock: Clock, met: int) -> tuple[bool, Any, int]:
        left = clock.left()
        if left is not None and left <= 0:
            raise StoppedError(f"{limit_reached(self.time_limit)} after {met} exact covers")
        seconds = SLICE if left is None else min(SLICE, left)
        size = self.helping if self.limit is None else min(self.helping, self.limit - met)
        self.helping = min(2 * self.helping, self.most)
        checker, given = self.cover.engine.checker, self.cover.given_options
        found: Any
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
    cover: ExactCover, limit: int, seed: int | None, time_limit: float | None, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
    """Random covers by the names of their options, see :meth:`ExactCover.sample`."""
    check_limits(limit, time_limit)
    return _sample(cover, limit, fresh_seed() if seed is None else seed, time_limit, report)


def _sample(
    cover: ExactCover, limit: int, seed: int, time_limit: float | None, report: Report | None
) -> Iterator[tuple[Hashable, ...]]:
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
