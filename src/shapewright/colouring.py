"""Reasons in words why pieces cannot cover cells exactly: areas, unreachable cells, separate parts, colourings.

Every reason is a counting argument over the placements that really exist. Mark the cells of a class (one colour of a
checkerboard, every third column, a separate part of the board): each placement covers some number of marked cells, and
in an exact cover these numbers add up to the number of marked cells. Which totals the pieces can reach is an exact
bounded subset sum, over area and marked cells at once where counts are free. Source of the colourings: S. W. Golomb,
Polyominoes (1965).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import gcd
from operator import or_
from typing import TYPE_CHECKING

from shapewright.grid import cell_text, components

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from shapewright.grid import Cell

_WORK = 1 << 32  # bits that all subset sums of one question may touch: some tenths of a second
_SAMPLE = 24  # placements of each piece that are looked at first

_STEMS = {
    2: ("mono", "do", "tro", "tetro", "pento", "hexo", "hepto", "octo", "nono", "deco"),
    3: ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa"),
}


@dataclass(frozen=True)
class Demand:
    """How often a piece is to be used, and all its placements: bit i of a placement is the cell with number i."""

    name: str
    area: int
    minimum: int
    maximum: int | None
    placements: Sequence[int]


def refute(cells: Sequence[Cell], optional: int, demands: Sequence[Demand]) -> str | None:
    """A reason why no exact cover of ``cells`` can exist, or None if none was found (which proves nothing).

    ``optional`` is the bitmask of the cells that may stay empty. Looks at areas, pieces without a placement, cells
    without a placement, separate parts of the board and colourings, in this order. Questions whose subset sums would
    take long are skipped.

    >>> domino = Demand("I", 2, 0, None, [0b011, 0b110])
    >>> refute([(0, 0), (1, 0), (2, 0)], 0, [domino])
    'every piece covers 2 cells, so the pieces can cover only an even number of cells, but the board has 3'
    """
    question = _Question.of(cells, optional, demands)
    reason = _area_reason(question)
    if reason:
        return reason
    for demand in demands:
        if demand.minimum and not demand.placements:
            return f"the piece {demand.name} fits nowhere on the board"
    reachable = reduce(or_, [reduce(or_, use.placements) for use in question.uses], 0)
    missed = question.required & ~reachable
    if missed:
        return f"no piece can cover the cell {cell_text(min(question.cells_of(missed)))}"
    work = _WORK
    for marking in _markings(cells):
        work -= _cost(question)
        if work < 0:
            break
        if _is_reachable(question, marking.mask, _counts(question, marking.mask, _SAMPLE)):
            continue
        counts = _counts(question, marking.mask, None)
        if not _is_reachable(question, marking.mask, counts):
            return _marking_reason(question, marking, counts)
    return None


# ---- what is asked, brought into the form the sums need


@dataclass(frozen=True)
class _Use:
    """A demand that can be used at all; ``maximum`` is never more than fits on the board."""

    name: str
    area: int
    minimum: int
    maximum: int
    placements: Sequence[int]


@dataclass(frozen=True)
class _Question:
    cells: Sequence[Cell]
    optional: int
    uses: tuple[_Use, ...]

    @classmethod
    def of(cls, cells: Sequence[Cell], optional: int, demands: Sequence[Demand]) -> _Question:
        uses = []
        for demand in demands:
            most = len(cells) // demand.area
            most = max(demand.minimum, most if demand.maximum is None else min(most, demand.maximum))
            if demand.minimum or (demand.placements and most):
                uses.append(_Use(demand.name, demand.area, demand.minimum, most, demand.placements))
        return cls(cells, optional, tuple(uses))

    @property
    def all_cells(self) -> int:
        return (1 << len(self.cells)) - 1

    @property
    def required(self) -> int:
        return self.all_cells & ~self.optional

    def cells_of(self, mask: int) -> list[Cell]:
        return [cell for number, cell in enumerate(self.cells) if mask >> number & 1]

    @property
    def least_area(self) -> int:
        return sum(use.minimum * use.area for use in self.uses)

    @property
    def step(self) -> int:
        """The area that can be added to the least area is a multiple of this."""
        return gcd(*[use.area for use in self.uses if use.maximum > use.minimum]) or 1

    def targets(self, mask: int, area: int) -> tuple[int, int]:
        """The least and the most marked cells that an exact cover of this total area can cover."""
        skipped = len(self.cells) - area
        free = self.optional & mask
        low = mask.bit_count() - min(skipped, free.bit_count())
        return low, mask.bit_count() - max(0, skipped - (self.optional & ~mask).bit_count())


# ---- subset sums: bit number n of an integer says that the total n can be reached


def _with_up_to(sums: int, count: int, shift: int, limit: int) -> int:
    """Add ``shift`` up to ``count`` times (and at most as often as stays under ``limit``), by doubling."""
    full = (1 << limit) - 1
    count = min(count, limit // shift) if shift else 0
    times = 1
    while count > 0:
        times = min(times, count)
        sums |= sums << times * shift & full
        count -= times
        times *= 2
    return sums


def _areas(question: _Question) -> int:
    """The total areas that the pieces can have, up to the size of the board or their least."""
    limit = max(len(question.cells), question.least_area) + 1
    sums = 1 << question.least_area
    for use in question.uses:
        sums = _with_up_to(sums, use.maximum - use.minimum, use.area, limit)
    return sums


def _counts(question: _Question, mask: int, sample: int | None) -> list[list[int]]:
    """For each piece the numbers of marked cells that its placements cover (those of a sample: some of the numbers)."""
    counts = []
    for use in question.uses:
        placements = use.placements
        if sample is not None and len(placements) > sample:
            placements = placements[:: len(placements) // sample]
        counts.append(sorted({(placement & mask).bit_count() for placement in placements}))
    return counts


def _totals(question: _Question, counts: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Pairs of a total area and the totals of marked cells reachable with it, for the areas that fit the board.

    All totals lie in one integer, a row of ``width`` bits for each area. A row cannot run over into the next, because
    no placement has more marked cells than cells.
    """
    width = len(question.cells) + 1
    rows = (len(question.cells) - question.least_area) // question.step + 1
    sums = 1
    for use, choices in zip(question.uses, counts, strict=True):
        sums = _after_exactly(sums, use.minimum, choices)
    limit = rows * width
    full = (1 << limit) - 1
    for use, choices in zip(question.uses, counts, strict=True):
        extra = use.maximum - use.minimum
        shifts = [use.area // question.step * width + choice for choice in choices] if extra else []
        if extra * use.area >= (rows - 1) * question.step or len(shifts) == 1:
            for shift in shifts:
                sums = _with_up_to(sums, extra, shift, limit)
        else:
            for _ in range(extra):
                sums |= reduce(or_, [sums << shift for shift in shifts], 0) & full
    row = (1 << width) - 1
    least = question.required.bit_count()
    for number in range(rows):
        area = question.least_area + number * question.step
        if area >= least:
            yield area, sums >> number * width & row


def _after_exactly(sums: int, times: int, choices: list[int]) -> int:
    """Add one of ``choices``, ``times`` times."""
    if not times:
        return sums
    sums <<= times * choices[0]
    gaps = {b - a for a, b in zip(choices, choices[1:], strict=False)}
    if len(gaps) <= 1:
        # Evenly spaced choices: the sum of all copies takes every step from the least to the most.
        steps = times * (len(choices) - 1)
        return _with_up_to(sums, steps, gaps.pop(), sums.bit_length() + times * choices[-1]) if gaps else sums
    for _ in range(times):
        sums = reduce(or_, [sums << choice - choices[0] for choice in choices])
    return sums


def _cost(question: _Question) -> int:
    """About how many bits the subset sum of one marking touches."""
    width = len(question.cells) + 1
    rows = (len(question.cells) - question.least_area) // question.step + 1
    fixed = sum(min(use.minimum, 64) for use in question.uses) * width
    free = sum(min(use.maximum - use.minimum, 64) for use in question.uses) * width * rows
    return 4 * (fixed + free) + sum(len(use.placements) for use in question.uses) * 64
