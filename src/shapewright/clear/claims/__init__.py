"""Whether what an answer about perfect clears claims is right: replayed, refuted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean; :mod:`shapewright.clear.verify` applies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import LazyRule

if TYPE_CHECKING:
    from shapewright.claims import Case, Rule

__all__ = ["RULES"]

_VERBS = {
    "solve": "solving.solve",
    "fumen": "solving.fumen",
    "glance": "glancing.glance",
    "show": "solving.show",
    "display": "solving.show",
    "percent": "patterns.percent",
    "path": "paths.path",
    "book": "books.book_answer",
    "opener": "books.opener",
    "cover": "patterns.cover",
    "setup": "setups.setup",
    "congruents": "setups.congruents",
    "spin": "setups.spin",
    "chance": "patterns.chance",
    "loop": "playing.loop",
    "score": "scoring.score",
    "ren": "scoring.ren",
    "impossible": "everything.impossible",
    "queues": "everything.queues",
    "sequences": "everything.sequences",
    "solutions": "everything.solutions",
    "table": "everything.table",
    "live-boards": "everything.live",
    "demo": "playing.demo",
    "train": "playing.train",
    "compare-nets": "playing.compare_nets",
}

_MANY = ("percent", "path", "cover", "setup", "score")
"""The verbs that are also asked of many fields; their answers have ``fields`` then."""


class _OfMany:
    """The rule of a verb whose answer is about one field, or about many."""

    def __init__(self, one: Rule) -> None:
        self._one = one
        self._many = LazyRule(__name__, "fields.counted")

    def __call__(self, case: Case) -> None:
        """Look at the claims of the answer."""
        (self._many if "fields" in case.answer else self._one)(case)


_ONE: dict[str, Rule] = {verb: LazyRule(__name__, where) for verb, where in _VERBS.items()}

RULES: dict[str, Rule] = {verb: _OfMany(rule) if verb in _MANY else rule for verb, rule in _ONE.items()}
"""The verbs whose answers can be verified, and their rules."""
