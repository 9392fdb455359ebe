"""What a box wastes at least, the slow, obvious way: every packing, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping

from tests.reference.packing.brute_force import SHAPES, Cells, placements


def least(wastes: Mapping[str, int], empty: int | None, width: int, height: int) -> int | None:
    """The least waste of the box with any number of these letters; None if it cannot be filled."""
    places: dict[tuple[int, int], list[tuple[Cells, int]]] = {}
    for letter, waste in wastes.items():
        for cells in placements(SHAPES[letter], width, height):
            places.setdefault(min(cells), []).append((cells, waste))

    def go(taken: Cells) -> int | None:
        free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in taken]
        if not free:
            return 0
        ways = [(cells, waste) for cells, waste in places.get(free[0], []) if not cells & taken]
        if empty is not None:
            ways.append((frozenset({free[0]}), empty))
        found = [(rest, waste) for cells, waste in ways if (rest := go(taken | cells)) is not None]
        return min((rest + waste for rest, waste in found), default=None)

    return go(frozenset())
