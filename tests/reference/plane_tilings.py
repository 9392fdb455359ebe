"""Shapes of hexagons and triangles as points of the complex plane, turned and laid by plain geometry.

A cell is the middle of its polygon; two cells touch if their middles are as near as they can be. Nothing here knows
coordinates of cells: boards give the middles of what they draw.
"""

from __future__ import annotations

from cmath import exp, pi
from collections.abc import Iterable, Iterator

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.tiling.problem import Problem

_NEAR = 1e-6
_SIXTH = exp(1j * pi / 3)

Shape = frozenset[complex]


def middle(lattice: Lattice, cell: Cell) -> complex:
    """The middle of a cell in edges of squares."""
    corners = [complex(*corner) for corner in lattice.outline(cell)]
    return sum(corners) / len(corners)


def free_shapes(kind: str, n: int) -> tuple[int, int, int]:
    """How many free, one-sided and fixed shapes of ``n`` cells there are, of hexagons or of triangles."""
    # A triangle is told from one that points the other way by where it lies: at a third or at two thirds of a rhombus.
    starts = [0j] if kind == "hex" else [(1 + _SIXTH) / 3, 2 * (1 + _SIXTH) / 3]
    shapes = [_placed([start], kind) for start in starts]
    for _ in range(n - 1):
        grown = {
            _key(_placed([*shape, beside], kind)): _placed([*shape, beside], kind)
            for shape in shapes
            for cell in shape
            for beside in _around(cell, kind)
            if all(abs(beside - other) > _NEAR for other in shape)
        }
        shapes = list(grown.values())
    fixed = len(shapes)
    one_sided = len({min(map(_key, _turns(shape, kind, mirror=False))) for shape in shapes})
    free = len({min(map(_key, _turns(shape, kind, mirror=True))) for shape in shapes})
    return free, one_sided, fixed


def tilings(problem: Problem) -> set[frozenset[tuple[str, frozenset[Cell]]]]:
    """Every tiling, by covering the first open cell; each piece is used at most as often as it may be."""
    lattice = problem.board.lattice
    middles = {cell: middle(lattice, cell) for cell in problem.board.cells}
    places: dict[str, set[frozenset[Cell]]] = {}
    for piece in problem.pieces:
        # A corner of the first cell is turned with the middles, since one triangle has the middle of another.
        points = [middle(lattice, cell) for cell in piece.shape.cells]
        corner = complex(*lattice.outline(piece.shape.cells[0])[0])
        places[piece.name] = {
            cells
            for cells, first, tip in _lying([*points, corner], piece.motions, middles)
            if any(abs(complex(*other) - tip) < 1e-4 for other in lattice.outline(first))
        }
    found: set[frozenset[tuple[str, frozenset[Cell]]]] = set()
    bounds = {piece.name: (piece.minimum, piece.maximum) for piece in problem.pieces}

    def cover(open_cells: frozenset[Cell], chosen: tuple[tuple[str, frozenset[Cell]], ...]) -> None:
        if not open_cells:
            used = [name for name, _ in chosen]
            if all(low <= used.count(name) for name, (low, _) in bounds.items()):
                found.add(frozenset(chosen))
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
    return found


def _lying(
    points: list[complex], motions: str, middles: dict[Cell, complex]
) -> Iterator[tuple[frozenset[Cell], Cell, complex]]:
    """Every way that the middles of a piece meet those of cells: these, the first of them, where the corner goes."""
    hands = [points, [point.conjugate() for point in points]] if motions == "free" else [points]
    for hand in hands:
        for sixth in range(1 if motions == "fixed" else 6):
            turned = [point * _SIXTH**sixth for point in hand]
            for first, target in middles.items():
                *moved, tip = [point + target - turned[0] for point in turned]
                cells = [next((cell for cell, at in middles.items() if abs(at - one) < 1e-4), None) for one in moved]
                if None not in cells:
                    yield frozenset([cell for cell in cells if cell is not None]), first, tip


def _around(cell: complex, kind: str) -> list[complex]:
    if kind == "hex":
        return [cell + _SIXTH**k for k in range(6)]
    # The middle of a triangle that points up is a third of an edge above its base.
    step = 1j / 3**0.5 * (-1 if _points_up(cell) else 1)
    return [cell + step * _SIXTH ** (2 * k) for k in range(3)]


def _points_up(cell: complex) -> bool:
    height = cell.imag / (3**0.5 / 2)
    return height - height // 1 < 0.5


def _placed(cells: Iterable[complex], kind: str) -> Shape:
    """The shape where all cells of its kind are the same: moved by whole edges until it is nearest to the origin."""
    every = list(cells)
    low = round(min(cell.imag for cell in every) / (3**0.5 / 2) - (0.45 if kind == "triangle" else 0))
    rows = [cell - low * _SIXTH for cell in every]
    left = min(cell.real - cell.imag / 3**0.5 for cell in rows)
    whole = round(left - (0.45 if kind == "triangle" else 0))
    return frozenset([complex(round((cell - whole).real, 9), round((cell - whole).imag, 9)) for cell in rows])


def _key(shape: Shape) -> tuple[tuple[float, float], ...]:
    return tuple(sorted((round(cell.real, 4) + 0.0, round(cell.imag, 4) + 0.0) for cell in shape))


def _turns(shape: Shape, kind: str, *, mirror: bool) -> Iterator[Shape]:
    for hand in (shape, [cell.conjugate() for cell in shape]) if mirror else (shape,):
        for sixth in range(6):
            yield _placed([cell * _SIXTH**sixth for cell in hand], kind)
