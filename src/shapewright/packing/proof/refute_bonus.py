"""That touching pieces bring no more on a board, shown again: piece by piece, every place of each.

What pieces that lie bring already, and what pairs with a piece that does not lie yet could bring, bound what is to
come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement, placements
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.cells.grid import Board
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.bonuses import Bonuses

_LOOK = 1024


class _OverError(Exception):
    """The time is over."""


def is_most_bonus(
    pieces: Sequence[Piece],
    board: Board,
    fixed: Sequence[Placement],
    bonuses: Bonuses,
    bound: int,
    seconds: float,
) -> bool | None:
    """Whether ``pieces`` on ``board``, as many of each as allowed, never bring more than ``bound``; None if that takes
    longer.

    The ``fixed`` ones among them lie there already. Time grows exponentially with the pieces.
    """
    clock = Clock(max(0.0, seconds))
    cells = board.order()
    at = {cell: number for number, cell in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    near = [sum(1 << at[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in at) for x, y in cells]
    lying: list[tuple[str, int]] = []
    taken = 0
    for one in fixed:
        mask = sum(1 << at[cell] for cell in one.cells)
        taken |= mask
        lying.append((one.piece, mask))
    todo: list[tuple[str, list[tuple[int, int]]]] = []
    # For each that may be left out, those after it of other names.
    after: dict[int, int] = {}
    for piece in pieces:
        there = sum(one.piece == piece.name for one in fixed)
        room = (len(cells) - taken.bit_count()) // piece.shape.area
        least = max(0, piece.minimum - there)
        left = max(least, room if piece.maximum is None else min(room, piece.maximum - there))
        if left <= 0:
            continue
        after |= dict.fromkeys(range(len(todo) + least, len(todo) + left), len(todo) + left)
        every = []
        for where in placements(cells, piece.orientations()):
            mask = beside = 0
            for cell in where:
                mask |= 1 << cell
                beside |= near[cell]
            every.append((mask, beside))
        todo += [(piece.name, every)] * left
    names = [name for name, _ in todo]
    # What pairs with a piece from here on could bring.
    hope = [0] * (len(todo) + 1)
    for number in range(len(todo) - 1, -1, -1):
        earlier = [*[name for name, _ in lying], *names[:number]]
        hope[number] = hope[number + 1] + sum(max(0, bonuses.of(names[number], other)) for other in earlier)
    looked = 0

    def lay(number: int, taken: int, start: int, value: int) -> bool:
        """Whether more than the bound is reached."""
        nonlocal looked
        looked += 1
        if looked % _LOOK == 0 and clock.over():
            raise _OverError
        if value + hope[number] <= bound:
            return False
        if number == len(todo):
            return True
        if number in after and lay(after[number], taken, 0, value):
            return True
        name, every = todo[number]
        # Copies of a piece come in the order of their places.
        again = number + 1 < len(todo) and todo[number + 1][0] == name
        for place in range(start, len(every)):
            mask, beside = every[place]
            if mask & taken:
                continue
            more = sum(bonuses.of(name, other) for other, there in lying if beside & there)
            lying.append((name, mask))
            found = lay(number + 1, taken | mask, place + 1 if again else 0, value + more)
            lying.pop()
            if found:
                return True
        return False

    given = sum(
        bonuses.of(one, other)
        for number, (one, mask) in enumerate(lying)
        for other, there in lying[:number]
        if any(near[cell] & there for cell in range(len(cells)) if mask >> cell & 1)
    )
    try:
        return not lay(0, taken, 0, given)
    except _OverError:
        return None
