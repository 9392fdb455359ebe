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
    from shapewright.packing.bins import bins
    from shapewright.packing.chances import Chances, chances
    from shapewright.packing.check import check, faults
    from shapewright.packing.evaluate import Evaluation, evaluate
    from shapewright.packing.feasible import Feasibility, feasible
    from shapewright.packing.inventory import Rectangle, rectangles
    from shapewright.packing.pack import pack, solve
    from shapewright.packing.repair import repair
    from shapewright.packing.rounds import Round, play_round
    from shapewright.packing.several import several
    from shapewright.packing.solvers import SOLVERS
    from shapewright.packing.verify import verify

__all__ = [
    "SOLVERS",
    "Bag",
    "Chances",
    "Evaluation",
    "Feasibility",
    "Packing",
    "Rectangle",
    "Refuted",
    "Round",
    "bins",
    "chances",
    "check",
    "evaluate",
    "faults",
    "feasible",
    "pack",
    "play_round",
    "rectangles",
    "repair",
    "several",
    "solve",
    "verify",
]

_HOMES = {
    "SOLVERS": "solvers",
    "Bag": "bag",
    "Chances": "chances",
    "Evaluation": "evaluate",
    "Feasibility": "feasible",
    "Packing": "answer",
    "Rectangle": "inventory",
    "Refuted": "answer",
    "Round": "rounds",
    "bins": "bins",
    "chances": "chances",
    "check": "check",
    "evaluate": "evaluate",
    "faults": "check",
    "feasible": "feasible",
    "pack": "pack",
    "play_round": "rounds",
    "rectangles": "inventory",
    "repair": "repair",
    "several": "several",
    "solve": "pack",
    "verify": "verify",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
