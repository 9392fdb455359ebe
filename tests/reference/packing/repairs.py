"""The fewest pieces that must be laid for another bag, the slow, obvious way: every packing of it, compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tests.reference.tiling import brute_force as turns

Cells = frozenset[tuple[int, int]]
Kind = tuple[str, Sequence[tuple[int, int]], int]  # name, cells, how many


def packings(kinds: Sequence[Kind], board: Cells, motions: str = "free") -> Iterator[frozenset[tuple[str, Cells]]]:
    """Every way to lay all the pieces by their motions."""
    places = []
    for name, cells, count in kinds:
        shapes = {frozenset(cell for cell, _ in turn) for turn in turns._all_turns(tuple(cells), (), motions)}
        every = {
            frozenset((x + dx, y + dy) for x, y in shape)
            for shape in shapes
            for dx, dy in [(bx - min(shape)[0], by - min(shape)[1]) for bx, by in board]
        }
        places += [(name, sorted((one for one in every if one <= board), key=sorted))] * count

    def lay(number: int, free: Cells, start: int) -> Iterator[frozenset[tuple[str, Cells]]]:
        if number == len(places):
            yield frozenset()
            return
        name, every = places[number]
        again = number + 1 < len(places) and places[number + 1][0] == name
        for at in range(start, len(every)):
            if every[at] <= free:
                for rest in lay(number + 1, free - every[at], at + 1 if again else 0):
                    yield rest | {(name, every[at])}

    yield from lay(0, board, 0)


def fewest(
    kinds: Sequence[Kind],
    board: Cells,
    before: Collection[tuple[str, Cells]],
    staying: Collection[tuple[str, Cells]] = (),
    motions: str = "free",
) -> int | None:
    """The fewest pieces that lie elsewhere than before; None if the pieces do not fit beside those that stay."""
    old = set(before)
    found = [len(one - old) for one in packings(kinds, board, motions) if set(staying) <= one]
    return min(found, default=None)
