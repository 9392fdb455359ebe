"""Finesse: the shortest key presses that bring a piece to its place."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.clear.drops import Drop, fits, is_grounded, is_soft, must_spin
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, Placement
from shapewright.clear.problem import read_field
from shapewright.clear.spins import is_turned_as_wanted

KEYS = (
    *("left", "right", "all the way left", "all the way right", "cw", "ccw", "180"),
    *("soft drop", "down to row", "hard drop"),
)
"""The keys; "all the way" is one press held down (DAS), "soft drop" one held until the piece rests.

"down to row 3" is a soft drop that ends when the centre of the piece is in row 3, the lowest row being 0: wherever a
game lets pieces begin, that is the same place.
"""

_SPAWN_COLUMN = 4
_HIGH = 12

_State = tuple[str, int, int]


def presses(
    field: Field | str, placement: Placement, kicks: Kicks, drop: Drop = "soft", *, das: bool = True
) -> tuple[str, ...] | None:
    """The shortest row of ``KEYS`` that locks the piece there, or in a facing with the same cells; None without any.

    The piece starts above the stack, facing north, with its centre in column 4. It does not fall by itself, and
    locks by hard drop, which is the last key. Of equally short rows the one is given that comes first in the order of
    ``KEYS``. Without ``das`` a key to the side moves by one column. If the drop asks every T to spin, the last key but
    one turns it.

    >>> from shapewright.clear import Field, Kicks, Placement
    >>> presses(Field(), Placement("L", "E", 0, 1), Kicks.named("srs"))
    ('cw', 'all the way left', 'hard drop')
    """
    field = read_field(field)
    piece = placement.piece
    goals = {(other.facing, other.x, other.y) for other in placement.alike()}
    start = ("N", _SPAWN_COLUMN, field.height + 2)
    came: dict[_State, tuple[_State, str] | None] = {start: None}
    waiting = [start]
    is_spin = must_spin(piece, drop)
    for state in waiting:
        if not is_spin and _dropped(field, piece, state) in goals:
            return (*_keys(came, state), "hard drop")
        for after, key in _pressed(field, piece, kicks, state, das, is_soft(piece, drop)):
            if is_spin and after in goals and state[0] != after[0]:
                target = Placement(piece, *after)
                is_regular = (state[0] + after[0], (after[1] - state[1], after[2] - state[2])) in kicks.regular
                if is_grounded(field, target) and is_turned_as_wanted(field, target, drop, is_regular=is_regular):
                    return (*_keys(came, state), key, "hard drop")
            if after not in came:
                came[after] = (state, key)
                waiting.append(after)
    return None


def _keys(came: dict[_State, tuple[_State, str] | None], state: _State) -> tuple[str, ...]:
    """The keys that led there."""
    keys = []
    while (before := came[state]) is not None:
        state, key = before
        keys.append(key)
    return tuple(reversed(keys))


def _pressed(
    field: Field, piece: str, kicks: Kicks, state: _State, das: bool, soft: bool
) -> Iterator[tuple[_State, str]]:
    """Where each key leads, but for hard drop."""
    facing, x, y = state
    for step, key in ((-1, "left"), (1, "right")):
        if fits(field, piece, facing, x + step, y):
            yield (facing, x + step, y), key
    for step, key in ((-1, "all the way left"), (1, "all the way right")):
        column = x
        while das and fits(field, piece, facing, column + step, y):
            column += step
        if abs(column - x) > 1:
            yield (facing, column, y), key
    for turn, key in ((1, "cw"), (3, "ccw"), (2, "180")):
        turned = FACINGS[(FACINGS.index(facing) + turn) % 4]
        for dx, dy in kicks.offsets(piece, facing, turned):
            if fits(field, piece, turned, x + dx, y + dy):
                # High above the stack all rows are alike, and a kick system may lead up without end.
                yield (turned, x + dx, min(y + dy, field.height + _HIGH)), key
                break
    if soft:
        dropped = _dropped(field, piece, state)
        if dropped != state:
            yield dropped, "soft drop"
            for row in range(y - 1, dropped[2], -1):
                yield (facing, x, row), f"down to row {row}"


def _dropped(field: Field, piece: str, state: _State) -> _State:
    facing, x, y = state
    while fits(field, piece, facing, x, y - 1):
        y -= 1
    return facing, x, y
