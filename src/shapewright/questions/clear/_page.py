"""What the page of ``clear`` has to know before it asks anything: pieces, kicks, colours, and fields to start from."""

from __future__ import annotations

from typing import Any

from shapewright.clear.field import MAX_HEIGHT, WIDTH
from shapewright.clear.kicks import KICKS, Kicks
from shapewright.clear.picture import COLOURS
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.clear.rules import DROPS, T_SPINS

__all__ = ["FIELDS", "data"]

FIELDS: tuple[dict[str, Any], ...] = (
    {"name": "Four lines, empty field", "field": "", "pieces": "TIOLJSZTIOL"},
    {"name": "Perfect clear opener", "field": "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "pieces": "*p4"},
    {"name": "The same, with I to come", "field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "pieces": "I,*p4"},
    {"name": "Four columns free", "field": "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "pieces": "*p5"},
    {"name": "Two lines, any six pieces", "field": "", "pieces": "*,*,*,*,*,*", "height": 2},
    {"name": "Nearly nothing left", "field": "J_________/JJJ_______/LLL_____OO/L_______OO", "pieces": "TISZ,*p4"},
)
"""Fields with a name, and what comes."""


def data() -> dict[str, Any]:
    """The pieces with their cells in each facing, the kick systems, and the fields with a name.

    Cells are seen from the centre of true rotation, y upward. ``kicks[system][piece]`` has the offsets that are tried,
    in order, by the facings before and after a turn, such as ``NE``.
    """
    systems = {name: Kicks.named(name) for name in KICKS}
    return {
        "width": WIDTH,
        "rows": MAX_HEIGHT,
        "letters": PIECES,
        "facings": FACINGS,
        "drops": [drop for drop in DROPS if drop not in T_SPINS],  # where a T can spin, the page cannot say
        "colours": COLOURS,
        "pieces": {piece: {facing: cells_of(piece, facing) for facing in FACINGS} for piece in PIECES},
        "kicks": {name: {piece: _turns(system, piece) for piece in PIECES} for name, system in systems.items()},
        "fields": list(FIELDS),
    }


def _turns(system: Kicks, piece: str) -> dict[str, Any]:
    """The offsets of the turns that a piece has."""
    return {
        before + after: offsets
        for before in FACINGS
        for after in FACINGS
        if (offsets := system.offsets(piece, before, after))
    }
