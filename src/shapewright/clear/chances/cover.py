"""Which queues of a pattern can build given solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations
from operator import and_, or_

from shapewright.clear.chances.percent import Chance, chance_of_bits
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import cut_of
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen, read_fumens
from shapewright.clear.notation.page import Page
from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import Goal
from shapewright.clear.orders.placing_order import Part, in_order, part_of
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress

_SRS = Kicks.named("srs")
_PLAIN = Goal()
_MIRRORED = str.maketrans("SZLJ", "ZSJL")

MAX_PARTITIONS = 10_000
"""No more ways to cut the cells of one colour into pieces are tried."""


@dataclass(frozen=True)
class Built:
    """Something to be built: the field ``start`` and the ``parts`` to be placed on it, in the rows of the start.

    It need not be a perfect clear. Raises ``ProblemError`` without parts, or if these overlap each other or the field.
    """

    start: Field
    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ProblemError("a solution without pieces cannot be covered")
        filled = self.start.bits
        for part in self.parts:
            if filled & part.bits:
                where = " ".join([f"({x}, {y})" for x, y in part.cells])
                raise ProblemError(f"the {part.piece} at {where} overlaps what is there")
            filled |= part.bits

    @classmethod
    def from_solution(cls, solution: Solution) -> Built:
        """What a solution builds, from its field without full rows."""
        pieces = [placement.piece for placement in solution.placements]
        cells = [tuple(sorted(cells, key=lambda cell: cell[::-1])) for cells in solution.start_cells()]
        return cls(solution.field.cleared(), tuple(map(Part, pieces, cells)))

    def mirrored(self) -> Built:
        """The same with left and right exchanged: L becomes J, S becomes Z."""
        parts = []
        for piece, cells in self.parts:
            reflected = sorted([(WIDTH - 1 - x, y) for x, y in cells], key=lambda cell: cell[::-1])
            parts.append(Part(piece.translate(_MIRRORED), tuple(reflected)))
        return Built(self.start.mirrored(), tuple(parts))

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in the order of ``parts``."""
        return "".join([part.piece for part in self.parts])


