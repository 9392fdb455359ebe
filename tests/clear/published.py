"""Fields with known chances and numbers of solutions: those of solution-finder 1.43, SRS."""

from __future__ import annotations

from typing import NamedTuple

from shapewright.clear.drops import Drop
from shapewright.clear.field import Field

NARROW = Field.from_text("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI")
WIDER = Field.from_text("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ")
FOUR_WIDE = Field.from_text("/".join(["XXX____XXX"] * 4))
SIX_WIDE = Field.from_text("/".join(["XX______XX"] * 4))


class Published(NamedTuple):
    field: Field
    pattern: str
    height: int
    hold: bool
    drop: Drop
    solved: int
    queues: int
    unique: int | None = None


PUBLISHED = [
    Published(NARROW, "*p4", 4, True, "soft", 514, 840, 18),
    Published(NARROW, "*p3", 4, False, "soft", 36, 210),
    Published(NARROW, "*p4", 4, True, "hard", 222, 840),
    Published(WIDER, "I,*p4", 4, True, "soft", 711, 840, 63),
    Published(FOUR_WIDE, "*p5", 4, True, "soft", 1776, 2520, 135),
    Published(FOUR_WIDE, "*p4", 4, False, "soft", 172, 840),
    Published(SIX_WIDE, "*p7", 4, True, "soft", 5040, 5040, 245),
    Published(SIX_WIDE, "*p7", 4, True, "hard", 4932, 5040),
    Published(SIX_WIDE, "*p6", 4, False, "soft", 1902, 5040),
    Published(Field(), "*p6", 2, True, "soft", 0, 5040, 0),
    Published(Field(), "*p2,*p4", 2, True, "soft", 1296, 35280, 28),
]
