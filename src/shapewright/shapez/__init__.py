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
    from shapewright.shapez.claims import verify_answer
    from shapewright.shapez.colours import mix
    from shapewright.shapez.configuration import CONFIGURATIONS, Configuration
    from shapewright.shapez.count import count
    from shapewright.shapez.data import Data
    from shapewright.shapez.members import members
    from shapewright.shapez.pattern import Pattern
    from shapewright.shapez.plan import Plan, plan
    from shapewright.shapez.random import random
    from shapewright.shapez.search import search
    from shapewright.shapez.shape import Shape
    from shapewright.shapez.verify import verify

__all__ = [
    "CONFIGURATIONS",
    "Configuration",
    "Data",
    "Pattern",
    "Plan",
    "Shape",
    "Verdict",
    "buildable",
    "buildable_many",
    "count",
    "is_buildable",
    "members",
    "mix",
    "plan",
    "random",
    "search",
    "verify",
    "verify_answer",
]

_HOMES = {
    "CONFIGURATIONS": "configuration",
    "Configuration": "configuration",
    "Data": "data",
    "Pattern": "pattern",
    "Plan": "plan",
    "Shape": "shape",
    "Verdict": "buildable",
    "buildable": "buildable",
    "buildable_many": "buildable",
    "count": "count",
    "is_buildable": "buildable",
    "members": "members",
    "mix": "colours",
    "plan": "plan",
    "random": "random",
    "search": "search",
    "verify": "verify",
    "verify_answer": "claims",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
