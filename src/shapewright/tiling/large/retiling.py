"""A first tiling of a large board: pieces are laid at random, and small clusters of them are tiled again.

Exact cover loses its way on a board of many hundred cells, where nearly every set of pieces has very many tilings. A
walk over packings, each made from the last by tiling three or four neighbouring pieces again, soon meets one without an
empty cell. It proves nothing when it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.lattices import SQUARE
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling import native
from shapewright.tiling.search.instance import copies_left
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.tiling.problem import Problem
MOST_STEPS = 1 << 20
"""Of one call: two or three seconds."""


class Retiling:
    """The walk over packings of the open cells of ``problem``, which :meth:`suits` it."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._classes = problem.classes()
        taken = {cell for placement in problem.fixed for cell in placement.cells}
        self._cells = problem.board.cells - taken
        self._turns = sum(len(pieces.orientations) for pieces in self._classes)
        self._minimum: list[int] = []
        self._maximum: list[int] = []
        for pieces in self._classes:
            least, most = copies_left(problem, pieces)
            room = max(least, len(self._cells) // pieces.area)
            self._minimum.append(least)
            self._maximum.append(room if most is None else min(room, most))
        self._packer = native.Packer(
            [[[(x, y) for x, y in shape.cells] for shape in pieces.orientations] for pieces in self._classes],
            [pieces.area for pieces in self._classes],
        )

    @staticmethod
    def suits(problem: Problem) -> bool:
        """Whether the walk knows such boards: of squares, every cell to be covered, colours of no account."""
        return (
            problem.board.lattice is SQUARE
            and not problem.board.optional
            and not any(shape.colours for pieces in problem.classes() for shape in pieces.orientations[:1])
        )

    @property
    def burst(self) -> int:
        """Steps that are worth making before anything else is tried."""
        return 5000 + 10 * len(self._cells)

    def run(self, steps: int, seed: int, seconds: float | None = None) -> Solution | None:
        """A tiling met within ``steps`` of the walk (fewer where pieces have many orientations), or None.

        The outcome depends on the problem, ``steps`` and ``seed`` alone, unless ``seconds`` are over before.
        """
        fewer = max(100, min(steps, MOST_STEPS) * 10_000 // max(100, self._turns) ** 2)
        width, height = self._problem.board.size
        open_cells = bytearray(width * height)
        for x, y in self._cells:
            open_cells[y * width + x] = 1
        with interruptible() as stop:
            outcome, _, raw = self._packer.board(
                width, height, bytes(open_cells), self._minimum, self._maximum, 0, seed, fewer, stop,
                -1.0 if seconds is None else max(seconds, 0.0),
            )  # fmt: skip
        return self._solution(raw) if outcome == "found" else None

    def _solution(self, raw: bytes) -> Solution:
        sets: dict[int, list[tuple[Cell, ...]]] = {}
        for number, turn, x, y in native.placed(raw):
            cells = self._classes[number].orientations[turn].cells
            sets.setdefault(number, []).append(tuple(sorted([(x + dx, y + dy) for dx, dy in cells])))
        return Solution(self._problem, self._problem.name_copies(sets))
