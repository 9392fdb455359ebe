"""All ways to fill the cells of a blueprint by the queues of a pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, overload

from shapewright.clear.blueprint import Blueprint
from shapewright.clear.cover import Built
from shapewright.clear.dissect import MAX_SETS, by_cells, candidates, dissections, filled, full_rows, with_others
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import cut_of
from shapewright.clear.holes import Holes, has_hole, operated, read_holes, read_operations
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen, Page
from shapewright.clear.order import in_order
from shapewright.clear.pattern import Element, Pattern, read_pattern
from shapewright.clear.percent import Chance, chance_of_bits
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.rules import Drop, check_drop
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.holes import Operation
    from shapewright.clear.order import Part
    from shapewright.clear.solution import Solution
    from shapewright.drawing import Mosaic, Scene

__all__ = ["FoundSetup", "Setups", "Span", "read_span", "setups"]

MAX_BITS = 1 << 34
"""So many bits, a queue of a setup each, are kept at most."""

MAX_PIECES = 12
"""No setup has more pieces."""

_MAX_KINDS = 1 << 18

Span = tuple[int, int]
"""The least and the greatest of some numbers."""


@dataclass(frozen=True)
class _Rules:
    """How pieces come, and into which rows."""

    kicks: Kicks
    drop: Drop
    height: int


def setups(
    blueprint: Blueprint | str,
    pattern: Pattern | str,
    *,
    fill: str = "",
    margin: str = "",
    free: str = "",
    height: int | None = None,
    pieces: Span | int | None = None,
    clears: Span | int | None = None,
    exclude: str = "none",
    operate: str = "",
    combination: bool = False,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    hold: bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Setups:
    """All ways to fill the cells of ``blueprint`` that are to be filled, by pieces that lie on these and on its margin.

    A text for the blueprint is read as :meth:`Blueprint.from_text` does, with ``fill``, ``margin``, ``free`` and
    ``height``. Each piece covers some cell of ``fill``, and these pieces alone can be built in some order. If they are
    fewer than the least number of ``pieces`` that is asked for, others beside them on the margin make up for it. Not
    given, the number is that of the pattern, or what fits if that is less.

    A setup counts if some queue of the pattern can build it; with ``combination`` the pattern names pieces without an
    order, of which a setup has some, and it counts if it can be built in some order. ``clears`` says how many rows
    may be full, and so cleared, on the way. ``exclude`` (one of ``HOLES``) leaves out setups with holes, which are
    looked for after the operations of ``operate`` (see :mod:`shapewright.clear.holes`).

    >>> found = setups("****______/****______/****______/****______", "IOOI")
    >>> len(found), found[0].pieces
    (5, 'IIOO')

    Raises ``ProblemError`` if the pattern is too short, ``LimitError`` beyond a million sets of pieces, before any
    order is tried; ``StoppedError`` when the time limit is reached.
    """
    if not isinstance(blueprint, Blueprint):
        blueprint = Blueprint.from_text(blueprint, fill=fill, margin=margin, free=free, height=height)
    elif fill or margin or free or height is not None:
        raise ProblemError("the blueprint already has its marks and its height; give text instead, or leave these out")
    asked = _Asked(
        blueprint,
        read_pattern(pattern),
        read_kicks(kicks),
        check_drop(drop),
        hold,
        combination,
        pieces,
        clears,
        read_holes(exclude),
        read_operations(operate),
    )
    return _Search(asked, Clock(time_limit), progress).found()


@dataclass(frozen=True)
class _Asked:
    """What is asked, and what follows from that."""

    blueprint: Blueprint
    pattern: Pattern
    kicks: Kicks
    drop: Drop
    hold: bool
    combination: bool
    pieces: Span | int | None
    clears: Span | int | None
    exclude: Holes
    operations: tuple[Operation, ...]

    @cached_property
    def number(self) -> Span:
        """How few and how many pieces a setup has."""
        blueprint = self.blueprint
        needed = -(-blueprint.fill.bit_count() // 4)
        if self.pattern.length < needed:
            raise ProblemError(
                f"{blueprint.fill.bit_count()} cells to be filled take {needed} pieces or more, and the queues of the "
                f"pattern have {self.pattern.length}"
            )
        most = min(self.pattern.length, blueprint.allowed.bit_count() // 4)
        if self.pieces is None:
            least = 0 if self.combination else most
        else:
            least, asked = _span(self.pieces, "pieces")
            most = min(most, asked)
        if most > MAX_PIECES:
            raise LimitError(f"setups of {most} pieces are more than the limit of {MAX_PIECES}; ask for fewer pieces")
        return least, most

    @cached_property
    def counted(self) -> int:
        """How many pieces of each queue count."""
        if self.combination:
            return self.pattern.length
        return min(self.pattern.length, self.number[1] + self.hold)

    @cached_property
    def kinds(self) -> list[Counter[str]]:
        """The different multisets of the pieces that count."""
        return _kinds(self.pattern, self.counted)

    def is_wanted(self, pieces: Counter[str]) -> bool:
        """Whether some queue has these pieces."""
        return any(pieces <= kind for kind in self.kinds)

    def may_count(self, parts: Sequence[Part]) -> bool:
        """Whether the rows that become full and the holes that are left are as asked."""
        board = filled(self.blueprint, parts)
        if self.clears is not None:
            least, most = _span(self.clears, "cleared lines")
            if not least <= len(full_rows(board)) <= most:
                return False
        if self.exclude == "none":
            return True
        return not has_hole(*operated(board, self.blueprint.free, self.operations), self.exclude)


class _Search:
    """The search for setups: sets of pieces first, then orders of each."""

    def __init__(self, asked: _Asked, clock: Clock, progress: bool | Callable[[Progress], None] | None) -> None:
        self._asked = asked
        self._clock = clock
        self._progress = progress
        self._alone: dict[tuple[Part, ...], int] = {}

    def found(self) -> Setups:
        asked, clock = self._asked, self._clock
        least, most = asked.number
        if least > most:
            return Setups(asked.blueprint, (), self._queues(), asked.combination, 0)
        in_all = Counter({piece: max([kind[piece] for kind in asked.kinds]) for piece in PIECES})
        cores = list(dissections(asked.blueprint, in_all, most, asked.is_wanted, clock))
        # Sets of the same kinds of pieces come one after the other, since they share the orders of these kinds.
        cores.sort(key=lambda core: sorted([part.piece for part in core]))
        others = [part for part in candidates(asked.blueprint) if not part.bits & asked.blueprint.fill]
        queues = self._queues()
        found = []
        looked_at = 0
        with listener(self._progress) as tell:
            for number, core in enumerate(clock.checked(cores, f"all of {len(cores)} sets of pieces were put in order")):
                if tell is not None:
                    tell(Progress("sets of pieces", number, len(cores), number / len(cores), clock.seconds))
                if least <= len(core):
                    sets: Iterator[tuple[Part, ...]] = iter([core])
                elif self._can_be_built(core):
                    sets = with_others(asked.blueprint, core, others, least - len(core), in_all)
                else:
                    continue
                for parts in sets:
                    looked_at += 1
                    if looked_at > MAX_SETS:
                        raise LimitError(
                            f"more than {MAX_SETS:,} sets of pieces fill these cells; mark fewer cells as margin, or "
                            "ask for fewer pieces"
                        )
                    clock.check("all sets of pieces were put in order")
                    one = self._setup(parts, core, queues)
                    if one is not None:
                        found.append(one)
                        if not asked.combination and len(found) * len(queues) > MAX_BITS:
                            raise LimitError(
                                f"more than {len(found) - 1} setups for {len(queues)} queues are too many to list; try "
                                "a narrower pattern"
                            )
        found.sort(key=lambda one: (-one.served, [by_cells(part) for part in one.parts]))
        return Setups(asked.blueprint, tuple(found), queues, asked.combination, looked_at)

    def _queues(self) -> Queues:
        return Queues.of(self._asked.pattern, self._asked.counted)

    def _setup(self, parts: tuple[Part, ...], core: tuple[Part, ...], queues: Queues) -> FoundSetup | None:
        asked = self._asked
        if not asked.is_wanted(Counter([part.piece for part in parts])) or not asked.may_count(parts):
            return None
        if asked.combination:
            orders = self._can_be_built(parts)
            return FoundSetup(asked.blueprint, parts, core, orders, 0, asked.kicks, asked.drop, False) if orders else None
        bits = self._graph(parts, queues, hold=asked.hold).solved
        if not bits:
            return None
        return FoundSetup(
            asked.blueprint, parts, core, bits.bit_count(), bits, asked.kicks, asked.drop, asked.hold, queues
        )

    def _can_be_built(self, parts: tuple[Part, ...]) -> int:
        """In how many orders of their kinds the pieces can be built, without hold."""
        known = self._alone.get(parts)
        if known is None:
            pattern = Pattern(((Element("".join([part.piece for part in parts]), len(parts)),),))
            queues = Queues.of(pattern, len(parts))
            known = self._alone[parts] = self._graph(parts, queues, hold=False).solved.bit_count()
        return known

    def _graph(self, parts: tuple[Part, ...], queues: Queues, *, hold: bool) -> Graph:
        asked = self._asked
        start, height = asked.blueprint.start.bits, asked.blueprint.height
        cells = tuple([part.bits for part in parts])
        between = Between(start, filled(asked.blueprint, parts), height, asked.kicks, asked.drop, hold, cells)
        return Graph(between, queues, clock=self._clock)


def _span(value: Span | int, what: str) -> Span:
    least, most = (value, value) if isinstance(value, int) else value
    if not 0 <= least <= most:
        raise ProblemError(f"{least} to {most} {what} are not a range; the first number is the smaller one")
    return least, most


def read_span(text: str, what: str) -> Span:
    """A number such as ``4``, or a range such as ``2-4``.

    >>> read_span("4", "pieces"), read_span("2-4", "pieces")
    ((4, 4), (2, 4))

    Raises ``ProblemError`` for anything else.
    """
    first, dash, last = text.strip().partition("-")
    words = [first, last if dash else first]
    if not all([word.isascii() and word.isdigit() and len(word) < 4 for word in words]):
        raise ProblemError(f"{text!r} is not a number of {what}; write 4, or 2-4 for a range")
    return _span((int(words[0]), int(words[1])), what)


def _kinds(pattern: Pattern, length: int) -> list[Counter[str]]:
    """The different multisets of the first so many pieces of a pattern's queues."""
    reached: dict[object, set[tuple[int, ...]]] = {pattern.start: {(0,) * len(PIECES)}}
    for level in pattern.levels(length):
        after: dict[object, set[tuple[int, ...]]] = {}
        for state, kinds in reached.items():
            for piece, following in level[state]:  # type: ignore[index]
                at = PIECES.index(piece)
                grown = after.setdefault(following, set())
                grown.update([(*kind[:at], kind[at] + 1, *kind[at + 1 :]) for kind in kinds])
        reached = after
        if sum(map(len, reached.values())) > _MAX_KINDS:
            raise LimitError("the queues of the pattern differ in too many ways; try a narrower pattern")
    every = {kind for kinds in reached.values() for kind in kinds}
    return [Counter(dict(zip(PIECES, kind, strict=True))) for kind in sorted(every)]


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
            queue = next(self.queues(), None) or self._order()
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

    def _order(self) -> str:
        """An order of its pieces in which it can be built."""
        pattern = Pattern(((Element(self.pieces, len(self.parts)),),))
        queues = Queues.of(pattern, len(self.parts))
        cells = tuple([part.bits for part in self.parts])
        height = self.blueprint.height
        between = Between(self.blueprint.start.bits, self.board, height, self.kicks, self.drop, False, cells)
        return next(queues.chosen(Graph(between, queues, clock=Clock(None)).solved))

    def mosaic(self) -> Mosaic:
        """The picture, each piece in its colour."""
        # A value that draws itself: who only counts never loads the drawing.
        from shapewright.clear.picture import COLOURS
        from shapewright.drawing import Mosaic

        cells: list[tuple[int, ...]] = [(x, y) for y in range(self.blueprint.height) for x in range(WIDTH)]
        piece_at: dict[tuple[int, ...], int] = {
            (x, y): 0 for x, y in cells if (x, y) in self.blueprint.start
        }
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
        """How many there are if only the pieces that fill what is to be filled are looked at."""
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
        return cut_of(given, self.counted, max([len(one.parts) for one in self._found]))
