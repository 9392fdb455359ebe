"""Answers about T-spins that pieces make possible: ``clear spin``.

Each way is replayed by the plain rules: its pieces can be placed in their order, then the T locks with that spin and
clears those rows. The list is found again.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.clear import rules
from shapewright.clear.claims.question import game_of, rules_of
from shapewright.clear.setup.find_spins import Wanted, find_spins
from shapewright.clear.spins import best_spin
from shapewright.errors import InternalError

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.setup.find_spins import FoundSpin

__all__ = ["spin"]


def spin(case: Case) -> None:
    """An answer of ``clear spin --json``."""
    asked = case.asked
    game, stated = game_of(case), rules_of(case)
    said: dict[str, Any] = {
        field.name: asked.text("kind") if field.name == "kind" else asked.whole(field.name, most=20)
        for field in fields(Wanted)
    }
    wanted = Wanted(**{name: value for name, value in said.items() if value is not None})
    limit = asked.whole("limit")
    ways = find_spins(game.field, stated.pattern, wanted, kicks=stated.kicks, drop=stated.drop, time_limit=case.left())
    complete = case.answer.get("complete") is True
    listed = case.answer.get("ways")
    most = limit if complete or not isinstance(listed, list) else len(listed)
    found = list(islice(ways, most))
    for way in found:
        _replay(way)
    case.compare("ways", [_plain(way) for way in found], "found again, and each replayed")
    if complete and not found:
        case.compare("reason", "no pieces of the pattern make such a T-spin possible")
    case.findings.verdict(case.answer, "found" if found else "none" if complete else "unknown")
    more = next(ways, None) is not None
    if more or complete or len(found) == limit:
        case.compare("complete", not more, "by whether there is another way")
    else:
        case.findings.unchecked("complete", "how far a search came depends on the machine")


def _replay(way: FoundSpin) -> None:
    """Raise ``InternalError`` if the pieces cannot be placed so."""
    field = way.field
    for placement in way.placements[:-1]:
        after = rules.place(field, placement)
        if not rules.is_reachable(field, placement, way.kicks, way.drop) or after.bits != field.bits | placement.bits:
            raise InternalError(f"two methods disagree whether {placement} can be placed")
        field = after
    t = way.placements[-1]
    if best_spin(field, t, kicks=way.kicks, rule="t", drop=way.drop) != way.spin:
        raise InternalError(f"two methods disagree how {t} locks")


def _plain(way: FoundSpin) -> dict[str, Any]:
    return {
        "name": way.name,
        "spin": way.spin,
        "rows": list(way.rows),
        "pieces": way.pieces,
        "placements": [[one.piece, one.facing, one.x, one.y] for one in way.placements],
        "fumen": way.fumen().to_text(),
    }
