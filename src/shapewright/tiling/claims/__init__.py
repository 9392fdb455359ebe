"""Whether what an answer about tilings claims is right: replayed, counted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.tiling.verify` applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapewright.tiling.claims.apart import takeapart
from shapewright.tiling.claims.chances import chances
from shapewright.tiling.claims.cheapest import cheapest
from shapewright.tiling.claims.counting import count, daily, show
from shapewright.tiling.claims.made import make
from shapewright.tiling.claims.sets import set_of_solutions
from shapewright.tiling.claims.solving import estimate, explain, glance, list_solutions, random, solve, unique

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["RULES"]

RULES: dict[str, Callable[[Answer], None]] = {
    "solve": solve,
    "list": list_solutions,
    "random": random,
    "unique": unique,
    "explain": explain,
    "glance": glance,
    "count": count,
    "takeapart": takeapart,
    "estimate": estimate,
    "show": show,
    "daily": daily,
    "set": set_of_solutions,
    "make": make,
    "cheapest": cheapest,
    "chances": chances,
}
"""The verbs whose answers can be verified, and their rules."""
