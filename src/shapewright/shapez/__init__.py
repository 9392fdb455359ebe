"""Shapez 2 shapes: can a shape be built, with which machines; count and list all that can.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import shapez
>>> shapez.Shape.from_code("CuCu----:RrRr----").push_pin()
Shape.from_code('P-P-----:CuCu----:RrRr----')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.buildable import Verdict, buildable, buildable_many, is_buildable
    from shapewright.shapez.check import check, faults
    from shapewright.shapez.colours import mix
    from shapewright.shapez.configuration import CONFIGURATIONS, SETS, Configuration
    from shapewright.shapez.count import count
    from shapewright.shapez.data import Data
    from shapewright.shapez.machines import MACHINES, Machine
    from shapewright.shapez.members import members
    from shapewright.shapez.pattern import Pattern
    from shapewright.shapez.plan import Plan, first, plan, solve, unbuildable
    from shapewright.shapez.problem import EFFORTS, Problem
    from shapewright.shapez.random import random
    from shapewright.shapez.search import search
    from shapewright.shapez.shape import Shape
    from shapewright.shapez.verify import verify
    from shapewright.shapez.verify_data import verify_data

__all__ = [
    "CONFIGURATIONS",
    "EFFORTS",
    "MACHINES",
    "SETS",
    "Configuration",
    "Data",
    "Machine",
    "Pattern",
    "Plan",
    "Problem",
    "Shape",
    "Verdict",
    "buildable",
    "buildable_many",
    "check",
    "count",
    "faults",
    "first",
    "is_buildable",
    "members",
    "mix",
    "plan",
    "random",
    "search",
    "solve",
    "unbuildable",
    "verify",
    "verify_data",
]

_HOMES = {
    "CONFIGURATIONS": "configuration",
    "EFFORTS": "problem",
    "MACHINES": "machines",
    "SETS": "configuration",
    "Configuration": "configuration",
    "Data": "data",
    "Machine": "machines",
    "Pattern": "pattern",
    "Plan": "plan",
    "Problem": "problem",
    "Shape": "shape",
    "Verdict": "buildable",
    "buildable": "buildable",
    "buildable_many": "buildable",
    "check": "check",
    "count": "count",
    "faults": "check",
    "first": "plan",
    "is_buildable": "buildable",
    "members": "members",
    "mix": "colours",
    "plan": "plan",
    "random": "random",
    "search": "search",
    "solve": "plan",
    "unbuildable": "plan",
    "verify": "verify",
    "verify_data": "verify_data",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
