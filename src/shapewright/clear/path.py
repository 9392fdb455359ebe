"""All different solutions of a field for the queues of a pattern, and the fewest that serve them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from shapewright.clear import native
from shapewright.clear.check import check
from shapewright.clear.graph.queues import Kinds, Queues, bits_of_queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.graph.too_many import has_more_solutions
from shapewright.clear.minimal import minimum_cover
from shapewright.clear.notation.fumen import Fumen, Page
from shapewright.clear.order import Part, in_order, part_of
from shapewright.clear.queue import Queue
from shapewright.clear.savings import SaveCondition
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.field import Field
    from shapewright.clear.graph.graph import Graph
    from shapewright.clear.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.clear.solution import Solution
    from shapewright.drawing import Mosaic, Scene
    from shapewright.jobs import Progress

__all__ = ["Minimal", "Path", "PathSolution", "path", "path_of"]

MAX_BITS = 1 << 34
"""So many bits, a queue of a solution each, are kept at most."""


def path(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
    **game: Unpack[Game],
) -> Path:
    """All unique solutions of ``height`` rows (4, if not given) of ``field`` by queues of ``pattern``.

    A unique solution is a set of pieces with their cells in the rows of the field, in whatever order they come; a piece
    may be split by a row that was cleared before. Those that serve most queues come first. With ``save``, a condition
    such as ``T`` (see :mod:`shapewright.clear.savings`), a solution serves those queues of which it leaves such pieces
    over; they count in full length then.

    >>> solutions = path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    >>> len(solutions), len(solutions.minimal())
    (63, 24)

    Arguments and errors are those of :func:`shapewright.clear.percent`.
    """
    setup = Setup.asked(field, pattern, height, game)
    clock = Clock(time_limit, stop)
    condition = None if save is None else SaveCondition.from_text(save)
    length = setup.length if save is None else setup.pattern.length
    queues = Queues.of(setup.pattern, length)
    if condition is None and has_more_solutions(setup, queues, MAX_BITS // max(1, len(queues)), clock):
        raise LimitError(
            f"there are more than {MAX_BITS // len(queues)} solutions for {len(queues)} queues, too many to list; "
            "try a narrower pattern"
        )
    return path_of(setup.graph(clock=clock, progress=progress, length=length), setup, condition)


def path_of(graph: Graph, setup: Setup, save: SaveCondition | None = None) -> Path:
    """All unique solutions that a graph of this setup has; with a save condition, one of queues in full length."""
    listed = graph.solutions()
    queues = graph.queues
    number = len(listed)
    if number * len(queues) > MAX_BITS:
        raise LimitError(f"{number} solutions for {len(queues)} queues are too many to list; try a narrower pattern")
    clock = graph.clock
    before = f"all of {number} solutions were listed"
    parts = [part_of(cells) for cells in native.boards(listed.cells)]
    served = map(bits_of_queues, listed.queues(range(number)))
    kept = None if save is None else _Kept(save, queues)
    found, solved = [], 0
    for chosen, tucked, bits in clock.checked(zip(listed.parts(), listed.tucked(), served, strict=True), before):
        pieces = tuple(sorted([parts[one] for one in chosen], key=_by_cells))
        if kept is not None:
            bits &= kept.queues("".join([part.piece for part in pieces]))
            solved |= bits
        if bits:
            found.append(PathSolution(setup, pieces, bits.bit_count(), tucked, bits, queues.length))
    found.sort(key=lambda solution: (-solution.served, solution.tucked, [_by_cells(part) for part in solution.parts]))
    return Path(setup, tuple(found), queues, graph.solved if save is None else solved, save)


class _Kept:
    """The queues of which what certain pieces leave over satisfies a condition."""

    def __init__(self, save: SaveCondition, queues: Queues) -> None:
        self._save = save
        self._known: dict[str, int] = {}
        self._sets = Kinds("".join(sorted(queue)) for queue in queues)

    def queues(self, pieces: str) -> int:
        """These queues, as bits, if these pieces are placed."""
        key = "".join(sorted(pieces))
        if key not in self._known:
            placed = Counter(key)
            self._known[key] = self._sets.bits(
                lambda each: self._save.holds_for("".join((Counter(each) - placed).elements()))
            )
        return self._known[key]


def _by_cells(part: Part) -> tuple[tuple[int, int], ...]:
    return tuple([(y, x) for x, y in part.cells])


@dataclass(frozen=True, repr=False)
class PathSolution:
    """One unique solution: ``parts``, each a piece and its cells (x, y) in the rows of the field, lowest cell first.

    ``served`` is how many queues can build it, ``tucked`` how many of its pieces cannot come straight down, in the
    order in which these are fewest.
    """

    setup: Setup
    parts: tuple[Part, ...]
    served: int
    tucked: int
    bits: int = field(compare=False)
    counted: int = field(compare=False)
    """How many pieces of each queue count."""

    def __repr__(self) -> str:
        return f"<PathSolution {self.to_text(one_line=True)}, {self.served} queues>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in the order of ``parts``."""
        return "".join([part.piece for part in self.parts])

    @property
    def rows(self) -> tuple[str, ...]:
        """The letters of the picture, bottom row first: pieces, and ``X`` for what the field had."""
        start = self.setup.start
        letters = {cell: part.piece for part in self.parts for cell in part.cells}
        return tuple(
            "".join([letters.get((x, y), "X" if (x, y) in start else "_") for x in range(10)])
            for y in range(self.setup.height)
        )

    def to_text(self, *, one_line: bool = False) -> str:
        """The picture, top row first."""
        return ("/" if one_line else "\n").join(reversed(self.rows))

    def queues(self) -> Iterator[str]:
        """The queues that can build it, in order, cut to what counts."""
        return Queues.of(self.setup.pattern, self.counted).chosen(self.bits)

    def solution(self, queue: Queue | str | None = None) -> Solution:
        """An order in which ``queue`` (the first that can, if not given) builds it, placement by placement; checked.

        Raises ``ProblemError`` if the queue cannot.
        """
        setup = self.setup
        if queue is None:
            queue = next(self.queues())
        asked = Queue.from_text(queue) if isinstance(queue, str) else queue
        found = in_order(
            setup.start, self.parts, asked, kicks=setup.kicks, drop=setup.drop, hold=setup.hold, height=setup.height
        )
        if found is None:
            raise ProblemError(f"the queue {asked} cannot build this solution: {self.to_text(one_line=True)}")
        check(found)
        return found

    def mosaic(self) -> Mosaic:
        """The picture, each piece in its colour."""
        # A value that draws itself: who only counts never loads the drawing.
        from shapewright.clear.picture import COLOURS
        from shapewright.drawing import Mosaic  # few paths are drawn

        rows = range(self.setup.height)
        piece_at: dict[tuple[int, ...], int] = {
            (x, y): 0 for y in rows for x in range(10) if (x, y) in self.setup.start
        }
        piece_at |= {cell: number for number, part in enumerate(self.parts, 1) for cell in part.cells}
        labels, letters = ("", *self.pieces), ("X", *self.pieces)
        cells: frozenset[tuple[int, ...]] = frozenset([(x, y) for y in rows for x in range(10)])
        return Mosaic(cells, piece_at, labels, tuple([COLOURS[letter] for letter in letters]), title=self.pieces)

    def fumen(self) -> Fumen:
        """One page with the picture in the colours of the pieces, and as its comment how many queues it serves."""
        return Fumen((self.page(),))

    def page(self) -> Page:
        """The page of :meth:`fumen`."""
        return Page(self.rows, comment=f"{self.pieces} {self.served}", lock=False)

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG and pages."""
        return self.mosaic().scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()


class Path(Sequence[PathSolution]):
    """All unique solutions, those that serve most queues first; ``setup`` is what was asked.

    As text it is one line a solution: how many queues it serves, then its picture.
    """

    def __init__(
        self,
        setup: Setup,
        solutions: tuple[PathSolution, ...],
        queues: Queues,
        solved: int,
        save: SaveCondition | None = None,
    ) -> None:
        self.setup = setup
        self.save = save
        self._solutions = solutions
        self._queues = queues
        self._solved = solved

    def __len__(self) -> int:
        """How many there are."""
        return len(self._solutions)

    @overload
    def __getitem__(self, place: int) -> PathSolution: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[PathSolution, ...]: ...
    def __getitem__(self, place: int | slice) -> PathSolution | tuple[PathSolution, ...]:
        """One of them, or some."""
        return self._solutions[place]

    def __str__(self) -> str:
        return "\n".join([f"{solution.served:7} {solution.to_text(one_line=True)}" for solution in self._solutions])

    def __repr__(self) -> str:
        return f"<Path: {len(self)} solutions, {self.solved} of {self.queues} queues>"

    @property
    def counted(self) -> int:
        """How many pieces of each queue count."""
        return self._queues.length

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not."""
        return self.setup.cut() if self.counted < self.setup.pattern.length else None

    @property
    def queues(self) -> int:
        """How many queues there are."""
        return len(self._queues)

    @property
    def solved(self) -> int:
        """How many queues some solution serves."""
        return self._solved.bit_count()

    def serving(self, queue: str) -> tuple[PathSolution, ...]:
        """The solutions that this queue can build."""
        place = self._queues.rank(queue)
        return () if place is None else tuple([one for one in self._solutions if one.bits >> place & 1])

    def minimal(self, *, time_limit: float | None = None) -> Minimal:
        """The fewest solutions that serve every queue which can be solved at all, proven so unless time runs out.

        Among equally few those are chosen that need fewest pieces tucked under others or turned into place.
        """
        return self._minimal if time_limit is None else self._cover(time_limit)

    @cached_property
    def _minimal(self) -> Minimal:
        return self._cover(None)

    def _cover(self, time_limit: float | None) -> Minimal:
        solutions = self._solutions
        cover = minimum_cover(
            [solution.bits for solution in solutions],
            [solution.tucked for solution in solutions],
            time_limit=time_limit,
        )
        return Minimal(tuple([solutions[number] for number in cover.chosen]), cover.bound)


@dataclass(frozen=True, repr=False)
class Minimal(Sequence[PathSolution]):
    """The fewest ``solutions`` that were found to serve every queue; no set has fewer than ``bound``."""

    solutions: tuple[PathSolution, ...]
    bound: int

    def __repr__(self) -> str:
        proof = "the fewest" if self.is_optimal else f"at least {self.bound} are needed"
        return f"<Minimal: {len(self)} solutions, {proof}>"

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that there is no smaller set."""
        return len(self.solutions) == self.bound

    def __len__(self) -> int:
        """How many there are."""
        return len(self.solutions)

    @overload
    def __getitem__(self, place: int) -> PathSolution: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[PathSolution, ...]: ...
    def __getitem__(self, place: int | slice) -> PathSolution | tuple[PathSolution, ...]:
        """One of them, or some."""
        return self.solutions[place]
