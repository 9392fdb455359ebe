"""T-spins that a few pieces make possible: where to put them, and where the T then spins and clears lines.

As solution-finder's ``spin``, by its documentation: pieces fill the rows that the T shall clear, hold up other pieces,
or make the roof that the T needs. No row is cleared before the T comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from shapewright.clear import drops, rules
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.orders.placing_order import first_way
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.piece import FACINGS, PIECES, Placement, facings_alike
from shapewright.clear.problem import read_field, read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.clear.spins import Spin, corners_filled, spins
from shapewright.errors import LimitError, NotationError, ProblemError, quote
from shapewright.jobs.limits import Clock

_SRS = Kicks.named("srs")

KINDS = ("full", "any")
"""Which T-spins are wanted: full ones alone, or mini ones as well."""

MAX_BAGS = 100_000
"""No more queues of a pattern are read to find out which pieces come together."""


@dataclass(frozen=True)
class Wanted:
    """What is looked for: at least ``lines`` lines, all from row ``bottom`` up to, not including, row ``top``.

    Pieces lie below row ``margin``; without a number ``top`` is the row above the highest filled cell and one more, and
    ``margin`` two rows more. At most ``max_roof`` pieces have no cell in the rows that the T clears. ``kind`` is one of
    ``KINDS``.

    Raises ``ProblemError`` for numbers that leave nothing to be found, ``NotationError`` for another kind.
    """

    lines: int = 2
    bottom: int = 0
    top: int | None = None
    margin: int | None = None
    max_roof: int | None = None
    kind: str = "any"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"{quote(self.kind)} is not a kind of spin; choose one of {', '.join(KINDS)}")
        if not 0 <= self.lines <= 3:
            raise ProblemError(f"a T clears 0 to 3 lines, not {self.lines}")
        if self.bottom < 0 or (self.top is not None and self.top < self.bottom + max(1, self.lines)):
            raise ProblemError(f"rows from {self.bottom} up to {self.top} are too few for {self.lines} lines")
        for name, number in (("margin", self.margin), ("max_roof", self.max_roof)):
            if number is not None and number < 0:
                raise ProblemError(f"{name} is at least 0, not {number}")

    def rows(self, field: Field) -> tuple[int, int]:
        """``top`` and ``margin`` for a field."""
        top = field.height + 1 if self.top is None else self.top
        return top, min(MAX_HEIGHT, top + 2 if self.margin is None else self.margin)


@dataclass(frozen=True)
class FoundSpin:
    """The ``placements`` on ``field`` in an order in which they can be made, the T that spins last.

    ``spin`` is the best way in which it locks, ``rows`` are the rows that it clears.
    """

    field: Field
    placements: tuple[Placement, ...]
    spin: Spin
    rows: tuple[int, ...]
    kicks: Kicks = _SRS
    drop: Drop = "soft"

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in their order."""
        return "".join([placement.piece for placement in self.placements])

    @property
    def name(self) -> str:
        """Such as ``TSD``, or ``TSS mini``."""
        return ["TSZ", "TSS", "TSD", "TST"][len(self.rows)] + (" mini" if self.spin == "mini" else "")

    @cached_property
    def after(self) -> Field:
        """The field when the lines are cleared."""
        field = self.field
        for placement in self.placements:
            field = rules.place(field, placement)
        return field

    @property
    def holes(self) -> int:
        """How many empty cells are left below a filled one."""
        roof = holes = 0
        for row in reversed(self.after.rows):
            holes += (roof & ~row).bit_count()
            roof |= row
        return holes

    def solution(self) -> Solution:
        """The same as the steps of a queue that has the pieces in this order."""
        return Solution(self.field, Queue(self.pieces), self.placements, kicks=self.kicks, drop=self.drop)

    def page(self) -> Page:
        """All pieces in their colours on one page, nothing cleared."""
        height = max([self.field.height, *[y + 1 for placement in self.placements for _, y in placement.cells()]])
        rows = [["X" if (x, y) in self.field else "_" for x in range(WIDTH)] for y in range(height)]
        for placement in self.placements:
            for x, y in placement.cells():
                rows[y][x] = placement.piece
        return Page(tuple(["".join(row) for row in rows]))

    def fumen(self) -> Fumen:
        """That page as a fumen."""
        return Fumen((self.page(),))


