"""The rules of the game in plain Python: what fits, where a piece can lock, what becomes of the field.

A piece starts anywhere above the stack, in any facing that its kick system lets it reach in open air from the north. It
moves left, right and down, turns with kicks, and locks where it cannot move down. Slow and readable: everything faster
is compared with this.
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.clear.drops import Drop, falls_to, fits, is_grounded, is_soft, must_spin
from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, Placement, cells_of, facings_alike
from shapewright.clear.spins import spins
from shapewright.errors import ProblemError

State = tuple[str, int, int]
"""A facing, and the column and row of the centre."""

# A kick goes down by 4 rows at most, and what turns reaches 2 further down: from higher up no turn ends in the stack.
_ABOVE = 6


def reachable(field: Field, piece: str, kicks: Kicks, drop: Drop = "soft") -> tuple[Placement, ...]:
    """All placements in which the piece can lock, each set of cells once, within the 20 rows of the field.

    They are canonical and sorted by facing (in the order of ``FACINGS``), column and row. Full rows of the field are
    not cleared first: that is the caller's.

    >>> from shapewright.clear.kicks import Kicks
    >>> len(reachable(Field(), "T", Kicks.named("srs")))
    34
    """
    found = set()
    for facing, x, y in _lockable(field, piece, kicks, drop):
        if must_spin(piece, drop) and not _spins_as_wanted(field, Placement(piece, facing, x, y), kicks, drop):
            continue
        if y + max([dy for _, dy in cells_of(piece, facing)]) < MAX_HEIGHT:
            first, dx, dy = facings_alike(piece, facing)[0]
            found.add((FACINGS.index(first), x + dx, y + dy))
    return tuple([Placement(piece, FACINGS[facing], x, y) for facing, x, y in sorted(found)])


def is_reachable(field: Field, placement: Placement, kicks: Kicks, drop: Drop = "soft") -> bool:
    """Whether the piece can lock there, in this facing or in one that covers the same cells."""
    if not is_grounded(field, placement):
        return False
    piece = placement.piece
    if must_spin(piece, drop):
        return _spins_as_wanted(field, placement, kicks, drop)
    return _arrives(field, placement, kicks) if is_soft(piece, drop) else falls_to(field, placement, kicks)


def place(field: Field, placement: Placement) -> Field:
    """The field with the piece in it, and its full rows cleared.

    Raises ``ProblemError`` if the piece does not fit or extends beyond the 20 rows.
    """
    cells = placement.cells()
    for cell in cells:
        if cell in field:
            raise ProblemError(f"{placement} does not fit: the cell ({cell[0]}, {cell[1]}) is filled")
        if cell[1] >= MAX_HEIGHT:
            raise ProblemError(f"{placement} extends beyond the {MAX_HEIGHT} rows of the field")
    rows = [*field.rows, *[0] * (MAX_HEIGHT - field.height)]
    for x, y in cells:
        rows[y] |= 1 << x
    return Field(tuple(rows)).cleared()


def _spins_as_wanted(field: Field, placement: Placement, kicks: Kicks, drop: Drop) -> bool:
    """Whether the piece can lock there by a spin such as the drop asks for."""
    return bool(spins(field, placement, kicks=kicks, rule="t", drop=drop))


def _arrives(field: Field, placement: Placement, kicks: Kicks) -> bool:
    """Whether a piece that falls freely gets there.

    The way is looked for from its end, until it begins where nothing is above the piece: under an overhang there are
    few places, and few ways into them.
    """
    piece = placement.piece
    facings = kicks.facings(piece)
    above = [0]  # by row from the top down: the columns with a filled cell there or higher
    for row in reversed(field.rows):
        above.append(above[-1] | row)
    height = len(field.rows)
    alike = facings_alike(piece, placement.facing)
    states = [(facing, placement.x + dx, placement.y + dy) for facing, dx, dy in alike if facing in facings]
    seen = set(states)
    for facing, x, y in states:
        if not any(above[max(0, height - y - dy)] >> x + dx & 1 for dx, dy in cells_of(piece, facing)):
            return True
        steps = [(facing, x - 1, y), (facing, x + 1, y), (facing, x, y + 1)]
        for before in facings:
            offsets = kicks.offsets(piece, before, facing)
            for number, (dx, dy) in enumerate(offsets):
                step = (before, x - dx, y - dy)
                if step in seen or not fits(field, piece, *step):
                    continue
                # The first offset at which the piece fits is taken: it must not do so at those tried before.
                earlier = [(x - dx + sx, y - dy + sy) for sx, sy in offsets[:number]]
                if not any(fits(field, piece, facing, *tried) for tried in earlier):
                    steps.append(step)
        for step in steps:
            if step not in seen and fits(field, piece, *step):
                seen.add(step)
                states.append(step)
    return False


def _lockable(field: Field, piece: str, kicks: Kicks, drop: Drop) -> Iterator[State]:
    """Every facing and place in which the piece can lock."""
    facings = kicks.facings(piece)
    if not is_soft(piece, drop):
        for facing in facings:
            for x in range(WIDTH):
                y = field.height + 2
                if fits(field, piece, facing, x, y):
                    while fits(field, piece, facing, x, y - 1):
                        y -= 1
                    yield facing, x, y
        return
    rows = range(field.height + _ABOVE + 1)
    free = {
        (facing, x, y) for facing in facings for y in rows for x in range(WIDTH) if fits(field, piece, facing, x, y)
    }
    bottoms = {facing: min([dy for _, dy in cells_of(piece, facing)]) for facing in facings}
    turns = {before: [(after, kicks.offsets(piece, before, after)) for after in facings] for before in facings}
    states = [(facing, x, y) for facing, x, y in free if y + bottoms[facing] >= field.height]
    seen = set(states)
    for facing, x, y in states:
        steps = [(facing, x - 1, y), (facing, x + 1, y), (facing, x, y - 1)]
        for after, offsets in turns[facing]:
            for dx, dy in offsets:
                step = (after, x + dx, y + dy)
                if step in free or (y + dy > rows[-1] and fits(field, piece, *step)):
                    steps.append(step)  # the first that is free is taken, the others are not tried
                    break
        for step in steps:
            if step in free and step not in seen:
                seen.add(step)
                states.append(step)
        if (facing, x, y - 1) not in free:
            yield facing, x, y
