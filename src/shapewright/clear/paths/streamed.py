"""All unique solutions without the queues of each: counted, and handed out one by one, however many there are.

For each solution a set of queues is kept where the fewest are looked for: with millions of queues and hundreds of
thousands of solutions these sets fit into no memory. The solutions alone do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from shapewright.clear import native
from shapewright.clear.graph.setup import Setup
from shapewright.clear.notation.fumen import Fumen, Page
from shapewright.clear.orders.placing_order import part_of
from shapewright.clear.paths.path_solution import by_cells, rows_of
from shapewright.errors import amount
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.field import Field
    from shapewright.clear.graph.graph import Graph
    from shapewright.clear.orders.placing_order import Part
    from shapewright.clear.patterns.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.jobs import Progress

__all__ = ["Listed", "ListedSolution", "list_path"]


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
class ListedSolution:
    """One unique solution: ``parts``, each a piece and its cells (x, y), lowest cell first.

    ``tucked`` is how many of its pieces cannot come straight down, in the order in which these are fewest.
    """

    setup: Setup
    parts: tuple[Part, ...]
    tucked: int

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in the order of ``parts``."""
        return "".join([part.piece for part in self.parts])

    def to_text(self, *, one_line: bool = False) -> str:
        """The picture, top row first."""
        return ("/" if one_line else "\n").join(reversed(rows_of(self.setup, self.parts)))

    def fumen(self) -> Fumen:
        """One page with the picture in the colours of the pieces."""
        return Fumen((Page(rows_of(self.setup, self.parts), comment=self.pieces, lock=False),))


class Listed:
    """The solutions, one after the other: ``len`` counts them, and each iteration makes them again."""

    def __init__(self, setup: Setup, graph: Graph) -> None:
        self.setup = setup
        self._graph = graph
        self._solutions = graph.solutions()

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.setup, self._graph)

    def __len__(self) -> int:
        """How many there are."""
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
