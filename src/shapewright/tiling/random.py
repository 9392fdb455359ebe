"""Uniformly random tilings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from shapewright.colouring import Reason
from shapewright.errors import StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import check_limits, limit_reached
from shapewright.jobs.seeds import fresh_seed
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling import native
from shapewright.tiling.check import check
from shapewright.tiling.native import DominoBoard, Sweep
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.dominoes import Drawing, domino_board, number, residues
from shapewright.tiling.search.engines import make_search, memory_for_frontier
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.search.random_rank import drawn_by_rank, drawn_from_list
from shapewright.tiling.solution import Solution

BATCH = 1000  # tilings traced back at a time


def random(
    problem: Problem | str, *, seed: int | None = None, time_limit: float | None = None, report: Report | None = None
) -> Solution | None:
    """A tiling of ``problem`` drawn uniformly from all of them, or None if there is none.

    Raises as :func:`sample` does.
    """
    problem = problem_of(problem, of_cover="cover.random()")
    return next(sample(problem, limit=1, seed=seed, time_limit=time_limit, report=report), None)


def random_by_counts(problem: Problem, *, seed: int) -> Solution | None:
    """The same, but never from a list of all tilings: what a seed draws is what it always drew."""
    return next(_sample(problem, 1, seed % (1 << 64), None, None, by_list=False), None)


def sample(
    problem: Problem | str,
    *,
    limit: int,
    seed: int | None = None,
    time_limit: float | None = None,
    report: Report | None = None,
) -> Iterator[Solution]:
    """Yield ``limit`` independent uniformly random tilings of ``problem`` (none if it has none), each checked.

    Every tiling is equally likely, exactly: up to 100,000 tilings that a search finds soon are listed; otherwise states
    of a frontier are counted and one is traced back, or, where there are too many states, all tilings are counted and
    those of random rank are looked up. Dominoes on a board in a plane
    are drawn one by one by their chances, minors of Kasteleyn's matrix. The same ``seed`` gives the same tilings.

    Raises ``StoppedError`` when the time limit (seconds) ends it before the first tiling.
    """
    problem = problem_of(problem, of_cover="cover.sample()")
    check_limits(limit, time_limit)
    if seed is None:
        seed = fresh_seed()
    return _sample(problem, limit, seed % (1 << 64), time_limit, report)


def _sample(
    problem: Problem, limit: int, seed: int, time_limit: float | None, report: Report | None, *, by_list: bool = True
) -> Iterator[Solution]:
    clock = Clock(time_limit)
    engine, nodes, yielded, complete = "invariants", 0, 0, False
    reason: Reason | None = None
    try:
        if limit == 0:
            complete = True
            return
        cover = prepared(problem, clock.look)
        if not isinstance(cover, Cover):
            reason, complete = cover, True
            return
        drawn = _by_determinant(cover, limit, seed, clock)
        engine = "determinant"
        if drawn is None and by_list:
            _check(clock)
            _, search = make_search("bit-sliced", cover.instance(), fallback=True)
            drawn = drawn_from_list(search, limit, seed, clock, "tiling")
            engine = "bit-sliced"
        if drawn is None:
            drawn = _by_frontier(cover, limit, seed, clock)
            engine = "frontier"
        if drawn is None:
            _, search = make_search("bit-sliced", cover.instance(), fallback=True)
            why = "the states of a frontier do not fit into memory, and "
            drawn = drawn_by_rank(search, limit, seed, clock, "tiling", why)
            engine = "bit-sliced"
        nodes, paths = drawn
        for path in paths:
            if yielded and clock.over():
                raise StoppedError(f"{limit_reached(time_limit)} after {yielded} of {limit} tilings")
            solution = cover.solution(path)
            check(solution)
            yielded += 1
            yield solution
        complete = True
    finally:
        if report is not None:
            why = "" if reason is None else reason.sentence
            report(Statistics(engine, nodes, clock.seconds, yielded, complete, why))


def _check(clock: Clock) -> None:
    clock.check("a random tiling was drawn")


def _by_determinant(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]] | None:
    """White squares and draws, or None if these are no dominoes on a board in a plane."""
    board = domino_board(cover)
    if board is None:
        return None
    if not number(board, _residues_until(board, clock)):
        return 0, iter(())
    _check(clock)
    drawing = Drawing(cover, board, clock)
    seeds = Random(seed)
    return len(cover.cells) // 2, (drawing.draw(seeds.getrandbits(64)) for _ in range(limit))


def _residues_until(board: DominoBoard, clock: Clock) -> Callable[[list[int]], list[list[int]]]:
    def run(batches: list[int]) -> list[list[int]]:
        found = []
        for skipped in batches:
            _check(clock)
            found.append(residues(board, skipped, clock.stop, clock.native()))
        return [batch for batch in found if batch is not None]

    return run


def _by_frontier(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]] | None:
    """States and draws, or None if the frontier does not fit into memory."""
    sweep = native.sweep(cover.instance())
    if sweep is None:
        return None
    _check(clock)
    with interruptible(clock.stop) as stop:
        outcome = sweep.run(stop, clock.native(), memory_for_frontier(), True)
    if outcome == "too large":
        return None
    if outcome == "stopped":
        raise clock.stopped("a random tiling was drawn")
    if not int.from_bytes(sweep.count, "little"):
        return sweep.states, iter(())
    return sweep.states, _traced(sweep, limit, seed, clock)


def _traced(sweep: Sweep, limit: int, seed: int, clock: Clock) -> Iterator[list[int]]:
    """Trace back ``limit`` tilings, some at a time; the first do not depend on how many are asked for."""
    seeds = Random(seed)
    for start in range(0, limit, BATCH):
        number = min(BATCH, limit - start)
        with interruptible(clock.stop) as stop:
            drawn = sweep.sample(seed if start == 0 else seeds.getrandbits(64), number, stop, clock.native())
        yield from drawn
        if len(drawn) < number:
            raise clock.stopped(f"tiling {start + len(drawn) + 1} was drawn")
