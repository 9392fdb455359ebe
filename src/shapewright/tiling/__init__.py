"""Covering boards exactly with polyominoes and polycubes: first, all, count, random, unique, or why not.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import tiling
>>> puzzle = tiling.Problem.from_text("board 6x10\\npieces pentominoes")
>>> tiling.count(puzzle, up_to_symmetry=True)
2339
>>> print(tiling.explain(tiling.Problem.from_text("board 4x5\\npieces tetrominoes")))
impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, so the \
two colours must differ by 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics
    from shapewright.tiling.apart.search import disassemble
    from shapewright.tiling.apart.survey import Survey, disassemblies, takeapart
    from shapewright.tiling.apart.values import Disassembly
    from shapewright.tiling.by_symmetry import SymmetryType, count_by_symmetry
    from shapewright.tiling.calendar import calendar, calendar_counts
    from shapewright.tiling.chances import Chances, chances
    from shapewright.tiling.check import check, faults
    from shapewright.tiling.count import count
    from shapewright.tiling.covers.cheapest import CheapestCovers
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.covers.reason import CoverExplanation
    from shapewright.tiling.daily import daily
    from shapewright.tiling.engines import ENGINES
    from shapewright.tiling.estimate import Estimate, estimate
    from shapewright.tiling.explain import Explanation, explain
    from shapewright.tiling.glance import Glance, glance
    from shapewright.tiling.making.booklet import booklet
    from shapewright.tiling.making.make import Made, make
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.random import random, sample
    from shapewright.tiling.reason import why_none
    from shapewright.tiling.sets.solution_set import SolutionSet, solution_set
    from shapewright.tiling.solution import Solution
    from shapewright.tiling.solve import first, solve
    from shapewright.tiling.unique import is_unique
    from shapewright.tiling.verify import verify

__all__ = [
    "ENGINES",
    "Chances",
    "CheapestCovers",
    "CoverExplanation",
    "Disassembly",
    "Estimate",
    "ExactCover",
    "Explanation",
    "Glance",
    "Made",
    "Problem",
    "Solution",
    "SolutionSet",
    "Statistics",
    "Survey",
    "SymmetryType",
    "booklet",
    "calendar",
    "calendar_counts",
    "chances",
    "check",
    "count",
    "count_by_symmetry",
    "daily",
    "disassemble",
    "disassemblies",
    "estimate",
    "explain",
    "faults",
    "first",
    "glance",
    "is_unique",
    "make",
    "random",
    "sample",
    "solution_set",
    "solve",
    "takeapart",
    "verify",
    "why_none",
]

_HOMES = {
    "ENGINES": "engines",
    "Chances": "chances",
    "CheapestCovers": "covers.cheapest",
    "CoverExplanation": "covers.reason",
    "Disassembly": "apart.values",
    "Estimate": "estimate",
    "ExactCover": "covers.exact_cover",
    "Explanation": "explain",
    "Glance": "glance",
    "Made": "making.make",
    "booklet": "making.booklet",
    "Problem": "problem",
    "Solution": "solution",
    "SolutionSet": "sets.solution_set",
    "Statistics": "solve",
    "Survey": "apart.survey",
    "SymmetryType": "by_symmetry",
    "calendar": "calendar",
    "calendar_counts": "calendar",
    "chances": "chances",
    "check": "check",
    "count": "count",
    "count_by_symmetry": "by_symmetry",
    "daily": "daily",
    "disassemble": "apart.search",
    "disassemblies": "apart.survey",
    "estimate": "estimate",
    "explain": "explain",
    "faults": "check",
    "first": "solve",
    "glance": "glance",
    "is_unique": "unique",
    "make": "making.make",
    "random": "random",
    "sample": "random",
    "solution_set": "sets.solution_set",
    "solve": "solve",
    "takeapart": "apart.survey",
    "verify": "verify",
    "why_none": "reason",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
