"""Solution sets by brute force: plain sets of tilings, and what a tiling has looked up cell by cell.

A tiling is a set of (number of its kind of piece, its cells), as :mod:`tests.reference.tiling.brute_force` has them.
"""

from __future__ import annotations

from itertools import product

from tests.reference.tiling.brute_force import Tiling, group_of, tilings

from shapewright.cells.grid import Cell
from shapewright.tiling.problem import Problem

__all__ = ["cells_of", "has", "kept", "tilings"]


def kept(problem: Problem, name: str) -> set[Tiling]:
    """The tilings that have a property."""
    test = {
        "fault_free": _fault_free, "crossroads": _crossroads, "symmetric": _symmetric, "three_colourable": _colourable,
    }[name]  # fmt: skip
    return {tiling for tiling in tilings(problem) if test(problem, tiling)}


def has(problem: Problem, kind: int, cell: Cell) -> set[Tiling]:
    """The tilings with a piece of a kind on a cell."""
    return {tiling for tiling in tilings(problem) if any(own == kind and cell in cells for own, cells in tiling)}


def cells_of(problem: Problem, kind: int) -> dict[Cell, int]:
    """For each cell how many tilings have a piece of a kind on it."""
    return {cell: len(has(problem, kind, cell)) for cell in problem.board.cells}


def _fault_free(problem: Problem, tiling: Tiling) -> bool:
    for axis in range(problem.board.dimension):
        for place in range(min(cell[axis] for cell in problem.board.cells), 20):
            if not any(cell[axis] > place for cell in problem.board.cells):
                break
            sides = [{cell[axis] <= place for cell in cells} for _, cells in tiling]
            if {True, False} not in sides:
                return False
    return True


def _crossroads(problem: Problem, tiling: Tiling) -> bool:
    at = {cell: (kind, cells) for kind, cells in tiling for cell in cells}
    for x, y in problem.board.cells:
        block = [at.get((x + dx, y + dy)) for dx, dy in product((0, 1), repeat=2)]
        if None not in block and len(set(block)) == 4:
            return True
    return False


def _symmetric(problem: Problem, tiling: Tiling) -> bool:
    # What leaves every cell in its place, such as turning a board of one layer over, is no symmetry of a tiling.
    grid = [frozenset({(0, frozenset({cell}))}) for cell in problem.board.cells]
    return any(
        image(tiling) == tiling
        for image in group_of(problem)
        if any(cells != moved for tile in grid for (_, cells), (_, moved) in zip(tile, image(tile), strict=True))
    )


def _colourable(problem: Problem, tiling: Tiling) -> bool:
    tiles = sorted(tiling, key=lambda tile: sorted(tile[1]))
    steps = [
        tuple(int(axis == other) for other in range(problem.board.dimension)) for axis in range(problem.board.dimension)
    ]
    touching = [
        (a, b)
        for a, (_, one) in enumerate(tiles)
        for b, (_, other) in enumerate(tiles)
        if a != b
        and any(tuple(c + d for c, d in zip(cell, step, strict=True)) in other for cell in one for step in steps)
    ]
    return any(all(colours[a] != colours[b] for a, b in touching) for colours in product(range(3), repeat=len(tiles)))
