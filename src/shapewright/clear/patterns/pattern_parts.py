"""What an alternative of a pattern consists of: elements, which give pieces, and filters, which rule some out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote

if TYPE_CHECKING:
    from shapewright.clear.patterns.queue_conditions import Condition

__all__ = ["Element", "Filter", "Row", "check_nesting"]

MAX_POOLS = 1000
"""An element whose inner brackets can be chosen from in more ways is refused."""


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a pattern: ``length`` of the ``pieces``, in any order, each at most as often as it is listed.

    Each text of ``inner`` gives one piece more to take from, any of its pieces.

    >>> Element("SZLJ", 2).to_text(), Element("TI", 3, ("SZ",)).to_text()
    ('[SZLJ]p2', '[IT[SZ]]!')

    Raises ``NotationError`` for unknown pieces or a length that the pieces do not allow.
    """

    pieces: str
    length: int = 1
    inner: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        pieces, inner = self.pieces, []
        for choice in self.inner:
            if not choice or not set(choice) <= set(PIECES):
                raise NotationError(f"{quote(choice)} are not pieces to choose from; pieces are {' '.join(PIECES)}")
            if len(set(choice)) == 1:
                pieces += choice[0]
            else:
                inner.append("".join([piece for piece in PIECES if piece in choice]))
        if len(inner) == 1 and not pieces:
            pieces, inner = inner[0], []
        if not (pieces or inner) or not set(pieces) <= set(PIECES):
            raise NotationError(f"{quote(pieces)} are not the pieces of an element; pieces are {' '.join(PIECES)}")
        if not 1 <= self.length <= len(pieces) + len(inner):
            written = "".join([self.pieces, *[f"[{choice}]" for choice in self.inner]])
            raise NotationError(f"{amount(self.length, 'piece')} cannot be taken from {quote(written)}")
        object.__setattr__(self, "pieces", "".join(sorted(pieces, key=PIECES.index)))
        object.__setattr__(self, "inner", tuple(sorted(inner, key=lambda choice: [PIECES.index(p) for p in choice])))
        if max([self.pieces.count(piece) + sum([piece in choice for choice in inner]) for piece in PIECES]) > 15:
            raise LimitError(f"{quote(self._bracket())} has a piece more often than the limit of 15 times")
        if prod(map(len, inner)) > MAX_POOLS:
            raise LimitError(
                f"the inner brackets of {quote(self._bracket())} can be chosen from in {prod(map(len, inner))} ways, "
                f"more than the limit of {MAX_POOLS}"
            )

    @property
    def size(self) -> int:
        """How many pieces there are to take from."""
        return len(self.pieces) + len(self.inner)

    def pools(self) -> list[str]:
        """The pieces to take from, for each way to choose from the inner brackets that makes a difference."""
        chosen = {tuple(sorted(choice)) for choice in product(*self.inner)}
        return [self.pieces + "".join(choice) for choice in sorted(chosen)]

    def to_text(self) -> str:
        """The element in the shortest notation."""
        if self.size == 1 and self.pieces:
            return self.pieces
        text = "*" if self.pieces == PIECES and not self.inner else f"[{self._bracket()}]"
        if self.length == 1:
            return text
        return f"{text}!" if self.length == self.size else f"{text}p{self.length}"

    def _bracket(self) -> str:
        return self.pieces + "".join([f"[{choice}]" for choice in self.inner])


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on the pieces of the last ``elements`` elements before it, which it takes together.

    Raises ``ProblemError`` for a condition on nothing.
    """

    condition: Condition
    elements: int = 1

    def __post_init__(self) -> None:
        if self.elements < 1:
            raise ProblemError(
                f"the condition {{{self.condition.text}}} follows no pieces, so that it is about nothing"
            )


Row = tuple[Element | Filter, ...]
"""An alternative: elements, and after the last element of each filter that filter."""


def check_nesting(row: Row) -> None:
    """Raise ``ProblemError`` if a filter of the row has too few elements before it, or overlaps with another one.

    Those that begin or end together may contain each other, so that they can be written with brackets.
    """
    spans: list[tuple[int, int]] = []
    read = 0
    for part in row:
        if isinstance(part, Element):
            read += 1
            continue
        start = read - part.elements
        if start < 0:
            raise ProblemError(f"the condition {{{part.condition.text}}} is about more elements than come before it")
        if any(one < start < end for one, end in spans if end < read):
            raise ProblemError(
                f"the condition {{{part.condition.text}}} begins within the elements of another one and ends after them"
            )
        spans.append((start, read))
