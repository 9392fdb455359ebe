"""How many shapes can be built, estimated from random words: a second count that shares no code with the first.

Words are drawn uniformly from all there are. Each is judged by itself, from halves and pin-push-essential shapes (see
:mod:`shapewright.shapez.verdicts.verdicts`), and looked up in the set of all shapes. The share of those that can be
built gives the number of all with a confidence interval; that both sides agree on each word that can be built says
more: had the set some shapes too few or too many, a share of 3 / (words that can be built) of them would have been
noticed with 95 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from shapewright.shapez.data.configuration import Configuration
    from shapewright.shapez.native import ShapezSet
    from shapewright.shapez.verdicts.verdicts import Verdicts

__all__ = ["Sampled", "sampled"]

BATCH = 1 << 20


@dataclass(frozen=True)
class Sampled:
    """Of ``words`` random words, ``of`` so many, ``buildable`` can be built; ``disagreeing`` are judged differently."""

    words: int
    buildable: int
    disagreeing: int
    of: int

    @property
    def estimate(self) -> tuple[float, float]:
        """The number of all that can be built, with its standard error."""
        share = self.buildable / self.words
        return self.of * share, self.of * sqrt(share * (1 - share) / self.words)

    @property
    def noticed(self) -> float:
        """What share of all, missing or wrong, would have been noticed with 95 %."""
        return 3 / max(1, self.buildable)


def sampled(
    configuration: Configuration, shapes: ShapezSet, verdicts: Verdicts, words: int, seed: int = 0, threads: int = 1
) -> Sampled:
    """Judge random words, and as many random members of the set as there are words that can be built."""
    random = np.random.default_rng(seed)
    buildable = disagreeing = 0
    for begin in range(0, words, BATCH):
        drawn = random.integers(0, 1 << 2 * configuration.cells, min(BATCH, words - begin), np.uint64)
        judged = verdicts.ways(drawn, threads=threads) != 0
        looked_up = shapes.contains(drawn) != 0
        buildable += int(judged.sum())
        disagreeing += int((judged != looked_up).sum())
    members = shapes.sample(seed, buildable)
    disagreeing += int((verdicts.ways(members, threads=threads) == 0).sum())
    return Sampled(words, buildable, disagreeing, 4**configuration.cells)
