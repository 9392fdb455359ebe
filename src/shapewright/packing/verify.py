"""Is all that an answer says of packings right? Placements by the rules, "optimal" and "infeasible" by another search.

The rules in :mod:`shapewright.packing.claims` say what is done about the claims of each verb's answers; what none looks
at is reported as not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shapewright.claims import TIME_LIMIT, recheck_all
from shapewright.jobs.limits import Clock
from shapewright.packing.claims.bins import bins
from shapewright.packing.claims.packings import packings
from shapewright.packing.claims.repair import repair
from shapewright.packing.claims.solids import solids
from shapewright.packing.claims.verdict import Verdict
from shapewright.packing.proof.refutations import Refutations

if TYPE_CHECKING:
    from shapewright.claims import Case


def verify(
    answer: Mapping[str, object] | str, *, time_limit: float | None = None, threads: int | None = None
) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` or ``--jsonl``, or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> from shapewright.packing import Bag, pack
    >>> answer = pack(Bag.from_text("T1 I3")).to_json()
    >>> verify(answer).valid, verify({**answer, "bound": 50.0}).valid
    (True, False)

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    seconds = TIME_LIMIT if time_limit is None else time_limit
    shared = Refutations(Clock(seconds))
    how = {"bare": _bare, "threads": threads, "refutations": shared}
    return recheck_all(answer, "packing", Verdict(), time_limit=seconds, **how)


def _bare(case: Case) -> None:
    """Look at what Python wrote; one of its keys tells which verb it is."""
    of_key = {} if "place" in case.context else {"boards": bins, "moved": repair, "gravity": solids}
    next((rule for key, rule in of_key.items() if key in case.answer), packings)(case)
