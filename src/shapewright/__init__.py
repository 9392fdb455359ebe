"""One toolkit for shape puzzles: state a puzzle, get an answer that has been checked, and a picture of it.

Each family of puzzles is a module, loaded when it is first used:

>>> import shapewright
>>> shapewright.tiling.__name__
'shapewright.tiling'

The function ``shapewright.verify`` checks every claim of an answer of any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from shapewright import clear as clear
    from shapewright import packing as packing
    from shapewright import shapez as shapez
    from shapewright import stacking as stacking
    from shapewright import tiling as tiling
    from shapewright.any_answer import verify as verify

__version__ = "0.1.0"

FAMILIES = ("tiling", "packing", "stacking", "clear", "shapez")


def __getattr__(name: str) -> Any:
    if name in (*FAMILIES, "verify"):
        from importlib import import_module

        if name == "verify":
            return import_module("shapewright.any_answer").verify
        return import_module(f"shapewright.{name}")
    raise AttributeError(f"module 'shapewright' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *FAMILIES, "verify"})
