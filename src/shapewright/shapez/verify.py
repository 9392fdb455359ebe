"""Whether what an answer about shapes claims is right: replayed by the rules, or recomputed.

Each verb has a rule in :mod:`shapewright.shapez.claims`, which knows what the keys of its answers mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import TIME_LIMIT, Findings, recheck

if TYPE_CHECKING:
    from shapewright.shapez.data.known_shapes import Data


def verify(
    answer: object, *, time_limit: float | None = TIME_LIMIT, threads: int | None = None, data: Data | None = None
) -> Findings:
    """What becomes of the claims of an answer: what ``shapewright shapez ... --json`` printed, read from JSON.

    The question is taken from its ``parameters``. Plans are replayed by :mod:`shapewright.shapez.check`, machines by
    the rules. What else is claimed is recomputed, by another method than made it where there is one, within
    ``time_limit`` seconds; what is not checked then is noted as such. ``data`` are those of ``--data``, if the answer
    was given with them.

    >>> answer = {"command": "shapez op", "parameters": {"machine": "cut", "codes": ["CuRuSuWu"]}, "complete": True,
    ...     "results": [{"inputs": ["CuRuSuWu"], "outputs": ["CuRu----", "--SuWu--"]}]}
    >>> findings = verify(answer)
    >>> print(findings.valid, *findings.lines())
    False run 1: results.outputs: the answer says ["CuRu----", "--SuWu--"], by the rules: ["CuRu----", "----SuWu"]

    Raises ``NotationError`` for anything but a well-formed answer of this family.
    """
    return recheck(answer, "shapez", time_limit=time_limit, threads=threads, data=data)
