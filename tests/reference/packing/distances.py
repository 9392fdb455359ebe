"""Pieces that keep their distance, the slow, obvious way: one after the other, wherever it is far from the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tests.reference.tiling import brute_force as turns

Cell = tuple[int, int]


def fits(arts: Sequence[str], width: int, height: int, clearance: int, margin: int) -> bool:
    """Whether one of each piece (rows joined by /) lies in the box."""

    def lay(left: Sequence[str], lying: list[frozenset[Cell]]) -> bool:
        if not left:
            return True
        for shape in _shapes(left[0]):
            for x in range(width):
                for y in range(height):
                    moved = frozenset((cx + x, cy + y) for cx, cy in shape)
                    inside = all(margin <= cx < width - margin and margin <= cy < height - margin for cx, cy in moved)
                    apart = inside and all(_gap(moved, other) >= clearance for other in lying)
                    if apart and lay(left[1:], [*lying, moved]):
                        return True
        return False

    return lay(arts, [])


def least_area(arts: Sequence[str], clearance: int, margin: int) -> int:
    """The least area of a box."""
    area = 1
    while True:
        sides = [(side, area // side) for side in range(1, area + 1) if area % side == 0 and side * side <= area]
        if any(fits(arts, *box, clearance, margin) for box in sides):
            return area
        area += 1


def _gap(one: frozenset[Cell], other: frozenset[Cell]) -> int:
    """The free cells between the nearest cells of two pieces; -1 where they overlap."""
    return min(max(abs(ax - bx), abs(ay - by)) for ax, ay in one for bx, by in other) - 1


@cache
def _shapes(art: str) -> tuple[frozenset[Cell], ...]:
    cells = [(x, -y) for y, row in enumerate(art.split("/")) for x, mark in enumerate(row) if mark == "#"]
    found = {frozenset(cell for cell, _ in turn) for turn in turns._all_turns(cells, (), "free")}  # type: ignore[arg-type]
    return tuple(frozenset((cell[0], cell[1]) for cell in shape) for shape in sorted(found, key=sorted))


def most(
    kinds: Sequence[tuple[str, int, int, int]],
    board: frozenset[Cell],
    worth: dict[Cell, int],
    clearance: int,
    margin: int,
) -> int | None:
    """The most that pieces (rows joined by /, least and most copies, value) and the cells under them are worth."""
    outside = {(x, y) for x in range(-9, 20) for y in range(-9, 20)} - board

    def lay(number: int, copies: int, lying: list[frozenset[Cell]], value: int) -> int | None:
        if number == len(kinds):
            return value
        art, low, high, own = kinds[number]
        found = [] if copies < low else [lay(number + 1, 0, lying, value)]
        for shape in _shapes(art) if copies < high else ():
            for x, y in sorted(board):
                moved = frozenset((cx + x, cy + y) for cx, cy in shape)
                inside = moved <= board and (not margin or _gap(moved, frozenset(outside)) >= margin)
                if inside and all(_gap(moved, other) >= clearance for other in lying):
                    gain = own + sum(worth[cell] for cell in moved)
                    found.append(lay(number, copies + 1, [*lying, moved], value + gain))
        return max((one for one in found if one is not None), default=None)

    return lay(0, 0, [], 0)
