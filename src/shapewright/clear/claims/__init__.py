"""Whether what an answer about perfect clears claims is right: replayed, refuted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.clear.verify` applies them.
"""

from __future__ import annotations

from shapewright.claims import LazyRule

__all__ = ["RULES"]

_VERBS = {
    "solve": "solving.solve",
    "fumen": "fumens.fumen",
    "glance": "glancing.glance",
    "show": "solving.show",
    "display": "solving.show",
    "percent": "patterns.percent",
    "path": "paths.path",
    "cover": "patterns.cover",
    "setup": "setups.setup",
    "congruents": "setups.congruents",
    "chance": "patterns.chance",
    "impossible": "everything.impossible",
    "queues": "everything.queues",
    "solutions": "everything.solutions",
    "table": "everything.table",
    "demo": "playing.demo",
    "train": "nets.train",
    "compare-nets": "nets.compare_nets",
}

RULES = {verb: LazyRule(__name__, where) for verb, where in _VERBS.items()}
"""The verbs whose answers can be verified, and their rules."""
