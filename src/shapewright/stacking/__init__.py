"""Dropping a sequence of pieces so that the stack stays as low as possible: plans, bounds, counts, and a game.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import stacking
>>> plan = stacking.first(stacking.Problem("LLLL", width=6))
>>> plan.height, plan.optimal
(3, True)
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__, arguments_refused=True):
    from shapewright.jobs.statistics import Statistics as Statistics
    from shapewright.stacking.certificate import certificate as certificate
    from shapewright.stacking.check import check as check
    from shapewright.stacking.check import faults as faults
    from shapewright.stacking.count import count as count
    from shapewright.stacking.game import Game as Game
    from shapewright.stacking.games.deadly import Deadly as Deadly
    from shapewright.stacking.games.deadly import deadly as deadly
    from shapewright.stacking.games.expect import Expected as Expected
    from shapewright.stacking.games.expect import Knowing as Knowing
    from shapewright.stacking.games.expect import expect as expect
    from shapewright.stacking.games.longest import Longest as Longest
    from shapewright.stacking.games.longest import longest as longest
    from shapewright.stacking.games.rate import Rate as Rate
    from shapewright.stacking.games.rate import rate as rate
    from shapewright.stacking.games.survival import Survival as Survival
    from shapewright.stacking.games.survival import survive as survive
    from shapewright.stacking.many_sequences import Unknown as Unknown
    from shapewright.stacking.many_sequences import solve_many as solve_many
    from shapewright.stacking.objective_words import why_none as why_none
    from shapewright.stacking.pieces import FallingPiece as FallingPiece
    from shapewright.stacking.pieces import tetrominoes as tetrominoes
    from shapewright.stacking.plan import Drop as Drop
    from shapewright.stacking.plan import Plan as Plan
    from shapewright.stacking.problem import Problem as Problem
    from shapewright.stacking.proof.lower_bound import reprove as reprove
    from shapewright.stacking.random_sequence import random_sequence as random_sequence
    from shapewright.stacking.solve import first as first
    from shapewright.stacking.solve import solve as solve
    from shapewright.stacking.verify import verify as verify
