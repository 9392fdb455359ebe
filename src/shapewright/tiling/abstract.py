"""Exact covers that are given as such, by Knuth's DLX text, solved and counted by the same engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock, check_limits
from shapewright.jobs.statistics import Statistics
from shapewright.tiling import native
from shapewright.tiling.check import check_cover
from shapewright.tiling.engines import checked, make_search
from shapewright.tiling.solve import SLICE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.jobs.statistics import Report
    from shapewright.tiling.native import Search
    from shapewright.tiling.notation.dlx import ExactCover, Option

Choice = tuple["Option", ...]


def solve_cover(
    cover: ExactCover,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    engine: str = "auto",
    report: Report | None = None,
) -> Iterator[Choice]:
    """Yield the exact covers, each a tuple of options in the order of ``cover.options``, each checked.

    Raises ``StoppedError`` when the time limit (seconds) ends the search, ``ProblemError`` for an engine that cannot
    take the problem.
    """
    check_limits(limit, time_limit)
    return _solve(cover, limit, time_limit, checked(engine), report)


def count_cover(
    cover: ExactCover, *, time_limit: float | None = None, engine: str = "auto", report: Report | None = None
) -> int:
    """Count the exact covers; sets of options count, not their order.

    >>> from shapewright.tiling.notation.dlx import ExactCover
    >>> count_cover(ExactCover.from_text("a b c\\na b\\nc\\na\\nb c\\n"))
    2

    Raises as :func:`solve_cover` does.
    """
    clock = Clock(time_limit)
    name, search = cover_search(cover, checked(engine))
    over = False
    try:
        while not over:
            over, _ = _run(search, clock, 1 << 62, collect=False)
    finally:
        if report is not None:
            report(Statistics(name, search.nodes, clock.seconds, search.solutions, complete=over))
    return search.solutions


def _run(search: Search, clock: Clock, batch: int, *, collect: bool) -> tuple[bool, list[list[int]]]:
    """Go on until something is found, the search is over, or (``StoppedError``) the time is."""
    found: list[list[int]] = []
    over = False
    met = search.solutions
    while not over and search.solutions - met < batch and not found:
        left = clock.left()
        if left is not None and left <= 0:
            raise StoppedError(f"the time limit of {left:g} s was reached after {search.solutions} exact covers")
        over, found = search.run(None, SLICE if left is None else min(SLICE, left), batch, 1 << 62, collect)
    return over, found


def _solve(
    cover: ExactCover, limit: int | None, time_limit: float | None, engine: str, report: Report | None
) -> Iterator[Choice]:
    clock = Clock(time_limit)
    name, search = cover_search(cover, engine)
    yielded = 0
    complete = over = limit == 0
    try:
        while not over:
            over, found = _run(search, clock, 1 + min(yielded, 1000), collect=True)
            for path in found:
                choice = tuple(cover.options[option] for option in sorted(path))
                check_cover(cover, choice)
                yielded += 1
                yield choice
                if yielded == limit:
                    return
        complete = True
    finally:
        if report is not None:
            report(Statistics(name, search.nodes, clock.seconds, yielded, complete))


def cover_search(cover: ExactCover, engine: str) -> tuple[str, Search]:
    """The search for the exact covers by ``engine``, and its name.

    Items that must be covered exactly once are items of the engine; other bounds are counted as pieces are.
    """
    counted = {name: number for number, name in enumerate(cover.bounds)}
    names = [name for name in (*cover.items, *cover.secondary) if name not in counted]
    numbers = {name: number for number, name in enumerate(names)}
    primary = set(cover.items)
    colours: dict[str, int] = {"": 0}
    options = []
    for option in cover.options:
        items = [
            (numbers[name], colours.setdefault(colour, len(colours))) for name, colour in option if name in numbers
        ]
        uses = [(counted[name], 1) for name, _ in option if name in counted]
        painted = any(colour for _, colour in items)
        options.append(([item for item, _ in items], [colour for _, colour in items] if painted else [], uses))
    instance = native.instance(
        [name in primary for name in names],
        [cover.bounds[name][0] for name in counted],
        [cover.bounds[name][1] for name in counted],
        options,
    )
    if engine == "frontier":
        raise ProblemError("the frontier engine needs a board; for an exact cover use bit-sliced, strip or sparse")
    return make_search("bit-sliced" if engine == "auto" else engine, instance, fallback=engine == "auto")
