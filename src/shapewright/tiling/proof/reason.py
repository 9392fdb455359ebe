"""Why there is no tiling, in words, after a search has proven it."""

from __future__ import annotations

from shapewright.errors import amount
from shapewright.jobs.statistics import Statistics
from shapewright.tiling.covers.reason import why_none as why_no_cover
from shapewright.tiling.notation.answers import Puzzle, puzzle_of
from shapewright.tiling.problem import Problem


def why_none(puzzle: Puzzle | str, statistics: Statistics) -> str:
    """Why ``puzzle`` has no tiling (or exact cover); ``statistics`` are those of the search that found none.

    >>> from shapewright.tiling.solve import first
    >>> puzzle = Problem.from_text("board 3x1\\npieces 2*I2")
    >>> seen = []
    >>> first(puzzle, report=seen.append) is None, why_none(puzzle, seen[0])
    (True, 'the pieces cover 4 cells, but the board has 3')
    """
    puzzle = puzzle_of(puzzle)
    if isinstance(puzzle, Problem):
        if statistics.engine == "invariants":
            return statistics.reason
        nodes = amount(statistics.nodes, "node")
        return f"neither areas nor colourings forbid a tiling, but an exhaustive search of {nodes} found none"
    return why_no_cover(puzzle, statistics.nodes)
