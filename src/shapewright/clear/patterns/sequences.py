"""How many queues there are, and which: sequences that a shuffle of bags of seven can give, with one piece in hold.

Held and current piece can be exchanged at once, so they count as an unordered pair; the hold may be any piece, left
from long ago. What comes is a stretch of a stream of bags, each the seven pieces in some order; where in its bag the
stretch begins, its *alignment*, is not known: 1 to 7 pieces of the first bag may be left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations_with_replacement
from math import perm

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ProblemError, amount

MAX_LENGTH = 100
"""No longer sequences are counted."""

MAX_LISTED = 10
"""No longer sequences are listed: there would be more than 10^8."""

# What one alignment knows: how many pieces of the present bag were read, and how many are left in it.
_Alignment = tuple[int, int]
# Of the present bag: which pieces can still come (a bit each), and how many are left.
_Bag = tuple[int, int]

_ALL = (1 << len(PIECES)) - 1


def number_of_sequences(length: int) -> int:
    """How many different sequences of a held piece and ``length`` following ones there are.

    Different are those that do not differ by exchanging the held and the first piece alone.

    The README of perfect-tetris gives 6,849,360 for length 8 and 57,596,696,640 for length 15. It leaves out one
    alignment where the length is 1 more than a multiple of 7; brute force agrees with the numbers here.

    >>> [number_of_sequences(length) for length in range(4)]
    [7, 28, 196, 1365]

    Raises ``ProblemError`` for a negative length, ``LimitError`` beyond 100.
    """
    if length < 0:
        raise ProblemError(f"a sequence cannot have {amount(length, 'piece')}")
    if length > MAX_LENGTH:
        raise LimitError(f"sequences of {length} pieces are longer than the limit of {MAX_LENGTH}")
    return _numbers()[length]


@lru_cache(maxsize=1)
def _numbers() -> tuple[int, ...]:
    """The numbers for all lengths.

    A sequence is read backward, which bags do not mind. As long as an alignment is possible, what it has read of the
    present bag is all different; so the pieces read last, as many as the alignment farthest in its bag has read, are
    different, and a state need not know their names. A next piece that was the i-th last rules out the alignments that
    have read i or more of their bag; each of the other pieces, all alike, rules out none.
    """
    states: Counter[frozenset[_Alignment]] = Counter({frozenset([(0, left) for left in range(1, 8)]): 1})
    numbers = [len(PIECES)]
    while len(numbers) <= MAX_LENGTH:
        total = 0
        after: Counter[frozenset[_Alignment]] = Counter()
        for state, number in states.items():
            # The last piece read is the first of the sequence: so many would do, and one of them is held or comes.
            possible = len(PIECES) - min([seen for seen, _ in state])
            total += number * (possible * (possible + 1) // 2 + possible * (len(PIECES) - possible))
            known = max([seen for seen, _ in state])
            after[_read(state, known)] += number * (len(PIECES) - known)
            for last in range(1, known + 1):
                rest = _read(state, last - 1)
                if rest:
                    after[rest] += number
        numbers.append(total)
        states = after
    return tuple(numbers)


def _read(state: frozenset[_Alignment], most: int) -> frozenset[_Alignment]:
    """What is known after a piece that rules out the alignments which have read more than ``most`` of their bag."""
    return frozenset([(seen + 1, left - 1) if left > 1 else (0, 7) for seen, left in state if seen <= most])


def list_sequences(length: int) -> Iterator[tuple[str, str]]:
    """Every sequence of a held piece and ``length`` following ones: the pair of held and first piece, and the rest.

    The pair is sorted as in ``PIECES``; the sequences are, too. For length 0 there is no pair but a single piece.

    >>> list(list_sequences(2))[:3]
    [('II', 'I'), ('II', 'O'), ('II', 'T')]

    Raises ``ProblemError`` for a negative length, ``LimitError`` beyond 10.
    """
    if length < 0:
        raise ProblemError(f"a sequence cannot have {amount(length, 'piece')}")
    if length > MAX_LISTED:
        number = number_of_sequences(length)
        raise LimitError(
            f"there are {number} sequences of {length} pieces; those of at most {MAX_LISTED} pieces are listed"
        )
    if length == 0:
        return ((piece, "") for piece in PIECES)
    pairs = map("".join, combinations_with_replacement(PIECES, 2))
    return chain.from_iterable(sequences_beginning(pair, length) for pair in pairs)


def sequences_beginning(begin: str, length: int) -> Iterator[tuple[str, str]]:
    """The sequences of :func:`list_sequences` whose pair and first pieces are ``begin``."""
    start = frozenset([(_ALL, left) for left in range(1, 8)])
    first, second, *fixed = [PIECES.index(piece) for piece in begin]
    # Either may be the first of the stretch, the other one is held.
    waiting = [("", _draw(start, first) | _draw(start, second))]
    while waiting:
        rest, bags = waiting.pop()
        if len(rest) == length - 1:
            yield begin[:2], rest
            continue
        numbers = [fixed[len(rest)]] if len(rest) < len(fixed) else reversed(range(len(PIECES)))
        for number in numbers:
            after = _draw(bags, number)
            if after:
                waiting.append((rest + PIECES[number], after))


def _draw(bags: frozenset[_Bag], number: int) -> frozenset[_Bag]:
    """What the bags may be after that piece has come out."""
    drawn = [(available, left) for available, left in bags if available >> number & 1]
    return frozenset([(available & ~(1 << number), left - 1) if left > 1 else (_ALL, 7) for available, left in drawn])


@dataclass(frozen=True, slots=True)
class Weights:
    """How many of the equally likely strings there are of each kind; a string counts once an alignment.

    ``opener``: an empty hold and a whole first bag, one piece more than are placed. ``none``: an empty hold and any
    alignment, one piece more than are placed. ``any``: the same, and each of the seven pieces in hold with as many
    pieces as are placed.
    """

    opener: int
    none: int
    any: int

    def __add__(self, other: Weights) -> Weights:
        return Weights(self.opener + other.opener, self.none + other.none, self.any + other.any)

    @classmethod
    def totals(cls, placed: int) -> Weights:
        """All strings for ``placed`` placements.

        >>> Weights.totals(5)
        Weights(opener=5040, none=154980, any=378420)
        """
        none = sum([_strings(placed + 1, left) for left in range(1, min(7, placed + 1) + 1)])
        held = sum([_strings(placed, left) for left in range(1, min(7, placed) + 1)])
        return cls(_strings(placed + 1, 7), none, none + len(PIECES) * held)


def weights(pair: str, rest: str) -> Weights:
    """How many strings of each kind a sequence of :func:`list_sequences` stands for, as many as it has pieces placed.

    >>> weights("IO", "TSZL")
    Weights(opener=2, none=12, any=22)
    """
    opener = none = held = 0
    for first, second in {(pair[0], pair[1]), (pair[1], pair[0])}:
        # Held with an empty hold, the first piece comes before the second; else it has been held for long.
        found = alignments(first + second + rest)
        none += len(found)
        opener += max(found, default=0) == min(7, len(rest) + 2)
        held += len(alignments(second + rest))
    return Weights(opener, none, none + held)


def alignments(string: str) -> tuple[int, ...]:
    """How many pieces may be left of the first bag, from 1 to 7 or as many as the string has, if this is what comes.

    >>> alignments("TIT"), alignments("TIOTIO")
    ((1, 2), (3,))
    """
    found = []
    for left in range(1, min(7, len(string)) + 1):
        bags = [string[:left], *[string[at : at + 7] for at in range(left, len(string), 7)]]
        if all(len(set(bag)) == len(bag) for bag in bags):
            found.append(left)
    return tuple(found)


def _strings(length: int, left: int) -> int:
    """How many strings of that length there are if so many pieces are left of the first bag."""
    first = min(length, left)
    whole, more = divmod(length - first, 7)
    number: int = perm(7, first) * perm(7, 7) ** whole * perm(7, more)
    return number
