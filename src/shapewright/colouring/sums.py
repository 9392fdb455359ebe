"""Which totals pieces can reach: bounded subset sums over area and marked cells, in big integers.

In a set of totals held as an integer, bit number n says that the total n can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from math import gcd
from operator import or_

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE

_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


@dataclass(frozen=True)
class Use:
    """A demand that can be used at all; ``maximum`` is at most one more than the board has room for.

    A placement is the positions of its cells; ``number`` is that of the demand.
    """

    name: str
    area: int
    minimum: int
    maximum: int
    placements: Sequence[Sequence[int]]
    number: int = 0


@dataclass(frozen=True)
class Question:
    """Cells, the bitmask of those that may stay empty, and the pieces that can be used."""

    cells: Sequence[Cell]
    optional: int
    uses: tuple[Use, ...]
    is_rest: bool = False  # of a board from which fixed pieces have been taken off
    lattice: Lattice = SQUARE  # squares stand for cubes as well

    def tightened(self) -> Question:
        """The same question, once its areas are known to fit, with no more copies than there is room for."""
        uses = [replace(use, maximum=min(use.maximum, use.minimum + self.room // use.area)) for use in self.uses]
        loose = [number for number, use in enumerate(uses) if use.minimum < use.maximum]
        if len(loose) == 1 and not self.optional:
            # The area alone says how many copies of the only piece with a free count there are.
            use = uses[loose[0]]
            copies = use.minimum + self.room // use.area
            uses[loose[0]] = replace(use, minimum=copies, maximum=copies)
        return replace(self, uses=tuple([use for use in uses if use.maximum]))

    @property
    def required(self) -> int:
        """The cells that must be covered, as a mask."""
        return ((1 << len(self.cells)) - 1) & ~self.optional

    @property
    def least_area(self) -> int:
        """The cells that the pieces cover at least."""
        return sum(use.minimum * use.area for use in self.uses)

    @property
    def room(self) -> int:
        """The cells that are left for pieces beyond the least number of each."""
        return len(self.cells) - self.least_area

    @property
    def step(self) -> int:
        """What pieces beyond the least number add to the area is a multiple of this."""
        return gcd(*[use.area for use in self.uses if use.minimum < use.maximum]) or 1

    @property
    def is_exact(self) -> bool:
        """Whether the number of copies of every piece is given."""
        return all(use.minimum == use.maximum for use in self.uses)

    def cells_of(self, mask: int) -> list[Cell]:
        """The cells of a mask."""
        return [cell for cell, mark in zip(self.cells, marks(mask, len(self.cells)), strict=True) if mark]

    def wanted(self, mask: int, area: int) -> range:
        """The numbers of marked cells that an exact cover of this total area may cover."""
        empty = len(self.cells) - area
        low = mask.bit_count() - min(empty, (self.optional & mask).bit_count())
        return range(low, mask.bit_count() - max(0, empty - (self.optional & ~mask).bit_count()) + 1)


def areas(question: Question) -> int:
    """The total areas of all choices of pieces, up to one piece more than the board; the least area must fit."""
    limit = len(question.cells) + max([use.area for use in question.uses], default=0) + 1
    sums = 1 << question.least_area
    for use in question.uses:
        sums = with_up_to(sums, use.maximum - use.minimum, use.area, limit)
    return sums


def marks(mask: int, size: int) -> bytes:
    """A byte for each of ``size`` cells: 1 if it is marked."""
    return f"{mask:0{size}b}"[::-1][:size].encode().translate(_DIGITS)


def samples(question: Question, most: int) -> list[list[int]]:
    """For each piece some of its placements, as bitmasks of their cells."""
    found = []
    for use in question.uses:
        placements = use.placements
        if len(placements) > most:
            placements = placements[:: len(placements) // most]
        found.append([sum([1 << cell for cell in placement]) for placement in placements])
    return found


def sampled_counts(sampled: list[list[int]], mask: int) -> list[list[int]]:
    """For each piece the numbers of marked cells that these of its placements cover."""
    return [sorted({(placement & mask).bit_count() for placement in placements}) for placements in sampled]


def marked_counts(question: Question, mask: int) -> list[list[int]]:
    """For each piece the numbers of marked cells that its placements cover."""
    is_marked = marks(mask, len(question.cells)).__getitem__
    return [sorted({sum(map(is_marked, placement)) for placement in use.placements}) for use in question.uses]


def totals_by_area(question: Question, counts: list[list[int]]) -> Iterator[tuple[int, int]]:
    """For each total area that suits the board, the totals of marked cells that can be reached with it.

    All totals lie in one integer with a row of ``width`` bits for each area. A row cannot run over into the next,
    because no placement has more marked cells than cells.
    """
    width = len(question.cells) + 1
    rows = question.room // question.step + 1
    sums = 1
    for use, choices in zip(question.uses, counts, strict=True):
        sums = _with_exactly(sums, use.minimum, choices)
    limit = rows * width
    full = (1 << limit) - 1
    for use, choices in zip(question.uses, counts, strict=True):
        extra = use.maximum - use.minimum
        shifts = [use.area // question.step * width + choice for choice in choices] if extra else []
        if extra >= question.room // use.area or len(shifts) == 1:
            for shift in shifts:
                sums = with_up_to(sums, extra, shift, limit)
        else:
            for _ in range(extra):
                sums |= reduce(or_, [sums << shift for shift in shifts]) & full
    for row in range(rows):
        area = question.least_area + row * question.step
        if area >= question.required.bit_count():
            yield area, sums >> row * width & ((1 << width) - 1)


def is_reachable(question: Question, mask: int, counts: list[list[int]]) -> bool:
    """Whether the marked cells can be covered as an exact cover must cover them."""
    for area, sums in totals_by_area(question, counts):
        wanted = question.wanted(mask, area)
        if sums >> wanted.start & ((1 << len(wanted)) - 1):
            return True
    return False


def work_of_totals(question: Question, counts: list[list[int]]) -> int:
    """The work of ``totals_by_area``, roughly."""
    width = len(question.cells) + 1
    work = 0
    for use, choices in zip(question.uses, counts, strict=True):
        extra = use.maximum - use.minimum
        gaps = {after - before for before, after in pairwise(choices)}
        work += width * (use.minimum.bit_length() if len(gaps) < 2 else use.minimum * len(choices))
        if extra:
            doublings = extra >= question.room // use.area or len(choices) == 1
            rows = question.room // question.step + 1
            work += width * rows * len(choices) * (extra.bit_length() if doublings else extra)
    return work


def bits(sums: int) -> list[int]:
    """The totals in a set of totals, ascending."""
    return [number for number, bit in enumerate(reversed(f"{sums:b}")) if bit == "1"]


def with_up_to(sums: int, count: int, shift: int, limit: int) -> int:
    """Add ``shift`` up to ``count`` times, as long as the total stays below ``limit``, by doubling."""
    full = (1 << limit) - 1
    count = min(count, limit // shift)
    times = 1
    while count > 0:
        times = min(times, count)
        sums |= sums << times * shift & full
        count -= times
        times *= 2
    return sums


def _with_exactly(sums: int, times: int, choices: list[int]) -> int:
    """Add one of ``choices``, ``times`` times."""
    if not times:
        return sums
    sums <<= times * choices[0]
    gaps = {after - before for before, after in pairwise(choices)}
    if len(gaps) == 1:
        # Evenly spaced choices: all copies together take every step from the least to the most.
        steps, gap = times * (len(choices) - 1), gaps.pop()
        return with_up_to(sums, steps, gap, sums.bit_length() + steps * gap)
    for _ in range(times if gaps else 0):
        sums = reduce(or_, [sums << choice - choices[0] for choice in choices])
    return sums