def find_spins(
    field: Field | str,
    pattern: Pattern | str,
    wanted: Wanted | None = None,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    time_limit: float | None = None,
    stop: bytearray | None = None,
) -> Iterator[FoundSpin]:
    """All ways to make a T-spin possible with the pieces of a queue of ``pattern``, each at most as often as there.

    The queues only say which pieces there are: their order does not matter. A way is a set of placements of which none
    is idle: a piece has a cell in a row that the T clears, or another piece would float without it, or the T would not
    spin without it. They can be placed in some order, and then the T locks with a spin and clears these rows. Ways
    with few pieces come first; each is found once.

    >>> [found.name for found in find_spins("X__XX_X___/X___XXXXXX/XX_XXXXXXX", "T")]
    ['TSD']

    Raises ``ProblemError`` if no queue has a T, ``LimitError`` for a pattern of too many queues, ``StoppedError`` when
    the time limit is reached.
    """
    check_drop(drop)
    start = read_field(field).cleared()
    search = _Finder(start, wanted or Wanted(), read_kicks(kicks), drop, Clock(time_limit, stop))
    asked = read_pattern(pattern)
    if asked.count() > MAX_BAGS:
        raise LimitError(f"the pattern has {asked.count()} queues, more than the limit of {MAX_BAGS}")
    # The pieces besides one T that come together in some queue.
    bags = {"".join(sorted(queue.replace("T", "", 1))) for queue in asked.queues() if "T" in queue}
    if not bags:
        raise ProblemError("no queue of the pattern has a T, which a T-spin needs")
    return search.found([Counter(letters) for letters in sorted(bags)])


class _Place(NamedTuple):
    """A placement, its letter and its cells as a number."""

    piece: str
    bits: int
    placement: Placement


_Chosen = frozenset[_Place]


class _Finder:
    def __init__(self, start: Field, wanted: Wanted, kicks: Kicks, drop: Drop, clock: Clock) -> None:
        self.start, self.wanted, self.kicks, self.drop, self.clock = start, wanted, kicks, drop, clock
        self.top, self.margin = wanted.rows(start)
        self.full = [FULL_ROW << WIDTH * y for y in range(self.margin)]
        self.filled = start.bits
        self._grounded: dict[tuple[int, Placement], bool] = {}
        self._spins: dict[tuple[int, Placement], Spin] = {}

    @cached_property
    def places(self) -> tuple[_Place, ...]:
        """Every place of every piece below the margin that is empty."""
        found = []
        for piece in PIECES:
            for facing in FACINGS:
                if facings_alike(piece, facing)[0][0] == facing:
                    found += [_Place(piece, at.bits, at) for at in self._within(piece, facing)]
        return tuple(found)

    def _within(self, piece: str, facing: str) -> Iterator[Placement]:
        for y in range(self.margin):
            for x in range(WIDTH):
                if drops.fits(self.start, piece, facing, x, y):
                    placement = Placement(piece, facing, x, y)
                    if max([row for _, row in placement.cells()]) < self.margin:
                        yield placement

    def found(self, bags: Sequence[Counter[str]]) -> Iterator[FoundSpin]:
        known: set[tuple[Placement, _Chosen]] = set()
        most = max([bag.total() for bag in bags])
        targets = [(t, rows) for facing in FACINGS for t in self._within("T", facing) for rows in self._rows(t)]
        for number in range(most + 1):
            for t, rows in targets:
                target = _Target(self, t, rows, number)
                for bag in bags:
                    for chosen in target.ways(bag):
                        if (t, chosen) not in known:
                            known.add((t, chosen))
                            if (way := target.way(chosen)) is not None:
                                yield way

    def _rows(self, t: Placement) -> Iterator[int]:
        """The sets of rows, as full rows, that the T might clear."""
        ys = sorted({y for _, y in t.cells() if self.wanted.bottom <= y < self.top})
        for mask in range(1 << len(ys)):
            if mask.bit_count() >= self.wanted.lines:
                yield sum([FULL_ROW << WIDTH * y for number, y in enumerate(ys) if mask >> number & 1])

    def rests(self, filled: int, placement: Placement) -> bool:
        """Whether a piece lies on the floor or on something."""
        return any(y == 0 or filled >> x + WIDTH * (y - 1) & 1 for x, y in placement.cells())

    def spin(self, filled: int, t: Placement) -> Spin:
        """The best way in which the T locks there."""
        key = (filled, t)
        if key not in self._spins:
            found = spins(Field.from_bits(filled), t, kicks=self.kicks, rule="t", drop=self.drop)
            self._spins[key] = "full" if "full" in found else "mini" if "mini" in found else "none"
        return self._spins[key]

    def is_wanted(self, spin: Spin) -> bool:
        return spin == "full" or (spin == "mini" and self.wanted.kind == "any")

    def can_place(self, filled: int, placement: Placement) -> bool:
        key = (filled, placement)
        if key not in self._grounded:
            field = Field.from_bits(filled)
            self._grounded[key] = rules.is_reachable(field, placement, self.kicks, self.drop)
        return self._grounded[key]


