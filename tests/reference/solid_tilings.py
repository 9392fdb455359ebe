"""Shapes of balls, prisms and tetrahedra as points of space, turned by matrices and laid by plain geometry.

A cell is the set of its corners, a ball its centre. Nothing here knows coordinates of cells or motions of lattices:
boards give what they draw. Balls are turned by all rotations that take three touching ones to such, not by those of the
lattice alone.
"""

from __future__ import annotations

from itertools import permutations, product
from math import cos, dist, pi, sin

from shapewright.cells.grid import Board, Cell
from shapewright.tiling.problem import Problem

Point = tuple[float, ...]
Solid = frozenset[Point]
Shape = frozenset[Solid]
Matrix = tuple[tuple[float, ...], ...]

PATCHES = {"sphere": "11x11x11", "prism": "7x7x7", "rhombic": "3x3x3", "tetra-octa": "4x4x4"}


def solids(board: Board) -> dict[Cell, Solid]:
    """What each cell of a board is in space."""
    bodies = board.lattice.bodies(board.cells)
    assert bodies is not None
    return {cell: frozenset(body.corners or (body.middle,)) for cell, body in bodies.items()}


def turns(kind: str, *, mirror: bool) -> list[Matrix]:
    """The rotations of a lattice, and if wanted the reflections, as matrices."""
    found = _of_prisms() if kind == "prism" else _of_cubes()
    if kind == "sphere":
        # A sixth of a turn about each diagonal takes the flat layers across it to themselves.
        sixths = [_about(axis, pi / 3) for axis in product((1, -1), (1, -1), (1,))]
        found += [_product(turn, sixth) for turn in found for sixth in sixths]
    if mirror:
        found += [tuple([tuple([-value for value in row]) for row in turn]) for turn in found]
    return found


def shapes(kind: str, n: int) -> tuple[int, int, int]:
    """How many free, one-sided and fixed shapes of ``n`` cells there are."""
    patch = list(solids(Board.from_text(f"{kind}:{PATCHES[kind]}")).values())
    near = _beside(patch, kind)
    middle = _mean([_mean(solid) for solid in patch])
    reach = {"sphere": 0.8, "prism": 1.3, "rhombic": 1.6, "tetra-octa": 2.5}[kind]
    grown = {frozenset([k]) for k, solid in enumerate(patch) if dist(_mean(solid), middle) < reach}
    for _ in range(n - 1):
        grown = {shape | {other} for shape in grown for own in shape for other in near[own] if other not in shape}
    fixed = {_placed([patch[k] for k in shape]) for shape in grown}
    return _classes(fixed, turns(kind, mirror=True)), _classes(fixed, turns(kind, mirror=False)), len(fixed)


def tilings(problem: Problem) -> set[frozenset[tuple[str, frozenset[Cell]]]]:
    """Every tiling, by covering the first open cell; each piece is used at most as often as it may be."""
    kind = problem.board.lattice.name
    board = solids(problem.board)
    at = {_rounded(solid): cell for cell, solid in board.items()}
    places: dict[str, set[frozenset[Cell]]] = {}
    for piece in problem.pieces:
        own = list(solids(Board(frozenset(piece.shape.cells), lattice=piece.shape.lattice)).values())
        some = turns(kind, mirror=piece.motions == "free")[: 1 if piece.motions == "fixed" else None]
        places[piece.name] = found = set()
        for turn in some:
            turned = [frozenset([_apply(turn, point) for point in solid]) for solid in own]
            start = _mean(turned[0])
            for target in board.values():
                shift = [a - b for a, b in zip(_mean(target), start, strict=True)]
                moved = [at.get(_rounded(_shifted(solid, shift))) for solid in turned]
                if None not in moved:
                    found.add(frozenset([cell for cell in moved if cell is not None]))
    solutions: set[frozenset[tuple[str, frozenset[Cell]]]] = set()
    bounds = {piece.name: (piece.minimum, piece.maximum) for piece in problem.pieces}

    def cover(open_cells: frozenset[Cell], chosen: tuple[tuple[str, frozenset[Cell]], ...]) -> None:
        if not open_cells:
            used = [name for name, _ in chosen]
            if all(low <= used.count(name) for name, (low, _) in bounds.items()):
                solutions.add(frozenset(chosen))
            return
        first = min(open_cells)
        for name, every in places.items():
            most = bounds[name][1]
            if most is not None and sum(own == name for own, _ in chosen) >= most:
                continue
            for cells in every:
                if first in cells and cells <= open_cells:
                    cover(open_cells - cells, (*chosen, (name, cells)))

    cover(problem.board.cells, ())
    return solutions


def _beside(patch: list[Solid], kind: str) -> dict[int, list[int]]:
    """Balls touch at a distance of 1; other cells share at least three corners."""
    keys = [_rounded(solid) for solid in patch]
    found: dict[int, list[int]] = {k: [] for k in range(len(patch))}
    middles = [_mean(solid) for solid in patch]
    for one in range(len(patch)):
        for other in range(one):
            if kind == "sphere":
                touch = abs(dist(middles[one], middles[other]) - 1) < 1e-6
            else:
                touch = dist(middles[one], middles[other]) < 2 and len(keys[one] & keys[other]) >= 3
            if touch:
                found[one].append(other)
                found[other].append(one)
    return found


def _classes(fixed: set[Shape], matrices: list[Matrix]) -> int:
    """How many there are if those count once that a matrix takes to each other."""
    left, number = set(fixed), 0
    while left:
        number += 1
        shape = left.pop()
        for turn in matrices:
            left.discard(_placed([frozenset([_apply(turn, point) for point in solid]) for solid in shape]))
    return number


def _placed(cells: list[Solid]) -> Shape:
    low = min((point for solid in cells for point in solid), key=_round)
    return frozenset([_rounded(_shifted(solid, [-value for value in low])) for solid in cells])


def _of_cubes() -> list[Matrix]:
    found = []
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            matrix = tuple(
                [tuple([sign if k == axis else 0 for k in range(3)]) for axis, sign in zip(axes, signs, strict=True)]
            )
            if _determinant(matrix) > 0:
                found.append(matrix)
    return sorted(found, key=lambda matrix: matrix != ((1, 0, 0), (0, 1, 0), (0, 0, 1)))


def _of_prisms() -> list[Matrix]:
    sixths = [((cos(a), -sin(a), 0), (sin(a), cos(a), 0), (0, 0, 1)) for a in (k * pi / 3 for k in range(6))]
    over = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
    return [*sixths, *[_product(sixth, over) for sixth in sixths]]


def _about(axis: tuple[int, ...], angle: float) -> Matrix:
    """Rodrigues' formula."""
    x, y, z = (value / 3**0.5 for value in axis)
    c, s = cos(angle), sin(angle)
    return (
        (c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s),
        (y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s),
        (z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)),
    )


def _product(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return tuple([tuple([sum(a * b for a, b in zip(row, column, strict=True)) for column in columns]) for row in one])


def _determinant(m: Matrix) -> float:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _apply(matrix: Matrix, point: Point) -> Point:
    return tuple([sum(a * b for a, b in zip(row, point, strict=True)) for row in matrix])


def _shifted(solid: Solid, by: list[float]) -> Solid:
    return frozenset([tuple([a + b for a, b in zip(point, by, strict=True)]) for point in solid])


def _mean(points: frozenset[Point] | list[Point]) -> Point:
    return tuple([sum(values) / len(points) for values in zip(*points, strict=True)])


def _round(point: Point) -> Point:
    return tuple([round(value, 3) + 0.0 for value in point])


def _rounded(solid: Solid) -> Solid:
    return frozenset(map(_round, solid))
