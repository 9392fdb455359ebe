"""Counting tilings by brute force: cover or skip the first open cell, by other means than the Algorithm X twin.

Pieces of one kind are merged from the start, shapes are turned by composing quarter turns and mirrorings, and tilings
up to symmetry are found by trying every way to lay the board onto itself and keeping the smallest image of each
tiling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shapewright.cells.grid import Cell
from shapewright.tiling.problem import Problem

Shape = frozenset[tuple[Cell, str]]  # coloured cells, the smallest coordinate on each axis 0
Tiling = frozenset[tuple[int, frozenset[Cell]]]  # number of the kind, cells


@dataclass
class Kind:
    """Pieces with the same shapes, and how many of them are wanted."""

    shapes: frozenset[Shape]
    minimum: int
    maximum: float


def count(problem: Problem) -> int:
    """How many tilings there are, not counting exchanges of equal pieces."""
    return len(tilings(problem))


def count_up_to_symmetry(problem: Problem, *, rotations_only: bool = False) -> int:
    """How many tilings there are when those that a symmetry of the problem maps to each other count once."""
    group = list(group_of(problem, rotations_only=rotations_only))
    smallest = {min(_in_order(image(tiling)) for image in group) for tiling in tilings(problem)}
    return len(smallest)


def tilings(problem: Problem) -> set[Tiling]:
    """Every tiling as (kind, cells) of all its copies."""
    all_kinds = kinds(problem)
    fixed = fixed_tiles(problem)
    open_cells = sorted(problem.board.cells - {cell for _, cells in fixed for cell in cells})
    budget = [kind.maximum - sum(number == own for own, _ in fixed) for number, kind in enumerate(all_kinds)]
    return {
        tiling
        for tiling in _fill(problem, all_kinds, open_cells, budget, fixed)
        if all(sum(own == number for own, _ in tiling) >= kind.minimum for number, kind in enumerate(all_kinds))
    }


def kinds(problem: Problem) -> list[Kind]:
    """The pieces merged by their shapes; a minimum never lies below what is fixed already."""
    found: dict[frozenset[Shape], Kind] = {}
    for piece in problem.pieces:
        shapes = frozenset(_all_turns(piece.shape.cells, piece.shape.colours, piece.motions))
        kind = found.setdefault(shapes, Kind(shapes, 0, 0))
        kind.minimum += max(piece.minimum, sum(placement.piece == piece.name for placement in problem.fixed))
        kind.maximum += float("inf") if piece.maximum is None else piece.maximum
    return list(found.values())


def fixed_tiles(problem: Problem) -> Tiling:
    """The fixed placements as (kind, cells)."""
    all_kinds = kinds(problem)
    number = {}
    for piece in problem.pieces:
        shapes = frozenset(_all_turns(piece.shape.cells, piece.shape.colours, piece.motions))
        number[piece.name] = next(index for index, kind in enumerate(all_kinds) if kind.shapes == shapes)
    return frozenset((number[placement.piece], frozenset(placement.cells)) for placement in problem.fixed)


def group_of(problem: Problem, *, rotations_only: bool = False) -> Iterator[Callable[[Tiling], Tiling]]:
    """The symmetries of the problem as functions of tilings."""
    board = problem.board
    coloured = board.colours
    all_kinds = kinds(problem)
    home = tuple(min(axis) for axis in zip(*board.cells, strict=True))
    for turn in _turns(board.dimension, mirror=not rotations_only):
        turned = {cell: turn(cell) for cell in board.cells}
        corner = tuple(min(axis) for axis in zip(*turned.values(), strict=True))
        where = {
            cell: tuple(t - c + h for t, c, h in zip(image, corner, home, strict=True))
            for cell, image in turned.items()
        }
        if set(where.values()) != board.cells:
            continue
        if {where[cell] for cell in board.optional} != board.optional:
            continue
        if {(where[cell], colour) for cell, colour in coloured} != coloured:
            continue
        partner = []
        for kind in all_kinds:
            shapes = frozenset(
                _shifted_to_origin([(turn(cell), colour) for cell, colour in shape]) for shape in kind.shapes
            )
            partner += [
                index
                for index, other in enumerate(all_kinds)
                if (other.shapes, other.minimum, other.maximum) == (shapes, kind.minimum, kind.maximum)
            ]
        if len(partner) < len(all_kinds):
            continue

        def image(tiling: Tiling, where: dict[Cell, Cell] = where, partner: list[int] = partner) -> Tiling:
            return frozenset((partner[number], frozenset(where[cell] for cell in cells)) for number, cells in tiling)

        if image(fixed_tiles(problem)) == fixed_tiles(problem):
            yield image


def _in_order(tiling: Tiling) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    return tuple(sorted((number, tuple(sorted(cells))) for number, cells in tiling))


def _fill(
    problem: Problem, all_kinds: list[Kind], open_cells: list[Cell], budget: list[float], laid: Tiling
) -> Iterator[Tiling]:
    if not open_cells:
        yield laid
        return
    first, *rest = open_cells
    if first in problem.board.optional:
        yield from _fill(problem, all_kinds, rest, budget, laid)
    free = set(open_cells)
    for number, kind in enumerate(all_kinds):
        if budget[number] < 1:
            continue
        less = [left - (index == number) for index, left in enumerate(budget)]
        # Different colourings of a shape may cover the same cells: that is one placement.
        for cells in {cells for shape in kind.shapes if (cells := _laid(problem, shape, first, free))}:
            left = [cell for cell in open_cells if cell not in cells]
            yield from _fill(problem, all_kinds, left, less, laid | {(number, cells)})


def _laid(problem: Problem, shape: Shape, first: Cell, free: set[Cell]) -> frozenset[Cell]:
    """The cells of ``shape`` when its own first cell lies on ``first``, or none if it cannot lie so."""
    own_first = min(cell for cell, _ in shape)
    colours = problem.board.colour_of()
    cells = set()
    for cell, colour in shape:
        here = tuple(f + c - o for f, c, o in zip(first, cell, own_first, strict=True))
        if here not in free or (colour and colours.get(here, colour) != colour):
            return frozenset()
        cells.add(here)
    return frozenset(cells)


def _all_turns(cells: tuple[Cell, ...], colours: tuple[str, ...], motions: str) -> Iterator[Shape]:
    painted = list(zip(cells, colours or ("",) * len(cells), strict=True))
    if motions == "fixed":
        yield _shifted_to_origin(painted)
        return
    if motions == "half-turn":
        yield _shifted_to_origin(painted)
        yield _shifted_to_origin([((-cell[0], -cell[1]), colour) for cell, colour in painted])
        return
    for turn in _turns(len(cells[0]), mirror=motions == "free"):
        yield _shifted_to_origin([(turn(cell), colour) for cell, colour in painted])


def _turns(dimension: int, *, mirror: bool) -> list[Callable[[Cell], Cell]]:
    """Every motion about the origin, found by composing generators until nothing new turns up."""
    if dimension == 2:
        generators: list[Callable[[Cell], Cell]] = [lambda c: (c[1], -c[0])]
        probe: tuple[Cell, ...] = ((1, 0), (0, 1))
    else:
        generators = [lambda c: (c[1], -c[0], c[2]), lambda c: (c[0], c[2], -c[1])]
        probe = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    if mirror:
        generators.append(lambda c: (-c[0], *c[1:]))
    found: dict[tuple[Cell, ...], Callable[[Cell], Cell]] = {probe: lambda c: c}
    new = list(found.values())
    while new:
        turn = new.pop()
        for generator in generators:

            def both(c: Cell, turn: Callable[[Cell], Cell] = turn, then: Callable[[Cell], Cell] = generator) -> Cell:
                return then(turn(c))

            key = tuple(both(cell) for cell in probe)
            if key not in found:
                found[key] = both
                new.append(both)
    return list(found.values())


def _shifted_to_origin(painted: list[tuple[Cell, str]]) -> Shape:
    corner = [min(axis) for axis in zip(*(cell for cell, _ in painted), strict=True)]
    return frozenset((tuple(c - m for c, m in zip(cell, corner, strict=True)), colour) for cell, colour in painted)
