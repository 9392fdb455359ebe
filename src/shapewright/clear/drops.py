"""How pieces come down, and what that asks of them: the ways to drop, and their words in other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from shapewright.errors import NotationError, ProblemError, quote

if TYPE_CHECKING:
    from shapewright.clear.kicks import Kicks

__all__ = [
    "DROPS",
    "T_SPINS",
    "Drop",
    "check_drop",
    "check_drop_without_spins",
    "is_soft",
    "must_spin",
    "needs_half_turns",
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
