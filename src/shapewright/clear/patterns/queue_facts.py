"""What a player sees at once in a queue: which of two pieces comes first, what is among the next few."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from shapewright.clear.piece import PIECES
from shapewright.errors import NotationError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.jobs.limits import Clock

__all__ = ["Condition", "Fact", "conditions_of", "facts_of", "words_of"]


@dataclass(frozen=True, order=True, slots=True)
class Fact:
    """One thing to be seen in a queue: ``piece`` comes before ``other``, or is (not) among the ``first`` pieces.

    Without either it is (not) anywhere in the queue. A piece comes before another one that does not come at all; of a
    piece that comes several times the first counts.

    >>> Fact("S", other="Z").holds("TSLZ"), Fact("S", first=1).holds("TSLZ"), Fact("S", is_there=False).holds("TLZ")
    (True, False, True)
    >>> str(Fact("S", other="Z")), str(Fact("T", first=3)), str(Fact("T", is_there=False))
    ('S before Z', 'T in the first 3', 'no T in the queue')
    """

    piece: str
    other: str = ""
    first: int = 0
    is_there: bool = True

    def holds(self, queue: str) -> bool:
        """Whether it is so in this queue."""
        if self.other:
            place, after = queue.find(self.piece), queue.find(self.other)
            return place >= 0 and (after < 0 or place < after)
        return (self.piece in queue[: self.first or None]) == self.is_there

    @property
    def where(self) -> str:
        """The part of the queue that the fact is about, in words."""
        if self.first == 1:
            return "first"
        return f"in the first {self.first}" if self.first else "in the queue"

    def __str__(self) -> str:
        if self.other:
            return f"{self.piece} before {self.other}"
        return f"{'' if self.is_there else 'no '}{self.piece} {self.where}"

    @classmethod
    def from_text(cls, text: str) -> Fact:
        """The inverse of ``str``.

        Raises ``NotationError`` for another text.
        """
        found = _FACT.fullmatch(text)
        if found is None:
            raise NotationError(
                f"{quote(text)} is not a fact about a queue, such as 'S before Z' or 'no T in the first 3'"
            )
        piece, other, no, there, where, first = found.groups()
        if other:
            return cls(piece, other=other)
        return cls(there, first=1 if where == "first" else int(first or 0), is_there=no is None)


_FACT = re.compile(
    rf"([{PIECES}]) before ([{PIECES}])|(no )?([{PIECES}]) (first|in the (?:first ([2-9]|[1-9]\d)|queue))"
)

Condition = tuple[Fact, ...]
"""Facts that all hold; without any, it holds for every queue."""


def facts_of(length: int) -> Iterator[Fact]:
    """All facts about queues of ``length`` pieces, the simpler ones first."""
    for first in (*range(1, length), 0):
        for piece in PIECES:
            yield from (Fact(piece, first=first), Fact(piece, first=first, is_there=False))
    for piece in PIECES:
        for other in PIECES:
            if piece != other:
                yield Fact(piece, other=other)


def conditions_of(
    queues: Sequence[str], most: int, clock: Clock, *, limit: int
) -> tuple[list[Condition], list[int]] | None:
    """Conditions of up to ``most`` facts and the queues for which they hold, a bit each; None if more than ``limit``.

    Of conditions that hold for the same queues the first is listed, which has fewest facts; none holds for no queue.
    """
    whole = (1 << len(queues)) - 1
    known: dict[int, Condition] = {whole: ()}
    facts: list[tuple[Fact, int]] = []
    for fact in clock.checked(facts_of(max(map(len, queues), default=0))):
        bits = _bits(fact.holds(queue) for queue in queues)
        if bits and bits not in known:
            known[bits] = (fact,)
            facts.append((fact, bits))
    for number in range(2, most + 1):
        for chosen in clock.checked(combinations(facts, number)):
            bits = whole
            for _, held in chosen:
                bits &= held
            if bits:
                known.setdefault(bits, tuple([fact for fact, _ in chosen]))
            if len(known) > limit:
                return None
    return list(known.values()), list(known)


def words_of(condition: Condition) -> str:
    """A condition as a sentence has it: ``otherwise`` if it always holds.

    >>> words_of((Fact("I"), Fact("S", other="Z"), Fact("T")))
    'I and T in the queue; S before Z'
    """
    together: dict[str, list[str]] = {}
    for fact in condition:
        where = str(fact) if fact.other else f"{'' if fact.is_there else 'no '}{{}} {fact.where}"
        together.setdefault(where, []).append(fact.piece)
    said = []
    for where, pieces in together.items():
        between = " or " if where.startswith("no ") else " and "
        said.append(where.format(between.join(filter(None, (", ".join(pieces[:-1]), pieces[-1])))))
    return "; ".join(said) or "otherwise"


def _bits(values: Iterable[bool]) -> int:
    digits = "".join(["1" if value else "0" for value in values])
    return int(digits[::-1] or "0", 2)
