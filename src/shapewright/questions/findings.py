"""What ``verify`` found out about an answer, as every family shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.questions.fields import time_limit_field
from shapewright.questions.parts import Text
from shapewright.questions.question import Answer, Verdict

if TYPE_CHECKING:
    from shapewright.claims import Findings

__all__ = ["EFFORT", "verified"]

EFFORT = time_limit_field("Seconds for recomputing claims; what takes longer is not checked  [default: 60]")

# A page shows this many lines; the JSON has them all.
MOST_LINES = 50
_VERDICTS: dict[bool | None, tuple[Verdict, str]] = {
    True: ("found", "right"),
    False: ("none", "wrong"),
    None: ("unknown", "not everything was checked"),
}


def verified(found: Findings) -> Answer:
    """The answer of a question ``verify``: right, wrong, or not everything could be checked."""
    verdict, words = _VERDICTS[found.valid]
    lines = found.lines()
    return Answer(
        found.to_json(),
        words,
        verdict,
        text=lambda _: "\n".join(lines),
        parts=lambda: [Text("\n".join(lines[:MOST_LINES]), label="what was found")],
    )
