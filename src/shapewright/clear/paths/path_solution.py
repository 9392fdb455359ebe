"""One unique solution: what is where, which queues can build it, and an order in which one does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright.clear.check import check
from shapewright.clear.graph.queues import Queues
from shapewright.clear.notation.fumen import Fumen, Page
from shapewright.clear.orders.placing_order import Part, in_order
from shapewright.clear.queue import Queue
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.solution import Solution
    from shapewright.drawing import Mosaic, Scene

__all__ = ["PathSolution", "by_cells", "rows_of"]


def by_cells(part: Part) -> tuple[tuple[int, int], ...]:
    """The cells of a part, to put parts in order."""
    return tuple([(y, x) for x, y in part.cells])


def rows_of(setup: Setup, parts: Sequence[Part]) -> tuple[str, ...]:
    """The letters of the picture, bottom row first: pieces, and ``X`` for what the field had."""
    letters = {cell: part.piece for part in parts for cell in part.cells}
    return tuple(
        "".join([letters.get((x, y), "X" if (x, y) in setup.start else "_") for x in range(10)])
        for y in range(setup.height)
    )


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
        return rows_of(self.setup, self.parts)

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
