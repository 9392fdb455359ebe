"""Perfect clears without end: pieces from shuffled bags, one clear after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from shapewright.clear.drops import Drop
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets.net import Net, read_net
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem, read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.search.solve import first
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError

MOST_LINES = 20


@dataclass
class Game:
    """What a game has come to: ``clears`` made, ``pieces`` placed, and ``missed`` queues that had no clear."""

    clears: int = 0
    pieces: int = 0
    missed: int = 0


def play(
    *,
    height: int = 4,
    seed: int = 0,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    game: Game | None = None,
    net: Net | str | None = None,
) -> Iterator[Solution]:
    """Yield perfect clears of ``height`` lines from the empty field, without end, with pieces from bags of seven.

    As a player would, it holds what is left from one clear to the next. A queue without a perfect clear is replaced by
    another one and counted as missed. A ``net`` (or its file) orders the moves of the search.

    Raises ``ProblemError`` for a height whose cells pieces cannot fill, and what :class:`Problem` raises.
    """
    if not 2 <= height <= MOST_LINES or height % 2:
        raise ProblemError(f"from the empty field 2, 4, ... {MOST_LINES} lines are cleared perfectly, not {height}")
    system = read_kicks(kicks)
    score = Game() if game is None else game
    return _play(height, seed, system, drop, score, read_net(net))


def _play(height: int, seed: int, kicks: Kicks, drop: Drop, score: Game, net: Net | None) -> Iterator[Solution]:
    shuffler = random.Random(seed)
    bags = (piece for _ in count() for piece in shuffler.sample(PIECES, len(PIECES)))
    needed = height * WIDTH // 4
    hold: str | None = None
    coming = ""
    while True:
        coming += "".join([next(bags) for _ in range(needed + 1 - len(coming) - (hold is not None))])
        found = first(Problem(Field(), Queue(coming, hold), height, kicks, drop), seed=seed, net=net)
        if found is None:
            score.missed += 1
            hold, coming = None, ""
            continue
        score.clears += 1
        score.pieces += needed
        yield found
        hold, coming = found.saved[:1] or None, found.saved[1:]
