"""Is all that an answer says of packings right? Placements by the rules, "optimal" and "infeasible" by another search.

The rules in :mod:`shapewright.packing.claims` say what is done about the claims of each verb's answers; what none looks
at is reported as not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapewright.claims import Budget, check_lines, read_answers, refuse_malformed
from shapewright.packing.claims import RULES
from shapewright.packing.claims.answer import Answer, Verdict
from shapewright.packing.claims.packing import judge
from shapewright.packing.claims.packings import packings
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.proof.refutations import Refutations

# How an answer was found, and how long it took, is no claim about the pieces.
_HOW = ("method", "median_seconds", "p99_seconds")
# What Python writes has no command; one of these keys tells which verb it is.
_VERB_OF_KEY = {"boards": "bins", "moved": "repair", "gravity": "solids"}


def verify(answer: Mapping[str, Any] | str, *, time_limit: float | None = None, threads: int | None = None) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` or ``--jsonl``, or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> from shapewright.packing import Bag, pack
    >>> answer = pack(Bag.from_text("T1 I3")).to_json()
    >>> verify(answer).valid, verify({**answer, "bound": 50.0}).valid
    (True, False)

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    budget = Budget(time_limit)
    found = Verdict()
    with refuse_malformed():
        if len(answers) > 1:
            refutations = Refutations(budget)
            found.packings = len(answers)
            for position, (place, data) in enumerate(answers, start=1):
                judge(Record(data, place, None, found, position, refutations, ours=False))
                found.finish(data, _HOW)
        elif not check_lines(
            answers[0][1], "bag", found, lambda one: verify(one, time_limit=budget.left(), threads=threads)
        ):
            _judge(Answer(answers[0][1], answers[0][0], budget, threads, found))
    return found


def _judge(answer: Answer) -> None:
    """Look at everything."""
    verb = answer.verb or next((verb for key, verb in _VERB_OF_KEY.items() if key in answer.data), "")
    RULES.get(verb, packings)(answer)
    answer.found.finish(answer.data, _HOW)
