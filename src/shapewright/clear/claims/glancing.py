"""Answers of ``clear glance``: a clear is replayed, what has none refuted again, chances are recomputed.

Partial chances are compared with the whole one, if there is time for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.chances.glance import Glance, read_pieces
from shapewright.clear.chances.glance import glance as look
from shapewright.clear.chances.percent import percent
from shapewright.clear.claims.question import game_of
from shapewright.clear.claims.solving import none_at, replayed
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Case
    from shapewright.clear.claims.question import Game

_LONG = 3600.0


def glance(case: Case) -> None:
    """An answer of ``clear glance --json``."""
    game = game_of(case)
    text = case.asked.text("pieces") or ""
    came = game.queue if not text.strip() else read_pieces(text, game.hold)
    case.compare(
        "kind", "field" if came is None else "queue" if isinstance(came, Queue) else "pattern", "by what was asked"
    )
    complete = case.claimed("complete")
    # Without time all that can be said without a search is said.
    found = look(
        game.field,
        "" if came is None else came,
        height=game.height,
        time_limit=(case.left() or _LONG) if complete else 0.0,
        kicks=game.kicks,
        drop=game.drop,
        hold=game.may_hold,
        save=case.asked.text("save"),
    )
    for key, value in {"height": found.height, "empty": found.empty, "needed": found.needed}.items():
        case.compare(key, value, "by the field and the pieces")
    if not complete:
        _stopped(case, game, found)
        return
    case.compare("reason", found.reason)
    case.findings.right("complete", "all is known")
    if isinstance(came, Pattern) and found.chance is not None:
        chance = found.chance
        case.findings.verdict(case.answer, "found" if chance.solved else "none")
        for key, value in {"solved": chance.solved, "queues": chance.queues, "tried": chance.queues}.items():
            case.compare(key, value)
        case.compare("chance", chance.fraction)
        case.compare("first", {piece: [of.solved, of.queues] for piece, of in chance.by_first().items()})
        return
    records = case.answer.get("solutions", [])
    if isinstance(came, Queue) and not found.is_short and found.height is not None:
        _queue(case, game, came, records)
        return
    case.findings.verdict(case.answer, "found" if found.reason is None else "none")
    if records:
        case.findings.wrong("solutions", "there is nothing to be solved")


def _queue(case: Case, game: Game, queue: Queue, records: list[Mapping[str, object]]) -> None:
    problem = Problem(game.field, queue, game.height, game.kicks, game.drop, game.may_hold, case.asked.text("save"))
    if len(records) > 1:
        case.findings.wrong("solutions", "there is more than one")
    case.findings.verdict(case.answer, "found" if records else "none")
    height = None
    if records:
        height = replayed(case, problem, game, records[0], 1).height
        case.compare("height", height, "the rows that the solution takes")
        case.findings.right("solutions", "replayed by the rules")
    for lower in problem.heights:
        if (height is None or lower < height) and none_at(problem, lower, case.left) is None:
            case.findings.wrong("verdict" if height is None else "height", f"there is a clear of {lower} lines")


def _stopped(case: Case, game: Game, found: Glance) -> None:
    """What was known when the time limit was reached."""
    case.findings.verdict(case.answer, "unknown")
    case.findings.right("complete", "the time limit was reached")
    case.findings.unchecked("reason", "how far a search came depends on the machine")
    if not isinstance(found.came, Pattern):
        return
    case.compare("queues", found.queues, "counted")
    solved, tried = case.whole("solved"), case.whole("tried")
    if not solved <= tried < found.queues:
        case.findings.wrong("tried", f"{solved} of {tried} tried, and there are {found.queues}")
        return
    whole = percent(
        game.field, found.came, found.height, save=case.asked.text("save"), time_limit=case.left(),
        kicks=game.kicks, drop=game.drop, hold=game.may_hold,
    )  # fmt: skip
    if solved > whole.solved or tried - solved > whole.queues - whole.solved:
        case.findings.wrong("solved", f"{whole.solved} of {whole.queues} queues clear the field")
        return
    for key in ("solved", "tried"):
        case.findings.right(key, "possible by the whole chance")
