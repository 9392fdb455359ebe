"""A whole round of the contest: ten bags of 1 to 512 pieces, and the sum of their scores."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Packing
from shapewright.packing.boxes import by_score
from shapewright.packing.contest.evaluate import bag_of_level
from shapewright.packing.pack import pack
from shapewright.packing.rules import LEVELS, score


@dataclass(frozen=True)
class Round:
    """The packings of the ten levels; ``number`` counts rounds from 1, ``seconds`` is how long this one took."""

    packings: tuple[Packing, ...]
    number: int = 1
    seconds: float = field(default=0.0, compare=False)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each level."""
        return tuple(packing.score for packing in self.packings)

    @property
    def total(self) -> float:
        """The sum of the scores."""
        return sum(self.scores)

    def to_json(self) -> dict[str, Any]:
        """Plain data: which round it was, its scores and its packings, each of them checked."""
        return {
            "round": self.number,
            "total": self.total,
            "scores": list(self.scores),
            "perfect": self.is_perfect,
            "packings": [packing.to_json() for packing in self.packings],
        }

    @property
    def is_perfect(self) -> bool:
        """Whether every level has the best score there is for so many pieces."""
        return all(
            (packing.width, packing.height) == next(by_score(4 * pieces))
            for packing, pieces in zip(self.packings[1:], LEVELS[1:], strict=True)
        )


# The bag of level 1 is an I, which fits no box but 1x4.
PERFECT = float(sum([score(4, 1, 4), *(score(4 * pieces, *next(by_score(4 * pieces))) for pieces in LEVELS[1:])]))
"""The score of a perfect round: 6027.5."""


def play_round(
    seed: int = 0,
    *,
    number: int = 1,
    even_t: bool = False,
    solver: str = "auto",
    threads: int | None = None,
    level_time_limit: float | None = None,
    time_limit: float | None = None,
) -> Round:
    """Play round ``number`` of ``seed``: draw the ten bags and pack each for the score.

    A level takes at most ``level_time_limit`` seconds, the round ``time_limit``.

    >>> played = play_round(seed=1)
    >>> len(played.packings), played.scores[0]
    (10, 1.5)

    Raises ``StoppedError`` if there was no time left for every level.
    """
    started = time.process_time()
    clock = Clock(time_limit)
    packings = []
    for level, pieces in enumerate(LEVELS):
        source = ((seed << 32) + number) * len(LEVELS) + level
        bag = bag_of_level(pieces, source, even_t=even_t)
        limits = [one for one in (level_time_limit, clock.left()) if one is not None]
        if clock.over():
            raise clock.stopped("a round was played")
        packing = pack(
            bag, solver=solver, seed=source % (1 << 64), threads=threads, time_limit=min(limits, default=None)
        )
        if not packing.placements and clock.over():
            raise clock.stopped("a round was played")
        packings.append(packing)
    return Round(tuple(packings), number, time.process_time() - started)


def play_rounds(
    seed: int = 0,
    *,
    rounds: int | None = None,
    even_t: bool = False,
    solver: str = "auto",
    threads: int | None = None,
    level_time_limit: float | None = None,
    time_limit: float | None = None,
) -> Iterator[Round]:
    """Yield round after round of ``seed``, ``rounds`` of them or until the time limit (seconds) is reached.

    A round that the limit cut short does not count, unless it is the first and has a packing of each level.
    """
    if rounds is not None and rounds < 1:
        raise ProblemError(f"the number of rounds must be at least 1, not {rounds}")
    clock = Clock(time_limit)
    number = 0
    while (rounds is None or number < rounds) and not clock.over():
        number += 1
        try:
            played = play_round(
                seed,
                number=number,
                even_t=even_t,
                solver=solver,
                threads=threads,
                level_time_limit=level_time_limit,
                time_limit=clock.left(),
            )
        except StoppedError:
            return
        if number > 1 and clock.over():
            return
        yield played
