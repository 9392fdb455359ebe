"""Packing as an exact cover: every cell exactly once, every piece as often as it is there. Its 'none' is a proof.

A cell that stays empty is covered by a piece of one cell, of which there are as many as cells stay empty. Restarts try
pieces with many corners first, for they find a place only while there is room, and empty cells last.

A search that went wrong near its root spends ages below, so a complete search takes turns with restarts whose options
come in another order each. A cover that is not accepted is passed over, so that 'none' then says that none is right.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from shapewright.cells.grid import Cell
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.luby import luby
from shapewright.packing.native import CoverInstance, CoverSearch, Native, cover_instance, cover_search, tetrominoes

METHOD = "exact cover"

# Of more pieces, or more copies of each on average, the walk finds a packing sooner, or nothing does.
_MOST_PIECES = 150
_MOST_COPIES = 4
# Beyond these nodes take too long: cells and kinds are bits of sets, and options are rows.
_MOST_BITS = 1000
_MOST_ROWS = 800_000
# A little less than are built in a second.
_ROWS_A_SECOND = 150_000

_RANK = 100  # what a corner is worth beside a random number below 256
_LAST = 1 << 20


class Cover:
    """The exact covers of some ``cells`` by pieces between the least and the most ``counts``, ``empty`` cells left."""

    def __init__(
        self, native: Native, cells: Iterable[Cell], counts: tuple[Sequence[int], Sequence[int]], empty: int
    ) -> None:
        minimum, maximum = map(list, counts)
        options: list[tuple[int, list[int]]] = []
        self._placed: list[tuple[int, int, int, int]] = []
        known = set(cells)
        width, height = (max((cell[axis] for cell in known), default=-1) + 1 for axis in (0, 1))
        # Of cells that are equally hard to cover the first one is, so they follow the shorter side.
        order = sorted(known, key=lambda cell: cell[::-1] if width <= height else cell)
        place = {cell: number for number, cell in enumerate(order)}
        is_box = len(place) == width * height
        at = [place.get((x, y), -1) for y in range(height) for x in range(width)]
        for kind, turns in enumerate(native.shapes):
            for turn, shape in enumerate(turns if maximum[kind] else ()):
                offsets = [x + y * width for x, y in shape.cells]
                for y in range(height - shape.size[1] + 1):
                    for x in range(width - shape.size[0] + 1):
                        where = [at[y * width + x + offset] for offset in offsets]
                        if is_box or min(where) >= 0:
                            options.append((kind, where))
                            self._placed.append((kind, turn, x, y))
        corners = [_corners(turns[0].cells) for turns in native.shapes]
        self._ranks = [_RANK * (max(corners) - number) for number in corners]
        if empty:
            options.extend((len(minimum), [cell]) for cell in range(len(order)))
            minimum.append(empty)
            maximum.append(empty)
            self._ranks.append(_LAST)
        self._instance = cover_instance([True] * len(order), (minimum, maximum), options)

    def search(self, clock: Clock, seed: int = 0, nodes: int | None = None) -> tuple[str, bytes]:
        """The outcome 'found' with the placements, 'none' (proven), 'gave up' after so many ``nodes``, or 'stopped'.

        Without the end of the ``clock`` it depends on ``seed`` and ``nodes`` alone.
        """
        outcome, chosen = first_cover(self._instance, self._ranks, clock, seed, nodes)
        return outcome, self._raw(chosen) if outcome == "found" else b""

    def _raw(self, options: Iterable[int]) -> bytes:
        numbers = array("i")
        for option in options:
            if option < len(self._placed):
                numbers.extend(self._placed[option])
        return numbers.tobytes()


def is_soon_built(native: Native, maximum: Sequence[int], cells: int, clock: Clock) -> bool:
    """Whether a :class:`Cover` is built, and its search begun, well within the time that is left."""
    left = clock.left()
    return left is None or _rows(native, maximum, cells) <= left * _ROWS_A_SECOND


def is_large(native: Native, maximum: Sequence[int], cells: int) -> bool:
    """Whether a :class:`Cover` takes more than a second to be built, and its first pieces as long to be laid."""
    return _rows(native, maximum, cells) > _ROWS_A_SECOND


def patience(native: Native, maximum: Sequence[int], cells: int, nodes: int) -> int:
    """How many nodes a search may visit in the time that ``nodes`` of a small one take."""
    return nodes // max(1, _rows(native, maximum, cells) // _ROWS_A_SECOND)


def _rows(native: Native, maximum: Sequence[int], cells: int) -> int:
    """How many options there are at most."""
    return cells * sum([len(native.shapes[kind]) for kind, most in enumerate(maximum) if most])


def is_few(native: Native, maximum: Sequence[int], cells: int) -> bool:
    """Whether there are so few of each piece, and so few in all, that exact cover comes before the walk."""
    kinds = [kind for kind, most in enumerate(maximum) if most]
    return (
        native is not tetrominoes()
        and sum(maximum) <= min(_MOST_PIECES, _MOST_COPIES * len(kinds))
        and cells + len(kinds) < _MOST_BITS
        and _rows(native, maximum, cells) <= _MOST_ROWS
    )


def _corners(cells: Sequence[Cell]) -> int:
    """How often the border of a shape turns."""
    shape = set(cells)
    turns = 0
    for x, y in shape:
        for dx in (-1, 1):
            for dy in (-1, 1):
                beside, above = (x + dx, y) in shape, (x, y + dy) in shape
                turns += beside == above and not (beside and (x + dx, y + dy) in shape)
    return turns


_TURN = 2000  # nodes of the shortest turn
_SLICE = 0.2  # seconds


def first_cover(
    instance: CoverInstance,
    ranks: Sequence[int],
    clock: Clock,
    seed: int = 0,
    nodes: int | None = None,
    accept: Callable[[Sequence[int]], bool] | None = None,
) -> tuple[str, list[int]]:
    """The outcome 'found' with the numbers of the options, 'none' (proven), 'gave up' after ``nodes``, or 'stopped'.

    Restarts try kinds of pieces by their ``ranks``, the least first, and by chance. Without the end of the ``clock`` it
    depends on ``seed`` and ``nodes`` alone.
    """

    def ordered(turn: int) -> tuple[CoverSearch, list[int]]:
        ranked, order = instance.ranked((seed + turn * 0x9E3779B97F4A7C15) % (1 << 64), list(ranks))
        search = cover_search(ranked)
        search.start([])
        return search, order

    with interruptible() as stop:
        complete: tuple[CoverSearch, list[int]] | None = None
        used = 0
        for turn in count():
            for once in (True, False):
                # Of a large instance each order takes a second.
                if not once:
                    complete = complete or ordered(0)
                search, numbers = ordered(turn + 1) if once or complete is None else complete
                end = search.nodes + _TURN * luby(turn)
                used -= search.nodes
                while search.nodes < end:
                    slice_ = clock.slice(_SLICE)
                    if slice_ <= 0 or stop[0]:
                        return "stopped", []
                    over, found = search.run(stop, slice_, 1, end - search.nodes, True)
                    for cover in found:
                        options = [numbers[option] for option in cover]
                        if accept is None or accept(options):
                            return "found", options
                    if over:
                        return "none", []
                used += search.nodes
            if nodes is not None and used >= nodes:
                return "gave up", []
    raise AssertionError("counting ended")
