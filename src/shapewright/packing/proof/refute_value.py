"""That nothing on a board is worth more, shown again: by areas, and by a sweep over the cells of its own.

The sweep goes from cell to cell and keeps, for each set of cells further on that are covered already and each choice of
pieces, the most that they bring. What cannot come above the bound any more is dropped. It knows no linear programme and
no exact cover.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from shapewright.cells.grid import Cell
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece
from shapewright.jobs.limits import Clock

_LOOK = 4096


def value_by_areas(pieces: Sequence[Piece], worth: Sequence[int]) -> int | None:
    """A bound on what ``pieces`` bring on cells of such ``worth``, by areas alone: the dearest cells are covered.

    None if no choice of the counts fits. Time grows with cells times pieces times the logarithm of the counts.
    """
    size = len(worth)
    none = -(1 << 60)
    best = [0] + [none] * size
    for piece in pieces:
        area = piece.shape.area
        most = size // area if piece.maximum is None else min(piece.maximum, size // area)
        if piece.minimum > most:
            return None
        if piece.minimum:
            shift, gain = piece.minimum * area, piece.minimum * piece.value
            best = [none] * min(shift, size + 1) + [
                one + gain if one > none else none for one in best[: size + 1 - shift]
            ]
        more, step = most - piece.minimum, 1
        while more > 0:  # any number of further copies up to ``more``, by doubling
            some = min(step, more)
            shift, gain = some * area, some * piece.value
            for total in range(size, shift - 1, -1):
                if best[total - shift] > none:
                    best[total] = max(best[total], best[total - shift] + gain)
            more -= some
            step *= 2
    found = None
    cells, dearest = 0, sorted(worth, reverse=True)
    for total, pieces_bring in enumerate(best):
        if pieces_bring > none:
            found = pieces_bring + cells if found is None else max(found, pieces_bring + cells)
        if total < size:
            cells += dearest[total]
    return found


def is_most(
    pieces: Sequence[Piece],
    cells: Sequence[Cell],
    worth: Sequence[int],
    bound: int,
    seconds: float,
    colours: Mapping[Cell, str] | None = None,
    must: AbstractSet[Cell] = frozenset(),
    places: Sequence[Sequence[tuple[Sequence[int], int]]] | None = None,
) -> bool | None:
    """Whether ``pieces`` on ``cells`` of such ``worth`` cannot be worth more than ``bound``; None if that takes longer.

    ``colours`` are those of the board, the cells that ``must`` be covered may not stay empty. ``places``, if they are
    given, are those of each piece: which cells it takes (as positions), and what it brings there.

    Time and memory grow with the sets of cells that a piece can reach over, at worst exponentially in the shorter side.
    """
    clock = Clock(max(0.0, seconds))
    # Along the shorter side fewer cells further on can be covered already.
    wide = max(x for x, _ in cells) - min(x for x, _ in cells)
    high = max(y for _, y in cells) - min(y for _, y in cells)
    order = sorted(range(len(cells)), key=lambda one: cells[one] if high < wide else cells[one][::-1])
    place = {one: at for at, one in enumerate(order)}
    needed = [cells[one] in must for one in order]
    begins: list[list[tuple[int, int, int]]] = [[] for _ in cells]
    shares = [0.0] * len(cells)
    if places is None:
        places = [
            [
                (where, piece.value + sum(worth[one] for one in where))
                for where in (placements(tuple(cells), piece.orientations(), colours) if piece.maximum != 0 else ())
            ]
            for piece in pieces
        ]
    for kind, every in enumerate(places):
        for where, gain in every:
            steps = sorted(place[one] for one in where)
            begins[steps[0]].append((kind, sum(1 << step - steps[0] for step in steps), gain))
            for step in steps:
                shares[step] = max(shares[step], gain / len(steps))
    # A placement brings at most the shares of its cells, so that those that are free yet bound what is to come.
    hope = [0.0]
    for share in reversed(shares):
        hope.append(hope[-1] + share)
    hope.reverse()
    limited = [kind for kind, piece in enumerate(pieces) if piece.maximum is not None or piece.minimum]
    slot = {kind: number for number, kind in enumerate(limited)}
    most = [pieces[kind].maximum for kind in limited]
    least = [pieces[kind].minimum for kind in limited]
    states: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(limited)): 0}
    looked = 0
    for at in range(len(cells)):
        after: dict[tuple[int, tuple[int, ...]], int] = {}
        for (covered, used), value in states.items():
            looked += 1
            if looked % _LOOK == 0 and clock.over():
                return None
            if value + hope[at] - sum(shares[at + k] for k in _bits(covered)) < bound + 1 - 1e-6:
                continue
            if covered & 1 or not needed[at]:
                _keep(after, (covered >> 1, used), value)
            if covered & 1:
                continue
            for kind, mask, gain in begins[at]:
                if covered & mask:
                    continue
                spent = used
                if kind in slot:
                    number = slot[kind]
                    now, upper = used[number] + 1, most[number]
                    if upper is not None and now > upper:
                        continue
                    # More than are required need not be told apart, where there is no end of them.
                    now = now if upper is not None else min(now, least[number])
                    spent = (*used[:number], now, *used[number + 1 :])
                _keep(after, ((covered | mask) >> 1, spent), value + gain)
        states = after
    return not any(
        value > bound and all(there >= few for there, few in zip(used, least, strict=True))
        for (_, used), value in states.items()
    )


def _keep(states: dict[tuple[int, tuple[int, ...]], int], state: tuple[int, tuple[int, ...]], value: int) -> None:
    if value > states.get(state, value - 1):
        states[state] = value


def _bits(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]
