"""A set cover without all that needs no search: what is left to be decided, and what is decided already.

An element that is covered with another one anyway drops out, a set that alone has some element is chosen, and a set
drops out whose elements another has at no higher cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.jobs.limits import Clock

__all__ = ["Reduced", "ones", "transposed", "transposed_plainly"]

_SLICE = 1 << 22  # bytes of the sets that are looked at together


class Reduced:
    """What is left to be decided: ``columns`` are sets that may be chosen, ``rows`` elements still to be covered.

    A row is the bits of the columns that have it. A set that dropped out has another in its place.
    """

    def __init__(self, rows: list[int], columns: list[int], costs: Sequence[tuple[int, ...]], clock: Clock) -> None:
        self.rows = rows
        self.columns = columns
        self.costs = costs
        self.clock = clock
        self.chosen: list[int] = []
        self.instead: dict[int, int] = {}

    @classmethod
    def of(cls, sets: Sequence[int], clock: Clock) -> Reduced:
        """All of it, but for elements that are covered with others anyway."""
        columns = [number for number, members in enumerate(sets) if members]
        whole = cls(transposed(sets, clock), columns, [()] * len(sets), clock)
        whole._drop_implied_rows()
        return whole

    def with_costs(self, costs: Sequence[tuple[int, ...]]) -> Reduced:
        """The same where sets have these costs."""
        return Reduced(self.rows, self.columns, costs, self.clock)

    def stand_in(self, number: int) -> int:
        """The set itself, or the one that took its place."""
        while number in self.instead:
            number = self.instead[number]
        return number

    def reduce(self) -> None:
        """Decide what needs no search, until nothing more can be."""
        changed = True
        while changed and self.rows:
            self._drop_implied_rows()
            changed = self._choose_essential()
            changed = self._drop_dominated_columns() or changed

    def _drop_implied_rows(self) -> None:
        """An element is covered with another one if every set with that one has it: the one with fewer sets stays."""
        kept: list[int] = []
        rows = sorted(set(self.rows), key=lambda row: (row.bit_count(), row))
        for row in self.clock.checked(rows):
            if not any(other & row == other for other in kept):
                kept.append(row)
        self.rows = kept

    def _choose_essential(self) -> bool:
        """A set that alone has some element is chosen."""
        single = 0
        for row in self.rows:
            if row.bit_count() == 1:
                single |= row
        if not single:
            return False
        self.chosen += [number for number in self.columns if single >> number & 1]
        self.rows = [row for row in self.rows if not row & single]
        return True

    def _drop_dominated_columns(self) -> bool:
        """A set is not needed if another has all it has that is to be covered, and costs no more."""
        members = dict.fromkeys(self.columns, 0)
        for place, row in enumerate(self.clock.checked(self.rows)):
            for number in ones(row):
                members[number] |= 1 << place
        order = sorted(self.columns, key=lambda number: (-members[number].bit_count(), self.costs[number], number))
        kept: list[int] = []
        for number in self.clock.checked(order):
            mine, cost = members[number], self.costs[number]
            if not mine:
                continue
            better = next((it for it in kept if mine & ~members[it] == 0 and self.costs[it] <= cost), None)
            if better is None:
                kept.append(number)
            else:
                self.instead[number] = better
        if len(kept) == len(self.columns):
            return False
        self.columns = sorted(kept)
        mask = sum([1 << number for number in kept])
        self.rows = [row & mask for row in self.rows]
        return True


def transposed(sets: Sequence[int], clock: Clock) -> list[int]:
    """For each element that any set has the bits of the sets that have it; elements in the same sets once."""
    # Costs a tenth of a second, and few questions ask for the fewest.
    try:
        import numpy as np
    except ImportError:  # in a browser
        return transposed_plainly(sets, clock)
    width = max([(members.bit_length() + 7) // 8 for members in sets], default=0)
    table = np.empty((len(sets), width), np.uint8)
    for number, members in enumerate(clock.checked(sets)):
        table[number] = np.frombuffer(members.to_bytes(width, "little"), np.uint8)
    rows: set[bytes] = set()
    step = max(1, _SLICE // max(1, len(sets)))
    for begin in clock.checked(range(0, width, step)):
        bits = np.unpackbits(table[:, begin : begin + step], axis=1, bitorder="little")
        packed = np.packbits(bits.T, axis=1, bitorder="little")
        rows.update(map(bytes, packed))
    numbers = {int.from_bytes(row, "little") for row in rows}
    return sorted(numbers - {0})


def transposed_plainly(sets: Sequence[int], clock: Clock) -> list[int]:
    """The same without NumPy: for a few thousand elements as quick, for millions many times slower."""
    width = max([members.bit_length() for members in sets], default=0)
    # The last set first, so that its bit is the highest.
    digits = [f"{members:0{width}b}" for members in clock.checked(reversed(sets))]
    found = set(clock.checked(zip(*digits, strict=True)))
    return sorted({int("".join(row), 2) for row in found} - {0})


def ones(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
