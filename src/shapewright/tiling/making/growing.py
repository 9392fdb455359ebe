"""A board that grows: the pieces are laid one beside the others, compactly, and what they cover is the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.placements import placements

if TYPE_CHECKING:
    from random import Random

    from shapewright.cells.grid import Cell
    from shapewright.tiling.problem import Problem

LOOKS = 24
"""Places that are compared for each piece where a board shall be compact."""


def grown(problem: Problem, chance: Random, looks: int = LOOKS) -> frozenset[Cell] | None:
    """Cells within the board of ``problem`` that all its pieces cover, connected; None if one found no place.

    Each piece comes, in a random order, to the best of ``looks`` random places beside the others: the one that touches
    most. The fewer places are compared, the more ragged the board.
    """
    order = problem.board.order()
    beside = problem.board.lattice.neighbours
    every = [piece for piece in problem.pieces for _ in range(piece.minimum)]
    chance.shuffle(every)
    covered: set[Cell] = set()
    places = {piece.name: list(placements(order, piece.orientations())) for piece in problem.pieces}
    for piece in every:
        tried: list[tuple[int, int, set[Cell]]] = []
        rim = {other for cell in covered for other in beside(cell)} - covered
        own = places[piece.name]
        for place in chance.sample(own, len(own)):
            cells = {order[number] for number in place}
            if covered.isdisjoint(cells) and (not covered or not rim.isdisjoint(cells)):
                touching = sum(other in covered for cell in cells for other in beside(cell))
                tried.append((touching, len(tried), cells))
                if len(tried) == looks:
                    break
        if not tried:
            return None
        covered |= max(tried)[2]
    return frozenset(covered)
