"""The rules of the game in plain Python: what fits, where a piece can lock, what becomes of the field.

A piece starts anywhere above the stack, in any facing that its kick system lets it reach in open air from the north. It
moves left, right and down, turns with kicks, and locks where it cannot move down. Slow and readable: everything faster
is compared with this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.piece import FACINGS, Placement, cells_of, facings_alike
from shapewright.errors import NotationError, ProblemError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.spins import Spin

__all__ = [
    "DROPS",
    "T_SPINS",
    "Drop",
    "check_drop",
    "check_drop_without_spins",
    "fits",
    "is_grounded",
    "is_reachable",
    "is_soft",
    "is_wanted_spin",
    "must_spin",
    "needs_half_turns",
    "place",
    "reachable",
    "read_drop",
]

Drop = Literal["soft", "hard", "t-softdrop", "tsz", "tsm", "tss", "tsd", "tst"]

DROPS: tuple[Drop, ...] = ("soft", "hard", "t-softdrop", "tsz", "tsm", "tss", "tsd", "tst")
"""How pieces come down: all softly, all by hard drop alone, or T softly and the others by hard drop.

With those named for T-spins every T locks by a T-spin, or is not placed at all, and other pieces come by hard drop
alone: any spin (``tsz``), any that clears lines (``tsm``), a full one of at least 1, 2 or 3 lines (``tss``, ``tsd``,
``tst``). What a T-spin is says the rule ``t`` of :data:`shapewright.clear.spins.SpinRule`. Source: solution-finder's
documentation of ``path`` and ``cover``, option ``--drop``.
"""

T_SPINS: dict[str, tuple[int, bool]] = {
    "tsz": (0, False),
    "tsm": (1, False),
    "tss": (1, True),
    "tsd": (2, True),
    "tst": (3, True),
}
"""What may be asked of a T-spin: how many lines it clears at least, and whether it must be a full one."""

State = tuple[str, int, int]
"""A facing, and the column and row of the centre."""

# A kick goes down by 4 rows at most, and what turns reaches 2 further down: from higher up no turn ends in the stack.
_ABOVE = 6


def check_drop(drop: str) -> Drop:
    """The argument, if it is one of ``DROPS``; otherwise raises ``NotationError``."""
    for known in DROPS:
        if drop == known:
            return known
    raise NotationError(f"{quote(drop)} is not a way to drop pieces; choose one of {', '.join(DROPS)}")


def check_drop_without_spins(drop: str, what: str) -> Drop:
    """The argument, if it is one of ``DROPS`` that does not ask every T to spin, which ``what`` cannot look at.

    Raises ``NotationError`` for other words, ``ProblemError`` for a drop by spins.
    """
    known = check_drop(drop)
    if known in T_SPINS:
        raise ProblemError(f"{what} cannot be had with every T spinning ({drop}); choose soft, hard or t-softdrop")
    return known


_WORDS: dict[str, Drop] = {
    "soft": "soft",
    "softdrop": "soft",
    "180": "soft",
    "softdrop180": "soft",
    "hard": "hard",
    "harddrop": "hard",
    "t-softdrop": "t-softdrop",
    "t-soft": "t-softdrop",
    "tsoftdrop": "t-softdrop",
    "tsz": "tsz",
    "tspin0": "tsz",
    "tsm": "tsm",
    "tspinm": "tsm",
    "tss": "tss",
    "tspin1": "tss",
    "tsd": "tsd",
    "tspin2": "tsd",
    "tst": "tst",
    "tspin3": "tst",
}


def needs_half_turns(text: str) -> bool:
    """Whether a way to drop pieces, in solution-finder's words, says that they are turned by 180 degrees, too."""
    return text.lower() in ("180", "softdrop180")


def read_drop(text: str, kicks: Kicks | None = None) -> Drop:
    """A way to drop pieces, also in solution-finder's words: ``harddrop``, ``180``, ``tspin2``.

    ``180`` is soft drop; half turns are up to the ``kicks``, so those that have none are refused with it.

    Raises ``NotationError`` for other words.
    """
    known = _WORDS.get(text.lower())
    if known is None:
        raise NotationError(
            f"{quote(text)} is not a way to drop pieces; choose one of {', '.join(DROPS)} (and 180 with kicks "
            "that have "
            "half turns)"
        )
    if kicks is not None and needs_half_turns(text) and not kicks.has_half_turns:
        raise NotationError(
            f"the drop {text} needs kicks with half turns, such as jstris180 or tetrio180, and {kicks} has none"
        )
    return known


def is_soft(piece: str, drop: Drop) -> bool:
    """Whether the piece may move on after it has come down into the stack."""
    return drop == "soft" or (drop != "hard" and piece == "T")


def must_spin(piece: str, drop: Drop) -> bool:
    """Whether the piece may lock by a T-spin only."""
    return piece == "T" and drop in T_SPINS


def is_wanted_spin(wanted: str, spin: Spin, lines: int) -> bool:
    """Whether a T that locks with this spin and clears so many lines does what one of ``T_SPINS`` asks for."""
    least, full = T_SPINS[wanted]
    return lines >= least and (spin == "full" if full else spin != "none")


def fits(field: Field, piece: str, facing: str, x: int, y: int) -> bool:
    """Whether the piece lies between the walls, above the floor, and on empty cells; there is no ceiling.

    >>> fits(Field(), "I", "E", 0, 2), fits(Field(), "I", "E", 0, 1)
    (True, False)
    """
    rows = field.rows
    for dx, dy in cells_of(piece, facing):
        column, row = x + dx, y + dy
        if not 0 <= column < WIDTH or row < 0 or (row < len(rows) and rows[row] >> column & 1):
            return False
    return True


def is_grounded(field: Field, placement: Placement) -> bool:
    """Whether the piece fits there and cannot move down: it rests on the floor or the stack."""
    piece, facing, x, y = placement.piece, placement.facing, placement.x, placement.y
    return fits(field, piece, facing, x, y) and not fits(field, piece, facing, x, y - 1)


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
        if must_spin(piece, drop) and not _spins(field, Placement(piece, facing, x, y), kicks, drop):
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
        return _spins(field, placement, kicks, drop)
    open_facings = kicks.facings(piece)
    places = {(other.facing, other.x, other.y) for other in placement.alike()}
    # Most placements are open to the sky; looking at that first changes nothing but the time.
    if any(facing in open_facings and _falls_free(field, piece, facing, x, y) for facing, x, y in places):
        return True
    return is_soft(piece, drop) and not places.isdisjoint(_lockable(field, piece, kicks, drop))


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


def _spins(field: Field, placement: Placement, kicks: Kicks, drop: Drop) -> bool:
    """Whether the piece can lock there by a spin such as the drop asks for."""
    from shapewright.clear.spins import spins  # spins are found by these rules

    return bool(spins(field, placement, kicks=kicks, rule="t", drop=drop))


def _falls_free(field: Field, piece: str, facing: str, x: int, y: int) -> bool:
    """Whether the piece, coming straight down from above the stack, gets there."""
    return all(fits(field, piece, facing, x, row) for row in range(y, field.height + 2))


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
