"""Whether what an answer about perfect clears claims is right: replayed, refuted again or recomputed.

Each verb has a rule, which knows what the keys of its answers mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims.recheck import TIME_LIMIT, LazyRule, recheck

if TYPE_CHECKING:
    from shapewright.claims import Findings
    from shapewright.clear.kicks import Kicks

__all__ = ["VERBS", "verify_answer"]

VERBS = {
    "solve": "solving.solve",
    "show": "solving.show",
    "display": "solving.show",
    "percent": "patterns.percent",
    "path": "paths.path",
    "cover": "patterns.cover",
    "chance": "patterns.chance",
    "impossible": "everything.impossible",
    "queues": "everything.queues",
    "solutions": "everything.solutions",
    "table": "everything.table",
    "train": "nets.train",
    "compare-nets": "nets.compare_nets",
}
"""The verbs whose answers can be verified, and where their rules are."""


def verify_answer(
    answer: Any, *, time_limit: float | None = TIME_LIMIT, threads: int | None = None, kicks: Kicks | None = None
) -> Findings:
    """What becomes of the claims of an answer: what ``shapewright clear ... --json`` printed, read from JSON.

    The question is taken from its ``parameters``. Solutions are replayed by the rules. What else is claimed is
    recomputed, by another method than made it where there is one, within ``time_limit`` seconds; what is not checked
    then is noted as such. ``kicks`` is the kick system, if the answer names a file that it does not contain.

    >>> answer = {"command": "clear queues", "parameters": {"length": 2}, "complete": True, "numbers": [7, 28, 195]}
    >>> findings = verify_answer(answer)
    >>> findings.valid, findings.lines()
    (False, ['numbers: the answer says [7, 28, 195], recomputed: [7, 28, 196]'])

    Raises ``NotationError`` for what is no answer of this family, or a malformed one.
    """
    rules = {verb: LazyRule(__name__, where) for verb, where in VERBS.items()}
    return recheck(answer, "clear", rules, time_limit=time_limit, threads=threads, kicks=kicks)
