"""What a search for setups found: each setup with the queues that build it, and all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import factorial, prod
from operator import or_

from shapewright.clear.chances.cover import Built
from shapewright.clear.chances.percent import Chance, chance_of_bits
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import cut_of
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.placing_order import Part, in_order
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.queue import Queue
from shapewright.clear.results import Pictured, Several
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.piece_sets import filled, full_rows
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError


def orders_of(pieces: str) -> Queues:
    """Every order of these pieces, as queues."""
    return Queues.of(Pattern(((Element(pieces, len(pieces)),),)), len(pieces))


@dataclass(frozen=True, repr=False)
class FoundSetup(Pictured):
    """One setup: ``parts``, each a piece and its cells (x, y) in the rows of the blueprint, lowest cell first.

    ``core`` are those that fill what is to be filled. ``served`` is how many queues can build it, or, of pieces without
    an order, in how many orders of their kinds it can be built without hold.
    """

    blueprint: Blueprint
    parts: tuple[Part, ...]
    core: tuple[Part, ...]
    served: int
    bits: int = field(compare=False)
    kicks: Kicks = field(compare=False)
    drop: Drop = field(compare=False)
    hold: bool = field(compare=False)
    asked: Queues | None = field(default=None, compare=False)
    then: Chance | None = field(default=None, compare=False)
    """The chance of a perfect clear after it, where that was asked for."""

    def __repr__(self) -> str:
        return f"<FoundSetup {self.to_text(one_line=True)}, {self.served}>"

    @property
    def ground(self) -> tuple[Field, int]:
        """The field of the blueprint, and its height."""
        return self.blueprint.start, self.blueprint.height

    @property
    def caption(self) -> str:
        """The pieces, and the number of queues."""
        return f"{self.pieces} {self.served}"

    @property
    def board(self) -> int:
        """The board with all pieces on it, as a number; full rows are still there."""
        return filled(self.blueprint, self.parts)

    @property
    def cleared(self) -> int:
        """How many rows are cleared on the way."""
        return len(full_rows(self.board))

    @property
    def left(self) -> Field:
        """The field that it leaves."""
        return Field.from_bits(self.board).cleared()

    @property
    def orders(self) -> int:
        """How many orders of the kinds of its pieces there are."""
        return factorial(len(self.parts)) // prod(map(factorial, Counter(self.pieces).values()))

    def built(self) -> Built:
        """The same as something that :func:`shapewright.clear.cover` takes."""
        return Built(self.blueprint.start, self.parts)

    def queues(self) -> Iterator[str]:
        """The queues that can build it, in order, cut to what counts; without an order of the pieces none."""
        return iter(()) if self.asked is None else self.asked.chosen(self.bits)

    def solution(self, queue: Queue | str | None = None) -> Solution:
        """An order in which ``queue`` (the first that can, if not given) builds it, placement by placement.

        Raises ``ProblemError`` if the queue cannot.
        """
        wanted = next(self.queues(), None) if queue is None else queue
        asked = Queue.from_text(wanted) if isinstance(wanted, str) else wanted
        found = in_order(self.blueprint.start, self.parts, asked, kicks=self.kicks, drop=self.drop, hold=self.hold)
        if found is None:
            raise ProblemError(f"the queue {asked} cannot build this setup: {self.to_text(one_line=True)}")
        return found


class Setups(Several[FoundSetup]):
    """All setups, those that most queues can build first; ``looked_at`` is how many sets of pieces were tried.

    ``queue_set`` are the queues of the pattern, cut to what counts. As text it is one line a setup: how many queues can
    build it, then its picture.
    """

    def __init__(
        self, blueprint: Blueprint, found: tuple[FoundSetup, ...], queues: Queues, combination: bool, looked_at: int
    ) -> None:
        self.blueprint = blueprint
        self.combination = combination
        self.looked_at = looked_at
        self._found = found
        self.queue_set = queues

    def __str__(self) -> str:
        return "\n".join([f"{one.served:7} {one.to_text(one_line=True)}" for one in self._found])

    def __repr__(self) -> str:
        return f"<Setups: {len(self)}, of {self.cores} cores>"

    @property
    def cores(self) -> int:
        """How many there are if only the pieces that fill what is to be filled count."""
        return len({one.core for one in self._found})

    @property
    def queues(self) -> int:
        """How many queues there are."""
        return len(self.queue_set)

    @property
    def counted(self) -> int:
        """How many pieces of each queue count."""
        return self.queue_set.length

    @cached_property
    def any(self) -> Chance:
        """The chance that a queue builds at least one of them; of pieces without an order it is none."""
        return chance_of_bits(reduce(or_, [one.bits for one in self._found], 0), self.queue_set)

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not."""
        given = self.queue_set.pattern.length
        if self.combination or self.counted == given or not self._found:
            return None
        placed = max([len(one.parts) for one in self._found])
        filtered = self.queue_set.pattern.has_filters
        return cut_of(given, self.counted, placed, max(0, self.counted - placed - self._found[0].hold) * filtered)
