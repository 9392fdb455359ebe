"""The most that pieces on a board are worth, the slow, obvious way: cell by cell, every piece that begins there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.reference.tiling import brute_force as turns

Cell = tuple[int, int]
Kind = tuple[str, int, int, int | None]  # rows joined by /, value, minimum, maximum


def most_value(kinds: Sequence[Kind], worth: Mapping[Cell, int], motions: str = "free") -> int | None:
    """The most; None if the pieces that must lie there do not fit."""
    shapes = [
        {frozenset(cell for cell, _ in turn) for turn in turns._all_turns(_cells(art), (), motions)}
        for art, *_ in kinds
    ]
    order = sorted(worth)
    best: int | None = None

    def lay(at: int, free: frozenset[Cell], used: tuple[int, ...], value: int) -> None:
        nonlocal best
        if at == len(order):
            if all(count >= kind[2] for count, kind in zip(used, kinds, strict=True)):
                best = value if best is None else max(best, value)
            return
        first = order[at]
        if first in free:
            for number, (_, gain, _, most) in enumerate(kinds):
                if most is not None and used[number] >= most:
                    continue
                more = (*used[:number], used[number] + 1, *used[number + 1 :])
                for shape in shapes[number]:
                    x, y = min(shape)
                    moved = frozenset((cx - x + first[0], cy - y + first[1]) for cx, cy in shape)
                    if moved <= free:
                        lay(at + 1, free - moved, more, value + gain + sum(worth[cell] for cell in moved))
        lay(at + 1, free - {first}, used, value)

    lay(0, frozenset(worth), (0,) * len(kinds), 0)
    return best


def _cells(art: str) -> list[Cell]:
    return [(x, -y) for y, row in enumerate(art.split("/")) for x, mark in enumerate(row) if mark == "#"]
