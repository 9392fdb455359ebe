"""The queues of a pattern as an automaton: numbered in order, looked up, and handed to the engine.

A set of queues is a number, with a bit for each queue, in the order of :meth:`Pattern.queues`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import repeat

from shapewright.clear import native
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ProblemError


def bits_of_queues(content: bytes) -> int:
    """A set of queues as the engine gives it."""
    return int.from_bytes(content, "little")


class Kinds:
    """Of which kind each of some queues is, in their order, to find the queues of those kinds that are wanted.

    >>> f"{Kinds(['a', 'b', 'c', 'a']).bits(lambda kind: kind != 'b'):b}"
    '1101'
    """

    def __init__(self, kinds: Iterable[str]) -> None:
        places: dict[str, int] = {}
        numbers = array("i", (places.setdefault(kind, len(places)) for kind in kinds))
        self._kinds = list(places)
        # Where a byte is enough, all are looked up at once.
        self._numbers: bytes | array[int] = bytes(numbers.tolist()) if len(places) <= 256 else numbers

    def bits(self, is_wanted: Callable[[str], bool]) -> int:
        """The queues of wanted kinds."""
        digits = b"".join([b"1" if is_wanted(kind) else b"0" for kind in self._kinds])
        numbers = self._numbers
        if isinstance(numbers, bytes):
            row = numbers.translate(digits.ljust(256, b"0"))
        else:
            row = bytes(map(digits.__getitem__, numbers))
        return int(row[::-1] or b"0", 2)

    def bits_of_each(self) -> dict[str, int]:
        """The queues of each kind.

        >>> {kind: f"{bits:b}" for kind, bits in Kinds(["a", "b", "c", "a"]).bits_of_each().items()}
        {'a': '1001', 'b': '10', 'c': '100'}
        """
        return {kind: self.bits(kind.__eq__) for kind in self._kinds}


class Queues:
    """The distinct queues of a pattern, cut after ``length`` pieces, in order; for the engine and to be looked up."""

    def __init__(self, pattern: Pattern, length: int) -> None:
        self.pattern = pattern
        self.length = length
        if pattern.has_filters and not pattern.count():
            raise ProblemError("the pattern has no queues: none of those it lists fulfils its conditions")
        # For each number of pieces read and each state the states after each piece, or -1
        self._levels: list[list[list[int]]] = []
        levels = pattern.levels(length)
        for read, level in enumerate(levels):
            numbers = {state: number for number, state in enumerate(levels[read + 1])} if read + 1 < length else None
            rows = []
            for steps in level.values():
                row = [-1] * len(PIECES)
                for piece, after in steps:
                    row[PIECES.index(piece)] = 0 if numbers is None else numbers[after]
                rows.append(row)
            self._levels.append(rows)
        self._known_rests: dict[int, Kinds] = {}
        try:
            self.native = native.Queues(self._levels)
        except ValueError:  # std::length_error
            raise LimitError("the pattern has more queues than the limit of 2^40") from None

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, pattern: Pattern, length: int) -> Queues:
        """The same object for the same pattern and length, as long as few others were asked for."""
        return cls(pattern, length)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the pattern: the engine's object stays in its process."""
        return Queues.of, (self.pattern, self.length)

    def __len__(self) -> int:
        return self.native.count

    def __iter__(self) -> Iterator[str]:
        return self.pattern.queues(self.length)

    def chosen(self, bits: int) -> Iterator[str]:
        """Those whose bits are set."""
        if not bits:
            return
        # Text has one digit a bit, and is quick to look through from its end.
        digits = f"{bits:b}"
        for number, queue in zip(range(len(digits) - 1, -1, -1), self, strict=False):
            if digits[number] == "1":
                yield queue

    def rank(self, queue: str) -> int | None:
        """The place of a queue, of which only the relevant part is used; None if it is none of them."""
        return next(self.ranks([queue]), None) if len(queue) >= self.length else None

    def at(self, place: int) -> str:
        """The queue at a place, from 0."""
        state, queue = 0, ""
        for read in range(self.length):
            for piece, after in zip(PIECES, self._levels[read][state], strict=True):
                if after < 0:
                    continue
                below = self.count(read + 1, after)
                if place < below:
                    queue, state = queue + piece, after
                    break
                place -= below
        return queue

    def ranks(self, queues: Iterable[str]) -> Iterator[int]:
        """The places of those among some queues, long enough, that are some of these."""
        before = self._before
        for queue in queues:
            place = state = 0
            for read, piece in enumerate(queue[: self.length]):
                state, earlier = before[read][state][piece]
                if state < 0:
                    break
                place += earlier
            else:
                yield place

    @cached_property
    def _before(self) -> list[list[dict[str, tuple[int, int]]]]:
        """For each number of pieces read, each state and each piece: the state after it, or -1, and how many of the
        queues that may come are before those with this piece.
        """
        found: list[list[dict[str, tuple[int, int]]]] = []
        for read, level in enumerate(self._levels):
            rows = []
            for row in level:
                total, steps = 0, {}
                for piece, after in zip(PIECES, row, strict=True):
                    steps[piece] = after, total
                    total += self.count(read + 1, after) if after >= 0 else 0
                rows.append(steps)
            found.append(rows)
        return found

    def ending(self, read: int, is_wanted: Callable[[str], bool]) -> int:
        """The queues of which what follows the first ``read`` pieces is wanted."""
        if read not in self._known_rests:
            rests = (queue[read:] for queue in self) if read < self.length else repeat("", len(self))
            self._known_rests[read] = Kinds(rests)
        return self._known_rests[read].bits(is_wanted)

    def endings(self, read: int) -> dict[str, int]:
        """What may follow the first ``read`` pieces, as sorted letters, and the queues of which this follows."""
        rests = ("".join(sorted(queue[read:])) for queue in self) if read < self.length else repeat("", len(self))
        return Kinds(rests).bits_of_each()

    def groups(self, depth: int) -> Iterator[tuple[str, int, int]]:
        """The first ``depth`` pieces of queues, and the range of places of the queues that begin so."""
        waiting = [("", 0, 0)]
        while waiting:
            prefix, state, place = waiting.pop()
            if len(prefix) == min(depth, self.length):
                yield prefix, place, place + self.count(len(prefix), state)
                continue
            below = []
            for piece, after in zip(PIECES, self._levels[len(prefix)][state], strict=True):
                if after >= 0:
                    below.append((prefix + piece, after, place))
                    place += self.count(len(prefix) + 1, after)
            waiting += reversed(below)

    def following(self, read: int, state: int) -> Iterator[tuple[str, int, int]]:
        """The pieces that may come after so many read, each with the state after it, and how many queues have it."""
        for piece, after in zip(PIECES, self._levels[read][state], strict=True):
            if after >= 0:
                yield piece, after, self.count(read + 1, after)

    def count(self, read: int, state: int) -> int:
        """In how many ways a queue may go on after so many pieces that led to a state."""
        return 1 if read == self.length else self._counts[read][state]

    @cached_property
    def _counts(self) -> list[list[int]]:
        counts: list[list[int]] = []
        for level in reversed(self._levels):
            later = counts[-1] if counts else None
            counts.append([sum([1 if later is None else later[state] for state in row if state >= 0]) for row in level])
        return counts[::-1]
