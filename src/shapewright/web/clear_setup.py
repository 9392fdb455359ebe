"""What questions about perfect clears have in common: the field, the rules, the pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError
from shapewright.web.fields import Choice, Field, Flag, Number, Text, Whole
from shapewright.web.questions import TIME_LIMIT

if TYPE_CHECKING:
    from shapewright.clear.notation.start import Start

FIELD = Text("field", "rows joined by /, the top one first (_ is empty), or a fumen (#2: its page 2)", limit=8000)
RULES: tuple[Field, ...] = (
    Whole("height", "lines to clear", minimum=1, maximum=20),
    Text("kicks", "a kick system: srs, or another name", default="srs", limit=40),
    Choice("drop", "how pieces come down", default="soft", choices=("soft", "hard", "t-softdrop")),
)
PATTERN = Text("patterns", "queues such as I,*p4 or [SZ]!,*p3", required=True, limit=400)
TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)
NO_HOLD = Flag("no_hold", "pieces come down in their order")


def kicks_of(name: str) -> Any:
    """The kick system of that name; a file of one is for the command line alone."""
    from shapewright.clear.kicks import KICKS, Kicks, is_known

    if not is_known(name.removeprefix("@")):
        raise NotationError(f"{name!r} is not a kick system; there are {', '.join(KICKS)}")
    return Kicks.find(name)


def read_start(text: str | None) -> Start:
    """The field, and what came with it."""
    from shapewright.clear.field import Field as Playfield
    from shapewright.clear.notation.start import Start
    from shapewright.clear.notation.start import read_start as read

    return Start(Playfield()) if text is None else read(text)
