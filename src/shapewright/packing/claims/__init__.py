"""Whether what an answer about packings claims is right: replayed, refuted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.packing.verify` applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapewright.packing.claims.bins import bins
from shapewright.packing.claims.packings import packings
from shapewright.packing.claims.repair import repair
from shapewright.packing.claims.rounds import chances, evaluated, played_round, rectangles
from shapewright.packing.claims.solids import solids

if TYPE_CHECKING:
    from shapewright.packing.claims.answer import Answer

__all__ = ["RULES"]

RULES: dict[str, Callable[[Answer], None]] = {
    "pack": packings,
    "solve": packings,
    "feasible": packings,
    "show": packings,
    "round": played_round,
    "chances": chances,
    "evaluate": evaluated,
    "rectangles": rectangles,
    "bins": bins,
    "repair": repair,
    "solids": solids,
}
"""The verbs whose answers can be verified, and their rules."""
