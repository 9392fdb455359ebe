"""Weights on columns: what every piece adds to the heights, however it falls, and what the heights come to for that.

With weights w a piece raises columns that weigh something at least, wherever it lies. If all pieces together add m, the
sum of w[x] * height[x] is at least m, so the highest column is at least m / sum(w). In wells of odd width the columns
in turn weigh 0 and 1: S and Z put two cells into those that weigh 1, and there are fewer of these.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from shapewright.stacking.rules import heights

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Polyomino
    from shapewright.stacking.problem import Problem


# Columns in turn get the first and the second of two weights; larger ones were never better.
_PAIRS = [(a, b) for a in range(5) for b in range(5) if gcd(a, b) == 1]


@dataclass(frozen=True)
class ColumnBound:
    """Weights of the columns, what each kind of piece adds at least, and the ``height`` that follows."""

    weights: tuple[int, ...]
    least: dict[str, int]
    height: int


def column_bound(problem: Problem) -> ColumnBound:
    """The best bound by two weights that take turns; equal weights are the bound by cells.

    >>> from shapewright.stacking.problem import Problem
    >>> column_bound(Problem("S" * 100, width=7))
    ColumnBound(weights=(0, 1, 0, 1, 0, 1, 0), least={'S': 2}, height=67)
    """
    # What slides may fill cells below others, so that only cells count there, and not what they cover.
    slides = problem.drop == "soft"
    tops = (
        [sum(x == column for x, _ in problem.board) for column in range(problem.width)]
        if slides
        else heights(problem.board, problem.width)
    )
    counts = Counter(problem.sequence)
    best = None
    for pair in _PAIRS:
        weights = tuple(pair[x % 2] for x in range(problem.width))
        total = sum(weights)
        if not total:
            continue
        least = {
            name: min(
                sum(weights[x + column] * tall for column, tall in enumerate(_columns(shape, problem.drop == "soft")))
                for shape in problem.orientations(name)
                for x in range(problem.width - shape.size[0] + 1)
            )
            for name in counts
        }
        added = sum(weight * top for weight, top in zip(weights, tops, strict=True))
        added += sum(number * least[name] for name, number in counts.items())
        bound = ColumnBound(weights, least, -(-added // total))
        # Of equally good ones the plainest: that of equal weights, if it is one.
        if best is None or (bound.height, len(set(weights)) == 1) > (best.height, len(set(best.weights)) == 1):
            best = bound
    assert best is not None
    return best


def _columns(shape: Polyomino, slides: bool) -> list[int]:
    """How high the shape is in each column, from its lowest cell to its highest; or how many cells it has there."""
    rows = [[y for x, y in shape.cells if x == column] for column in range(shape.size[0])]
    if slides:
        return [len(column) for column in rows]
    return [max(column) + 1 - min(column) for column in rows]
