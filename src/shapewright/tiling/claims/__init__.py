"""Whether what an answer about tilings claims is right: replayed, counted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.tiling.verify` applies them.
"""

from __future__ import annotations

from shapewright.claims import LazyRule

__all__ = ["RULES"]

_WHERE = {
    "": "counting.other",
    "solve": "solving.solve",
    "list": "solving.list_solutions",
    "random": "solving.random",
    "unique": "solving.unique",
    "explain": "solving.explain",
    "glance": "solving.glance",
    "count": "counting.count",
    "takeapart": "apart.takeapart",
    "estimate": "solving.estimate",
    "show": "counting.show",
    "daily": "counting.daily",
    "set": "sets.set_of_solutions",
    "make": "made.make",
    "cheapest": "cheapest.cheapest",
    "chances": "chances.chances",
}

RULES = {verb: LazyRule(__name__, where) for verb, where in _WHERE.items()}
"""The verbs whose answers can be verified, and their rules; "" is that of what Python writes without a command."""
