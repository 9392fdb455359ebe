"""The fields that state a question about the queues of a pattern, in solution-finder's spellings as well.

:func:`setup_of` reads a field, a pattern and the rules, :func:`rules_of` the same without a field.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.clear import Kicks, Pattern, Setup
from shapewright.clear.drops import Drop, read_drop
from shapewright.clear.graph.graph import lacks_live_boards
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.start import Options, read_hold, read_options
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import (
    FIELD,
    FOUR_LINES,
    HEIGHT,
    NO_HOLD,
    PAGE,
    TOLD_DROP,
    TOLD_KICKS,
    Once,
    counted_notes,
    page_notes,
    start_of,
)
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Field, Text
from shapewright.questions.source import FileText, Word, parsed

PATTERN = Once(
    "patterns",
    "A pattern of queues such as I,*p4 or [SZ]!,*p3, or a file with one.",
    short="-p",
    old=("--pattern", "--patterns-path", "-pp"),
    metavar="PATTERN",
    limit=4000,
    several="two patterns are given, {}; alternatives of one pattern have ; between them, such as '*p4;T,*p3'",
)
USE_HOLD = Text("hold", "Whether pieces may be put in hold.", usual="use", short="-H", metavar="use|avoid", limit=10)
RULES: tuple[Field[object], ...] = (PATTERN, USE_HOLD, NO_HOLD, TOLD_DROP, TOLD_KICKS)
"""The fields that :func:`rules_of` reads."""
SETUP: tuple[Field[object], ...] = (FIELD, PAGE, FOUR_LINES, *RULES)
"""The fields that :func:`setup_of` reads."""


@dataclass(frozen=True, repr=False, eq=False)
class Rules:
    """The queues of a pattern, and how the game is played."""

    pattern: Pattern
    kicks: Kicks
    drop: Drop
    hold: bool


LONG = 2.0
"""Who waited for fewer seconds does not care."""


def live_notes(setup: Setup, seconds: float, desk: Desk) -> list[str]:
    """How such a search takes half the time from now on, if it was long and would."""
    if desk.studio or seconds < LONG or not lacks_live_boards(setup.height, setup.needed, setup.kicks, setup.drop):
        return []
    rules = "" if setup.kicks.name == "srs" else f" --kicks {setup.kicks.name}"
    rules += "" if setup.drop == "soft" else f" --drop {setup.drop}"
    command = f"'clear table 4 --live{rules}'"
    return [f"clear: {command} takes half a minute, once; from then on this takes about half the time"]


def rules_of(asked: Asked, comment: Options | None = None, usual: str | None = None) -> Rules:
    """What those fields of :data:`RULES` that a question has state; what they do not say the comment of a fumen may.

    Where neither says which queues, they are those of the ``usual`` pattern.
    """
    told = comment or Options()
    text = next((one for one in (asked[PATTERN], told.patterns, usual) if one is not None), None)
    if text is None:
        raise ProblemError("there are no queues; give a pattern such as 'I,*p4' (at the shell with --patterns)")
    said = use_of(asked.get(USE_HOLD, None))
    if asked.get(NO_HOLD, False):
        if said:
            raise NotationError("--hold use and --no-hold cannot be combined; give one of them")
        said = False
    elif said is None:
        said = use_of(told.hold)
    kicks = asked[TOLD_KICKS] or Kicks.find(told.kicks or "srs")
    drop = read_drop(asked[TOLD_DROP] or told.drop or "soft", kicks)
    return Rules(pattern_of(text), kicks, drop, said is not False)


_HELD = "with hold, the first piece of the pattern may be the one in hold"


def use_of(text: str | None, held: str = _HELD) -> bool | None:
    """Whether a text says to hold or not to; None if there is no text. ``held`` says where a held piece stands."""
    said = None if text is None else read_hold(text)
    if text is not None and said is None:
        raise NotationError(f"{quote(text)} is not use or avoid; {held}")
    return said


def pattern_of(text: str) -> Pattern:
    """The pattern in a text, or in the file that it came from."""
    if isinstance(text, FileText):
        return parsed(text.source.place, str(text), Pattern.from_text)
    return Pattern.from_text(str(text) if isinstance(text, Word) else text)


def setup_of(asked: Asked, usual: str | None = None) -> tuple[Setup, list[str]]:
    """What the fields of :data:`SETUP` state, and what is to be noted; the pattern is ``usual`` if none is said."""
    start = start_of(asked)
    comment = Options() if start.page is None else read_options(start.page.comment)
    lines = next((one for one in (asked[HEIGHT], start.height, comment.height) if one is not None), DEFAULT_HEIGHT)
    rules = rules_of(asked, comment, usual)
    setup = Setup(start.field, rules.pattern, lines, rules.kicks, rules.drop, rules.hold)
    half_turns = []
    if (asked[TOLD_DROP] or comment.drop or "").lower() == "softdrop" and rules.kicks.has_half_turns:
        half_turns = [
            f"clear: {rules.kicks} has half turns, and they are used; solution-finder uses them with '-d 180' alone"
        ]
    return setup, [*page_notes(start, asked), *counted_notes(start.field, lines), *half_turns]
