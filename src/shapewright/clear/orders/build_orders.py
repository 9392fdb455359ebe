"""All orders in which the parts of something can be placed, with what happens on the way: line clears and spins.

Which parts are placed says what the field is; so there are at most 2^parts fields, and with what counts of the past
they are the states of a search. The queues of a pattern are gone through as an automaton, all at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from shapewright.clear import drops, rules
from shapewright.clear.field import FULL_ROW, WIDTH, Field
from shapewright.clear.orders.goals import Event, Goal, Progress
from shapewright.clear.orders.placing_order import Part, first_way, placed_now, seen, solution_by
from shapewright.clear.spins import spins
from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.clear.drops import Drop
    from shapewright.clear.graph.queues import Queues
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.piece import Placement
    from shapewright.clear.queue import Queue
    from shapewright.clear.solution import Solution

MAX_PARTS = 20
"""No solution with more parts is searched for a goal: there would be more than a million fields."""


class _Step(NamedTuple):
    """A part that can be placed now, where, and all that may happen then."""

    number: int
    placement: Placement
    events: tuple[Event, ...]


class Building:
    """The ``parts`` to be placed on ``start``, the rules, and the goal.

    Raises ``LimitError`` beyond 20 parts.
    """

    def __init__(self, start: Field, parts: tuple[Part, ...], *, kicks: Kicks, drop: Drop, goal: Goal) -> None:
        if len(parts) > MAX_PARTS:
            raise LimitError(f"a solution of {len(parts)} pieces is larger than the limit of {MAX_PARTS} in such modes")
        self.start, self.parts, self.kicks, self.drop, self.goal = start, parts, kicks, drop, goal
        self.everything = (1 << len(parts)) - 1
        self._steps: dict[int, tuple[_Step, ...]] = {}
        self._live: dict[tuple[int, Progress], bool] = {}

    def steps(self, done: int) -> tuple[_Step, ...]:
        """What can be placed when the parts with bits in ``done`` are."""
        if done not in self._steps:
            filled = self.start.bits
            for number, part in enumerate(self.parts):
                if done >> number & 1:
                    filled |= part.bits
            field = seen(filled)
            left = len(self.parts) - done.bit_count()
            found = []
            for number, part in enumerate(self.parts):
                placement = None if done >> number & 1 else placed_now(filled, part)
                if placement is None:
                    continue
                events = tuple(self._events(field, placement, left))
                if events:
                    found.append(_Step(number, placement, events))
            self._steps[done] = tuple(found)
        return self._steps[done]

    def _events(self, field: Field, placement: Placement, left: int) -> Iterator[Event]:
        """All that may happen when a piece is placed, with so many parts left, this one included."""
        goal, piece = self.goal, placement.piece
        if not drops.is_grounded(field, placement):
            return
        rows = (field.bits | placement.bits, max(field.height, 1 + max([y for _, y in placement.cells()])))
        full = [rows[0] >> WIDTH * y & FULL_ROW for y in range(rows[1])]
        lines = full.count(FULL_ROW)
        is_clear = lines == rows[1]
        drop = "soft" if left <= goal.last_soft else self.drop
        must_spin = drops.must_spin(piece, drop)
        by_hard_drop = not must_spin and rules.is_reachable(field, placement, self.kicks, "hard")
        if by_hard_drop:
            yield Event(piece, lines, "none", is_clear, is_soft=False, is_last=left == 1)
        if not drops.is_soft(piece, drop):
            return
        if lines or must_spin or (piece == "T" and goal.every_t is not None):
            ways = spins(field, placement, kicks=self.kicks, rule=goal.spins, drop=drop)
        else:  # spins without a line clear count nowhere
            ways = frozenset({"none"} if rules.is_reachable(field, placement, self.kicks, drop) else ())
        for spin in sorted(ways):
            if spin != "none" or not by_hard_drop:
                yield Event(piece, lines, spin, is_clear, is_soft=True, is_last=left == 1)

    def after(self, done: int, progress: Progress, step: _Step) -> set[Progress]:
        """All that may count after a step from which the goal can still be reached, whatever pieces come."""
        found = {self.goal.after(progress, event) for event in step.events}
        return {one for one in found if one is not None and self.is_live(done | 1 << step.number, one)}

    def is_live(self, done: int, progress: Progress) -> bool:
        """Whether the goal can be reached from here in some order."""
        if done == self.everything:
            return self.goal.is_reached(progress)
        known = self._live.get((done, progress))
        if known is None:
            known = self._live[done, progress] = any(self.after(done, progress, step) for step in self.steps(done))
        return known

    def solved(self, queues: Queues, clock: Clock, *, hold: bool) -> int:
        """The queues, as bits, that can place all parts and reach the goal.

        Raises ``StoppedError`` when the time is over.
        """
        if not self.is_live(0, self.goal.start):
            return 0
        return _Search(self, queues, clock, hold=hold).of(0, 0, "", 0, self.goal.start)

    def order(self, queue: Queue, *, hold: bool) -> Solution | None:
        """An order in which the queue places all parts and reaches the goal, held pieces late; None without one."""
        if not self.is_live(0, self.goal.start):
            return None

        def steps(
            state: tuple[int, Progress, Queue],
        ) -> Iterator[tuple[tuple[Placement, bool], tuple[int, Progress, Queue]]]:
            done, progress, rest = state
            for piece, after, held in rest.choices(hold=hold):
                for step in self.steps(done):
                    if step.placement.piece == piece:
                        for then in sorted(self.after(done, progress, step)):
                            yield (step.placement, held), (done | 1 << step.number, then, after)

        found = first_way((0, self.goal.start, queue), steps, lambda state: state[0] == self.everything)
        if found is None:
            return None
        drop = "soft" if self.goal.last_soft else self.drop
        return solution_by(found, self.start, queue, kicks=self.kicks, drop=drop, hold=hold)


class _Search:
    """The queues that reach the goal, by state: pieces read, state of the automaton, hold, parts placed, progress."""

    def __init__(self, building: Building, queues: Queues, clock: Clock, *, hold: bool) -> None:
        self._building, self._queues, self._clock, self._hold = building, queues, clock, hold
        self._known: dict[tuple[int, int, str, int, Progress], int] = {}

    def of(self, read: int, state: int, held: str, done: int, progress: Progress) -> int:
        """Of the queues that may follow, those that reach the goal."""
        if done == self._building.everything:
            return (1 << self._queues.count(read, state)) - 1
        key = (read, state, held, done, progress)
        known = self._known.get(key)
        if known is None:
            self._clock.check("all orders were tried")
            known, place = 0, 0
            if read == self._queues.length:
                known = self._placing(held, (read, state, ""), done, progress) if held else 0
            else:
                for piece, after, count in self._queues.following(read, state):
                    bits = self._placing(piece, (read + 1, after, held), done, progress)
                    if self._hold and not held:
                        bits |= self.of(read + 1, after, piece, done, progress)
                    elif self._hold:
                        bits |= self._placing(held, (read + 1, after, piece), done, progress)
                    known |= bits << place
                    place += count
            self._known[key] = known
        return known

    def _placing(self, piece: str, rest: tuple[int, int, str], done: int, progress: Progress) -> int:
        """The same when this piece is placed next."""
        found = 0
        for step in self._building.steps(done):
            if step.placement.piece == piece:
                for then in self._building.after(done, progress, step):
                    found |= self.of(*rest, done | 1 << step.number, then)
        return found
