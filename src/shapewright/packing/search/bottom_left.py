"""A first packing of large pieces at once: their bounding boxes, each as low as possible and then as far left.

The skyline is the top of what is placed, as steps from left to right. Each box, the largest first, goes where its top
is lowest; what is below it is lost. That takes a moment where a search has not yet listed the places of one piece, so
there is an answer whenever somebody ends the search. Several orders are tried, and for a free box several widths.
Source: Burke, Kendall and Whitwell, "A new placement heuristic for the orthogonal stock-cutting problem" (2004).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box
    from shapewright.packing.native import Native

_CELLS = 1500  # of all pieces together: what has fewer is soon found by a search
_SEARCHED = 30_000_000  # cells of a box, times those of the largest piece
_AREA = 16  # cells of a piece on average
_WORK = 500_000  # steps of skylines that are looked at before no other order or width is tried
_WIDTHS = 60

_Lying = tuple[int, int, int, int]  # kind, turn, x, y
_Size = tuple[int, ...]


def are_large(native: Native, counts: Sequence[int]) -> bool:
    """Whether the pieces are so large that a search may have no answer for long."""
    cells = sum(map(int.__mul__, native.areas, counts))
    return cells >= max(_CELLS, _AREA * sum(counts))


def are_too_large(native: Native, counts: Sequence[int], cells: int) -> bool:
    """Whether a search in so many cells would spend its time on lists of the places of the largest piece."""
    used = [area for area, count in zip(native.areas, counts, strict=True) if count]
    return cells * max(used) > _SEARCHED


def are_rectangles(native: Native, counts: Sequence[int]) -> bool:
    """Whether every piece fills its bounding box."""
    used = [number for number, count in enumerate(counts) if count]
    return all(native.areas[one] == native.extents[one][0][0] * native.extents[one][0][1] for one in used)


def box_filled(
    native: Native, counts: Sequence[int], width: int | None, better: Callable[[Box], float]
) -> tuple[Box, bytes] | None:
    """Place all pieces in a box that starts at the origin: its sides and the placements; None if none is that narrow.

    The box has this ``width`` at most, if one is given; of several ``better`` gives the least number for the best.
    """
    pieces = _pieces(native, counts)
    widths = _widths(native, pieces) if width is None else iter((width,))
    found: tuple[float, Box, list[_Lying]] | None = None
    looked = 0
    for limit in widths:
        for standing, order in product(_STANDING, _ORDERS):
            if looked > _WORK:
                break
            skyline, laid = _Skyline(limit, standing), list[_Lying]()
            for kind in _sorted(native, pieces, order):
                place = skyline.lowest(native.extents[kind])
                if place is None:
                    break
                laid.append((kind, *skyline.put(native.extents[kind], place)))
            looked += skyline.looked
            if len(laid) < len(pieces):
                continue
            ends = [(x + native.extents[kind][turn][0], y + native.extents[kind][turn][1]) for kind, turn, x, y in laid]
            box = max(x for x, _ in ends), max(y for _, y in ends)
            if found is None or better(box) < found[0]:
                found = better(box), box, laid
    return None if found is None else (found[1], _packed(found[2]))


def boards_filled(native: Native, counts: Sequence[int], box: _Size, most: int) -> list[bytes] | None:
    """Place all pieces on copies of a board, each piece on the first where it fits; None if ``most`` are not enough."""
    pieces = _pieces(native, counts)
    best: list[bytes] | None = None
    for standing, order in product(_STANDING, _ORDERS):
        boards: list[tuple[_Skyline, list[_Lying]]] = []
        for kind in _sorted(native, pieces, order):
            sizes = native.extents[kind]
            for at in range(len(boards) + 1):
                if at == len(boards):
                    boards.append((_Skyline(box[0], standing), []))
                place = boards[at][0].lowest(sizes, box[1])
                if place is not None:
                    boards[at][1].append((kind, *boards[at][0].put(sizes, place)))
                    break
            if place is None or len(boards) > most:
                return best
        if best is None or len(boards) < len(best):
            best = [_packed(laid) for _, laid in boards]
    return best


_ORDERS: tuple[Callable[[Sequence[_Size]], tuple[int, int]], ...] = (
    lambda sizes: (max(sizes[0]), min(sizes[0])),
    lambda sizes: (min(sizes[0]), max(sizes[0])),
    lambda sizes: (sizes[0][0] * sizes[0][1], max(sizes[0])),
    lambda sizes: (min(high for _, high in sizes), max(sizes[0])),
)
"""What the boxes are sorted by: the longer side, the shorter one, the area, the least height."""


_STANDING = (None, True, False)
"""Whether boxes stand, lie, or do what is best at each place."""


def _sorted(native: Native, pieces: Sequence[int], order: Callable[[Sequence[_Size]], tuple[int, int]]) -> list[int]:
    return sorted(pieces, key=lambda kind: order(native.extents[kind]), reverse=True)


def _pieces(native: Native, counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _widths(native: Native, pieces: Iterable[int]) -> Iterator[int]:
    """Widths to try: multiples of sides, and some between, those near the square first."""
    sizes = [native.extents[kind] for kind in pieces]
    square = isqrt(sum(one[0][0] * one[0][1] for one in sizes)) + 1
    least = max(min(wide for wide, _ in one) for one in sizes)
    sides = {side for one in sizes for size in one for side in size}
    tried = {many * side for side in sides for many in range(1, 2 * square // side + 1)}
    tried |= set(range(square, 2 * square, max(1, square // 20)))
    near = sorted((width for width in tried if width >= least), key=lambda width: abs(width - square))
    yield from near[:_WIDTHS] or [least]


class _Skyline:
    """The tops of what is placed: where each step begins, and how high it is."""

    def __init__(self, width: int, standing: bool | None = None) -> None:
        self.width = width
        self.standing = standing
        self.steps = [(0, 0)]
        self.looked = 0

    def lowest(self, sizes: Sequence[_Size], height: int | None = None) -> tuple[int, int, int] | None:
        """The place where a box of one of these sizes ends lowest: which one, x and y; None if none fits."""
        best: tuple[int, int, int, int] | None = None
        self.looked += len(sizes) * len(self.steps)
        turns = [(wide, high, turn) for turn, (wide, high) in enumerate(sizes) if wide <= self.width]
        if self.standing is not None and turns:
            turns = [min(turns) if self.standing else max(turns)]
        for wide, high, turn in turns:
            for first, (x, _) in enumerate(self.steps):
                if x + wide > self.width:
                    break
                y = max(top for begin, top in self.steps[first:] if begin < x + wide)
                place = (y + high, x, turn, y)
                if (height is None or place[0] <= height) and (best is None or place < best):
                    best = place
        return None if best is None else (best[2], best[1], best[3])

    def put(self, sizes: Sequence[_Size], place: tuple[int, int, int]) -> tuple[int, int, int]:
        """Raise the skyline over a box in that place."""
        turn, x, y = place
        wide, high = sizes[turn]
        after = [top for begin, top in self.steps if begin <= x + wide][-1]
        steps = [step for step in self.steps if not x <= step[0] <= x + wide]
        steps += [(x, y + high), *([(x + wide, after)] if x + wide < self.width else [])]
        self.steps = sorted(steps)
        return place


def _packed(laid: Iterable[_Lying]) -> bytes:
    return array("i", [number for one in laid for number in one]).tobytes()
