"""The goals that the game draws for operator levels: the same shapes for the same savegame's seed and level.

Source of the rules, the probabilities and the numbers behind them: the recreation of the game's code in the Python
library shapez2, version 2.0.1. Below, "draws" is a source of whole numbers, one after the other; the order in which
they are taken decides what the game shows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from shapewright.errors import ProblemError
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import NOTHING
from shapewright.shapez.rules import crystal, push_pin, stack
from shapewright.shapez.shape import Shape

Value = TypeVar("Value")


class Draws(Protocol):
    """A source of whole numbers."""

    def below(self, bound: int) -> int:
        """The next number, from 0 to ``bound - 1``."""
        ...


class Row(NamedTuple):
    """One way to draw a layer: its colours, how it is filled, from which level, and how likely if none before was."""

    colours: str
    fill: str
    level: int
    per_mille: int


UNCOLOURED, PRIMARY, SECONDARY, TERTIARY = "u", "rgb", "cmy", "w"

ROWS = (
    Row(TERTIARY, "pure", 40, 80),
    Row(TERTIARY, "full", 32, 80),
    Row(TERTIARY, "almost full", 28, 80),
    Row(TERTIARY, "two parts", 24, 80),
    Row(SECONDARY, "pure", 20, 80),
    Row(SECONDARY, "full", 16, 80),
    Row(SECONDARY, "almost full", 12, 80),
    Row(SECONDARY, "two parts", 10, 80),
    Row(PRIMARY, "pure", 8, 80),
    Row(PRIMARY, "full", 6, 80),
    Row(PRIMARY, "almost full", 4, 80),
    Row(PRIMARY, "two parts", 3, 100),
    Row(UNCOLOURED, "pure", 2, 100),
    Row(UNCOLOURED, "full", 1, 300),
    Row(UNCOLOURED, "almost full", 1, 500),
    Row(UNCOLOURED, "two parts", 0, 1000),
)
"""They are tried from the first on; the last one is always taken."""
GAPPED = tuple([row for row in ROWS if row.fill in ("almost full", "two parts")])
"""The rows with gaps, which alone are tried where crystals fill them."""

TYPES = {4: ("W", "S", "CR"), 6: ("F", "G", "H")}
"""The types of a ring: very rare, rare, common."""
VERY_RARE, RARE, COLOURED = 10, 30, 50
"""Per cent: a part is of the very rare type; of the rare one, if not; has the layer's colour instead of none."""
PINNED, CRYSTALLISED = 15, 85
"""Per cent: a further layer is pushed up by pins; is followed by a crystal generator."""
PINS_AFTER, CRYSTALS_FROM, LEVELS_A_LAYER = 50, 10, 10

LEVEL_STEP, CRYSTAL_STEP = 333, 117
"""What a level, and a goal with crystals, add to the seed."""


def is_drawn_for(configuration: Configuration) -> bool:
    """Whether the game draws goals for this ring."""
    return configuration.parts in TYPES


def operator_goal(configuration: Configuration, level: int, *, seed: int, crystals: bool = False) -> Shape:
    """The shape that unlocks operator ``level`` in a savegame with this ``seed``.

    That level is one more than the one that the game shows above it. ``crystals`` is the second series, whose shapes
    are filled by crystal generators. Every shape is made by stacking, pushing pins and crystals within the limit of
    layers, from layers that the usual machines make; so each can be built.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> print(operator_goal(Configuration(4, 4), 1, seed=0))
    ----RuCu

    Raises ``ProblemError`` for a ring that the game does not draw goals for, and a level below 0.
    """
    if not is_drawn_for(configuration):
        raise ProblemError(f"the game draws goals in rings of 4 and 6 parts, not of {configuration.parts}")
    if level < 0:
        raise ProblemError(f"the level is {level}; it must not be negative")
    return drawn(configuration, level, Subtractive(seed + LEVEL_STEP * level + CRYSTAL_STEP * crystals), crystals)


