"""Burrs of six pieces by rule: sticks of 2x2x6 that cross in pairs, and what a saw can cut out of them."""

from __future__ import annotations

from itertools import combinations, product

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.polyomino import Piece, Polyomino

Cell = tuple[int, int, int]

# The cells (y, z) of a cross-section that one cut of the saw takes: a side of two. The upper side looks inward.
_UPPER, _LOWER, _LEFT, _RIGHT = (
    frozenset(side) for side in (((0, 1), (1, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)))
)


def burr_board() -> Board:
    """The cells of six sticks, two along each axis."""
    cells: set[Cell] = set()
    for low in (1, 3):
        for along, a, b in product(range(6), range(2), range(2)):
            cells |= {(along, 2 + a, low + b), (low + b, along, 2 + a), (2 + a, low + b, along)}
    return Board(frozenset(cells))


def notchable_pieces() -> list[Polyomino]:
    """Sticks with notches, each as wide as the stick, that other sticks of a burr may fill.

    Two of its four places lie within the reach of sticks on both sides: there the saw may cut from all four sides. At
    the two beside them it may cut from above alone. The stick stays whole. Source: W. Cutler, the 59 notchable pieces.
    """
    cuts = (_UPPER, _LOWER, _LEFT, _RIGHT)
    middle = {frozenset().union(*some) for number in range(3) for some in combinations(cuts, number)}
    beside = (frozenset(), _UPPER)
    found: dict[tuple[tuple[Cell, ...], ...], Polyomino] = {}
    for sections in product(beside, middle, middle, beside):
        gone = {(x, y, z) for x, section in enumerate(sections, start=1) for y, z in section}
        cells = {(x, y, z) for x, y, z in product(range(6), range(2), range(2)) if (x, y, z) not in gone}
        if _is_whole(cells):
            shape = Polyomino(tuple(cells))
            turned = sorted(each.cells for each in shape.orientations("one-sided"))
            found.setdefault(tuple(turned), shape)  # type: ignore[arg-type]
    return [found[key] for key in sorted(found)]


def solid_burrs() -> tiling.Problem:
    """All burrs without a hole inside: each notchable piece up to six times."""
    pieces = [Piece(f"P{k}", shape, 0, 6, "one-sided") for k, shape in enumerate(notchable_pieces(), start=1)]
    return tiling.Problem(burr_board(), tuple(pieces), title="Solid burrs of six pieces")


def _is_whole(cells: set[Cell]) -> bool:
    first = min(cells)
    seen, waiting = {first}, [first]
    while waiting:
        x, y, z = waiting.pop()
        for neighbour in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)):
            if neighbour in cells and neighbour not in seen:
                seen.add(neighbour)
                waiting.append(neighbour)
    return len(seen) == len(cells)
