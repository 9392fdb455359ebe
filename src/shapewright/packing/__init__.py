"""Packing: a bag of pieces into the best box, onto a board, into the fewest boards.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import packing
>>> packing.pack(packing.Bag.random(64, seed=1)).status
'optimal'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.packing.answer import Packing, Refuted
    from shapewright.packing.bag import Bag
    from shapewright.packing.bins import Bins, bins
    from shapewright.packing.bonuses import Bonuses
    from shapewright.packing.chances import Chances, chances
    from shapewright.packing.check import check, faults
    from shapewright.packing.evaluate import Evaluation, evaluate
    from shapewright.packing.explain import Explanation, explain, feasible
    from shapewright.packing.inventory import Rectangle, rectangles
    from shapewright.packing.least_cost import Boards, least_cost
    from shapewright.packing.pack import pack
    from shapewright.packing.problem import Problem
    from shapewright.packing.repair import Repair, repair
    from shapewright.packing.rounds import Round, play_round, play_rounds
    from shapewright.packing.solid import Solids
    from shapewright.packing.solids import solids
    from shapewright.packing.solve import first, solve
    from shapewright.packing.solvers import SOLVERS
    from shapewright.packing.stock import Stock
    from shapewright.packing.values import Values
    from shapewright.packing.verify import verify

__all__ = [
    "SOLVERS",
    "Bag",
    "Bins",
    "Boards",
    "Bonuses",
    "Chances",
    "Evaluation",
    "Explanation",
    "Packing",
    "Problem",
    "Rectangle",
    "Refuted",
    "Repair",
    "Round",
    "Solids",
    "Stock",
    "Values",
    "bins",
    "chances",
    "check",
    "evaluate",
    "explain",
    "faults",
    "feasible",
    "first",
    "least_cost",
    "pack",
    "play_round",
    "play_rounds",
    "rectangles",
    "repair",
    "solids",
    "solve",
    "verify",
]

_HOMES = {
    "SOLVERS": "solvers",
    "Bag": "bag",
    "Bins": "bins",
    "Chances": "chances",
    "Evaluation": "evaluate",
    "Explanation": "explain",
    "Packing": "answer",
    "Problem": "problem",
    "Rectangle": "inventory",
    "Refuted": "answer",
    "Repair": "repair",
    "Round": "rounds",
    "Boards": "least_cost",
    "Bonuses": "bonuses",
    "Solids": "solid",
    "Stock": "stock",
    "Values": "values",
    "least_cost": "least_cost",
    "bins": "bins",
    "chances": "chances",
    "check": "check",
    "evaluate": "evaluate",
    "explain": "explain",
    "faults": "check",
    "feasible": "explain",
    "first": "solve",
    "pack": "pack",
    "play_round": "rounds",
    "play_rounds": "rounds",
    "rectangles": "inventory",
    "repair": "repair",
    "solids": "solids",
    "solve": "solve",
    "verify": "verify",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
