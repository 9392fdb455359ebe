"""Counting again, by an engine that had no part in the first count: a second opinion."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling.count import count
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import exact_cover
from shapewright.tiling.problem import Problem

# In the order of the wish for a second opinion: the plainest program first.
SECOND = ("sparse", "bit-sliced", "strip")
# A search meets every tiling; so many take it minutes, and the frontier does not care.
MANY = 3_000_000
# Written as an exact cover, a larger board takes long before any search begins.
_MOST_CELLS = 1500


def second_engine(first: str) -> str:
    """An engine that lists solutions and is not among those that ``first`` names."""
    return next(name for name in SECOND if name not in first)


def recount(
    puzzle: Problem | ExactCover,
    stated: int,
    engine: str,
    clock: Clock,
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    threads: int | None = None,
    report: Report | None = None,
) -> tuple[str, int] | None:
    """How the solutions were counted again, and how many there are; None if there was not enough time.

    ``engine`` (or several, joined) found ``stated`` ones: another is taken where one can do it. A "none" is searched
    for in the puzzle written as an exact cover, since the invariants would answer any engine's question about a board.
    """
    seen: list[Statistics] = []

    def keep(statistics: Statistics) -> None:
        seen.append(statistics)
        if report is not None:
            report(statistics)

    for name, share in _ways(puzzle, stated, engine):
        left = clock.part(share).left()
        try:
            if not isinstance(puzzle, Problem):
                return name, puzzle.count(engine=name, threads=threads, time_limit=left, report=keep)
            if stated == 0 and name != "auto":
                return name, exact_cover(puzzle).count(engine=name, threads=threads, time_limit=left, report=keep)
            number = count(
                puzzle,
                up_to_symmetry=up_to_symmetry,
                rotations_only=rotations_only,
                engine=name,
                threads=threads,
                time_limit=left,
                report=keep,
            )
            return seen[-1].engine if name == "auto" else name, number
        except (StoppedError, LimitError):
            continue
    return None


def _ways(puzzle: Problem | ExactCover, stated: int, engine: str) -> Iterator[tuple[str, float]]:
    """Engines to be tried, and the share of the time that is left for each."""
    second = second_engine(engine)
    if not isinstance(puzzle, Problem):
        yield second, 0.9
        return
    if stated == 0:
        if len(puzzle.board.cells) <= _MOST_CELLS:
            yield second, 0.3
        yield "auto", 1.0
        return
    if stated > MANY:
        # The frontier, even where it was the one that counted: to meet so many tilings takes too long.
        yield "frontier", 0.7
    yield second, 0.8
    yield "auto", 1.0
