"""Shapez 2 shapes: can a shape be built, with which machines; count and list all that can.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import shapez
>>> shapez.Shape.from_code("CuCu----:RrRr----").push_pin()
Shape.from_code('P-P-----:CuCu----:RrRr----')
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shapewright.shapez.buildable import Verdict, buildable, is_buildable
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
    "count",
    "is_buildable",
    "members",
    "plan",
    "random",
    "search",
    "verify",
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
    "count": "count",
    "is_buildable": "buildable",
    "members": "members",
    "plan": "plan",
    "random": "random",
    "search": "search",
    "verify": "verify",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """This package, in which a function keeps its name although its module has the same.

    Whoever imports the module ``count`` makes Python bind that name here to the module; the function is bound instead.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if _HOMES.get(name) == name and isinstance(value, ModuleType):
            value = getattr(value, name, value)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
