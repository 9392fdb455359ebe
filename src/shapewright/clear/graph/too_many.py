"""A quick proof that there are more solutions than can be kept apart, before the long work that would find them all.

Random queues of the pattern are solved one by one; every different solution that this gives is one of those to come.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.search.solve import first_packed, solution_of
from shapewright.errors import StoppedError
from shapewright.jobs.limits import processor_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.graph.queues import Queues
    from shapewright.clear.graph.setup import Setup
    from shapewright.jobs.limits import Clock

__all__ = ["has_more_solutions"]

_SECONDS = 10.0
_MOST = 20_000
_SHORT = 0.02
_FIRST = 1000
"""After so many queues at least every fourth must still give another solution; else there seem to be few."""


def has_more_solutions(setup: Setup, queues: Queues, number: int, clock: Clock) -> bool:
    """Whether a look of a second or so proves that the queues have more than so many unique solutions.

    False proves nothing: there may still be more. It is not tried for more than 20,000, nor beyond the clock.
    """
    if number > _MOST:
        return False
    end = processor_seconds() + _SECONDS
    seen: set[frozenset[tuple[str, tuple[tuple[int, int], ...]]]] = set()
    for seed, text in enumerate(_random_queues(queues)):
        if clock.over() or processor_seconds() > end or (seed > _FIRST and 4 * len(seen) < seed):
            return False
        problem = Problem(setup.start, Queue(text), setup.height, setup.kicks, setup.drop, setup.hold)
        try:
            packed = first_packed(problem, seed=seed, time_limit=_SHORT)
        except StoppedError:
            continue
        if packed is not None:
            solution = solution_of(problem, packed)
            pieces = [placement.piece for placement in solution.placements]
            seen.add(frozenset(zip(pieces, solution.start_cells(), strict=True)))
            if len(seen) > number:
                return True
    return False


def _random_queues(queues: Queues) -> Iterator[str]:
    draw = random.Random(1)
    while True:
        yield queues.at(draw.randrange(len(queues)))