class _Target:
    """A place of the T and the rows that it clears, with so many other pieces."""

    def __init__(self, finder: _Finder, t: Placement, rows: int, number: int) -> None:
        self.finder, self.t, self.rows, self.number = finder, t, rows, number
        self.needed = rows & ~finder.filled & ~t.bits
        most = finder.wanted.max_roof
        self.max_roof = number if most is None else min(most, number)
        self.allowed = finder.filled | t.bits
        self._seen: set[_Chosen] = set()

    @cached_property
    def places(self) -> tuple[_Place, ...]:
        """The places that leave room for the T."""
        return tuple([place for place in self.finder.places if not place.bits & self.t.bits])

    def ways(self, bag: Counter[str]) -> Iterator[_Chosen]:
        """Sets of places that fill the rows, hold each other up, and let the T spin; each may come more than once."""
        count = self.needed.bit_count()
        # Every piece but those of the roof fills at least one cell of the rows, and none more than four.
        if count > 4 * self.number or count < self.number - self.max_roof:
            return
        self._seen.clear()
        yield from self._fill(self.needed, self.finder.filled, frozenset(), bag)

    def _fill(self, needed: int, filled: int, chosen: _Chosen, left: Counter[str]) -> Iterator[_Chosen]:
        """Fill the lowest needed cell."""
        self.finder.clock.check("all ways were found")
        room = self.number - len(chosen)
        if needed.bit_count() > 4 * room:
            return
        if not needed:
            yield from self._support(filled, chosen, left)
            return
        lowest = needed & -needed
        for place in self.places:
            if place.bits & lowest and left[place.piece] and not place.bits & filled:
                yield from self._fill(needed & ~place.bits, *_with(filled, chosen, left, place))

    def _support(self, filled: int, chosen: _Chosen, left: Counter[str]) -> Iterator[_Chosen]:
        """Put something below what floats, then see to the T."""
        if chosen in self._seen:
            return
        self._seen.add(chosen)
        roof = sum([not place.bits & self.rows for place in chosen])
        # No row may be full without the T, nor with it and not be one of the rows.
        if roof > self.max_roof or any(
            filled & row == row or ((filled | self.t.bits) & row == row and not self.rows & row)
            for row in self.finder.full
        ):
            return
        for place in sorted(chosen):
            if not self.finder.rests(filled & ~place.bits, place.placement):
                yield from self._cover(_below(place.bits) & ~place.bits, filled, chosen, left)
                return
        if not self.finder.is_wanted(self.finder.spin(filled, self.t)):
            x, y = self.t.x, self.t.y
            if not self.finder.rests(filled, self.t):
                lacking = _below(self.t.bits)
            elif len(corners_filled(Field.from_bits(filled), self.t)) < 3:
                lacking = _cells((x - 1, x + 1), (y - 1, y + 1))
            else:  # what may keep an earlier kick of the last turn off
                lacking = _cells(range(x - _NEAR, x + _NEAR + 1), range(y - _NEAR, y + _NEAR + 2))
            yield from self._cover(lacking, filled, chosen, left)
        elif len(chosen) == self.number:
            yield chosen

    def _cover(self, cells: int, filled: int, chosen: _Chosen, left: Counter[str]) -> Iterator[_Chosen]:
        """Add a piece that has one of these cells."""
        if len(chosen) == self.number:
            return
        for place in self.places:
            if place.bits & cells and left[place.piece] and not place.bits & filled:
                yield from self._support(*_with(filled, chosen, left, place))

    def way(self, chosen: _Chosen) -> FoundSpin | None:
        """The way with its pieces in an order; None if there is no order, or a piece is idle."""
        finder = self.finder
        filled = finder.filled
        for place in chosen:
            filled |= place.bits
        for place in chosen:
            without, others = filled & ~place.bits, [other for other in chosen if other is not place]
            if (
                not place.bits & self.rows
                and all(finder.rests(without & ~other.bits, other.placement) for other in others)
                and finder.is_wanted(finder.spin(without, self.t))
            ):
                return None  # it is idle
        places = sorted(chosen)

        def steps(state: tuple[int, int]) -> Iterator[tuple[Placement, tuple[int, int]]]:
            done, filled = state
            for number, place in enumerate(places):
                if not done >> number & 1 and self.finder.can_place(filled, place.placement):
                    yield place.placement, (done | 1 << number, filled | place.bits)

        everything = (1 << len(places)) - 1
        order = first_way((0, finder.filled), steps, lambda state: state[0] == everything)
        if order is None:
            return None
        ys = tuple([y for y in range(finder.top) if self.rows >> WIDTH * y & FULL_ROW == FULL_ROW])
        spin = finder.spin(filled, self.t)
        return FoundSpin(finder.start, (*order, self.t), spin, ys, finder.kicks, finder.drop)


# From the centre of the T, so far to the sides and below lie cells that may keep an earlier kick of its last turn off.
_NEAR = 4


def _cells(columns: Iterable[int], rows: Iterable[int]) -> int:
    """The cells of some columns and rows that are in the field."""
    return sum([1 << x + WIDTH * y for x in columns if 0 <= x < WIDTH for y in rows if y >= 0])


def _with(filled: int, chosen: _Chosen, left: Counter[str], place: _Place) -> tuple[int, _Chosen, Counter[str]]:
    rest = left.copy()
    rest[place.piece] -= 1
    return filled | place.bits, chosen | {place}, rest


def _below(bits: int) -> int:
    """The cells right below some cells, and not among them."""
    return bits >> WIDTH & ~bits
