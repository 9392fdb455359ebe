"""The result of a game against an adversary in words: who wins, a line of play, the positions of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.stacking.notation.board import board_text
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.strategies import reply_text

if TYPE_CHECKING:
    from shapewright.stacking.games.survival import Survival
    from shapewright.stacking.survival_rules import Position, Reply

__all__ = ["strategy_rows", "strategy_title", "survival_text"]

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
