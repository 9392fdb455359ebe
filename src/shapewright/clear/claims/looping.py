"""Answers of ``clear loop``: all values are computed again, by the same engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.claims.question import game_of
from shapewright.clear.loops.loop import loop as best_loop
from shapewright.clear.loops.loop_values import FOUR, by_clear, read_bag
from shapewright.clear.piece import PIECES

if TYPE_CHECKING:
    from shapewright.claims import Case

__all__ = ["loop"]

_WORDS = "computed again by the engine"


def loop(case: Case) -> None:
    """An answer of ``clear loop --json``."""
    game, asked = game_of(case), case.asked
    clears, height = asked.whole("clears", least=1), asked.whole("height", least=1)
    found = best_loop(
        2 if clears is None else clears,
        height=2 if height is None else height,
        see=asked.whole("see", least=1),
        bags=not asked.flag("no_bags"),
        hold=game.may_hold,
        kicks=game.kicks,
        drop=game.drop,
        time_limit=case.left(),
    )
    bag = read_bag(asked.text("bag") or "")
    state = found.state(game.hold, bag)
    case.compare("complete", True, "complete")
    case.findings.verdict(case.answer, "found" if found.chances[state][-1] else "none")
    case.compare("height", found.height, "the game")
    case.compare("chance", float(found.chances[state][-1]), _WORDS)
    values = [
        {
            "hold": held or None,
            "chances": [str(one) for one in found.chances[held, bag]],
            "number": str(found.numbers[held, bag]),
            "more": None if (more := found.more[held, bag]) is None else str(more),
        }
        for held in ("", *(PIECES if game.may_hold else ""))
    ]
    for key in ("chances", "number", "more"):
        case.compare(key, next(one[key] for one in values if (one["hold"] or "") == state[0]), _WORDS)
    case.compare("by_hold", values, _WORDS)
    if found.height == FOUR:
        forever = found.for_ever
        case.compare("for_ever", None if forever is None else str(forever[state]), _WORDS)
        case.compare("by_clear", by_clear(found), _WORDS)
