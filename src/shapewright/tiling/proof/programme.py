"""Which placements could fill a board together if fractions of them were allowed: linear programmes over placements.

If not even fractions of placements cover every cell once and use every piece as often as it must be used, there are
numbers on the cells that show it (Farkas' lemma). The engine says so in floating point; what it says is made a proof in
whole numbers by :mod:`shapewright.tiling.proof.numbers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from shapewright.jobs.limits import Clock
from shapewright.tiling import native

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.tiling.search.instance import Cover

Trio = tuple[int, int, int]  # ascending positions of cells

_NEAR = 1e-6
_STEPS = 20_000  # of one programme
_LARGEST_TABLE = 4_000_000  # entries
_STEPS_OF_A_TABLE = 3_000


class Relaxation:
    """The fractional covers of a board, with placements that are out for now.

    The programme wants as much covered, and as many of the pieces that must be used, as possible: a fractional cover
    exists if and only if it can have all. Placements go out and come back in; each programme starts from the last one.
    Of the placements that cover two cells or more of one of ``trios`` it takes one in all.
    """

    def __init__(self, cover: Cover, trios: Sequence[Trio] = (), clock: Clock | None = None) -> None:
        self.clock = clock or Clock(None)
        columns: list[list[int]] = []
        gains: list[int] = []
        self._columns_of: list[list[int]] = []
        required = cover.required
        room = [1.0] * len(required)
        fixed_row: dict[int, int] = {}  # of the copies that must be used
        loose_row: dict[int, int] = {}  # of those that may be used
        for number, (least, most) in enumerate(zip(cover.minimum, cover.maximum, strict=True)):
            if least:
                fixed_row[number] = len(room)
                room.append(float(least))
            if most is not None and most > least:
                loose_row[number] = len(room)
                room.append(float(most - least))
        first_trio = len(room)
        room += [1.0] * len(trios)
        for (number, on_board), paid in zip(cover.options, tolls_of(cover.options, trios), strict=True):
            covered = [*on_board, *[first_trio + one for one in paid]]
            gain = sum([required[k] for k in on_board])
            most = cover.maximum[number]
            own = []
            if number in fixed_row:
                own.append(len(columns))
                columns.append([*covered, fixed_row[number]])
                gains.append(gain + 1)
            if most is None or most > cover.minimum[number]:
                own.append(len(columns))
                columns.append([*covered, loose_row[number]] if number in loose_row else [*covered])
                gains.append(gain)
            self._columns_of.append(own)
        self._target = float(sum(required) + sum(cover.minimum))
        self._programme = native.LinearProgramme(columns, room)
        self._rows_of = columns
        self._gains = gains
        self._trios = slice(first_trio, len(room))
        self._option_of = [option for option, own in enumerate(self._columns_of) for _ in own]
        by_gain: dict[int, list[int]] = {}
        for column, gain in enumerate(gains):
            by_gain.setdefault(gain, []).append(column)
        for gain, some in by_gain.items():
            self._programme.set_gains(some, gain)
        self.solved = 0
        self._outcome = ""

    def take_out(self, options: Iterable[int]) -> None:
        """These placements are not to be used."""
        self._programme.set_gains([column for option in options for column in self._columns_of[option]], -1)

    def put_back(self, options: Iterable[int]) -> None:
        """These placements may be used again."""
        by_gain: dict[int, list[int]] = {}
        for option in options:
            for column in self._columns_of[option]:
                by_gain.setdefault(self._gains[column], []).append(column)
        for gain, some in by_gain.items():
            self._programme.set_gains(some, gain)

    def has_none(self) -> bool:
        """Whether there is no fractional cover, as far as floating point says, and time allows."""
        self.solved += 1
        left = self.clock.native()
        self._outcome = self._programme.solve(self._target - _NEAR, _STEPS, self.clock.stop, left)
        return self._outcome == "optimal"

    def gave_up(self) -> bool:
        """After :meth:`has_none`: whether nobody knows if there is one."""
        return self._outcome == "unfinished"

    def missed(self, options: Iterable[int]) -> list[int]:
        """After :meth:`has_none`: those of ``options``, which are out, that its numbers need out."""
        prices = self._programme.prices()
        return [
            option
            for option in options
            if any(
                self._gains[column] - sum([prices[row] for row in self._rows_of[column]]) > _NEAR
                for column in self._columns_of[option]
            )
        ]

    def amounts(self) -> dict[int, float]:
        """The fractions of the placements of the last cover."""
        found: dict[int, float] = {}
        for column, amount in self._programme.taken():
            if amount > _NEAR:
                option = self._option_of[column]
                found[option] = found.get(option, 0.0) + amount
        return found

    def numbers(self, size: int) -> list[float]:
        """After :meth:`has_none`: numbers for the ``size`` cells, of which 1 is the largest, then for the trios."""
        prices = self._programme.prices()
        return [*[1 - price for price in prices[:size]], *prices[self._trios]]


def least_numbers(cover: Cover, trios: Sequence[Trio], allowed: Iterable[int], clock: Clock) -> list[float] | None:
    """Numbers that show that ``allowed`` placements make no cover, for the cells and the ``trios``: the least ones.

    The numbers that pieces may add up to count as well. None where the programme is too
    large or takes too long, or rounding errors were.
    """
    required = cover.required
    size, first_trio = len(required), len(required) * 2 + len(cover.minimum) * 2
    rows = first_trio + len(trios)
    options = [cover.options[k] for k in allowed]
    # The most of t with placements y, so that no cell has more than one more, or less, of y than of t, and no class of
    # pieces more than one more, or less, than it has of t. Its dual values are the numbers, twice: those above 0 and
    # those below.
    if rows * (len(options) + rows) > _LARGEST_TABLE:
        return None
    columns: list[list[tuple[int, float]]] = []
    for (number, covered), paid in zip(options, tolls_of(options, trios), strict=True):
        entries = [(k, -1.0) for k in covered] + [(size + k, 1.0) for k in covered]
        entries += [(2 * size + 2 * number, 1.0), (2 * size + 2 * number + 1, -1.0)]
        entries += [(first_trio + one, 1.0) for one in paid]
        columns.append(entries)
    together = [(first_trio + one, -1.0) for one in range(len(trios))]
    for k, must in enumerate(required):
        if must:
            together += [(k, 1.0), (size + k, -1.0)]
    for number, (least, most) in enumerate(zip(cover.minimum, cover.maximum, strict=True)):
        if most is not None:
            together.append((2 * size + 2 * number, -float(most)))
        if least:
            together.append((2 * size + 2 * number + 1, float(least)))
    # What may be left empty has no number above 0, what has no limit allows none: no room to bend is as good as that.
    far = 1e6
    room = [1.0 if must else far for must in required] + [1.0] * size
    for most in cover.maximum:
        room += [far if most is None else 1.0, 1.0]
    room += [1.0] * len(trios)
    # Slightly different rooms keep the simplex method from going round in circles.
    room = [each * (1 + 1e-4 * (k * 7919 % 1009) / 1009) for k, each in enumerate(room)]
    gains = [0.0] * len(columns) + [1.0]
    is_optimal, prices = native.linear_prices([*columns, together], gains, room, _STEPS_OF_A_TABLE, clock)
    if not is_optimal:
        return None
    return [*[prices[k] - prices[size + k] for k in range(size)], *prices[first_trio:]]


def near_trios(cells: Sequence[Cell]) -> list[Trio]:
    """Three cells each, any two of which differ by at most 1 in every coordinate: the corners of squares.

    >>> near_trios([(0, 0), (1, 0), (2, 0), (0, 1)])
    [(0, 1, 3)]
    """
    position = {cell: k for k, cell in enumerate(cells)}
    found = []
    for cell in cells:
        block = [position[each] for each in product(*[(c, c + 1) for c in cell]) if each in position]
        found += list(combinations(sorted(block), 3))
    return sorted(set(found))


def tolls_of(options: Iterable[tuple[int, Sequence[int]]], trios: Sequence[Trio]) -> list[list[int]]:
    """For each of some placements, (class, ascending positions), the trios of which it covers two cells or more."""
    at: dict[tuple[int, int], list[int]] = {}
    for number, trio in enumerate(trios):
        for pair in combinations(trio, 2):
            at.setdefault(pair, []).append(number)
    if not at:
        return [[] for _ in options]
    return [
        sorted({number for pair in combinations(covered, 2) for number in at.get(pair, ())}) for _, covered in options
    ]
