"""Any answer of any family, checked by the rules of the command that gave it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from shapewright import FAMILIES
from shapewright.claims import TIME_LIMIT, Findings, command_of, read_answers
from shapewright.errors import NotationError, quote

__all__ = ["verify"]


def verify(answer: Mapping[str, Any] | str, *, time_limit: float = TIME_LIMIT, threads: int | None = None) -> Findings:
    """Check every claim of ``answer``: what any command printed with ``--json``, as text or read from that.

    The command in it says which rules apply. Claims that the rules cannot check are recomputed, within ``time_limit``
    seconds.

    >>> answer = {"command": "clear sequences", "parameters": {"dealt": 2}, "complete": True, "numbers": [7, 28, 195]}
    >>> print(*verify(answer).lines())
    numbers: the answer says [7, 28, 195], recomputed: [7, 28, 196]

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    if len(answers) != 1:
        raise NotationError(f"there are {len(answers)} answers; expected one")
    found = answers[0][1]
    command = command_of(found)
    if command is None:
        raise NotationError("this is not the answer of a command: it has no 'command'")
    family = command.partition(" ")[0]
    if family not in FAMILIES:
        raise NotationError(f"{quote(command)} is not a command whose answers can be verified")
    findings: Findings = import_module(f"shapewright.{family}").verify(found, time_limit=time_limit, threads=threads)
    return findings
