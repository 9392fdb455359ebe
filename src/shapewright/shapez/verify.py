"""Whether what an answer about shapes claims is right: replayed by the rules, or recomputed.

Each verb has a rule in :mod:`shapewright.shapez.claims`, which knows what the keys of its answers mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import TIME_LIMIT, LazyRule, recheck
from shapewright.shapez.machines import MACHINES

if TYPE_CHECKING:
    from shapewright.claims import Findings
    from shapewright.shapez.data.known_shapes import Data


VERBS = {
    "buildable": "verdicts.buildable",
    "plan": "plans.plan",
    "solve": "plans.plan",
    "check": "plans.check",
    "op": "machines.op",
    **{f"op {machine}": "machines.op" for machine in MACHINES},
    "show": "machines.show",
    "count": "sets.count",
    "search": "sets.search",
    "list": "sets.list_",
    "random": "sets.random",
    "blueprint": "blueprints.blueprint",
}
"""The verbs whose answers can be verified, and where their rules are."""


def verify(
    answer: Any, *, time_limit: float | None = TIME_LIMIT, threads: int | None = None, data: Data | None = None
) -> Findings:
    """What becomes of the claims of an answer: what ``shapewright shapez ... --json`` printed, read from JSON.

    The question is taken from its ``parameters``. Plans are replayed by :mod:`shapewright.shapez.check`, machines by
    the rules. What else is claimed is recomputed, by another method than made it where there is one, within
    ``time_limit`` seconds; what is not checked then is noted as such. ``data`` are those of ``--data``, if the answer
    was given with them.

    >>> answer = {"command": "shapez op cut", "parameters": {"codes": ["CuRuSuWu"]}, "complete": True,
    ...     "results": [{"inputs": ["CuRuSuWu"], "outputs": ["CuRu----", "--SuWu--"]}]}
    >>> findings = verify(answer)
    >>> print(findings.valid, *findings.lines())
    False run 1: results.outputs: the answer says ["CuRu----", "--SuWu--"], by the rules: ["CuRu----", "----SuWu"]

    Raises ``NotationError`` for anything but a well-formed answer of this family.
    """
    rules = {verb: LazyRule("shapewright.shapez.claims", where) for verb, where in VERBS.items()}
    return recheck(answer, "shapez", rules, time_limit=time_limit, threads=threads, data=data)
