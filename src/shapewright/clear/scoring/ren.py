"""The longest run of line clears, one directly after the other: a combo, or ren.

Each placement of a run clears at least one line. Boards and what is left of the queue are remembered, so that what
is reached in several ways is searched once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as _field
from typing import NamedTuple, Unpack

from shapewright.clear import native
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.problem import Game, read_field, read_kicks, read_queue
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock

MAX_PIECES = 40
"""No longer queue is taken; solution-finder takes 22 pieces."""
MAX_STATES = 2_000_000
"""So many boards with what is left of the queue are remembered."""


class _State(NamedTuple):
    """A field without full rows, and what may be left of the queue: equal pieces can be held in several ways."""

    rows: tuple[int, ...]
    queues: frozenset[Queue]


class _Run(NamedTuple):
    """How many clears the longest run from a state has, and how many runs have so many."""

    length: int
    number: int


@dataclass(frozen=True)
class Runs:
    """The longest runs of a queue on a field: ``number`` different ones of ``clears`` line clears, all to be listed.

    The game counts from the second clear on: a run of 5 clears is shown as 4 REN, a combo of 4.
    """

    field: Field
    queue: Queue
    clears: int
    number: int
    _search: _Search = _field(repr=False, compare=False)

    @property
    def ren(self) -> int:
        """The number that the game shows at the end: one less than the clears, -1 if there is none."""
        return self.clears - 1

    def __iter__(self) -> Iterator[Solution]:
        """The runs, in order: by their pieces as in ``PIECES``, then by facing, column and row."""
        search = self._search
        if not self.clears:
            return
        waiting: list[tuple[_State, tuple[Placement, ...]]] = [(_start(self.field, self.queue), ())]
        while waiting:
            state, placed = waiting.pop()
            if len(placed) == self.clears:
                holds = self.queue.holds_for([placement.piece for placement in placed], hold=search.hold)
                yield Solution(self.field, self.queue, placed, holds, search.kicks, search.drop, search.hold)
                continue
            left = self.clears - len(placed) - 1
            steps = [step for step in search.steps(state) if search.longest(step[1]).length == left]
            waiting += [(after, (*placed, placement)) for placement, after in reversed(steps)]


def ren(field: Field | str, queue: Queue | str, *, time_limit: float | None = None, **game: Unpack[Game]) -> Runs:
    """The longest runs of line clears with the pieces of ``queue``, from the first piece on.

    A run ends where no placement clears a line; the field need not become empty. Pieces may be held, if ``hold`` is not
    False, but every piece that is placed clears. Runs that differ in a placement are different.

    >>> runs = ren("XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXXX__", "LJL")
    >>> runs.clears, runs.ren, runs.number
    (3, 2, 21)

    ``kicks`` and ``drop`` are as in :func:`shapewright.clear.solve`. Raises ``LimitError`` for more than 40 pieces or
    too many boards, ``StoppedError`` when the time limit (seconds) is reached.
    """
    start, pieces = read_field(field), read_queue(queue)
    if len(pieces) > MAX_PIECES:
        raise LimitError(f"the queue has {len(pieces)} pieces, more than the limit of {MAX_PIECES}")
    kicks, drop = read_kicks(game.get("kicks", "srs")), check_drop(game.get("drop", "soft"))
    search = _Search(kicks, drop, game.get("hold", True), Clock(time_limit))
    longest = search.longest(_start(start, pieces))
    return Runs(start, pieces, longest.length, longest.number if longest.length else 0, search)


def _start(field: Field, queue: Queue) -> _State:
    return _State(field.cleared().rows, frozenset([queue]))


class _Search:
    """The rules of one game, and what is known of each state."""

    def __init__(self, kicks: Kicks, drop: Drop, hold: bool, clock: Clock) -> None:
        self.kicks, self.drop, self.hold = kicks, drop, hold
        self._clock = clock
        self._native = native.rules(kicks, drop)
        self._known: dict[_State, _Run] = {}
        self._clears: dict[tuple[tuple[int, ...], str], tuple[tuple[Placement, tuple[int, ...]], ...]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return _Search, (self.kicks, self.drop, self.hold, Clock(None))

    def longest(self, state: _State) -> _Run:
        """The longest run from a state; it is no deeper than the queue is long."""
        known = self._known.get(state)
        if known is not None:
            return known
        self._clock.check("the longest run was found")
        length, number = 0, 1
        for _, after in self.steps(state):
            run = self.longest(after)
            if run.length + 1 > length:
                length, number = run.length + 1, run.number
            elif run.length + 1 == length:
                number += run.number
        if len(self._known) >= MAX_STATES:
            raise LimitError(f"the runs lead to more than {MAX_STATES:,} boards; try fewer pieces")
        found = self._known[state] = _Run(length, number)
        return found

    def steps(self, state: _State) -> Iterator[tuple[Placement, _State]]:
        """The placements that clear a line, and the state after each."""
        rests: dict[str, set[Queue]] = {}
        for queue in state.queues:
            for piece, rest, _ in queue.choices(hold=self.hold):
                rests.setdefault(piece, set()).add(rest)
        for piece in sorted(rests, key=PIECES.index):
            for placement, rows in self._clearing(state.rows, piece):
                yield placement, _State(rows, frozenset(rests[piece]))

    def _clearing(self, rows: tuple[int, ...], piece: str) -> tuple[tuple[Placement, tuple[int, ...]], ...]:
        known = self._clears.get((rows, piece))
        if known is None:
            bits = sum([row << WIDTH * y for y, row in enumerate(rows)])
            found = {}
            for facing, x, y in self._native.locks(native.board(bits), MAX_HEIGHT, PIECES.index(piece)):
                placement = Placement(piece, FACINGS[facing], x, y).canonical()
                filled = bits | placement.bits
                kept = [filled >> WIDTH * line & FULL_ROW for line in range(MAX_HEIGHT)]
                kept = [row for row in kept if row != FULL_ROW]
                if len(kept) < MAX_HEIGHT:
                    while kept and not kept[-1]:
                        kept.pop()
                    found[placement] = tuple(kept)
            order = sorted(found, key=lambda one: (FACINGS.index(one.facing), one.x, one.y))
            known = self._clears[rows, piece] = tuple([(placement, found[placement]) for placement in order])
        return known
