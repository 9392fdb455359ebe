"""Are strategies against an adversary, and of the adversary, what they are said to be? By the rules alone.

A defence for ever is right if it has the start, and a legal reply to every piece in every position, each of which
leads to a position of it. One for so many drops has to keep what each of its positions is said to be good for, and an
attack has to leave less and less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import amount
from shapewright.stacking.plan import Drop
from shapewright.stacking.survival_rules import Choice, after, letters, lookup, start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.games.survival import Survival
    from shapewright.stacking.problem import Problem

__all__ = ["attack_faults", "defence_faults", "faults_of_survival"]


def faults_of_survival(found: Survival) -> list[str]:
    """What is wrong with the strategies of a result, which must be listed; empty if nothing is."""
    wrong = [] if found.defence is None else list(defence_faults(found.problem, found.see, found.drops, found.defence))
    if found.drops is not None and found.attack is not None:
        wrong += attack_faults(found.problem, found.see, found.drops, found.attack)
    return wrong


def defence_faults(
    problem: Problem, see: int, drops: int | None, choices: Iterable[Choice], clock: Clock | None = None
) -> Iterator[str]:
    """What is wrong with the player's strategy for so many drops, or for ever (None).

    Raises ``StoppedError`` when the time of ``clock`` is over.
    """
    choices = tuple(choices)
    chosen = lookup(problem, choices)
    pieces = letters(problem)
    if drops != 0:
        first = chosen(start(problem, see))
        if first is None:
            yield "the position at the start is missing"
        elif first.drops != drops:
            yield f"the position at the start is good for {_number(first.drops)}, not for {_number(drops)}"
    for number, choice in enumerate(choices, start=1):
        if clock is not None:
            clock.check("every position was checked")
        if (choice.drops is None) != (drops is None):
            yield f"position {number} is good for {_number(choice.drops)}, unlike the whole"
            continue
        for piece in pieces:
            reply = choice.replies.get(piece)
            reached = [] if reply is None else after(problem, choice.position, piece, reply)
            if reply is None or not reached:
                yield f"position {number} has no reply to {piece} that is possible"
                continue
            following = chosen(reached[0][1])
            if choice.drops is None:
                enough = following is not None
            else:
                rest = choice.drops - (reply.drop is not None)
                enough = rest <= (0 if following is None or following.drops is None else following.drops)
            if not enough:
                yield f"position {number}: the reply to {piece} leads to a position that is not good enough"


def attack_faults(
    problem: Problem, see: int, drops: int, choices: Iterable[Choice], clock: Clock | None = None
) -> Iterator[str]:
    """What is wrong with the adversary's strategy to leave no more than so many drops; raises as above."""
    choices = tuple(choices)
    chosen = lookup(problem, choices)
    first = chosen(start(problem, see))
    if first is None:
        yield "the position at the start is missing"
    elif first.drops is None or not 0 <= first.drops <= drops:
        yield f"the position at the start leaves {_number(first.drops)}, not {_number(drops)}"
    for number, choice in enumerate(choices, start=1):
        if clock is not None:
            clock.check("every position was checked")
        if choice.piece not in letters(problem) or choice.drops is None or choice.drops < 0:
            yield f"position {number} has no piece that the adversary may choose, or no number of drops"
            continue
        for reply, position in after(problem, choice.position, choice.piece):
            following = chosen(position)
            least = isinstance(reply.drop, Drop)
            if following is None or following.drops is None or not 0 <= following.drops <= choice.drops - least:
                yield f"position {number}: a reply to {choice.piece} is not answered"
                break


def _number(drops: int | None) -> str:
    return "any number of drops" if drops is None else amount(drops, "drop")
