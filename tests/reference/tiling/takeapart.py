"""The slow twin of taking apart: every group, every direction, every unit, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Cell = tuple[int, int, int]
State = tuple[Cell, ...]


def fewest_moves(pieces: list[frozenset[Cell]], axes: int) -> int | None:
    """The moves until some of the pieces are out, the last one included; None if that never happens."""
    layer: list[State] = [tuple((0, 0, 0) for _ in pieces)]
    seen = set(layer)
    moves = 0
    while layer:
        moves += 1
        following: list[State] = []
        for state in layer:
            for after in _moves(pieces, state, axes):
                if after is None:
                    return moves
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    return None


def comes_apart(pieces: list[frozenset[Cell]], axes: int) -> bool:
    """Whether single pieces can be reached: every two pieces part somewhere on the way, in whatever order."""
    if len(pieces) < 2:
        return True
    layer: list[State] = [tuple((0, 0, 0) for _ in pieces)]
    seen = set(layer)
    while layer:
        following: list[State] = []
        for state in layer:
            for group, _, far in _groups(pieces, state, axes):
                if far:
                    now = _placed(pieces, state)
                    out = [now[k] for k in group]
                    rest = [now[k] for k in range(len(pieces)) if k not in group]
                    return comes_apart(out, axes) and comes_apart(rest, axes)
            for after in _moves(pieces, state, axes):
                if after is not None and after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    return False


def _moves(pieces: list[frozenset[Cell]], state: State, axes: int) -> Iterator[State | None]:
    """The states after one move, relative to the first piece; None for a group that gets out."""
    for group, afters, far in _groups(pieces, state, axes):
        if far:
            yield None
        for shift in afters:
            moved = [_plus(place, shift) if k in group else place for k, place in enumerate(state)]
            first = moved[0]
            yield tuple((x - first[0], y - first[1], z - first[2]) for x, y, z in moved)


def _groups(
    pieces: list[frozenset[Cell]], state: State, axes: int
) -> Iterator[tuple[tuple[int, ...], list[Cell], bool]]:
    """Each group, the shifts that it can make in one direction, and whether it meets nothing for good."""
    now = _placed(pieces, state)
    span = 2 + sum(max(c) - min(c) for cells in now for c in zip(*cells, strict=True)) + _spread(now)
    for size in range(1, len(pieces)):
        for group in combinations(range(len(pieces)), size):
            moving = {cell for k in group for cell in now[k]}
            resting = {cell for k, cells in enumerate(now) if k not in group for cell in cells}
            for axis in range(axes):
                for sign in (1, -1):
                    shifts: list[Cell] = []
                    for unit in range(1, span + 1):
                        shift = tuple(sign * unit if k == axis else 0 for k in range(3))
                        if any(_plus(cell, shift) in resting for cell in moving):
                            break
                        shifts.append(shift)  # type: ignore[arg-type]
                    yield group, shifts, len(shifts) == span


def _placed(pieces: list[frozenset[Cell]], state: State) -> list[frozenset[Cell]]:
    return [frozenset(_plus(cell, place) for cell in cells) for cells, place in zip(pieces, state, strict=True)]


def _spread(now: list[frozenset[Cell]]) -> int:
    every = [cell for cells in now for cell in cells]
    return max(max(axis) - min(axis) + 1 for axis in zip(*every, strict=True))


def _plus(cell: Cell, shift: Cell) -> Cell:
    return cell[0] + shift[0], cell[1] + shift[1], cell[2] + shift[2]
