"""What a search for setups found: each setup with the queues that build it, and all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, overload

from shapewright.clear.chances.cover import Built
from shapewright.clear.chances.percent import Chance, chance_of_bits
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import cut_of
from shapewright.clear.notation.fumen import Fumen, Page
from shapewright.clear.orders.placing_order import in_any_order, in_order
from shapewright.clear.patterns.pattern import Element, Pattern
from shapewright.clear.queue import Queue
from shapewright.clear.setup.piece_sets import filled, full_rows
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.orders.placing_order import Part
    from shapewright.clear.rules import Drop
    from shapewright.clear.setup.blueprint import Blueprint
    from shapewright.clear.solution import Solution
    from shapewright.drawing import Mosaic, Scene

__all__ = ["FoundSetup", "Setups", "orders_of"]


def orders_of(pieces: str) -> Queues:
    """Every order of these pieces, as queues."""
    return Queues.of(Pattern(((Element(pieces, len(pieces)),),)), len(pieces))


@dataclass(frozen=True, repr=False)
class FoundSetup:
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

    def __str__(self) -> str:
        return self.to_text()

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in the order of ``parts``."""
        return "".join([part.piece for part in self.parts])

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

    @property
    def rows(self) -> tuple[str, ...]:
        """The letters of the picture, bottom row first: pieces, and ``X`` for what the field had."""
        start = self.blueprint.start
        letters = {cell: part.piece for part in self.parts for cell in part.cells}
        return tuple(
            "".join([letters.get((x, y), "X" if (x, y) in start else "_") for x in range(WIDTH)])
            for y in range(self.blueprint.height)
        )

    def to_text(self, *, one_line: bool = False) -> str:
        """The picture, top row first."""
        return ("/" if one_line else "\n").join(reversed(self.rows))

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
        if queue is None:
            queue = next(self.queues(), None)
        if queue is None:
            in_some = in_any_order(self.blueprint.start, self.parts, kicks=self.kicks, drop=self.drop)
            assert in_some is not None, "what is found can be built"
            return in_some
        wanted = Queue.from_text(queue) if isinstance(queue, str) else queue
        found = in_order(
            self.blueprint.start,
            self.parts,
            wanted,
            kicks=self.kicks,
            drop=self.drop,
            hold=self.hold,
            height=self.blueprint.height,
        )
        if found is None:
            raise ProblemError(f"the queue {wanted} cannot build this setup: {self.to_text(one_line=True)}")
        return found

    def mosaic(self) -> Mosaic:
        """The picture, each piece in its colour."""
        # A value that draws itself: who only counts never loads the drawing.
        from shapewright.clear.picture import COLOURS
        from shapewright.drawing import Mosaic

        cells: list[tuple[int, ...]] = [(x, y) for y in range(self.blueprint.height) for x in range(WIDTH)]
        piece_at: dict[tuple[int, ...], int] = {(x, y): 0 for x, y in cells if (x, y) in self.blueprint.start}
        piece_at |= {cell: number for number, part in enumerate(self.parts, 1) for cell in part.cells}
        colours = tuple([COLOURS[letter] for letter in ("X", *self.pieces)])
        return Mosaic(frozenset(cells), piece_at, ("", *self.pieces), colours, title=self.pieces)

    def page(self) -> Page:
        """The picture as a page of a fumen, with its pieces and the number of queues as the comment."""
        return Page(self.rows, comment=f"{self.pieces} {self.served}", lock=False)

    def fumen(self) -> Fumen:
        """One page with the picture."""
        return Fumen((self.page(),))

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG and pages."""
        return self.mosaic().scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()


class Setups(Sequence[FoundSetup]):
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

    def __len__(self) -> int:
        """How many there are."""
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> FoundSetup: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[FoundSetup, ...]: ...
    def __getitem__(self, place: int | slice) -> FoundSetup | tuple[FoundSetup, ...]:
        """One of them, or some."""
        return self._found[place]

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
        bits = 0
        for one in self._found:
            bits |= one.bits
        return chance_of_bits(bits, self.queue_set)

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not."""
        given = self.queue_set.pattern.length
        if self.combination or self.counted == given or not self._found:
            return None
        placed = max([len(one.parts) for one in self._found])
        filtered = self.queue_set.pattern.has_filters
        return cut_of(given, self.counted, placed, max(0, self.counted - placed - self._found[0].hold) * filtered)
