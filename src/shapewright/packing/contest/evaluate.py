"""How often a solver fills the best box of a level: a probability with its interval, and how long it takes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, ProblemError, StoppedError, amount
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import processor_seconds
from shapewright.jobs.processors import enough_tasks
from shapewright.packing.bag import MAX_PIECES, Bag
from shapewright.packing.boxes import by_score
from shapewright.packing.pack import pack
from shapewright.packing.rules import LEVELS
from shapewright.packing.search.inventory import rectangles
from shapewright.packing.search.solvers import checked_solver

if TYPE_CHECKING:
    from concurrent.futures import Executor

MAX_ROUNDS = 10**7
# The 97.5 % quantile of the normal distribution: an interval of 95 %.
_QUANTILE = 1.959963984540054


@dataclass(frozen=True)
class Evaluation:
    """The outcome of ``rounds`` random bags of ``pieces`` pieces: in ``successes`` of them the best box was filled.

    ``median`` and ``p99`` are seconds of processor time of one bag.
    """

    pieces: int
    box: tuple[int, int]
    rounds: int
    successes: int
    median: float
    p99: float

    @property
    def probability(self) -> float:
        """The share of successes."""
        return self.successes / self.rounds

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson score interval of the probability."""
        return wilson(self.successes, self.rounds)

    def to_json(self) -> dict[str, object]:
        """Plain data: what was tried, how often it was filled, the share with its interval, and the times."""
        return {
            "pieces": self.pieces,
            "box": list(self.box),
            "rounds": self.rounds,
            "successes": self.successes,
            "probability": self.probability,
            "interval": list(self.interval),
            "median_seconds": self.median,
            "p99_seconds": self.p99,
        }

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.successes} of {self.rounds} bags of {amount(self.pieces, 'piece')} into "
            f"{self.box[0]}x{self.box[1]}: "
            f"{100 * self.probability:.2f} % (95 %: {100 * low:.2f} to {100 * high:.2f} %), "
            f"median {1000 * self.median:.3f} ms, 99 % within {1000 * self.p99:.3f} ms"
        )


def wilson(successes: int, rounds: int) -> tuple[float, float]:
    """The 95 % score interval of a binomial probability.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).

    >>> [round(bound, 4) for bound in wilson(8, 28)]
    [0.1525, 0.4706]
    """
    if rounds < 1 or not 0 <= successes <= rounds:
        raise ProblemError(f"{successes} of {rounds} is not a share")
    share, square = successes / rounds, _QUANTILE**2
    middle = share + square / (2 * rounds)
    spread = _QUANTILE * sqrt(share * (1 - share) / rounds + square / (4 * rounds * rounds))
    scale = 1 + square / rounds
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def pieces_of_level(level: int) -> int:
    """How many pieces the bag of a level holds, 1 for level 1 up to 512 for level 10."""
    if not 1 <= level <= len(LEVELS):
        raise ProblemError(f"the level must be a whole number from 1 to {len(LEVELS)}, not {level}")
    return LEVELS[level - 1]


def bag_of_level(pieces: int, seed: int, *, even_t: bool = False) -> Bag:
    """A random bag as a round has it: a single piece is always an I."""
    if pieces == 1:
        return Bag.from_counts({"I": 1})
    return Bag.random(pieces, seed=seed, even_t=even_t)


def evaluate(
    level: int | None = None,
    *,
    pieces_count: int | None = None,
    rounds: int = 1000,
    even_t: bool = False,
    solver: str = "auto",
    bag_time_limit: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Draw random bags of a ``level`` (1 to 10), or of ``pieces_count`` pieces, and try the box that scores best.

    ``even_t`` draws only bags with an even number of T. ``bag_time_limit`` (seconds) is for each bag, ``time_limit``
    for all of them; where it ends the work, the bags tried by then count, or there is a checkpoint that keeps them and
    ``StoppedError`` is raised. The work is cut into tasks that run on ``threads`` or an ``executor``;
    ``told`` is called after each of them with the number of successes and of bags so far.

    >>> found = evaluate(2, rounds=50, threads=1)
    >>> found.box, found.rounds
    ((3, 3), 50)
    """
    if (level is None) == (pieces_count is None):
        raise ProblemError("give either a level or a number of pieces")
    number = pieces_of_level(level) if level is not None else pieces_count
    assert number is not None
    if not 1 <= number <= MAX_PIECES:
        raise LimitError(f"a bag holds 1 to {MAX_PIECES} pieces, not {number}")
    if not 1 <= rounds <= MAX_ROUNDS:
        raise LimitError(f"an evaluation has 1 to {MAX_ROUNDS} rounds, not {rounds}")
    checked_solver(solver)
    if solver == "growing-square":
        raise ProblemError("the solver 'growing-square' fills no given box; choose another one to evaluate")
    if solver in ("rectangles", "hybrid"):
        rectangles()  # made once, before many ask for it
    successes = tried = 0

    def tally(result: Any) -> None:
        nonlocal successes, tried
        successes, tried = successes + result[0], tried + len(result[1])
        if told is not None:
            told(successes, tried)

    number_of_tasks = enough_tasks(threads, elsewhere=executor is not None or checkpoint is not None)
    edges = sorted({rounds * k // number_of_tasks for k in range(number_of_tasks + 1)})
    tasks = [[number, seed, first, last, even_t, solver, bag_time_limit] for first, last in pairwise(edges)]
    try:
        results = run(
            Stage("bags", _bags, tasks),
            fingerprint=fingerprint("packing evaluate", number, seed, rounds, even_t, solver, bag_time_limit or 0.0),
            executor=executor,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
            time_limit=time_limit,
            told=tally,
        )
    except StoppedError as stopped:
        results = list(stopped.results.values())
        if checkpoint is not None or not results:
            raise
        rounds = sum(len(seconds) for _, seconds in results)
    times = sorted(second for _, seconds in results for second in seconds)
    successes = sum(count for count, _ in results)
    box = next(by_score(4 * number))
    return Evaluation(
        number, box, rounds, successes, times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    )


def _bags(arguments: Any, budget: Budget) -> list[object]:
    """The bags from ``first`` to ``last``: how many fill the best box, and the seconds of each."""
    pieces, seed, first, last, even_t, solver, limit = arguments
    box = next(by_score(4 * pieces))
    successes, seconds = 0, []
    for number in range(first, last):
        if budget.stopped():
            raise StoppedError("stopped between two bags")
        bag = bag_of_level(pieces, seed * MAX_ROUNDS + number, even_t=even_t)
        started = processor_seconds()
        left = budget.left()
        seconds_left = min([one for one in (limit, left) if one is not None], default=None)
        packing = pack(bag, box=box, solver=solver, seed=number, time_limit=seconds_left)
        if packing.status == "unknown" and budget.stopped():
            raise StoppedError("stopped in the middle of a bag")
        seconds.append(processor_seconds() - started)
        successes += bool(packing.placements)
    return [successes, seconds]
