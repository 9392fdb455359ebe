"""Expected values by brute force: every deal and every drop, on drawn grids."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from tests.reference.stacking.brute_force import Grid, art_of, dropped, start_of, value_of

from shapewright.stacking.problem import Problem

Queue = tuple[str, ...]


def deals(kinds: Queue, length: int, *, bag: bool) -> list[Queue]:
    """All sequences that can be dealt; all are equally likely."""
    every = list(product(kinds, repeat=length))
    if not bag:
        return every
    size = len(kinds)
    return [
        one
        for one in every
        if all(len(set(one[k : k + size])) == len(one[k : k + size]) for k in range(0, length, size))
    ]


def expected(problem: Problem, length: int, see: int, *, bag: bool) -> Fraction:
    """What the best player comes to who sees so many pieces: of all deals that look alike, one drop for all."""
    kinds = tuple(dict.fromkeys(problem.sequence))

    def walk(grid: Grid, number: int, possible: list[Queue]) -> Fraction:
        if number == length:
            return Fraction(value_of(grid, problem.width, problem.objective))
        alike: dict[Queue, list[Queue]] = {}
        for one in possible:
            alike.setdefault(one[number : number + see], []).append(one)
        total = Fraction(0)
        for window, ones in alike.items():
            tried = [
                walk(after, number + 1, ones)
                for art in art_of(problem, window[0])
                for column in range(problem.width)
                if (after := dropped(grid, art, column, problem.width)) is not None
            ]
            total += min(tried) * Fraction(len(ones), len(possible))
        return total

    return walk(start_of(problem), 0, deals(kinds, length, bag=bag))
