"""What ``verify`` found out about an answer, as every family shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shapewright.claims.findings import Findings
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.parts import Text
from shapewright.questions.question import Answer, Verdict

EFFORT = replace(
    TIME_LIMIT, help="Number of seconds for recomputing claims; claims that take longer are not checked.", usual="60"
)

FINDINGS = """
    valid | flag? | Whether all is right; null if nothing is wrong and something was not checked. | how
    checked? | {*: text} | How each claim was checked. | how
    faults? | [record] | What is wrong, and where. | how
    not_checked? | {*: text} | What was not checked, and why. | how
    passed_over? | [text] | Keys that say how the answer was found. | how
    solutions? | whole | Number of solutions that were looked at. | how
    packings? | whole | Number of packings that were looked at. | how
    plans? | whole | Number of plans that were looked at. | how
    files? | [record] | The same for each of several files. | how
    counts? | [record] | Numbers of solutions, each with the engine that counted. | how"""
"""The claims of what ``verify`` answers."""

# A page shows this many lines; the JSON has them all.
MOST_LINES = 50
_VERDICTS: dict[bool | None, tuple[Verdict, str]] = {
    True: ("found", "right"),
    False: ("none", "wrong"),
    None: ("unknown", "not everything was checked"),
}


def verified(found: Findings, shown: Sequence[str] | None = None) -> Answer:
    """The answer of a question ``verify``: right, wrong, or not everything could be checked.

    ``shown`` are the lines of its text, where those of the findings do not say enough.
    """
    verdict, words = _VERDICTS[found.valid]
    lines = found.lines()
    return Answer(
        found.to_json(),
        words,
        verdict,
        text=lambda _: "\n".join(lines if shown is None else shown),
        parts=lambda: [Text("\n".join(lines[:MOST_LINES]), label="what was found")],
    )
