"""What an alternative of a pattern consists of: elements, which give pieces, and filters, which rule some out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from math import prod

from shapewright.clear.patterns.queue_conditions import Condition
from shapewright.clear.patterns.queue_conditions_text import MAX_DEPTH, read_condition
from shapewright.clear.piece import PIECES, read_piece
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote

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


MAX_LENGTH = 1000
"""No alternative has more pieces."""

_COUNT = re.compile(r"!|[pP](\d{0,9})", re.ASCII)


def read_row(text: str, at: int, end: int, where: str) -> Row:
    """The alternative that is ``text`` from ``at`` to ``end``.

    Raises ``NotationError``, which names the place; ``LimitError`` for more than 1000 pieces.
    """
    reader = _Reader(text, at, end, where)
    reader.row(0)
    return tuple(reader.found)


class _Reader:
    def __init__(self, text: str, at: int, end: int, where: str) -> None:
        self.text, self.at, self.end, self.where = text, at, end, where
        self.found: list[Element | Filter] = []
        self.elements = 0
        self.length = 0

    @property
    def place(self) -> str:
        return f"at position {self.at + 1} of {self.where}"

    def row(self, depth: int, opened: int = 0) -> None:
        """Elements, brackets and conditions up to the end, or to the bracket that closes the one at ``opened``."""
        if depth > MAX_DEPTH:
            raise LimitError(f"the brackets of {self.where} are nested deeper than the limit of {MAX_DEPTH}")
        scope = self.elements
        while self.at < self.end:
            character = self.text[self.at]
            if character in ", \t":
                scope = self.elements if character == "," else scope
                self.at += 1
            elif character == "{":
                self.condition(self.elements - scope)
            elif character == "(":
                start, before = self.at, self.elements
                self.at += 1
                self.row(depth + 1, start + 1)
                if self.elements == before:
                    raise NotationError(f"the brackets at position {start + 1} of {self.where} have no pieces in them")
            elif character == ")" and opened:
                self.at += 1
                return
            elif character in ")}":
                raise NotationError(
                    f"{quote(character)} {self.place} closes nothing; write *p7{{S<Z}} or (*,*p2){{T=1}}"
                )
            else:
                self.element(character)
        if opened:
            raise NotationError(
                f"the bracket at position {opened} of {self.where} is not closed; write it like (*p2,[SZ]){{S<T}}"
            )

    def condition(self, elements: int) -> None:
        """A condition on so many elements before it."""
        place, start = self.place, self.at
        if not elements:
            raise NotationError(
                f"the condition {place} follows no pieces; write it behind those it is about, as in *p7{{S<Z}}"
            )
        if self.text.find("}", self.at, self.end) < 0:
            raise NotationError(
                f"{quote(self.text[start : self.end])} {place} is a condition that is not closed with }}"
            )
        node, self.at = read_condition(self.text, start + 1, self.end, self.where)
        self.at += 1
        self.found.append(Filter(Condition.of(node), elements))

    def element(self, character: str) -> None:
        """Pieces to take from, and how many."""
        place, start = self.place, self.at
        if character == "*":
            pieces, inner = PIECES, list[str]()
            self.at += 1
        elif character == "[":
            pieces, inner = self.bracket(is_inner=False)
        else:
            pieces, inner = read_piece(character, place), []
            self.at += 1
        size, number = len(pieces) + len(inner), 1
        match = _COUNT.match(self.text, self.at, self.end)
        if match:
            self.at = match.end()
            if character not in "*[":
                raise NotationError(
                    f"{quote(self.text[start : self.at])} {place} asks for an order of one piece; put ! only after * "
                    "or brackets"
                )
            number = size if match[1] is None else int(match[1] or 0)
            if not 1 <= number <= size:
                raise NotationError(
                    f"{quote(self.text[start : self.at])} {place} takes {match[1] or 'no number of'} pieces; expected "
                    f"1 to {size}"
                )
        self.length += number
        if self.length > MAX_LENGTH:
            raise LimitError(f"{self.where} has more pieces than the limit of {MAX_LENGTH}")
        self.found.append(Element(pieces, number, tuple(inner)))
        self.elements += 1

    def bracket(self, *, is_inner: bool) -> tuple[str, list[str]]:
        """The pieces of a bracket that opens here, and those of brackets in it."""
        start = self.at
        if self.text.find("]", start, self.end) < 0:
            raise NotationError(f"{quote(self.text[start : self.end])} {self.place} is a bracket that is not closed")
        self.at += 1
        is_others = self.text.startswith("^", self.at)
        self.at += is_others
        letters, inner = "", []
        while (letter := self.text[self.at : self.at + 1] if self.at < self.end else "") != "]":
            if not letter:
                raise NotationError(
                    f"{quote(self.text[start : self.end])} at position {start + 1} of {self.where} is a bracket that "
                    "is not closed"
                )
            if letter == "[":
                if is_inner:
                    raise NotationError(
                        f"'[' {self.place} is a bracket within an inner one; [I[T[LJ]]] is the same as [I[TLJ]]"
                    )
                inner.append(self.bracket(is_inner=True)[0])
                continue
            if letter not in ", \t":
                letters += read_piece(letter, self.place)
            self.at += 1
        self.at += 1
        if is_others:
            letters = "".join([piece for piece in PIECES if piece not in letters])
            if not letters and not inner:
                raise NotationError(f"the brackets at position {start + 1} of {self.where} leave no piece")
        if not letters and not inner:
            raise NotationError(f"the brackets at position {start + 1} of {self.where} have no pieces in them")
        return letters, inner


def row_text(row: Row) -> str:
    """An alternative in the shortest notation.

    >>> row_text(read_row("*p2, ([SZ]{S=1} T){t<z}", 0, 23, "the pattern"))
    '*p2,[SZ]{S=1}T{T<Z}'
    """
    # Texts that stand one after the other, each of how many elements, and whether it ends with a condition.
    found: list[tuple[str, int, bool]] = []
    for part in row:
        if isinstance(part, Element):
            found.append((part.to_text(), 1, False))
            continue
        taken: list[tuple[str, int, bool]] = []
        while sum([elements for _, elements, _ in taken]) < part.elements:
            taken.insert(0, found.pop())
        # The condition of a text that is not the first one would be about the texts before it, too.
        texts = [f"({text})" if closed and place else text for place, (text, _, closed) in enumerate(taken)]
        found.append((f"{''.join(texts)}{{{part.condition.text}}}", part.elements, True))
    return ",".join([text for text, _, _ in found])
