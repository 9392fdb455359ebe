"""What ``verify`` found out about an answer, as every family shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.web import views
from shapewright.web.questions import Answer

if TYPE_CHECKING:
    from shapewright.claims import Findings

# A page shows so many lines; the JSON has them all.
MOST_LINES = 50


def verified_answer(found: Findings, seconds: float) -> Answer:
    """The answer of a question ``verify``."""
    lines = found.lines()
    words, tone = {True: ("right", "good"), False: ("wrong", "bad"), None: ("not everything was checked", "plain")}[
        found.valid
    ]
    shown = views.view(words, tone, sections=[views.text("\n".join(lines[:MOST_LINES]), label="what was found")])
    return Answer(found.to_json(), shown, {}, True, seconds, {True: 0, False: 1, None: 3}[found.valid])
