"""The fewest clues that leave one tiling only, with the proof that fewer do not.

A clue says something that is true of one tiling, the answer: that a piece lies there, that a cell belongs to a
certain piece, or that a cell stays empty. It rules out every tiling of which it is not true. Clues leave the answer
alone if each other tiling is ruled out by one of them: they hit all the sets of clues that rule out one tiling each.
These sets are met one by one.
The fewest clues that hit those met so far are found by set covering, with proof; if a tiling besides the answer is
left, it is met, too. When none is left, no fewer clues suffice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Literal

from shapewright.errors import StoppedError
from shapewright.tiling import native
from shapewright.tiling.making.holes import HOLE, empty_cells
from shapewright.tiling.making.tilings import Tiling, Tilings

ClueKind = Literal["pieces", "cells", "holes"]
# pieces: (-1, option); cells: (position of the cell, class of its piece); holes: (position of the cell, HOLE)
Clue = tuple[int, int]

CLUE_KINDS: tuple[ClueKind, ...] = ("pieces", "cells", "holes")

# Of the tilings that clues leave, so many are met at a time.
_AT_A_TIME = 64
_NODES = 1 << 40
# Sets of clues that are counted to find the fewest of all answers; more take too long, and too much memory.
MOST_SETS = 4_000_000


@dataclass(frozen=True)
class Fewest:
    """Clues that leave one tiling; no fewer do, for this answer if ``bound`` is their number."""

    answer: Tiling
    clues: tuple[Clue, ...]
    bound: int
    met: int
    """The other tilings that the proof looks at."""


class Clues:
    """Clues of one kind about the tilings of a puzzle."""

    def __init__(self, tilings: Tilings, kind: ClueKind) -> None:
        self._tilings = tilings
        self._options = tilings.cover.options
        self._kind = kind

    def of(self, tiling: Tiling) -> frozenset[Clue]:
        """Every clue that is true of a tiling."""
        if self._kind == "pieces":
            return frozenset((-1, option) for option in tiling)
        if self._kind == "holes":
            return frozenset((cell, HOLE) for cell in empty_cells(self._tilings.cover, tiling))
        lying = [self._options[option] for option in tiling]
        return frozenset((cell, number) for number, covered in lying for cell in covered)

    def allowed(self, clues: Iterable[Clue]) -> list[int]:
        """The options that contradict none of ``clues``."""
        lying = {option for cell, option in clues if cell < 0}
        taken = {cell for option in lying for cell in self._options[option][1]}
        owner = {cell: number for cell, number in clues if cell >= 0}
        return [
            option
            for option, (number, covered) in enumerate(self._options)
            if option in lying
            or (taken.isdisjoint(covered) and all(owner.get(cell, number) == number for cell in covered))
        ]

    def fewest(self, answer: Tiling, *, most: int | None = None) -> Fewest | None:
        """The fewest clues that leave ``answer`` alone; None if no clues do, or none but more than ``most``.

        Raises ``StoppedError`` when time is over.
        """
        every = sorted(self.of(answer))
        met: list[Tiling] = []
        ruling: list[list[int]] = [[] for _ in every]
        chosen: list[int] = []
        while True:
            others = self._near if self._kind == "holes" else self._others
            left = others(answer, [every[k] for k in chosen], len(met))
            if not left:
                return Fewest(answer, tuple(every[k] for k in chosen), len(chosen), len(met))
            for other in left:
                true = self.of(other)
                out = [k for k, clue in enumerate(every) if clue not in true]
                if not out:
                    return None  # the same clues are true of both
                for k in out:
                    ruling[k].append(len(met))
                met.append(other)
            chosen = self._hitting(ruling, len(met))
            if most is not None and len(chosen) > most:
                return None

    def _others(self, answer: Tiling, clues: Sequence[Clue], seed: int) -> list[Tiling]:
        """Tilings besides the answer that the clues leave; none at all is a proof."""
        some = self._tilings.some(_AT_A_TIME, allowed=self.allowed(clues), seed=seed)
        return [tiling for tiling in some if tiling != answer]

    def _near(self, answer: Tiling, clues: Sequence[Clue], seed: int) -> list[Tiling]:
        """Tilings besides the answer that the clues leave, each ruled out by others, and by no more than need be.

        A tiling that covers many of the holes says little. So further clues are given, one by one, while another tiling
        is left.
        """
        every, given = sorted(self.of(answer)), set(clues)
        found: list[Tiling] = []
        while left := self._others(answer, sorted(given), seed):
            near, more = left[0], set(given)
            true = self.of(near)
            for clue in every:
                if clue not in true and (left := self._others(answer, sorted({*more, clue}), seed)):
                    near, true = left[0], self.of(left[0])
                if clue in true:
                    more.add(clue)
            found.append(near)
            if true.issuperset(every):
                break  # the clues do not tell it from the answer
            given.update(clue for clue in every if clue not in true)
        return found

    def _hitting(self, ruling: Sequence[Sequence[int]], met: int) -> list[int]:
        """The fewest clues that rule out all that was met."""
        clock = self._tilings.clock
        clock.check("the puzzle was made")
        chosen, weight, bound, _ = native.minimum_set_cover(
            met, ruling, [1] * len(ruling), [], None, clock.native(), _NODES
        )
        if weight > bound:
            raise StoppedError("time was over before the fewest clues were proven")
        return list(chosen)

    def fewest_of_all(self, tilings: Sequence[Tiling]) -> tuple[int, list[Fewest]]:
        """The fewest clues that any of all ``tilings`` needs, and for each such tiling one such set of clues.

        Every set of clues that is true of one tiling only singles it out. All of one clue are counted, then all of two,
        and so on. If the next size has more than ``MOST_SETS`` the list is empty, and the number is a bound.
        """
        every = [sorted(self.of(tiling)) for tiling in tilings]
        if len(tilings) == 1:
            return 0, [Fewest(tilings[0], (), 0, 0)]
        size = 1
        while sum(comb(len(clues), size) for clues in every) <= MOST_SETS:
            counted: Counter[tuple[Clue, ...]] = Counter()
            for clues in every:
                self._tilings.clock.check("the puzzle was made")
                counted.update(combinations(clues, size))
            found = []
            for tiling, clues in zip(tilings, every, strict=True):
                alone = next((some for some in combinations(clues, size) if counted[some] == 1), None)
                if alone is not None:
                    found.append(Fewest(tiling, alone, size, len(tilings) - 1))
            if found:
                return size, found
            size += 1
            if all(len(clues) < size for clues in every):
                break
        return size, []
