"""How often a bag of so many pieces filled the best box: the share, its interval, and the bags packed again."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from shapewright.claims import flag, listed, number, text, whole
from shapewright.errors import NotationError
from shapewright.jobs.limits import Clock
from shapewright.packing.contest.evaluate import MAX_ROUNDS, bag_of_level
from shapewright.packing.pack import pack
from shapewright.packing.parameters import first_of
from shapewright.packing.rules import LEVELS, score, squarest

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.answer import Answer

__all__ = ["evaluated"]

# A bag that took longer than this share of its time limit may be decided otherwise on another machine.
_SURE = 0.25


def evaluated(answer: Answer) -> None:
    """Look at everything that is said of how often bags fill their box."""
    answer.found.verdict(answer.data, "found")
    pieces, rounds, successes = (whole(answer.data, key) for key in ("pieces", "rounds", "successes"))
    level, count = answer.parameters.get("level"), first_of(answer.parameters, "pieces_count", "number")
    if level is not None and not (type(level) is int and 1 <= level <= len(LEVELS)):
        raise NotationError("the parameter 'level' is not one of the levels")
    answer.found.compare("pieces", pieces, count if level is None else LEVELS[level - 1], "the question")
    wanted = 1000 if answer.parameters.get("rounds") is None else whole(answer.parameters, "rounds")
    if answer.complete or rounds > wanted or rounds < 1:
        answer.found.compare("rounds", rounds, wanted, "the question")
    else:
        answer.found.right("rounds", "fewer than were asked for, as the answer states")
    if not 1 <= pieces <= 1 << 17 or not 1 <= rounds <= 10**7 or not 0 <= successes <= rounds:
        answer.found.wrong("successes", f"{successes} of {rounds} is not a share")
        return
    # Of all boxes of equal score, the one that is tried has the smallest area.
    cells = 4 * pieces
    best = max(squarest(cells), key=lambda box: (score(cells, *box), -box[0] * box[1], -box[0]))
    answer.found.compare("box", list(answer.box()), list(best), "the best box")
    share = successes / rounds
    answer.found.compare("probability", number(answer.data, "probability"), share, "successes by rounds")
    interval = [number({"interval": end}, "interval") for end in listed(answer.data, "interval")]
    answer.found.compare("interval", interval, list(_wilson(successes, rounds)), "by Wilson's formula")
    answer.found.right("complete", "by the number of rounds")
    if answer.complete:
        _tried_again(answer, pieces, rounds, successes, best)
    else:
        answer.found.unchecked("successes", "which bags were tried before the time was over is not known")


def _tried_again(answer: Answer, pieces: int, rounds: int, successes: int, box: Box) -> None:
    """The same bags are packed again."""
    seed, even = answer.seed(), flag(answer.parameters, "even_t", default=False)
    solver = text(answer.parameters, "solver") if answer.parameters.get("solver") is not None else "auto"
    given = first_of(answer.parameters, "bag_time_limit", "bag_limit")
    limit = 1.0 if given is None else number({"limit": given}, "limit")
    filled, slowest = 0, 0.0
    for position in range(rounds):
        if answer.budget.left() <= 0.1:
            answer.found.unchecked("successes", f"packing the bags again: {answer.budget.reason}")
            return
        bag = bag_of_level(pieces, seed * MAX_ROUNDS + position, even_t=even)
        clock = Clock(None)
        filled += bool(pack(bag, box=box, solver=solver, seed=position, time_limit=limit).placements)
        slowest = max(slowest, clock.seconds)
    if filled == successes or slowest < _SURE * limit:
        answer.found.compare("successes", successes, filled, "the bags were packed again")
    else:
        answer.found.unchecked("successes", "bags that need nearly all of their time limit may end otherwise")


def _wilson(successes: int, rounds: int) -> tuple[float, float]:
    """The 95 % score interval as the roots of (p - share)^2 = z^2 p (1 - p) / rounds."""
    z = 1.959963984540054
    a, b, c = 1 + z * z / rounds, -(2 * successes + z * z) / rounds, (successes / rounds) ** 2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))
