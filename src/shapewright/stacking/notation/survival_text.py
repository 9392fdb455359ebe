"""The result of a game against an adversary in words: who wins, a line of play, the positions of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.stacking.notation.board import board_text
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.strategies import reply_text

if TYPE_CHECKING:
    from shapewright.stacking.survival import Survival

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
    return f"{number} position{'s' if number > 1 else ''}{mirrored}, and what to do with each piece{shown}"


def strategy_rows(found: Survival) -> list[tuple[str, str]]:
    """Positions of the player's strategy, each with the replies to the pieces that may come."""
    rows = []
    for choice in (found.defence or ())[:SHOWN]:
        position = choice.position
        board = board_text(position.board, found.problem.width, one_line=True) if position.board else "empty"
        seen = [f"ahead {' '.join(position.ahead)}"] if position.ahead else []
        held = [f"{position.held} in hold"] if position.held is not None else []
        replies = [f"{name} {reply_text(reply).removeprefix(f'{name}:')}" for name, reply in choice.replies.items()]
        rows.append((", ".join([board, *seen, *held]), "  ".join(replies)))
    return rows
