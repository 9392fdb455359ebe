"""Many queues by one call, beside a loop of calls: CPU time on one thread, side by side.

``measure_many`` is joined into ``clear.py``; run alone, this prints the same figures:

    python -m benchmarks.parts.clear_many [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from statistics import median

from shapewright import clear

from .clear_solve import queues

ROUND = 5000
"""So many queues a round: twenty rounds are a hundred thousand."""


@dataclass(frozen=True)
class Many:
    """How many queues, how many of them have a clear, and the median CPU seconds a queue of a loop and of one call."""

    queues: int
    found: int
    loop: float
    batch: float


def measure_many(rounds: int = 20, size: int = ROUND) -> Many:
    """Each round solves the same queues of eleven pieces by ``clear.first`` and by ``clear.solve_many``, in turns."""
    clear.solve_many("", queues(100, 11), threads=1)
    loops, batches, found = [], [], 0
    for number in range(rounds):
        asked = queues(size, 11, seed=number)
        started = time.process_time()
        one_by_one = [clear.first("", queue) for queue in asked]
        loops.append((time.process_time() - started) / size)
        started = time.process_time()
        together = clear.solve_many("", asked, threads=1)
        solved = together.solved
        batches.append((time.process_time() - started) / size)
        assert solved.tolist() == [one is not None for one in one_by_one]
        assert list(together) == one_by_one
        found += int(solved.sum())
    return Many(rounds * size, found, median(loops), median(batches))


def main() -> None:
    many = measure_many(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print(f"{many.found} of {many.queues} queues have a clear; microseconds of CPU time a queue, median of the rounds")
    print(f"loop {1e6 * many.loop:.1f}, one call {1e6 * many.batch:.1f}, {many.loop / many.batch:.1f} times")


if __name__ == "__main__":
    main()
