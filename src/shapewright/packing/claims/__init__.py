"""Whether what an answer about packings claims is right: replayed, refuted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.packing.verify` applies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import LazyRule

if TYPE_CHECKING:
    from shapewright.claims import Case, Rule

__all__ = ["RULES"]

_VERBS = {
    **dict.fromkeys(("pack", "solve", "feasible", "show"), "packings.packings"),
    "round": "rounds.played_round",
    "chances": "rounds.chances",
    "evaluate": "rounds.evaluated",
    "rectangles": "rounds.rectangles",
    "bins": "bins.bins",
    "repair": "repair.repair",
    "solids": "solids.solids",
}
_VERB_OF_KEY = {"boards": "bins", "moved": "repair", "gravity": "solids"}


def _bare(case: Case) -> None:
    """Look at what Python wrote; one of its keys tells which verb it is."""
    keys = {} if "place" in case.context else _VERB_OF_KEY
    RULES[next((verb for key, verb in keys.items() if key in case.answer), "pack")](case)


RULES: dict[str, Rule] = {"": _bare, **{verb: LazyRule(__name__, where) for verb, where in _VERBS.items()}}
"""The verbs whose answers can be verified, and their rules."""
