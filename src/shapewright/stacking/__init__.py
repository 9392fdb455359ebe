"""Dropping a sequence of pieces so that the stack stays as low as possible: plans, bounds, counts, and a game.

>>> from shapewright import stacking
>>> plan = stacking.first(stacking.Problem("LLLL", width=6))
>>> plan.height, plan.optimal
(3, True)
"""

from __future__ import annotations

from shapewright.jobs.statistics import Statistics

# Bound here and now: a module of the same name would otherwise take the place of its function.
from shapewright.stacking.check import check, faults
from shapewright.stacking.count import count
from shapewright.stacking.game import Game
from shapewright.stacking.many import Unknown, solve_many
from shapewright.stacking.pieces import FallingPiece, tetrominoes
from shapewright.stacking.plan import Drop, Plan
from shapewright.stacking.problem import Problem
from shapewright.stacking.solve import first, solve
from shapewright.stacking.verify import verify

__all__ = [
    "Drop",
    "FallingPiece",
    "Game",
    "Plan",
    "Problem",
    "Statistics",
    "Unknown",
    "check",
    "count",
    "faults",
    "first",
    "solve",
    "solve_many",
    "tetrominoes",
    "verify",
]
