"""Strategies against an adversary as plain data, for JSON answers, and the result of such a game in words.

A position is ``{"board": "##../###.", "ahead": ["S"], "held": "Z", "locked": false, ...}``, its board from the top row,
``""`` if it is empty. A reply is a drop as in plans that name their pieces (``S:0(90)``), ``aside`` or ``wait``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import flag, listed, text, whole
from shapewright.errors import NotationError, quote
from shapewright.stacking.notation.board import board_text, parse_start
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.survival_rules import ASIDE, WAIT, Choice, Position, Reply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.stacking.games.survival import Survival
    from shapewright.stacking.problem import Problem


KEYS = ("board", "ahead", "held", "locked", "drops", "replies", "piece")


def choices_to_json(choices: Iterable[Choice], problem: Problem) -> list[dict[str, object]]:
    """The choices of a strategy; keys that say nothing are left out."""
    found = []
    for choice in choices:
        position = choice.position
        data: dict[str, object] = {
            "board": board_text(position.board, problem.width, one_line=True) if position.board else ""
        }
        if position.ahead:
            data["ahead"] = list(position.ahead)
        if position.held is not None:
            data["held"] = position.held
        if position.locked:
            data["locked"] = True
        if choice.drops is not None:
            data["drops"] = choice.drops
        if choice.piece is not None:
            data["piece"] = choice.piece
        else:
            data["replies"] = {name: reply_text(reply) for name, reply in choice.replies.items()}
        found.append(data)
    return found


def choices_from_json(data: object, problem: Problem, see: int) -> tuple[Choice, ...]:
    """Read what :func:`choices_to_json` gives; ``NotationError`` says what is wrong with it."""
    found: dict[Position, Choice] = {}
    names = set(problem.sequence)
    for number, one in enumerate(data if isinstance(data, list) else [data], start=1):
        place = f"position {number}"
        if not isinstance(one, dict):
            raise NotationError(f"{place} is not an object")
        unknown = [name for name in one if name not in KEYS]
        if unknown:
            raise NotationError(f"{place} has the unknown key {quote(str(unknown[0]))}")
        said = text(one, "board")
        if said and {len(row) for row in said.split("/")} != {problem.width}:
            raise NotationError(f"{place} has a board whose rows have not {problem.width} columns each")
        cells = parse_start(said).cells if said else frozenset()
        ahead = tuple(str(name) for name in listed(one, "ahead")) if "ahead" in one else ()
        held = text(one, "held") if "held" in one else None
        locked = flag(one, "locked", default=False)
        position = Position(cells, ahead, held, locked, see - 1)
        piece = text(one, "piece") if "piece" in one else None
        replies = one.get("replies", {})
        if not isinstance(replies, dict):
            raise NotationError(f"{place} has 'replies' that are not an object")
        read = {name: _reply(reply, problem) for name, reply in replies.items()}
        falling = [reply.drop.piece for reply in read.values() if reply.drop is not None]
        for name in (*ahead, *replies, *falling, held, piece):
            if name is not None and name not in names:
                raise NotationError(f"{place} has the piece {quote(name)}, which is not one of the adversary's")
        drops = whole(one, "drops") if "drops" in one else None
        if position in found:
            raise NotationError(f"{place} is listed twice")
        found[position] = Choice(position, drops, read, piece)
    return tuple(found.values())


def reply_text(reply: Reply) -> str:
    """A reply as text."""
    if reply.drop is None:
        return "wait" if reply.waits else "aside"
    return plan_text([reply.drop], names=True)


def _reply(said: object, problem: Problem) -> Reply:
    if not isinstance(said, str):
        raise NotationError("a reply is not text")
    if said in ("wait", "aside"):
        return WAIT if said == "wait" else ASIDE
    drops = parse_plan(said, problem)
    if len(drops) != 1:
        raise NotationError(f"the reply {quote(said)} is not one drop")
    return Reply(drops[0])


SHOWN = 40
"""So many positions of a strategy are shown; JSON has more."""


def survival_text(found: Survival) -> str:
    """Who wins and how, in lines."""
    lines = [str(found)]
    if found.line is not None:
        drops, last = found.line
        fallen = f"both at their best: {plan_text(drops, names=True)}, and then " if drops else ""
        lines.append(f"{fallen}{last} cannot land")
    if found.for_ever and found.defence is not None:
        rows = strategy_rows(found)
        wide = max(len(position) for position, _ in rows)
        lines += [strategy_title(found), *[f"{position:{wide}}  {replies}" for position, replies in rows]]
    return "\n".join(lines)


def strategy_title(found: Survival) -> str:
    """How many positions the strategy has."""
    number = len(found.defence or ())
    shown = f"; the first {SHOWN} of them" if number > SHOWN else ""
    mirrored = ", or their mirror images" if found.mirrored else ""
    each = "with each piece" if _falls_at_once(found) else "as each piece comes into sight"
    return f"{number} position{'s' if number > 1 else ''}{mirrored}, and what to do {each}{shown}"


def strategy_rows(found: Survival) -> list[tuple[str, str]]:
    """Positions of the player's strategy, each with the replies to the pieces that may come."""
    at_once = _falls_at_once(found)
    rows = []
    for choice in (found.defence or ())[:SHOWN]:
        position = choice.position
        board = board_text(position.board, found.problem.width, one_line=True) if position.board else "empty"
        seen = [f"{' '.join(position.ahead)} ahead"] if position.ahead else []
        kept = "just put aside" if position.locked else "in hold"
        held = [f"{position.held} {kept}"] if position.held is not None else []
        if at_once:
            replies = [f"{name} {reply_text(reply).removeprefix(f'{name}:')}" for name, reply in choice.replies.items()]
        else:
            replies = [f"if {name} comes, {_told(position, name, reply)}" for name, reply in choice.replies.items()]
        rows.append((", ".join([board, *seen, *held]), ("  " if at_once else "; ").join(replies)))
    return rows


def _falls_at_once(found: Survival) -> bool:
    """Whether the piece that comes is always the one that falls, so that its name is enough."""
    return found.see == 1 and not found.problem.hold


def _told(position: Position, name: str, reply: Reply) -> str:
    """A reply where the piece that comes need not be the one that falls."""
    if reply.drop is not None:
        return reply_text(reply)
    return "wait for one more" if reply.waits else f"put {position.current(name)} aside"
