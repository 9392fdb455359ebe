"""The sequences of a pattern: its queues, the orders that hold makes of them, and the queues behind such orders.

With hold, the first piece of a queue is the one in hold at the beginning; with an empty hold it makes no difference,
because the first two pieces can be exchanged at once. All are found as an automaton that follows every way to hold at
once (the subset construction of Rabin and Scott, IBM Journal of Research and Development 3, 1959), so that each
sequence is there once, and they are counted without being listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from shapewright.clear.patterns.automaton import Levels, State
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.patterns.queue_conditions import Condition, Rest, after_piece, at_end, weight_of
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ProblemError

Way = Literal["pass", "forward", "backward"]
WAYS: tuple[Way, ...] = ("pass", "forward", "backward")
"""The queues of a pattern; the orders in which hold can place them; the queues that hold can place in such an order."""

_MAX_WORK = 1 << 19

# Where a reader is in the pattern, the held piece, and how often hold may still be used.
_Place = tuple[State, str, int]
# All places at once, and what is left of the condition on the sequence.
_State = tuple[frozenset[_Place], Rest]
_Levels = list[dict[_State, list[tuple[str, _State]]]]


def expand(
    pattern: Pattern | str,
    hold: Way = "pass",
    *,
    length: int | None = None,
    holds: int | None = None,
    where: str | None = None,
) -> Expansion:
    """The different sequences that a pattern stands for.

    ``pass`` means its queues, cut after ``length`` pieces. ``forward`` means the orders in which the first ``length``
    pieces of its queues can be placed with hold (one piece less than the queues have, if not given: the other one stays
    in hold). ``backward`` means the queues of ``length`` pieces that can be placed in an order which the pattern has
    (one piece more, if not given: it stays in hold, and may be any). Hold is used at most ``holds`` times; ``where`` is
    a condition on the sequences, such as ``T=2`` or ``/S.*Z/``.

    >>> list(expand("TIOLJ", "forward", holds=1))
    ['IOTJ', 'IOLT', 'IOLJ', 'ITLJ', 'TOLJ']
    >>> expand("TIO", "backward").count, expand("TIO", "backward", length=3).count
    (49, 4)

    Raises ``NotationError`` for a malformed pattern or condition, ``ProblemError`` for a length that is not possible.
    """
    asked = read_pattern(pattern)
    if hold not in WAYS:
        raise ProblemError(f"the sequences are {', '.join(WAYS)}, not {hold!r}")
    usual = asked.length + {"pass": 0, "forward": -1, "backward": 1}[hold]
    found = max(1, usual) if length is None else length
    least = asked.length if hold == "backward" else 1
    most = asked.length + (hold == "backward")
    if not least <= found <= most:
        raise ProblemError(
            f"the sequences of a pattern of {asked.length} pieces have {least} to {most} pieces ({hold}), not {found}"
        )
    if holds is not None and holds < 0:
        raise ProblemError(f"hold cannot be used {holds} times; give a number from 0")
    if holds is not None and hold == "pass":
        raise ProblemError("a number of holds only applies to the sequences forward or backward")
    return Expansion(asked, hold, found, holds, None if where is None else Condition(where))


@dataclass(frozen=True)
class Expansion:
    """A set of sequences of ``length`` pieces, from :func:`expand`: they are counted, listed, and found with ``in``."""

    pattern: Pattern
    hold: Way
    length: int
    holds: int | None = None
    where: Condition | None = None

    @cached_property
    def count(self) -> int:
        """How many there are."""
        later: dict[_State, int] = {}
        for level in reversed(self._levels):
            later = {state: sum([later.get(after, 1) for _, after in steps]) for state, steps in level.items()}
        return later.get(self._start, 0)

    def __iter__(self) -> Iterator[str]:
        waiting = [("", self._start)] if self.count else []
        while waiting:
            sequence, state = waiting.pop()
            if len(sequence) == self.length:
                yield sequence
                continue
            waiting += [(sequence + piece, after) for piece, after in reversed(self._levels[len(sequence)][state])]

    def __contains__(self, sequence: str) -> bool:
        state = self._start
        for level, piece in zip(self._levels, sequence, strict=False):
            after = dict(level.get(state, ())).get(piece)
            if after is None:
                return False
            state = after
        return len(sequence) == self.length

    @cached_property
    def _start(self) -> _State:
        left = self.pattern.length + 1 if self.holds is None else self.holds
        steps = self._pattern_steps
        places: Iterable[_Place]
        if self.hold == "forward":
            places = [(after, piece, left) for piece, after in steps[0].get(self.pattern.start, ())]
        else:
            places = [(self.pattern.start, "", left)]
        return _best(places), True if self.where is None else self.where.start

    @cached_property
    def _pattern_steps(self) -> Levels:
        return self.pattern.levels(self.pattern.length)

    @cached_property
    def _levels(self) -> _Levels:
        """For each number of pieces: the states of the automaton from which sequences go on to their end."""
        levels: _Levels = []
        states = {self._start}
        work, each = 0, 1 if self.where is None else 1 + 4 * weight_of(self.where.start)
        for number in range(self.length):
            level: dict[_State, list[tuple[str, _State]]] = {}
            for state in states:
                work += len(state[0]) + each
                if work > _MAX_WORK:
                    raise LimitError("the sequences of the pattern differ in too many ways; try a narrower pattern")
                found: dict[str, list[_Place]] = {}
                for place in state[0]:
                    for piece, after in self._moves(place, number):
                        found.setdefault(piece, []).append(after)
                steps = []
                for piece in PIECES:
                    rest = after_piece(state[1], piece) if piece in found else False
                    if rest is not False:
                        steps.append((piece, (_best(found[piece]), rest)))
                level[state] = steps
            levels.append(level)
            states = {after for steps in level.values() for _, after in steps}
        alive = {state for state in states if at_end(state[1])}
        if self.hold == "backward" and self.length == self.pattern.length:  # the piece in hold is placed last
            last = self._pattern_steps[-1]
            alive = {
                state
                for state in alive
                if any(left and held in dict(last.get(where, ())) for where, held, left in state[0])
            }
        for number in range(self.length - 1, -1, -1):
            levels[number] = {
                state: kept
                for state, steps in levels[number].items()
                if (kept := [step for step in steps if step[1] in alive])
            }
            alive = set(levels[number])
        return levels

    def _moves(self, place: _Place, number: int) -> Iterator[tuple[str, _Place]]:
        """What the next piece of the sequence, after so many, may be, and where that leads."""
        where, held, left = place
        steps = self._pattern_steps
        if self.hold == "pass":
            for piece, after in steps[number].get(where, ()):
                yield piece, (after, held, left)
        elif self.hold == "forward":
            if number + 1 == self.pattern.length:
                if left:
                    yield held, (where, "", left - 1)
                return
            for piece, after in steps[number + 1].get(where, ()):
                yield piece, (after, held, left)
                if left:
                    yield held, (after, piece, left - 1)
        elif number == 0:
            for piece in PIECES:
                yield piece, (where, piece, left)
        else:
            for placed, after in steps[number - 1].get(where, ()):
                yield placed, (after, held, left)
                if placed == held and left:
                    for piece in PIECES:
                        yield piece, (after, piece, left - 1)


def _best(places: Iterable[_Place]) -> frozenset[_Place]:
    """The places, each with the most holds that are left there."""
    found: dict[tuple[State, str], int] = {}
    for where, held, left in places:
        found[where, held] = max(left, found.get((where, held), 0))
    return frozenset([(where, held, left) for (where, held), left in found.items()])
