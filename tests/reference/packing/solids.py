"""Packings in space the slow, obvious way: every piece at every place, and gravity by every order of the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product

Cell = tuple[int, int, int]
Solid = frozenset[Cell]


def turned(solid: Solid) -> set[Solid]:
    """Every rotation of a solid, each moved to the origin."""
    found = {_home(solid)}
    waiting = list(found)
    while waiting:
        one = waiting.pop()
        for other in ({(y, -x, z) for x, y, z in one}, {(x, z, -y) for x, y, z in one}):
            moved = _home(frozenset(other))
            if moved not in found:
                found.add(moved)
                waiting.append(moved)
    return found


def packings(solids: Sequence[Solid], box: Cell) -> Iterator[list[Solid]]:
    """Every way to lay the solids in the box, in space without gravity."""
    if not solids:
        yield []
        return
    for last in _places(solids[-1], box):
        for others in packings(solids[:-1], box):
            if not any(last & other for other in others):
                yield [*others, last]


def obeys_gravity(lying: Sequence[Solid]) -> bool:
    """Whether some order has each piece come straight down and rest."""
    return any(_comes_down(order) for order in permutations(lying))


def fits(solids: Sequence[Solid], box: Cell, *, gravity: bool) -> bool:
    """Whether the solids lie in the box."""
    return any(not gravity or obeys_gravity(lying) for lying in packings(solids, box))


def best_box(solids: Sequence[Solid], *, gravity: bool) -> tuple[int, int, int]:
    """Volume, surface (half of it) and height (0 without gravity) of the best box."""
    volume = sum(map(len, solids))
    while True:
        found = [
            (volume, a * b + b * c + a * c, c if gravity else 0)
            for a, b, c in product(range(1, volume + 1), repeat=3)
            if a * b * c == volume and a <= b and fits(solids, (a, b, c), gravity=gravity)
        ]
        if found:
            return min(found)
        volume += 1


def _comes_down(order: Sequence[Solid]) -> bool:
    lying: set[Cell] = set()
    for solid in order:
        if any((x, y) == (a, b) and c > z for x, y, z in solid for a, b, c in lying):
            return False
        if not any(z == 0 or (x, y, z - 1) in lying for x, y, z in solid):
            return False
        lying |= solid
    return True


@cache
def _places(solid: Solid, box: Cell) -> list[Solid]:
    found = []
    for shape in turned(solid):
        for a, b, c in product(*map(range, box)):
            moved = frozenset((x + a, y + b, z + c) for x, y, z in shape)
            if all(v < side for cell in moved for v, side in zip(cell, box, strict=True)):
                found.append(moved)
    return found


def _home(solid: Solid) -> Solid:
    low = [min(cell[axis] for cell in solid) for axis in range(3)]
    return frozenset((x - low[0], y - low[1], z - low[2]) for x, y, z in solid)
