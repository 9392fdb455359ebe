"""Random puzzles that colourings often refute: bags of standard pieces, mostly of the board's area, some fixed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from tests.reference.tiling.algorithm_x import spots

from shapewright.cells.grid import Board
from shapewright.cells.lattices import CUBE, SQUARE
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, motions_on
from shapewright.tiling.problem import Problem

_FLAT = parse_pieces("dominoes, trominoes, tetrominoes, pentominoes, I6, L6=#...../#####, X=#.#, D=#./.#")
_SOLID = parse_pieces("tricubes, tetracubes, I2")
_SIZES = ((4, 4), (5, 4), (6, 4), (5, 5), (3, 7), (8, 2), (5, 2), (2, 2, 3), (2, 3, 3), (4, 2, 2))


def random_bag(random: Random) -> Problem:
    """A puzzle whose pieces mostly have just the area of the board."""
    size = random.choice(_SIZES)
    every = sorted(product(*map(range, size)))
    cells = frozenset(every) - frozenset(random.sample(every, random.choice((0, 0, 1, 2, 4))))
    board = Board(cells, frozenset(random.sample(sorted(cells), random.choice((0, 0, 0, 1, 3)))))
    sets = _FLAT if len(size) == 2 or random.random() < 0.3 else _SOLID
    kinds, counts = _fitting(random, sets, len(cells))
    lattice = SQUARE if len(size) == 2 else CUBE  # on which flat pieces lie in space
    pieces = []
    for kind, count in zip(kinds, counts, strict=True):
        minimum, maximum = count, random.choice((count, count, count, count + 1, None))
        if random.random() < 0.1:
            minimum = 0
        name = kind.name if random.random() < 0.9 else f"{kind.name}+"
        pieces.append(
            Piece(
                name,
                kind.shape,
                minimum,
                maximum,
                random.choice((*motions_on(lattice), "free", "one-sided")),
            )
        )
    if random.random() < 0.1:
        pieces.append(Piece("E", pieces[0].shape, 1, 1, pieces[0].motions))
    problem = Problem(board, tuple(pieces))
    if random.random() < 0.4:
        piece = random.choice(problem.pieces)
        if choices := sorted(map(sorted, spots(problem, piece))):
            fixed = Placement(piece.name, tuple(random.choice(choices)))
            return Problem(board, problem.pieces, (fixed,))
    return problem


def _fitting(random: Random, sets: Sequence[Piece], area: int) -> tuple[list[Piece], list[int]]:
    """Some kinds of pieces and a number of each, nearly always of this area together."""
    for _ in range(20):
        kinds = random.sample(sets, random.randint(1, 4))
        counts = [random.randint(1, 3) for _ in kinds[:-1]]
        left = area - sum(kind.shape.area * count for kind, count in zip(kinds, counts, strict=False))
        copies, rest = divmod(left, kinds[-1].shape.area)
        if copies > 0 and not rest:
            return kinds, [*counts, copies]
    return kinds, [*counts, 1]
