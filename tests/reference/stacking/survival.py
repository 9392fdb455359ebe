"""The twin of the game against an adversary: all positions that can be reached, and round after round of losses.

A position is the rows of the board from the bottom up as text, what is visible ahead, what is held and whether the next
piece must fall. Only for tiny wells.
"""

from __future__ import annotations

from shapewright.stacking.games.survival import Survival
from shapewright.stacking.proof.adversary import attack_faults, defence_faults

Rows = tuple[str, ...]
State = tuple[Rows, str, str, bool]


def dropped(rows: Rows, height: int, shape: set[tuple[int, int]], column: int) -> Rows | None:
    """The rows after a drop, full ones gone; None if the piece comes to lie above the height."""
    width = len(rows[0])

    def is_free(low: int) -> bool:
        return all(y + low >= 0 and (y + low >= height or rows[y + low][x + column] == ".") for x, y in shape)

    low = height
    while is_free(low - 1):
        low -= 1
    if max(y for _, y in shape) + low >= height:
        return None
    cells = {(x + column, y + low) for x, y in shape}
    filled = ["".join("#" if (x, y) in cells else row[x] for x in range(width)) for y, row in enumerate(rows)]
    left = [row for row in filled if "." in row]
    return tuple(left + ["." * width] * (height - len(left)))


def most_drops(
    pieces: dict[str, list[set[tuple[int, int]]]], width: int, height: int, *, see: int = 1, hold: bool = False
) -> int | None:
    """How many drops a player can make sure of; None for ever. Pieces have names of one letter."""

    def replies(state: State, piece: str) -> list[tuple[int, State]]:
        rows, ahead, held, locked = state
        ahead += piece
        if len(ahead) < see:
            return [(0, (rows, ahead, held, locked))]
        first, rest = ahead[0], ahead[1:]
        found: list[tuple[int, State]] = []
        falls = [(first, held)]
        if hold and not locked and not held:
            found.append((0, (rows, rest, first, True)))
        elif hold and not locked:
            falls.append((held, first))
        for name, kept in falls:
            for shape in pieces[name]:
                for column in range(width - max(x for x, _ in shape)):
                    landed = dropped(rows, height, shape, column)
                    if landed is not None:
                        found.append((1, (landed, rest, kept, False)))
        return found

    root: State = (("." * width,) * height, "", "", False)
    following: dict[State, list[list[tuple[int, State]]]] = {}
    todo = [root]
    while todo:
        state = todo.pop()
        if state not in following:
            following[state] = [replies(state, piece) for piece in pieces]
            todo += [to for each in following[state] for _, to in each]
    # survives[n]: the positions from which the player makes sure of n drops.
    survives = set(following)
    number = 0
    while root in survives:
        fewer, number = survives, number + 1
        survives = set()
        while True:  # positions without a drop depend on each other in one round
            more = {
                state
                for state in fewer - survives
                if all(any(to in (fewer if drop else survives) for drop, to in each) for each in following[state])
            }
            if not more:
                break
            survives |= more
        if survives == fewer:
            return None
    return number - 1


def faults_of_survival(found: Survival) -> list[str]:
    """What is wrong with the strategies of a result, which must be listed; empty if nothing is."""
    wrong = [] if found.defence is None else list(defence_faults(found.problem, found.see, found.drops, found.defence))
    if found.drops is not None and found.attack is not None:
        wrong += attack_faults(found.problem, found.see, found.drops, found.attack)
    return wrong
