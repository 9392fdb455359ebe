"""What placements send, or the points they give: the arithmetic of a table of attacks.

The tables themselves are TOML files (:mod:`shapewright.clear.scoring.table_file`), each with the sources of its values.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.clear.spins import Spin, SpinRule

__all__ = ["LINES", "AttackTable", "BackToBack", "Chain", "Combo", "PerfectClear", "kind_of"]

LINES = ("zero", "single", "double", "triple", "quad")
"""What clears are called, by their number of lines."""


class Chain(NamedTuple):
    """What came before a placement: how many clears directly before it, and of how many difficult ones in a row."""

    combo: int = 0
    back_to_back: int = 0


def kind_of(lines: int, spin: Spin) -> str:
    """What a clear is called: ``double``, ``mini single``, ``full triple``."""
    return LINES[lines] if spin == "none" else f"{spin} {LINES[lines]}"


@dataclass(frozen=True)
class BackToBack:
    """What is sent for a difficult clear that directly follows another one, other placements aside.

    ``keeps`` says which clears are difficult: ``quad``, ``mini``, ``full`` (spins) and ``perfect clear``. Each adds
    ``bonus``, and what its clear sends is multiplied by ``factor``; those ``without`` are left out of both. With
    ``chaining``, the n-th clear after the first adds ``bonus`` times floor(1 + x) and, from the second on, a third of
    1 + the fraction of x, where x = ln(1 + n chaining). A chain that breaks after ``surge_from`` clears or more, the
    first one not counted, sends ``surge``, and one more for each clear beyond.
    """

    keeps: frozenset[str] = frozenset()
    bonus: int = 0
    factor: float = 1.0
    without: frozenset[str] = frozenset()
    chaining: float | None = None
    surge_from: int | None = None
    surge: int = 0


@dataclass(frozen=True)
class Combo:
    """What is sent for clears one directly after the other; n is the number of those directly before.

    ``table`` has what n clears before add (the last value holds for more), ``each`` is added n times. The clear with
    its bonus is multiplied by 1 + n ``factor``, and from n = 2 on it is at least ln(1 + n ``least``).
    """

    table: tuple[int, ...] = ()
    each: int = 0
    factor: float = 0.0
    least: float = 0.0


@dataclass(frozen=True)
class PerfectClear:
    """What a perfect clear sends, by the number of its lines from one; ``quad`` is for a quad after a difficult clear.

    It is added to the rest, or ``replaces`` the ``clear`` with its back-to-back, or ``all`` of it.
    """

    values: tuple[int, ...] = (0, 0, 0, 0)
    quad: int | None = None
    replaces: Literal["nothing", "clear", "all"] = "nothing"


@dataclass(frozen=True)
class AttackTable:
    """What clears send (``unit`` is ``lines``) or the points they give (``points``).

    ``clears`` has a value for each number of lines from zero, for placements without a spin, with a mini and with a
    full one; what counts as a spin is said by ``spins`` (see :data:`shapewright.clear.spins.SpinRule`). All sums are
    rounded down. ``sources`` states where the values are from, ``open`` what is not known.

    >>> from shapewright.clear.scoring.table_file import attack_table
    >>> attack_table("guideline").play(2, "full", Chain(combo=1, back_to_back=1))
    (5, Chain(combo=2, back_to_back=2))
    """

    name: str
    title: str
    unit: Literal["lines", "points"]
    spins: SpinRule
    clears: Mapping[str, tuple[int, ...]] = field(hash=False)
    back_to_back: BackToBack = BackToBack()
    combo: Combo = Combo()
    perfect_clear: PerfectClear = PerfectClear()
    sources: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.title

    def to_plain(self) -> dict[str, Any]:
        """The table as plain data."""
        chain = asdict(self.back_to_back)
        chain |= {name: sorted(chain[name]) for name in ("keeps", "without")}
        parts = {"back_to_back": chain, "combo": asdict(self.combo), "perfect_clear": asdict(self.perfect_clear)}
        return {**vars(self), **parts, "clears": dict(self.clears)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> AttackTable:
        """The table that :meth:`to_plain` made data of."""
        chain = plain["back_to_back"]
        sets = {name: frozenset(chain[name]) for name in ("keeps", "without")}
        parts = {
            "back_to_back": BackToBack(**{**chain, **sets}),
            "combo": Combo(**plain["combo"]),
            "perfect_clear": PerfectClear(**plain["perfect_clear"]),
        }
        return cls(**{**plain, **parts})

    def play(self, lines: int, spin: Spin, before: Chain, *, perfect: bool = False) -> tuple[int, Chain]:
        """What a placement sends after such a chain, and the chain after it; ``perfect`` says that nothing is left.

        Raises ``ProblemError`` if the table has no value for it.
        """
        if not lines:
            return self.value(0, spin), Chain(0, before.back_to_back)
        rules, last = self.back_to_back, self.perfect_clear if perfect else PerfectClear()
        is_difficult = self.is_difficult(lines, spin, perfect=perfect)
        after = Chain(before.combo + 1, before.back_to_back + 1 if is_difficult else 0)
        follows = is_difficult and before.back_to_back > 0
        clear: float = self.value(lines, spin)
        if follows and kind_of(lines, spin) not in rules.without:
            bonus: float = rules.bonus
            if rules.chaining is not None:
                x = math.log1p(before.back_to_back * rules.chaining)
                bonus *= math.floor(1 + x) + (0.0 if before.back_to_back == 1 else (1 + x % 1) / 3)
            clear = clear * rules.factor + bonus
        if last.replaces != "nothing":
            clear = 0
        sent, combo = 0, self.combo
        if last.replaces != "all":
            clear *= 1 + combo.factor * before.combo
            if before.combo > 1 and combo.least:
                clear = max(clear, math.log1p(combo.least * before.combo))
            if combo.table:
                clear += combo.table[min(before.combo, len(combo.table) - 1)]
            sent = math.floor(clear + combo.each * before.combo)
        sent += last.quad if lines == 4 and follows and last.quad is not None else last.values[lines - 1]
        length = before.back_to_back - 1  # of a chain that breaks
        if not is_difficult and rules.surge_from is not None and length >= rules.surge_from:
            sent += rules.surge + length - rules.surge_from
        return sent, after

    def is_difficult(self, lines: int, spin: Spin, *, perfect: bool = False) -> bool:
        """Whether a clear keeps back-to-back."""
        kinds = {spin, "quad" if lines == 4 else "", "perfect clear" if perfect else ""}
        return lines > 0 and not self.back_to_back.keeps.isdisjoint(kinds)

    def value(self, lines: int, spin: Spin) -> int:
        """What the clear alone sends. Raises ``ProblemError`` if the table has no value for it."""
        values = self.clears[spin]
        if lines >= len(values):
            raise ProblemError(
                f"the table {self.name} has no value for a {kind_of(lines, spin)}; write a table that has one"
            )
        return values[lines]
