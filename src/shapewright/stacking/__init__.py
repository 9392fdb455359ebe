"""Dropping a sequence of pieces so that the stack stays as low as possible: plans, bounds, counts, and a game.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import stacking
>>> plan = stacking.first(stacking.Problem("LLLL", width=6))
>>> plan.height, plan.optimal
(3, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics
    from shapewright.stacking.check import check, faults
    from shapewright.stacking.count import count
    from shapewright.stacking.deadly import Deadly, deadly
    from shapewright.stacking.draw import random_sequence
    from shapewright.stacking.expect import Expected, Knowing, expect
    from shapewright.stacking.game import Game
    from shapewright.stacking.longest import Longest, longest
    from shapewright.stacking.many import Unknown, solve_many
    from shapewright.stacking.pieces import FallingPiece, tetrominoes
    from shapewright.stacking.plan import Drop, Plan
    from shapewright.stacking.problem import Problem
    from shapewright.stacking.rate import Rate, rate
    from shapewright.stacking.reason import why_none
    from shapewright.stacking.reprove import reprove
    from shapewright.stacking.solve import first, solve
    from shapewright.stacking.survival import Survival, survive
    from shapewright.stacking.verify import verify

__all__ = [
    "Deadly",
    "Drop",
    "Expected",
    "FallingPiece",
    "Game",
    "Knowing",
    "Longest",
    "Plan",
    "Problem",
    "Rate",
    "Statistics",
    "Survival",
    "Unknown",
    "check",
    "count",
    "deadly",
    "expect",
    "faults",
    "first",
    "longest",
    "random_sequence",
    "rate",
    "reprove",
    "solve",
    "solve_many",
    "survive",
    "tetrominoes",
    "verify",
    "why_none",
]

_HOMES = {
    "Deadly": "deadly",
    "Drop": "plan",
    "Expected": "expect",
    "FallingPiece": "pieces",
    "Game": "game",
    "Knowing": "expect",
    "Longest": "longest",
    "Plan": "plan",
    "Problem": "problem",
    "Rate": "rate",
    "Statistics": "solve",
    "Survival": "survival",
    "Unknown": "many",
    "check": "check",
    "count": "count",
    "deadly": "deadly",
    "expect": "expect",
    "faults": "check",
    "first": "solve",
    "longest": "longest",
    "random_sequence": "draw",
    "rate": "rate",
    "reprove": "reprove",
    "solve": "solve",
    "solve_many": "many",
    "survive": "survival",
    "tetrominoes": "pieces",
    "verify": "verify",
    "why_none": "reason",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