@dataclass(frozen=True)
class Coverage:
    """For each of the ``solutions`` the queues that can build it and reach the ``goal``, as ``bits``, in this order."""

    solutions: tuple[Built, ...]
    queues: Queues = field(repr=False)
    bits: tuple[int, ...] = field(repr=False)
    kicks: Kicks = field(default=_SRS, repr=False)
    drop: Drop = "soft"
    hold: bool = True
    goal: Goal = _PLAIN

    @cached_property
    def each(self) -> tuple[Chance, ...]:
        """The chance of each solution."""
        return tuple([chance_of_bits(bits, self.queues) for bits in self.bits])

    @cached_property
    def any(self) -> Chance:
        """The chance that at least one of them can be built."""
        return chance_of_bits(reduce(or_, self.bits, 0), self.queues)

    @cached_property
    def every(self) -> Chance:
        """The chance that each of them can be built, whichever one wants."""
        return chance_of_bits(reduce(and_, self.bits, (1 << len(self.queues)) - 1), self.queues)

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not."""
        given, counted = self.queues.pattern.length, self.queues.length
        if counted == given:
            return None
        placed = max([len(one.parts) for one in self.solutions])
        return cut_of(given, counted, placed, counted - min(given, placed + self.hold))

    def solution(self, number: int, queue: Queue | str | None = None) -> Solution | None:
        """An order in which a queue (the first that can, if not given) builds the solution of that number, from 0.

        Raises ``ProblemError`` if the queue cannot; None where no queue can and none is given.
        """
        built = self.solutions[number]
        if queue is None:
            queue = next(self.each[number].solving(), None)
        if queue is None:
            return None
        read = Queue.from_text(queue) if isinstance(queue, str) else queue
        if self.goal.is_plain:
            found = in_order(built.start, built.parts, read, kicks=self.kicks, drop=self.drop, hold=self.hold)
        else:
            building = Building(built.start, built.parts, kicks=self.kicks, drop=self.drop, goal=self.goal)
            found = building.order(read, hold=self.hold)
        if found is None:
            raise ProblemError(f"the queue {queue} cannot build the solution {number + 1}")
        return found

    def table(self) -> Iterator[tuple[str, tuple[bool, ...]]]:
        """For each queue, in order, which solutions it can build."""
        for place, queue in enumerate(self.queues):
            yield queue, tuple([bool(bits >> place & 1) for bits in self.bits])


def cover(
    solutions: Iterable[Built | Solution | Fumen | str],
    pattern: Pattern | str,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    hold: bool = True,
    goal: Goal | str = _PLAIN,
    mirror: bool = False,
    priority: bool = False,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
) -> Coverage:
    """Which queues of ``pattern`` can build each of the ``solutions``, in any order of its pieces.

    A fumen with pieces on its pages is one solution; in one without, each page is one, its coloured cells the pieces
    and its grey ones the field. A text may have several fumens, and each may name pages: ``v115@...#1:3``. With
    ``hold`` one piece more than the largest solution has counts of each queue.

    A queue counts if it reaches the ``goal`` as well, which is a mode such as ``tsd``, or a :class:`Goal`. ``mirror``
    adds after each solution the reflected one, if that is another; by ``priority`` a queue counts for the first
    solution alone that it can build.

    >>> from shapewright.clear.paths.path import path
    >>> solutions = path("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> coverage = cover([solution.fumen() for solution in solutions], "*p4")
    >>> coverage.any
    Chance(solved=514, queues=840)

    Raises ``ProblemError`` if the pattern is too short for a solution, ``NotationError`` for a fumen without one;
    ``StoppedError`` and ``LimitError`` as :func:`shapewright.clear.percent` does.
    """
    check_drop(drop)
    built = [one for solution in solutions for one in read_built(solution)]
    if not built:
        raise ProblemError("there are no solutions to be covered")
    if mirror:
        both = [(one, one.mirrored()) for one in built]
        built = [one for pair in both for one in (pair if set(pair[1].parts) != set(pair[0].parts) else pair[:1])]
    asked = read_pattern(pattern)
    system = read_kicks(kicks)
    aim = Goal(goal) if isinstance(goal, str) else goal
    longest = max([len(one.parts) for one in built])
    if asked.length < longest:
        raise ProblemError(f"a solution has {longest} pieces, and the queues of the pattern have {asked.length}")
    queues = Queues.of(asked, asked.cut_length(longest + hold))
    clock = Clock(time_limit, stop)
    bits, earlier = [], 0
    for one in built:
        if aim.is_plain:
            start, cells = one.start.bits, tuple([part.bits for part in one.parts])
            goal_board = reduce(or_, cells, start)
            height = -(-goal_board.bit_length() // WIDTH)
            between = Between(start, goal_board, height, system, drop, hold, cells)
            found = Graph(between, queues, clock=clock, progress=progress).solved
        else:
            building = Building(one.start, one.parts, kicks=system, drop=drop, goal=aim)
            found = building.solved(queues, clock, hold=hold)
        bits.append(found & ~earlier)
        if priority:
            earlier |= found
    return Coverage(tuple(built), queues, tuple(bits), system, drop, hold, aim)


def read_built(solution: Built | Solution | Fumen | str) -> list[Built]:
    """The solutions to be built, from any of their forms; a text may have several fumens."""
    if isinstance(solution, Built):
        return [solution]
    if isinstance(solution, str):
        found, fumens = [], read_fumens(solution)
        for number, fumen in enumerate(fumens, 1):
            try:
                found += read_built(fumen)
            except (NotationError, ProblemError, LimitError) as error:
                where = f"fumen {number} of {len(fumens)}: " if len(fumens) > 1 else ""
                raise type(error)(f"{where}{error}") from None
        return found
    if not isinstance(solution, (Fumen, Solution)):
        raise ProblemError(f"{type(solution).__name__} is not a solution; expected a Solution, a fumen or its text")
    if isinstance(solution, Solution):
        return [Built.from_solution(solution)]
    if any(page.placement is not None for page in solution.pages):
        return [Built.from_solution(solution.solution())]
    return [built_of_page(page, number) for number, page in enumerate(solution.pages, 1)]


def built_of_page(page: Page, number: int) -> Built:
    """The solution that the colours of a page tell; of several the one whose pieces are least split by other rows."""
    return next(builts_of_page(page, number))


def builts_of_page(page: Page, number: int) -> Iterator[Built]:
    """All solutions that the colours of a page can mean, at least one.

    Raises ``NotationError`` for cells of a colour that are not pieces, and without any; ``LimitError`` beyond 20 rows.
    """
    if len(page.rows) > MAX_HEIGHT:
        raise LimitError(f"page {number} of the fumen is higher than the limit of {MAX_HEIGHT} rows")
    start = Field(tuple([sum([1 << x for x, cell in enumerate(row) if cell == "X"]) for row in page.rows]))
    full = start.full_rows()
    rows = [row for y, row in enumerate(page.rows) if y not in full]
    cells: dict[str, list[tuple[int, int]]] = {piece: [] for piece in PIECES}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell in cells:
                cells[cell].append((x, y))
    for piece, places in cells.items():
        if next(_cuts(piece, places, [MAX_PARTITIONS]), None) is None:
            raise NotationError(
                f"page {number} of the fumen: its {len(places)} cells in the colour of {piece} are not pieces {piece}"
            )
    if not any(cells.values()):
        raise NotationError(f"page {number} of the fumen has neither pieces nor cells in their colours")

    def all_cuts(pieces: str) -> Iterator[list[Part]]:
        if not pieces:
            yield []
            return
        for cut in _cuts(pieces[0], cells[pieces[0]], [MAX_PARTITIONS]):
            for others in all_cuts(pieces[1:]):
                yield [*cut, *others]

    for parts in all_cuts(PIECES):
        yield Built(start.cleared(), tuple(parts))


def _cuts(piece: str, cells: Sequence[tuple[int, int]], left: list[int]) -> Iterator[list[Part]]:
    """The ways to cut the cells, by row, into pieces of this kind; those whose rows are neighbours first."""
    if not cells:
        yield []
        return
    left[0] -= 1
    if len(cells) % 4 or left[0] < 0:
        return
    first, *others = cells
    candidates = []
    for three in combinations(others, 3):
        four = (first, *three)
        if max([x for x, _ in four]) - min([x for x, _ in four]) > 3:
            continue
        try:
            part = part_of(sum([1 << x + WIDTH * y for x, y in four]))
        except ProblemError:
            continue
        if part.piece == piece:
            candidates.append((four[3][1] - four[0][1], part))
    for _, part in sorted(candidates):
        for rest in _cuts(piece, [cell for cell in cells if cell not in part.cells], left):
            yield [part, *rest]
