"""Patterns: many queues in a few characters, in the notation of solution-finder.

==============  ==================================================================
``I``           this piece
``*``           any of the seven pieces
``[SZ]``        one of these
``[^TI]``       one of the others
``[SZLJ]p2``    two of these, in any order, each once; ``*p4``, ``[^TI]p3`` likewise
``[SZLJ]!``     all of these, in any order; ``*!``, ``[^TI]!`` likewise
==============  ==================================================================

Commas and blanks between them make no difference. Alternatives of equal length stand in lines of their own or have
``;`` between them; from ``#`` on a line is a comment.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from shapewright.clear.piece import PIECES, read_piece
from shapewright.errors import LimitError, NotationError, ProblemError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Element", "Pattern", "read_pattern"]

MAX_LENGTH = 1000
"""No alternative has more pieces."""

MAX_TEXT = 1 << 22
"""No pattern is longer, in characters."""

MAX_QUEUES = 10**8
"""A pattern with more queues can be counted, but its queues are not listed."""

_MAX_STATES = 1 << 19

# Counts of the seven pieces that are left of an element, four bits a piece.
_Left = int
# Where a reader of queues can be: in an alternative, at an element, with what is left of it to choose from.
_State = frozenset[tuple[int, int, int, _Left]]


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a pattern: ``length`` of the ``pieces``, in any order, each at most as often as it is listed.

    >>> Element("SZLJ", 2).to_text()
    '[SZLJ]p2'

    Raises ``NotationError`` for unknown pieces or a length that the pieces do not allow.
    """

    pieces: str
    length: int = 1

    def __post_init__(self) -> None:
        if not self.pieces or not set(self.pieces) <= set(PIECES):
            raise NotationError(f"{quote(self.pieces)} are not the pieces of an element; pieces are {' '.join(PIECES)}")
        if not 1 <= self.length <= len(self.pieces):
            raise NotationError(f"{self.length} pieces cannot be taken from {quote(self.pieces)}")
        if max(Counter(self.pieces).values()) > 15:
            raise LimitError(f"{quote(self.pieces)} has a piece more often than the limit of 15 times")
        object.__setattr__(self, "pieces", "".join(sorted(self.pieces, key=PIECES.index)))

    def to_text(self) -> str:
        """The element in the shortest notation."""
        if len(self.pieces) == 1:
            return self.pieces
        text = "*" if self.pieces == PIECES else f"[{self.pieces}]"
        if self.length == 1:
            return text
        return f"{text}!" if self.length == len(self.pieces) else f"{text}p{self.length}"


