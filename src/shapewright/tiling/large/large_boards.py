"""First tilings of large boards without exact cover: by re-tiling, and by blocks; whichever suits the problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.tiling.large.filled_by_boxes import Blocks
from shapewright.tiling.large.retiling import Retiling

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.jobs.limits import Clock
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.solution import Solution

LEAST_CELLS = 100
"""On smaller boards exact cover is as fast."""

STEPS_PER_NODE = 2
"""A node of a search on a large board takes some 20 microseconds, a step of the walk two or three."""


class Large:
    """What else may find a tiling of ``problem``. It proves nothing; ``engine`` names what found one.

    The outcome depends on the problem and the calls alone, unless the time of ``clock`` ends them. ``seconds`` says how
    long an exact cover may be searched at a time; what it raises ends the work.
    """

    def __init__(self, problem: Problem, clock: Clock) -> None:
        large = len(problem.board.cells) - sum(len(placement.cells) for placement in problem.fixed) >= LEAST_CELLS
        self._walk = Retiling(problem) if large and Retiling.suits(problem) else None
        self._blocks = Blocks(problem) if large and Blocks.suits(problem) else None
        self._clock = clock
        self._calls = 0
        self.engine = ""

    def burst(self, seconds: Callable[[], float]) -> Solution | None:
        """Before anything else is tried: a tiling met on a short walk, or made of small blocks."""
        return self._try(0 if self._walk is None else self._walk.burst, 30, seconds)

    def turn(self, nodes: int, seconds: Callable[[], float]) -> Solution | None:
        """As much work as so many nodes of a search on a large board."""
        return self._try(nodes * STEPS_PER_NODE, 1, seconds)

    def _try(self, steps: int, blocks: int, seconds: Callable[[], float]) -> Solution | None:
        found = None
        if self._walk is not None:
            found = self._walk.run(steps, self._calls, self._clock.left())
            self.engine = "re-tiling"
        self._calls += 1
        for _ in range(blocks if found is None and self._blocks is not None else 0):
            assert self._blocks is not None
            found = self._blocks.run(seconds)
            self.engine = "blocks"
            if found is not None:
                break
        return found
