"""What must happen while given pieces are placed: line clears, spins, back-to-back; and what may not.

The modes are those of solution-finder's ``cover``, by its documentation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from shapewright.clear.drops import T_SPIN_WORDS, T_SPINS
from shapewright.clear.spins import Spin, SpinRule, check_spin_rule, is_wanted_spin
from shapewright.errors import NotationError, ProblemError, quote

MODES = (
    *("normal", "1L", "2L", "3L", "4L", "1L-or-PC", "2L-or-PC", "3L-or-PC", "4L-or-PC"),
    *("tetris", "tetris-end", "tsm", "tss", "tsd", "tst", "any-spin", "b2b"),
)
"""What is asked of the line clears on the way.

``normal`` asks nothing. ``2L`` allows no line clear of fewer than 2 lines, ``2L-or-PC`` only such as leave an empty
field. ``tetris`` asks for a clear of 4 lines, ``tetris-end`` for one with the last piece. ``tss``, ``tsd`` and ``tst``
ask for a full T-spin that clears at least 1, 2 or 3 lines, ``tsm`` for a mini or a full one that clears any,
``any-spin`` for a spin of any piece that does. ``b2b`` allows no line clear but tetrises and spins.
"""

T_MODES = tuple(T_SPINS)
"""What may be asked of every T: as the modes, and ``tsz`` for any spin, whether it clears lines or not."""

_LINES = re.compile(r"([1-4])(?:l|lines?)(-or-pc)?")
_WORDS = {**T_SPIN_WORDS, "any-tspin": "tsm", "any": "tsm"}
_ASKING = ("tetris", "ts", "any-spin")


def read_mode(text: str) -> str:
    """One of ``MODES``, also in solution-finder's words: ``3lines``, ``tspin2``, ``any``.

    Raises ``NotationError`` for other words.
    """
    word = text.lower()
    lines = _LINES.fullmatch(word)
    if lines is not None:
        return f"{lines[1]}L" + ("-or-PC" if lines[2] else "")
    word = _WORDS.get(word, word)
    if word not in MODES:
        raise NotationError(f"{quote(text)} is not a mode; choose one of {', '.join(MODES)}")
    return word


def read_t_mode(text: str) -> str:
    """One of ``T_MODES``, also in solution-finder's words, such as ``tspin2``; raises ``NotationError`` for others."""
    word = _WORDS.get(text.lower(), text.lower())
    if word not in T_MODES:
        raise NotationError(f"{quote(text)} is not what every T can do; choose one of {', '.join(T_MODES)}")
    return word


class Event(NamedTuple):
    """What happens when a piece is placed.

    It clears ``lines``, with or without a ``spin``, leaves the field empty or not, comes by soft drop or by hard drop
    alone, and is the last piece or not.
    """

    piece: str
    lines: int
    spin: Spin
    is_clear: bool
    is_soft: bool
    is_last: bool


class Progress(NamedTuple):
    """What counts of all that has happened so far.

    ``is_met``: what the mode asks for has happened; ``streak``: how many line clears from the first on kept
    back-to-back, as far as they count; then the line clears and the soft drops, as far as they are limited.
    """

    is_met: bool
    streak: int
    clears: int
    softs: int


@dataclass(frozen=True)
class Goal:
    """A ``mode``, which is one of ``MODES``, and limits that hold in any mode.

    ``spins`` is the rule of what a spin is. The first ``start_b2b`` line clears must be there and be tetrises or spins.
    At most ``max_clears`` placements clear lines, ``max_soft`` need soft drop. The last ``last_soft`` pieces may
    be dropped softly, however pieces are dropped. ``every_t``, one of ``T_MODES``, is what every T must do.

    Raises ``NotationError`` for another mode or rule, ``ProblemError`` for a negative number.
    """

    mode: str = "normal"
    spins: SpinRule = "t"
    start_b2b: int = 0
    max_clears: int | None = None
    max_soft: int | None = None
    last_soft: int = 0
    every_t: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "mode", read_mode(self.mode))
        if self.every_t is not None:
            object.__setattr__(self, "every_t", read_t_mode(self.every_t))
        check_spin_rule(self.spins)
        for name in ("start_b2b", "max_clears", "max_soft", "last_soft"):
            number = getattr(self, name)
            if number is not None and number < 0:
                raise ProblemError(f"{name} is at least 0, not {number}")

    @property
    def is_plain(self) -> bool:
        """Whether nothing is asked but that the pieces can be placed."""
        limits = (self.start_b2b, self.last_soft, self.max_clears, self.max_soft, self.every_t)
        return self.mode in ("normal", "1L", "1L-or-PC") and limits == (0, 0, None, None, None)

    @property
    def start(self) -> Progress:
        """Before the first piece."""
        return Progress(not self.mode.startswith(_ASKING), 0, 0, 0)

    def after(self, progress: Progress, event: Event) -> Progress | None:
        """What counts after one more placement; None if it is not allowed."""
        is_met, streak, clears, softs = progress
        aim = self.every_t if event.piece == "T" else None
        if aim is not None and not is_wanted_spin(aim, event.spin, event.lines):
            return None
        if self.max_soft is not None:
            softs += event.is_soft
            if softs > self.max_soft:
                return None
        if event.lines:
            if self.max_clears is not None:
                clears += 1
                if clears > self.max_clears:
                    return None
            if self.mode == "b2b" and not _keeps_b2b(event):
                return None
            is_too_few = self.mode[0].isdigit() and event.lines < int(self.mode[0])
            if is_too_few and not (event.is_clear and self.mode.endswith("PC")):
                return None
            if streak < self.start_b2b:
                if not _keeps_b2b(event):
                    return None
                streak += 1
            if self.mode.startswith("tetris"):
                is_met |= event.lines == 4 and (event.is_last or self.mode == "tetris")
            elif self.mode == "any-spin":
                is_met |= event.spin != "none"
            elif self.mode in T_SPINS and event.piece == "T":
                is_met |= is_wanted_spin(self.mode, event.spin, event.lines)
        return Progress(is_met, streak, clears, softs)

    def is_reached(self, progress: Progress) -> bool:
        """Whether all that was asked for has happened, when the last piece is placed."""
        return progress.is_met and progress.streak >= self.start_b2b


def _keeps_b2b(event: Event) -> bool:
    return event.lines == 4 or event.spin != "none"