@dataclass(frozen=True, repr=False)
class Pattern:
    """A set of queues: those of its ``alternatives``, each a row of elements; all have the same length.

    >>> pattern = Pattern.from_text("I,*p4")
    >>> pattern.length, pattern.count()
    (5, 840)

    Raises ``NotationError`` for alternatives of unequal length, ``ProblemError`` without any, ``LimitError`` beyond
    1000 pieces.
    """

    alternatives: tuple[tuple[Element, ...], ...]

    def __post_init__(self) -> None:
        if not self.alternatives or not all(self.alternatives):
            raise ProblemError("a pattern has at least one alternative, and each has pieces")
        lengths = [sum([element.length for element in alternative]) for alternative in self.alternatives]
        if max(lengths) > MAX_LENGTH:
            raise LimitError(f"a pattern of {max(lengths)} pieces is longer than the limit of {MAX_LENGTH}")
        for number, length in enumerate(lengths, 1):
            if length != lengths[0]:
                raise NotationError(
                    f"alternative {number} of the pattern has {length} pieces, but the first has {lengths[0]}; "
                    "all have the same number"
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
            start = 0
            for part in content.split(";"):
                if part.strip(" \t,"):
                    where = f"line {number} of the pattern" if "\n" in text.strip() else "the pattern"
                    alternatives.append(_parse_elements(content, start, start + len(part), where))
                start += len(part) + 1
        if not alternatives:
            raise NotationError("the pattern is empty; write pieces such as TIO, or *p7 for any order of the seven")
        return cls(tuple(alternatives))

    def to_text(self) -> str:
        """The pattern in the shortest notation, alternatives joined by ``;``."""
        return ";".join([",".join([element.to_text() for element in row]) for row in self.alternatives])

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Pattern.from_text({self.to_text()!r})"

    @property
    def length(self) -> int:
        """How many pieces each queue has."""
        return sum([element.length for element in self.alternatives[0]])

    def count(self, length: int | None = None) -> int:
        """How many different queues there are; of their first ``length`` pieces, if that is given.

        Raises ``LimitError`` if alternatives overlap in too many ways to keep apart.
        """
        levels = self.levels(self._wanted(length))
        counts: dict[_State, int] = {}
        for level in reversed(levels):
            counts = {state: sum([counts.get(after, 1) for _, after in steps]) for state, steps in level.items()}
        return counts[self.start] if counts else 1

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
        waiting = [("", self.start)]
        while waiting:
            queue, state = waiting.pop()
            if len(queue) == length:
                yield queue
            else:
                waiting += [(queue + piece, after) for piece, after in reversed(levels[len(queue)][state])]

    def __contains__(self, queue: str) -> bool:
        """Whether the pattern has this queue; a shorter one counts if it begins one of the pattern's."""
        if len(queue) > self.length:
            return False
        state = self.start
        for piece in queue:
            after = dict(self._steps(state)).get(piece)
            if after is None:
                return False
            state = after
        return True

    def _wanted(self, length: int | None) -> int:
        return self.length if length is None else max(0, min(length, self.length))

    @cached_property
    def start(self) -> _State:
        """Where a reader is that has read nothing."""
        return frozenset([(row, *self._at(row, 0)) for row in range(len(self.alternatives))])

    def levels(self, length: int) -> list[dict[_State, list[tuple[str, _State]]]]:
        """For each number of pieces read, from 0 to ``length`` - 1: where a reader is, and where each next piece leads.

        The reader follows all alternatives at once, so that a queue is one path even if several alternatives have it.
        """
        levels = self._known_levels
        states = {after for steps in levels[-1].values() for _, after in steps} if levels else {self.start}
        total = sum(map(len, levels))
        while len(levels) < length:
            level = {}
            for state in states:
                level[state] = self._steps(state)
                total += 1 + len(state) // 8
                if total > _MAX_STATES:
                    raise LimitError(
                        "the alternatives of the pattern overlap in too many ways; write fewer alternatives"
                    )
            levels.append(level)
            states = {after for steps in level.values() for _, after in steps}
        return levels[:length]

    @cached_property
    def _known_levels(self) -> list[dict[_State, list[tuple[str, _State]]]]:
        return []

    def _at(self, row: int, column: int) -> tuple[int, int, _Left]:
        """A reader at the beginning of an element: its number, how many pieces it takes, and which."""
        if column == len(self.alternatives[row]):
            return column, 0, 0
        element = self.alternatives[row][column]
        return column, element.length, sum([1 << 4 * PIECES.index(piece) for piece in element.pieces])

    def _steps(self, state: _State) -> list[tuple[str, _State]]:
        steps = []
        for number, piece in enumerate(PIECES):
            after = []
            for row, column, length, left in state:
                if left >> 4 * number & 15:
                    rest = (column, length - 1, left - (1 << 4 * number)) if length > 1 else self._at(row, column + 1)
                    after.append((row, *rest))
            if after:
                steps.append((piece, frozenset(after)))
        return steps


_COUNT = re.compile(r"!|[pP](\d{0,9})", re.ASCII)


def _parse_elements(text: str, at: int, end: int, where: str) -> tuple[Element, ...]:
    """The elements of one alternative, which is ``text`` from ``at`` to ``end``."""
    found = []
    length = 0
    while at < end:
        character = text[at]
        if character in ", \t":
            at += 1
            continue
        place = f"at position {at + 1} of {where}"
        start = at
        if character == "*":
            pieces, at = PIECES, at + 1
        elif character == "[":
            close = text.find("]", at, end)
            if close < 0:
                raise NotationError(f"{quote(text[at:end])} {place} is a bracket that is not closed")
            pieces, at = _parse_bracket(text[at + 1 : close], at + 2, where), close + 1
        else:
            pieces, at = read_piece(character, place), at + 1
        number = 1
        match = _COUNT.match(text, at, end)
        if match:
            at = match.end()
            if character not in "*[":
                raise NotationError(
                    f"{quote(text[start:at])} {place} asks for an order of one piece; put ! only after * or brackets"
                )
            number = len(pieces) if match[1] is None else int(match[1] or 0)
            if not 1 <= number <= len(pieces):
                raise NotationError(
                    f"{quote(text[start:at])} {place} takes {match[1] or 'no number of'} pieces; expected 1 to "
                    f"{len(pieces)}"
                )
        length += number
        if length > MAX_LENGTH:
            raise LimitError(f"{where} has more pieces than the limit of {MAX_LENGTH}")
        found.append(Element(pieces, number))
    return tuple(found)


def _parse_bracket(text: str, position: int, where: str) -> str:
    """The pieces of a bracket, whose first character has that position."""
    is_others = text.startswith("^")
    letters = [
        read_piece(letter, f"at position {position + at} of {where}")
        for at, letter in enumerate(text)
        if letter not in ", \t" and not (is_others and at == 0)
    ]
    if not letters:
        raise NotationError(f"the brackets at position {position - 1} of {where} have no pieces in them")
    if not is_others:
        return "".join(letters)
    others = "".join([piece for piece in PIECES if piece not in letters])
    if not others:
        raise NotationError(f"the brackets at position {position - 1} of {where} leave no piece")
    return others


def read_pattern(value: Pattern | str) -> Pattern:
    """A pattern, or one in text; raises ``ProblemError`` for anything else."""
    if isinstance(value, Pattern):
        return value
    if not isinstance(value, str):
        raise ProblemError(f"the pattern is a Pattern or text, not {type(value).__name__}")
    return _parsed(value)


@lru_cache(maxsize=64)
def _parsed(text: str) -> Pattern:
    return Pattern.from_text(text)
