"""Tilings of a rectangle whose sides are glued, by unrolling it: copies of its cells' names are laid out side by side.

Pieces are laid on that picture of names, and what they cover is read off; symmetries are renamings of the cells that
keep what lies beside what.
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.cells.grid import Cell
from shapewright.tiling.problem import Problem

Tiling = frozenset[tuple[int, frozenset[Cell]]]  # number of the kind, cells


def unrolled(problem: Problem, copies: int = 3) -> dict[Cell, Cell]:
    """The names of cells of the plane, on so many copies of the rectangle in each direction on either side."""
    name = problem.board.lattice.name
    width, height = problem.board.lattice.size  # type: ignore[attr-defined]
    found = {}
    for right in range(-copies, copies + 1):
        for up in range(-copies, copies + 1) if name in ("torus", "klein") else (0,):
            for x in range(width):
                for y in range(height):
                    is_turned = name in ("moebius", "klein") and right % 2
                    found[right * width + x, up * height + y] = (x, height - 1 - y if is_turned else y)
    return {place: cell for place, cell in found.items() if cell in problem.board.cells}


def placements(problem: Problem) -> list[set[frozenset[Cell]]]:
    """The sets of cells that each piece can cover."""
    names = unrolled(problem)
    width, height = problem.board.lattice.size  # type: ignore[attr-defined]
    every = []
    for piece in problem.pieces:
        covered = set()
        for shape in piece.shape.orientations(piece.motions):
            for x in range(2 * width):
                for y in range(height):
                    places = [(x + cell[0], y + cell[1]) for cell in shape.cells]
                    cells = frozenset([names[place] for place in places if place in names])
                    if len(cells) == len(places):
                        covered.add(cells)
        every.append(covered)
    return every


def tilings(problem: Problem) -> set[Tiling]:
    """Every tiling; pieces that can cover the same cells are of one kind."""
    every = placements(problem)
    kinds: list[set[frozenset[Cell]]] = []
    bounds: list[list[float]] = []
    for piece, covered in zip(problem.pieces, every, strict=True):
        if covered not in kinds:
            kinds.append(covered)
            bounds.append([0, 0])
        bound = bounds[kinds.index(covered)]
        bound[0] += piece.minimum
        bound[1] += float("inf") if piece.maximum is None else piece.maximum
    return set(_cover(problem.board.cells, kinds, bounds, frozenset()))


def _cover(
    left: frozenset[Cell], kinds: list[set[frozenset[Cell]]], bounds: list[list[float]], chosen: Tiling
) -> Iterator[Tiling]:
    used = [sum(kind == number for kind, _ in chosen) for number in range(len(kinds))]
    if not left:
        if all(low <= count for count, (low, _) in zip(used, bounds, strict=True)):
            yield chosen
        return
    first = min(left)
    for number, covered in enumerate(kinds):
        if used[number] < bounds[number][1]:
            for cells in covered:
                if first in cells and cells <= left:
                    yield from _cover(left - cells, kinds, bounds, chosen | {(number, cells)})
