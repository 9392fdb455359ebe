"""Packing: a bag of pieces into the best box, onto a board, into the fewest boards.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import packing
>>> packing.pack(packing.Bag.random(64, seed=1)).status
'optimal'
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__, arguments_refused=True):
    from shapewright.packing.answer import Packing as Packing
    from shapewright.packing.answer import Refuted as Refuted
    from shapewright.packing.bag import Bag as Bag
    from shapewright.packing.bonuses import Bonuses as Bonuses
    from shapewright.packing.certificate import certificate as certificate
    from shapewright.packing.check import check as check
    from shapewright.packing.check import faults as faults
    from shapewright.packing.contest.chances import Chances as Chances
    from shapewright.packing.contest.chances import chances as chances
    from shapewright.packing.contest.evaluate import Evaluation as Evaluation
    from shapewright.packing.contest.evaluate import evaluate as evaluate
    from shapewright.packing.contest.rounds import Round as Round
    from shapewright.packing.contest.rounds import play_round as play_round
    from shapewright.packing.contest.rounds import play_rounds as play_rounds
    from shapewright.packing.explain import Explanation as Explanation
    from shapewright.packing.explain import explain as explain
    from shapewright.packing.explain import feasible as feasible
    from shapewright.packing.goals.bins import Bins as Bins
    from shapewright.packing.goals.bins import bins as bins
    from shapewright.packing.goals.least_cost import Boards as Boards
    from shapewright.packing.goals.least_cost import least_cost as least_cost
    from shapewright.packing.pack import pack as pack
    from shapewright.packing.problem import Problem as Problem
    from shapewright.packing.repair import Repair as Repair
    from shapewright.packing.repair import repair as repair
    from shapewright.packing.search.inventory import Rectangle as Rectangle
    from shapewright.packing.search.inventory import rectangles as rectangles
    from shapewright.packing.search.solvers import SOLVERS as SOLVERS
    from shapewright.packing.solve import first as first
    from shapewright.packing.solve import solve as solve
    from shapewright.packing.space.packing import Solids as Solids
    from shapewright.packing.space.search import solids as solids
    from shapewright.packing.stock import Stock as Stock
    from shapewright.packing.values import Values as Values
    from shapewright.packing.verify import verify as verify
