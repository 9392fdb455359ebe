"""Answers of 'tiling estimate': the same dives are made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import text, whole
from shapewright.errors import StoppedError
from shapewright.tiling.estimate import PROBES
from shapewright.tiling.estimate import estimate as estimate_again

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["estimate"]


def estimate(answer: Answer) -> None:
    """The same dives again; those that time has cut short are not the same another time."""
    answer.says_complete()
    if not answer.complete:
        answer.found.unchecked("estimate", "a time limit ended it, and would not end it at the same dive again")
        return
    stated = answer.data["estimate"]
    probes = PROBES if answer.parameters.get("probes") is None else whole(answer.parameters, "probes")
    engine = text(answer.parameters, "engine") if "engine" in answer.parameters else "auto"
    seed = whole(answer.parameters, "seed")
    try:
        again = estimate_again(answer.puzzle, seed=seed, probes=probes, engine=engine, time_limit=answer.budget.left())
    except StoppedError:
        answer.found.unchecked("estimate", answer.budget.reason)
        return
    answer.found.compare("estimate", stated, again.to_json(), "by the same dives")
    answer.found.compare("reason", answer.data.get("reason"), again.reason or None, "by the same dives")
