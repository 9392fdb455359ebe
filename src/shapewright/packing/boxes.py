"""Which boxes to try, best first, for each objective."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt
from typing import TYPE_CHECKING, Literal

from shapewright.cells.polyomino import UPRIGHT
from shapewright.packing.bag import Bag
from shapewright.packing.rules import score

if TYPE_CHECKING:
    from shapewright.packing.problem import Problem

Objective = Literal["score", "area", "strip", "value", "room", "bonus"]
OBJECTIVES: tuple[Objective, ...] = ("score", "area", "strip", "value", "room", "bonus")

Box = tuple[int, int]


@dataclass
class _Sequence:
    """The boxes found so far, and those among which the next one is."""

    cells: int
    found: list[Box] = field(default_factory=list)
    heap: list[tuple[Fraction, int, int, int]] = field(default_factory=list)

    def next(self) -> Box:
        _, _, short, long = heappop(self.heap)
        heappush(self.heap, self.entry(short, long + 1))
        self.found.append((short, long))
        return short, long

    def entry(self, short: int, long: int) -> tuple[Fraction, int, int, int]:
        # Of equal scores the smaller area comes first.
        return -score(self.cells, short, long), short * long, short, long


@lru_cache(maxsize=64)
def _by_score(cells: int) -> _Sequence:
    """For each shorter side the score falls with the longer one, so that a merge of these rows is enough."""
    sequence = _Sequence(cells)
    root = isqrt(cells)
    # Beyond twice the side of the square every score is negative.
    for short in range(1, 2 * root + 4):
        sequence.heap.append(sequence.entry(short, max(short, -(-cells // short))))
    heapify(sequence.heap)
    return sequence


def by_score(cells: int) -> Iterator[Box]:
    """The boxes (shorter side first) of at least ``cells`` cells, by falling score.

    >>> from itertools import islice
    >>> list(islice(by_score(16), 3)), list(islice(by_score(64), 2))
    ([(4, 4), (4, 5), (5, 5)], [(8, 8), (9, 9)])
    """
    sequence = _by_score(cells)
    number = 0
    while True:
        yield sequence.found[number] if number < len(sequence.found) else sequence.next()
        number += 1


def by_area(cells: int) -> Iterator[Box]:
    """The boxes of at least ``cells`` cells, by rising area; of equal areas the squarest first.

    >>> from itertools import islice
    >>> list(islice(by_area(12), 4))
    [(3, 4), (2, 6), (1, 12), (1, 13)]
    """
    area = cells
    while True:
        for short in range(isqrt(area), 0, -1):
            if area % short == 0:
                yield short, area // short
        area += 1


def strip(cells: int, width: int) -> Iterator[Box]:
    """The boxes of this width, by rising height."""
    height = -(-cells // width)
    while True:
        yield width, height
        height += 1


def boxes_of(problem: Problem) -> Iterator[Box]:
    """The boxes to try for a problem, the best first."""
    if problem.box is not None:
        return iter((problem.box,))
    if problem.width is not None:
        return strip(problem.cells, problem.width)
    boxes = by_score(problem.cells) if problem.goal == "score" else by_area(problem.cells)
    if not isinstance(problem.bag, Bag) and any(piece.motions in UPRIGHT for piece in problem.bag):
        # A packing turned by a quarter may be none: a box differs from the same box lying on its side.
        return (turned for box in boxes for turned in ((box, box[::-1]) if box[0] != box[1] else (box,)))
    return boxes