def drawn(configuration: Configuration, level: int, draws: Draws, crystals: bool) -> Shape:
    """The goal of a level by any source of numbers."""
    rows = GAPPED if crystals else ROWS
    shape = layer(configuration.parts, level, draws, rows)
    if crystals:
        shape = crystal(shape, _choice(draws, PRIMARY + SECONDARY + TERTIARY))
    for _ in range(min(level // LEVELS_A_LAYER, configuration.layers - 1)):
        top = layer(configuration.parts, level, draws, rows)
        if level > PINS_AFTER and _chance(draws, PINNED):
            top = push_pin(top, configuration.layers)
        shape = stack(shape, top, configuration.layers)
        if crystals and level >= CRYSTALS_FROM and _chance(draws, CRYSTALLISED):
            shape = crystal(shape, _choice(draws, PRIMARY + SECONDARY + TERTIARY))
    return shape


def layer(parts: int, level: int, draws: Draws, rows: Sequence[Row] = ROWS) -> Shape:
    """A shape of one layer: some parts of one type, some of any types, in any order."""
    row = next(row for row in rows if level >= row.level and draws.below(1000) < row.per_mille)
    accent = row.colours if row.colours == UNCOLOURED else _choice(draws, row.colours)
    half = parts // 2
    alike, others = {"pure": (parts, 0), "full": (half, half), "almost full": (1, half), "two parts": (1, 1)}[row.fill]
    type_ = _type(parts, draws)
    drawn = [type_ + _colour(draws, accent) for _ in range(alike)]
    drawn += [_type(parts, draws) + _colour(draws, accent) for _ in range(others)]
    drawn += [NOTHING] * (parts - len(drawn))
    for last in range(parts - 1, 0, -1):
        other = draws.below(last + 1)
        drawn[other], drawn[last] = drawn[last], drawn[other]
    return Shape(parts, (tuple(drawn),))


def _type(parts: int, draws: Draws) -> str:
    very_rare, rare, common = TYPES[parts]
    if _chance(draws, VERY_RARE):
        return _choice(draws, very_rare)
    return _choice(draws, rare if _chance(draws, RARE) else common)


def _colour(draws: Draws, accent: str) -> str:
    return accent if _chance(draws, COLOURED) else UNCOLOURED


def _chance(draws: Draws, per_cent: int) -> bool:
    return draws.below(100) < per_cent


def _choice(draws: Draws, values: Sequence[Value]) -> Value:
    # A number is taken even if there is one value only.
    return values[draws.below(len(values))]


class Subtractive:
    """Knuth's subtractive generator with the constants of .NET's ``System.Random``, in numbers of 32 bits.

    Each number is the one 55 before less the one 34 before; the first 55 come from the seed, and are stirred by four
    rounds with 24 in place of 34. Source: D. E. Knuth, The Art of Computer Programming 2, 3.2.2; the reference source
    of .NET.

    >>> draws = Subtractive(0)
    >>> [draws.below(1 << 31) for _ in range(3)]
    [1559595546, 1755192844, 1649316166]
    """

    MOST = (1 << 31) - 1
    START = 161803398
    LONG, SHORT, STIRRING = 55, 34, 24

    def __init__(self, seed: int) -> None:
        first = [0] * self.LONG
        # The least number of 32 bits has no counterpart above zero.
        before, this = self.START - min(abs(_signed(seed)), self.MOST), 1
        first[-1] = before
        for step in range(1, self.LONG):
            place = 21 * step % self.LONG - 1
            first[place] = this
            before, this = this, self._difference(before, this)
        self._last = deque(first, self.LONG)
        for _ in range(4 * self.LONG):
            self._last.append(self._difference(self._last[0], self._last[self.LONG - self.STIRRING]))

    def below(self, bound: int) -> int:
        """The next number, from 0 to ``bound - 1``: the remainder of one of 31 bits."""
        number = self._difference(self._last[0], self._last[self.LONG - self.SHORT])
        number -= number == self.MOST
        self._last.append(number)
        return number % bound

    def _difference(self, a: int, b: int) -> int:
        found = _signed(a - b)
        return found + self.MOST if found < 0 else found


def _signed(number: int) -> int:
    """The number of 32 bits with a sign that has the same last 32 bits."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)
