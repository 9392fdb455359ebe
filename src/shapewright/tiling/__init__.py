"""Covering boards exactly with polyominoes and polycubes: first, all, count, random, unique, or why not.

>>> from shapewright import tiling
>>> puzzle = tiling.Problem.from_text("board 6x10\\npieces pentominoes")
>>> tiling.count(puzzle, up_to_symmetry=True)
2339
>>> print(tiling.explain(tiling.Problem.from_text("board 4x5\\npieces tetrominoes")))
impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, so the \
two colours must differ by 2
"""

from __future__ import annotations

from shapewright.jobs.statistics import Statistics

# Bound here and now: a module of the same name would otherwise take the place of its function.
from shapewright.tiling.abstract import count_cover, solve_cover
from shapewright.tiling.check import check, faults
from shapewright.tiling.count import count
from shapewright.tiling.engines import ENGINES
from shapewright.tiling.explain import Explanation, explain
from shapewright.tiling.problem import Problem
from shapewright.tiling.random import random, sample
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import first, solve
from shapewright.tiling.unique import is_unique
from shapewright.tiling.verify import verify

__all__ = [
    "ENGINES",
    "Explanation",
    "Problem",
    "Solution",
    "Statistics",
    "check",
    "count",
    "count_cover",
    "explain",
    "faults",
    "first",
    "is_unique",
    "random",
    "sample",
    "solve",
    "solve_cover",
    "verify",
]
