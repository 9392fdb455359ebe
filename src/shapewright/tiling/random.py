"""Uniformly random tilings."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING

from shapewright.errors import StoppedError
from shapewright.jobs.limits import check_limits
from shapewright.jobs.seeds import fresh_seed
from shapewright.jobs.statistics import Statistics
from shapewright.jobs.threads import start_if_possible
from shapewright.tiling import native
from shapewright.tiling.check import check
from shapewright.tiling.clock import Clock
from shapewright.tiling.dominoes import Drawing, domino_board, number, residues
from shapewright.tiling.engines import make_search, memory_for_frontier
from shapewright.tiling.instance import Cover, prepared
from shapewright.tiling.ranks import drawn_by_rank, drawn_from_list
from shapewright.tiling.solve import SLICE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.colouring import Reason
    from shapewright.jobs.statistics import Report
    from shapewright.tiling.native import DominoBoard, Sweep
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.solution import Solution

BATCH = 1000  # tilings traced back at a time


def random(
    problem: Problem, *, seed: int | None = None, time_limit: float | None = None, report: Report | None = None
) -> Solution | None:
    """A tiling of ``problem`` drawn uniformly from all of them, or None if there is none.

    Raises as :func:`sample` does.
    """
    return next(sample(problem, limit=1, seed=seed, time_limit=time_limit, report=report), None)


def random_by_counts(problem: Problem, *, seed: int) -> Solution | None:
    """The same, but never from a list of all tilings: what a seed draws is what it always drew."""
    return next(_sample(problem, 1, seed % (1 << 64), None, None, by_list=False), None)


def sample(
    problem: Problem,
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
            drawn = _by_list(cover, limit, seed, clock)
            engine = "bit-sliced"
        if drawn is None:
            drawn = _by_frontier(cover, limit, seed, clock)
            engine = "frontier"
        if drawn is None:
            drawn = _by_rank(cover, limit, seed, clock)
            engine = "bit-sliced"
        nodes, paths = drawn
        for path in paths:
            if yielded and clock.over():
                raise StoppedError(f"the time limit of {time_limit:g} s was reached after {yielded} of {limit} tilings")
            solution = cover.solution(path)
            check(solution)
            yielded += 1
            yield solution
        complete = True
    finally:
        if report is not None:
            why = "" if reason is None else reason.sentence
            report(Statistics(engine, nodes, clock.seconds, yielded, complete, why))


def _left(clock: Clock) -> float | None:
    clock.check("a random tiling was drawn")
    return clock.left()


def _by_determinant(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]] | None:
    """White squares and draws, or None if these are no dominoes on a board in a plane."""
    board = domino_board(cover)
    if board is None:
        return None
    if not number(board, _residues_until(board, clock)):
        return 0, iter(())
    left = _left(clock)
    drawing = Drawing(cover, board, bytearray(1), -1.0 if left is None else left)
    if not drawing.is_complete:
        raise clock.stopped("a random tiling was drawn")
    seeds = Random(seed)
    return len(cover.cells) // 2, (drawing.draw(seeds.getrandbits(64)) for _ in range(limit))


def _residues_until(board: DominoBoard, clock: Clock) -> Callable[[list[int]], list[list[int]]]:
    def run(batches: list[int]) -> list[list[int]]:
        found = []
        for skipped in batches:
            left = _left(clock)
            found.append(residues(board, skipped, bytearray(1), -1.0 if left is None else left))
        return [batch for batch in found if batch is not None]

    return run


def _by_list(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]] | None:
    """Nodes and draws from a list of all tilings, or None if there may be too many."""
    _left(clock)
    _, search = make_search("bit-sliced", cover.instance(), fallback=True)
    return drawn_from_list(search, limit, seed, clock, "tiling")


def _by_frontier(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]] | None:
    """States and draws, or None if the frontier does not fit into memory."""
    sweep = native.sweep(cover.instance())
    if sweep is None:
        return None
    stop = bytearray(1)
    outcome: list[str] = []
    failures: list[BaseException] = []
    over = threading.Event()
    left = _left(clock)

    def work() -> None:
        try:
            outcome.append(sweep.run(stop, -1.0 if left is None else left, memory_for_frontier(), True))
        except BaseException as error:  # raised again by who waits
            failures.append(error)
        finally:
            over.set()

    # In a thread of its own, so that Ctrl-C reaches Python while the engine sweeps. It is not waited for by ``join``,
    # which after an interrupt takes a running thread for a finished one.
    if not start_if_possible(threading.Thread(target=work, daemon=True)):
        work()
    try:
        while not over.wait(SLICE):
            pass
    finally:
        stop[0] = 1
        over.wait()
    for error in failures:
        raise error
    if outcome[0] == "too large":
        return None
    if outcome[0] == "stopped":
        raise clock.stopped("a random tiling was drawn")
    if not int.from_bytes(sweep.count, "little"):
        return sweep.states, iter(())
    return sweep.states, _traced(sweep, limit, seed)


def _traced(sweep: Sweep, limit: int, seed: int) -> Iterator[list[int]]:
    """Trace back ``limit`` tilings, some at a time; the first do not depend on how many are asked for."""
    seeds = Random(seed)
    for start in range(0, limit, BATCH):
        yield from sweep.sample(seed if start == 0 else seeds.getrandbits(64), min(BATCH, limit - start))


def _by_rank(cover: Cover, limit: int, seed: int, clock: Clock) -> tuple[int, Iterator[list[int]]]:
    """Nodes and draws: count all tilings, then walk to those of random rank."""
    _, search = make_search("bit-sliced", cover.instance(), fallback=True)
    return drawn_by_rank(search, limit, seed, clock, "tiling", "the states of a frontier do not fit into memory, and ")
