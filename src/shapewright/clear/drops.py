"""How pieces come down: the ways to drop and their words in other programs; where a piece fits, rests and falls to."""

from __future__ import annotations

from typing import Literal

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement, cells_of
from shapewright.errors import NotationError, ProblemError, quote

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


T_SPIN_WORDS: dict[str, Drop] = {"tspinm": "tsm", "tspin0": "tsz", "tspin1": "tss", "tspin2": "tsd", "tspin3": "tst"}
"""What solution-finder calls them."""

_WORDS: dict[str, Drop] = {
    **{drop: drop for drop in DROPS},
    **T_SPIN_WORDS,
    **dict.fromkeys(("softdrop", "180", "softdrop180"), "soft"),
    "harddrop": "hard",
    **dict.fromkeys(("t-soft", "tsoftdrop"), "t-softdrop"),
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
            f"{quote(text)} is not a way to drop pieces; choose one of {', '.join(DROPS)} (and 180 with kicks that "
            "have half turns)"
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


def falls_to(field: Field, placement: Placement, kicks: Kicks) -> bool:
    """Whether the piece, turned above the stack and then coming straight down, gets there or into the same cells."""
    piece, open_facings = placement.piece, kicks.facings(placement.piece)
    return any(
        other.facing in open_facings
        and all(fits(field, piece, other.facing, other.x, row) for row in range(other.y, field.height + 2))
        for other in placement.alike()
    )
