"""Whether what an answer about stacks claims is right: its plans, its rates and who survives.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.stacking.verify` applies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import LazyRule

if TYPE_CHECKING:
    from shapewright.claims import Rule

__all__ = ["RULES"]

_VERBS = {
    "solve": "plans.solve",
    "show": "plans.show",
    "play": "plans.play",
    "count": "plans.count_",
    "deadly": "adversary.deadly_",
    "survive": "adversary.survive_",
    "expect": "games.expect_",
    "longest": "games.longest_",
    "rate": "games.rate",
    "": "plans.bare",
}

RULES: dict[str, Rule] = {verb: LazyRule(__name__, where) for verb, where in _VERBS.items()}
"""The verbs whose answers can be verified, and their rules; what has no verb was written by Python."""
