"""Patterns: many queues in a few characters, in the notations of solution-finder and of ExtendedSfinderPieces.

=================  ===============================================================================
``I``              this piece
``*``              any of the seven pieces
``[SZ]``           one of these
``[^TI]``          one of the others
``[SZLJ]p2``       two of these, in any order, each once; ``*p4``, ``[^TI]p3`` likewise
``[SZLJ]!``        all of these, in any order; ``*!``, ``[^TI]!`` likewise
``[TI[SZ]]!``      a T, an I, and one of S and Z, in any order
``*p7{S<Z}``       those of which a condition holds: see :mod:`shapewright.clear.patterns.queue_conditions`
``(*,*p2){T=1}``   brackets hold together what a condition is about
``#Q=[S](T)IO``    the queue of a fumen's comment; the piece in hold is the first
=================  ===============================================================================

A condition is about what stands before it, from the last comma or opening bracket on; otherwise commas and blanks make
no difference. Alternatives of equal length stand in lines of their own or have ``;`` between them; from ``#`` on a line
is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from shapewright.clear.patterns.automaton import Automaton, Levels, State
from shapewright.clear.patterns.pattern_parts import MAX_LENGTH, Element, Filter, Row, check_nesting, read_row, row_text
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError, ProblemError, amount

MAX_TEXT = 1 << 22
"""No pattern is longer, in characters."""

MAX_QUEUES = 10**8
"""A pattern with more queues can be counted, but its queues are not listed."""


@dataclass(frozen=True, repr=False)
class Pattern:
    """A set of queues: those of its ``alternatives``, each a row of elements and filters. All have the same length.

    >>> pattern = Pattern.from_text("I,*p4")
    >>> pattern.length, pattern.count()
    (5, 840)

    Raises ``NotationError`` for alternatives of unequal length, ``ProblemError`` without any, ``LimitError`` beyond
    1000 pieces.
    """

    alternatives: tuple[Row, ...]

    def __post_init__(self) -> None:
        rows = []
        for alternative in self.alternatives:
            # Filters after the same element stand in the order in which they are written, the inner ones first.
            found: list[Element | Filter] = []
            for _, parts in groupby(alternative, lambda part: isinstance(part, Filter)):
                found += sorted(parts, key=lambda part: part.elements if isinstance(part, Filter) else 0)
            rows.append(tuple(found))
        object.__setattr__(self, "alternatives", tuple(rows))
        lengths = [sum([part.length for part in row if isinstance(part, Element)]) for row in rows]
        if not lengths or not all(lengths):
            raise ProblemError("a pattern has at least one alternative, and each has pieces")
        for row in rows:
            check_nesting(row)
        if max(lengths) > MAX_LENGTH:
            raise LimitError(f"a pattern of {max(lengths)} pieces is longer than the limit of {MAX_LENGTH}")
        for number, length in enumerate(lengths, 1):
            if length != lengths[0]:
                raise NotationError(
                    f"alternative {number} of the pattern has {amount(length, 'piece')}, but the first has "
                    f"{lengths[0]}; all have the same number"
                )

    @classmethod
    def from_text(cls, text: str) -> Pattern:
        """Read a pattern such as ``I,*p4``.

        Raises ``NotationError``, which names the place; ``LimitError`` for one that is too long.
        """
        if len(text) > MAX_TEXT:
            raise LimitError(f"a pattern of {len(text)} characters is longer than the limit of {MAX_TEXT}")
        alternatives = []
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition("#")[0]
            if line.strip().startswith("#Q="):
                queue = Queue.from_quiz(line)
                content = (queue.hold or "") + queue.pieces
            start = 0
            for part in content.split(";"):
                if part.strip(" \t,"):
                    where = f"line {number} of the pattern" if "\n" in text.strip() else "the pattern"
                    alternatives.append(read_row(content, start, start + len(part), where))
                start += len(part) + 1
        if not alternatives:
            raise NotationError("the pattern is empty; write pieces such as TIO, or *p7 for any order of the seven")
        return cls(tuple(alternatives))

    def to_text(self) -> str:
        """The pattern in the shortest notation, alternatives joined by ``;``."""
        return ";".join(map(row_text, self.alternatives))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Pattern.from_text({self.to_text()!r})"

    @property
    def length(self) -> int:
        """How many pieces each queue has."""
        return sum([part.length for part in self.alternatives[0] if isinstance(part, Element)])

    @cached_property
    def has_filters(self) -> bool:
        """Whether there are conditions, so that there may be no queues at all."""
        return any(isinstance(part, Filter) for row in self.alternatives for part in row)

    def after(self, piece: str) -> Pattern:
        """The same queues with a piece before each; conditions are not about that piece.

        >>> Pattern.from_text("*p3{T=1};*p3").after("T").to_text()
        'T,*p3{T=1};T,*p3'
        """
        return Pattern(tuple([(Element(piece), *row) for row in self.alternatives]))

    def count(self, length: int | None = None) -> int:
        """How many different queues there are; of their first ``length`` pieces, if that is given.

        Raises ``LimitError`` if alternatives overlap in too many ways to keep apart.
        """
        counts = self._counts(self.levels(self._wanted(length)))
        return counts[0][self.start] if counts else int(self._has_queues)

    def cut_length(self, length: int) -> int:
        """To how many pieces, ``length`` or more, queues can be cut so that equal ones count once, and fairly.

        Without conditions these are ``length``. Conditions can leave more queues that begin in one way than in another;
        then so many more pieces count that every beginning stands for equally many queues.

        >>> Pattern.from_text("*p7").cut_length(4), Pattern.from_text("*p7{S<Z}").cut_length(4)
        (4, 6)
        """
        if not self.has_filters or length >= self.length or not self._has_queues:
            return self._wanted(length)
        counts = self._counts(self.levels(self.length))
        return next((read for read in range(length, self.length) if len(set(counts[read].values())) == 1), self.length)

    @staticmethod
    def _counts(levels: Levels) -> list[dict[State, int]]:
        """For each number of pieces read, and each place where a reader is: how many ways to read on there are."""
        counts: list[dict[State, int]] = []
        later: dict[State, int] = {}
        for level in reversed(levels):
            later = {state: sum([later.get(after, 1) for _, after in steps]) for state, steps in level.items()}
            counts.append(later)
        return counts[::-1]

    def queues(self, length: int | None = None) -> Iterator[str]:
        """The different queues as letters, sorted as in ``PIECES``; their first ``length`` pieces, if that is given.

        >>> list(Pattern.from_text("[SZ]!,T").queues(2))
        ['SZ', 'ZS']

        Raises ``LimitError`` if there are more than 10^8.
        """
        number = self.count(length)
        if number > MAX_QUEUES:
            raise LimitError(f"the pattern has {number} queues, more than the limit of {MAX_QUEUES} to list")
        return self._listed(self._wanted(length))

    def _listed(self, length: int) -> Iterator[str]:
        levels = self.levels(length)
        waiting = [("", self.start)] if self._has_queues else []
        while waiting:
            queue, state = waiting.pop()
            if len(queue) == length:
                yield queue
            else:
                waiting += [(queue + piece, after) for piece, after in reversed(levels[len(queue)][state])]

    def __contains__(self, queue: str) -> bool:
        """Whether the pattern has this queue; a shorter one counts if it begins one of the pattern's."""
        if len(queue) > self.length or not self._has_queues:
            return False
        state = self.start
        for read, piece in enumerate(queue):
            after = dict(self._automaton.steps(state, read)).get(piece)
            if after is None:
                return False
            state = after
        return True

    @property
    def _has_queues(self) -> bool:
        return not self.has_filters or bool(self.levels(self.length)[0][self.start])

    @property
    def start(self) -> State:
        """Where a reader is that has read nothing."""
        return self._automaton.start

    def levels(self, length: int) -> Levels:
        """For each number of pieces read, from 0 to ``length`` - 1: where a reader is, and where each next piece leads.

        The reader follows all alternatives at once, so that a queue is one path even if several alternatives have it.
        Every path can be gone on with to the end of a queue; if there are no queues, nothing leads on from the start.
        """
        return self._automaton.levels(length)

    @cached_property
    def _automaton(self) -> Automaton:
        return Automaton(self.alternatives)

    def _wanted(self, length: int | None) -> int:
        return self.length if length is None else max(0, min(length, self.length))


def read_pattern(value: Pattern | str) -> Pattern:
    """A pattern, or one in text; raises ``ProblemError`` for anything else."""
    if isinstance(value, Pattern):
        return value
    if not isinstance(value, str):
        raise ProblemError(f"the pattern is a Pattern or text, not {type(value).__name__}")
    return _parsed(value)


_parsed = lru_cache(maxsize=64)(Pattern.from_text)
