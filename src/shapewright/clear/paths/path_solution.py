"""Unique solutions: what is where, which queues can build it, and an order in which one does.

For each solution a set of queues is kept where the fewest are looked for: with millions of queues and hundreds of
thousands of solutions these sets fit into no memory. The solutions alone do, and :func:`list_path` hands them out one
by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Unpack

from shapewright.clear import native
from shapewright.clear.check import check
from shapewright.clear.field import Field
from shapewright.clear.graph.graph import Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.orders.placing_order import Part, in_order, part_of
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.problem import Game
from shapewright.clear.queue import Queue
from shapewright.clear.results import Pictured, by_cells
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError, amount
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress


@dataclass(frozen=True, repr=False)
class PathSolution(Pictured):
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

    @property
    def ground(self) -> tuple[Field, int]:
        """The field, and how many rows are cleared."""
        return self.setup.start, self.setup.height

    @property
    def caption(self) -> str:
        """The pieces, and how many queues it serves."""
        return f"{self.pieces} {self.served}"

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
        found = in_order(setup.start, self.parts, asked, kicks=setup.kicks, drop=setup.drop, hold=setup.hold)
        if found is None:
            raise ProblemError(f"the queue {asked} cannot build this solution: {self.to_text(one_line=True)}")
        check(found)
        return found


def list_path(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
    **game: Unpack[Game],
) -> Listed:
    """All unique solutions, as :func:`shapewright.clear.path` finds them, without the queues that each serves.

    >>> listed = list_path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    >>> len(listed), next(iter(listed)).pieces
    (63, 'IJOI')

    They come in an order of their own, which is always the same. Arguments and errors are those of
    :func:`shapewright.clear.percent`.
    """
    setup = Setup.asked(field, pattern, height, game)
    return Listed(setup, setup.graph(clock=Clock(time_limit, stop), progress=progress))


@dataclass(frozen=True)
class ListedSolution(Pictured):
    """One unique solution: ``parts``, each a piece and its cells (x, y), lowest cell first.

    ``tucked`` is how many of its pieces cannot come straight down, in the order in which these are fewest.
    """

    setup: Setup
    parts: tuple[Part, ...]
    tucked: int

    @property
    def ground(self) -> tuple[Field, int]:
        """The field, and how many rows are cleared."""
        return self.setup.start, self.setup.height


class Listed:
    """The solutions, one after the other: ``len`` counts them, and each iteration makes them again."""

    def __init__(self, setup: Setup, graph: Graph) -> None:
        self.setup = setup
        self._graph = graph
        self._solutions = graph.solutions()

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.setup, self._graph)

    def __len__(self) -> int:
        return len(self._solutions)

    def __iter__(self) -> Iterator[ListedSolution]:
        parts = [part_of(cells) for cells in native.boards(self._solutions.cells)]
        for chosen, tucked in zip(self._numbers, self._solutions.tucked(), strict=True):
            yield ListedSolution(self.setup, tuple(sorted([parts[one] for one in chosen], key=by_cells)), tucked)

    def __repr__(self) -> str:
        return f"<Listed: {amount(len(self), 'solution')}, {self.solved} of {amount(self.queues, 'queue')}>"

    @cached_property
    def _numbers(self) -> list[list[int]]:
        return self._solutions.parts()

    @property
    def solved(self) -> int:
        """How many queues some solution serves."""
        return self._graph.solved.bit_count()

    @property
    def queues(self) -> int:
        """How many queues there are."""
        return len(self._graph.queues)
