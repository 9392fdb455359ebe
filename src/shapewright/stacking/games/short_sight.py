"""Games of a player who sees only the next few pieces, in wells too wide for tables of all profiles.

The player tries every place of the visible pieces and adds what the piece after them does on average. Stacks are valued
by taste: so much for each step between neighbouring columns, each hole and each row. Any taste plays, and what it comes
to can be come to; a better one comes to less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapewright.stacking import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem

__all__ = ["BEAM", "TASTES", "Taste", "play"]


class Taste(NamedTuple):
    """What a stack costs: steps of 0, 1, 2, ... (the last two go on as a line), a hole, a row of the highest column."""

    steps: tuple[int, ...]
    hole: int
    row: int


# Found by changing the numbers at random and keeping what did better in games of 30 pieces on 5, 7 and 10 columns.
TASTES = {
    "height": Taste((0, -5, 8, 39, 53, 54, 91), 44, 19),
    "holes": Taste((0, -6, 8, 40, 44, 54, 60), 101, 0),
    "flatness": Taste((0, 10, 17, 33, 31, 35, 80), 0, 40),
}
BEAM = 8  # stacks that are kept with every visible piece


def play(
    problem: Problem, sequences: Sequence[Sequence[int]], see: int, clock: Clock, *, bag: bool
) -> list[int] | None:
    """What the player comes to who sees ``see`` pieces of each of these sequences of numbers of kinds.

    None if there is no time for all.
    """
    player = native.player(problem, TASTES[problem.objective], BEAM)
    values = [player.play(list(one), see, bag, clock.stop, clock.native()) for one in sequences]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None
