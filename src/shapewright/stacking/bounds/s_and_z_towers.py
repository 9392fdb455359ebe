"""Sequences of S and Z alone: towers two columns wide, in which each kind stands upright on itself without waste.

A tower of k pieces of one kind is 2k + 1 rows high. One more tower may hold both kinds: some of the first of one kind,
then some of the last of the other; it is 2k + 2 rows high. Where the towers grow unevenly, no search for even tops
finds them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from shapewright.cells.polyomino import Polyomino
from shapewright.stacking.plan import Drop

if TYPE_CHECKING:
    from shapewright.stacking.problem import Problem

__all__ = ["towers"]

_UPRIGHT = {Polyomino.from_text("#./##/.#").cells, Polyomino.from_text(".#/##/#.").cells}


def towers(problem: Problem) -> tuple[Drop, ...] | None:
    """The lowest plan of towers on an empty grid; None if the pieces are others or cannot stand, or two kinds have one.

    >>> from shapewright.stacking.problem import Problem
    >>> [drop.column for drop in towers(Problem("SZSZ", width=4))]
    [2, 0, 2, 0]
    """
    kinds = sorted(set(problem.sequence))
    upright: dict[str, int] = {}
    for name in kinds:
        for number, shape in enumerate(problem.orientations(name)):
            if shape.cells in _UPRIGHT:
                upright[name] = number
    if problem.board or problem.width < 2 or len(upright) < len(kinds) or len(kinds) > 2:
        return None
    number = problem.width // 2
    first, last = kinds[0], kinds[-1]
    if first == last:
        return _built(problem, upright, {first: list(range(number))}, {}, number)
    if number == 1:
        return None
    height = 1 + 2 * (len(problem.sequence) // number)
    while True:  # with two towers, one for each kind is a plan
        for (early, late), own in product(((first, last), (last, first)), range(number)):
            cap = (height - 1) // 2
            counts = {name: problem.sequence.count(name) for name in kinds}
            before = max(0, counts[early] - own * cap)
            after = max(0, counts[late] - (number - 1 - own) * cap)
            if 2 * (before + after) + 1 + (before > 0 and after > 0) > height:
                continue
            places = {name: [k for k, piece in enumerate(problem.sequence) if piece == name] for name in kinds}
            if before and after and places[early][before - 1] > places[late][-after]:
                continue
            mixed = {early: places[early][:before], late: places[late][counts[late] - after :]}
            return _built(
                problem, upright, {early: list(range(own)), late: list(range(own, number - 1))}, mixed, number
            )
        height += 1


def _built(
    problem: Problem, upright: dict[str, int], own: dict[str, list[int]], mixed: dict[str, list[int]], number: int
) -> tuple[Drop, ...]:
    """The drops: every piece of a kind on the lowest of its towers, those of ``mixed`` on the last tower."""
    standing = {k for places in mixed.values() for k in places}
    load = [0] * number
    made = []
    for k, name in enumerate(problem.sequence):
        tower = number - 1 if k in standing else min(own[name], key=load.__getitem__)
        load[tower] += 1
        made.append(Drop(name, 2 * tower, 90 * upright[name]))
    return tuple(made)
