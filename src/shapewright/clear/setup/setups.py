"""All ways to fill the cells of a blueprint by the queues of a pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from shapewright.clear import native
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.placing_order import Part, part_of
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import read_kicks
from shapewright.clear.results import by_cells
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.holes import Holes, Operation, has_hole, operated, read_holes, read_operations
from shapewright.clear.setup.piece_sets import MAX_SETS, candidates, dissections, filled, full_rows, with_others
from shapewright.clear.setup.setup_results import FoundSetup, Setups, orders_of
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

MAX_BITS = 1 << 34
"""So many bits, a queue of a setup each, are kept at most."""

MAX_PIECES = 12
"""No setup has more pieces."""

_MAX_KINDS = 1 << 18
_MOST_QUEUES = 1 << 20
_MOST_ORDERS = 7
"""All orders of so many pieces of any kind are told apart at once."""

Span = tuple[int, int]
"""The least and the greatest of some numbers."""


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
    stop: bytearray | None = None,
) -> Setups:
    """All ways to fill the cells of ``blueprint`` that are to be filled, by pieces that lie on these and on its margin.

    A text for the blueprint is read as :meth:`Blueprint.from_text` does, with ``fill``, ``margin``, ``free`` and
    ``height``. Each piece covers some cell of ``fill``, and these pieces alone can be built in some order. If they are
    fewer than the least number of ``pieces`` that is asked for, others beside them on the margin make up for it. Not
    given, the number is that of the pattern, or what fits if that is less.

    A setup counts if some queue of the pattern can build it; with ``combination`` the pattern names pieces without an
    order, of which a setup has some, and it counts if it can be built in some order. ``clears`` says how many rows
    may be full, and so cleared, on the way. ``exclude`` (one of ``HOLES``) leaves out setups with holes, which are
    looked for after the operations of ``operate`` (see :mod:`shapewright.clear.setup.holes`).

    >>> found = setups("****______/****______/****______/****______", "IOOI")
    >>> len(found), found[0].pieces
    (5, 'IOOI')

    Raises ``ProblemError`` if the pattern is too short, ``LimitError`` beyond a million sets of pieces, before any
    order is tried; ``StoppedError`` when the time limit is reached, or the byte ``stop`` is set.
    """
    if not isinstance(blueprint, Blueprint):
        blueprint = Blueprint.from_text(blueprint, fill=fill, margin=margin, free=free, height=height)
    elif fill or margin or free or height is not None:
        raise ProblemError("the blueprint already has its marks and its height; give text instead, or leave these out")
    game = (read_pattern(pattern), read_kicks(kicks), check_drop(drop), hold)
    holes = (read_holes(exclude), read_operations(operate))
    asked = _Asked(blueprint, *game, combination, pieces, clears, *holes)
    return _Search(asked, Clock(time_limit, stop), progress).found()


@dataclass(frozen=True)
class _Asked:
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
        return self.pattern.cut_length(self.number[1] + self.hold)

    @cached_property
    def kinds(self) -> list[Counter[str]]:
        """The different multisets of the pieces that count."""
        return _kinds(self.pattern, self.counted)

    def is_wanted(self, pieces: Counter[str]) -> bool:
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
            return self._sorted([], 0)
        on_the_way = self._queues_of_all()
        if on_the_way is not None:
            return self._all_at_once(on_the_way)
        in_all = Counter({piece: max([kind[piece] for kind in asked.kinds]) for piece in PIECES})
        cores = list(dissections(asked.blueprint, in_all, most, asked.is_wanted, clock))
        # Sets of the same kinds of pieces come one after the other, since they share the orders of these kinds.
        cores.sort(key=lambda core: sorted([part.piece for part in core]))
        others = [part for part in candidates(asked.blueprint) if not part.bits & asked.blueprint.fill]
        queues = self._queues()
        found = []
        looked_at = 0
        with listener(self._progress) as tell:
            for number, core in enumerate(
                clock.checked(cores, f"all of {len(cores)} sets of pieces were put in order")
            ):
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
        return self._sorted(found, looked_at)

    def _queues_of_all(self) -> Queues | None:
        """The queues that tell all setups at once; None if these do not fill the same cells, or come in any order."""
        asked = self._asked
        blueprint = asked.blueprint
        number, rest = divmod(blueprint.fill.bit_count(), 4)
        if blueprint.margin or blueprint.free or rest or number != asked.number[1]:
            return None
        if not asked.combination:
            return self._queues() if len(self._queues()) <= _MOST_QUEUES else None
        if number > _MOST_ORDERS or not all(asked.is_wanted(Counter({piece: number})) for piece in PIECES):
            return None
        anything = Pattern(((Element(PIECES, 1),) * number,))
        is_any = len(_kinds(anything, number)) == len(_kinds(asked.pattern, number))
        return Queues.of(anything, number) if is_any and asked.counted == number else None

    def _all_at_once(self, queues: Queues) -> Setups:
        """The setups of a blueprint without margin: all lead to one board, and one graph has the boards between."""
        asked, blueprint = self._asked, self._asked.blueprint
        hold = asked.hold and not asked.combination
        goal = blueprint.start.bits | blueprint.fill
        between = Between(blueprint.start.bits, goal, blueprint.height, asked.kicks, asked.drop, hold)
        graph = Graph(between, queues, clock=self._clock, progress=self._progress)
        listed = graph.solutions()
        if len(listed) * len(queues) > MAX_BITS:
            raise LimitError(
                f"{len(listed)} setups for {len(queues)} queues are too many to list; try a narrower pattern"
            )
        every = [part_of(cells) for cells in native.boards(listed.cells)]
        found = []
        each = zip(listed.parts(), graph.solved_by(listed), strict=True)
        for chosen, bits in self._clock.checked(each, f"all of {len(listed)} setups were listed"):
            parts = tuple(sorted([every[one] for one in chosen], key=by_cells))
            if bits and asked.may_count(parts):
                one = FoundSetup(blueprint, parts, parts, bits.bit_count(), bits, asked.kicks, asked.drop, hold, queues)
                found.append(replace(one, bits=0, asked=None) if asked.combination else one)
        return self._sorted(found, len(listed))

    def _sorted(self, found: list[FoundSetup], looked_at: int) -> Setups:
        """The setups, those that most queues can build first."""
        found.sort(key=lambda one: (-one.served, [by_cells(part) for part in one.parts]))
        return Setups(self._asked.blueprint, tuple(found), self._queues(), self._asked.combination, looked_at)

    def _queues(self) -> Queues:
        return Queues.of(self._asked.pattern, self._asked.counted)

    def _setup(self, parts: tuple[Part, ...], core: tuple[Part, ...], queues: Queues) -> FoundSetup | None:
        asked = self._asked
        if not asked.is_wanted(Counter([part.piece for part in parts])) or not asked.may_count(parts):
            return None
        if asked.combination:
            orders = self._can_be_built(parts)
            one = FoundSetup(asked.blueprint, parts, core, orders, 0, asked.kicks, asked.drop, False)
            return one if orders else None
        bits = self._graph(parts, queues, hold=asked.hold).solved
        game = (asked.kicks, asked.drop, asked.hold)
        return FoundSetup(asked.blueprint, parts, core, bits.bit_count(), bits, *game, queues) if bits else None

    def _can_be_built(self, parts: tuple[Part, ...]) -> int:
        """In how many orders of their kinds the pieces can be built, without hold."""
        known = self._alone.get(parts)
        if known is None:
            queues = orders_of("".join([part.piece for part in parts]))
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
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
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
