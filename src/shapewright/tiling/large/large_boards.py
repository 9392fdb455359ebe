"""First tilings of large boards: by re-tiling, by blocks, and by random restarts beside the complete search.

Exact cover loses its way on a board of many hundred cells, where nearly every set of pieces has very many tilings. A
walk over packings, each made from the last by tiling three or four neighbouring pieces again, soon meets one without an
empty cell. It proves nothing when it does not.

A complete search that went wrong near its root spends ages below; another order of the options goes wrong elsewhere, or
not at all. So the complete search and restarts take turns with the same number of nodes, in the proportions of Luby,
Sinclair and Zuckerman (Information Processing Letters 47, 1993): a lucky order is found soon, and a proof that there is
no tiling takes at most about twice as long. Turns are measured in nodes, so the outcome is the same on every run.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from shapewright.cells.grid import Cell
from shapewright.cells.lattices import SQUARE
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.luby import luby
from shapewright.tiling import native
from shapewright.tiling.large.filled_by_boxes import Blocks
from shapewright.tiling.native import Search
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import make_search, search_engine
from shapewright.tiling.search.instance import Cover, copies_left
from shapewright.tiling.solution import Solution

LEAST_CELLS = 100
"""On smaller boards exact cover is as fast."""

STEPS_PER_NODE = 2
"""A node of a search on a large board takes some 20 microseconds, a step of the walk two or three."""


class Large:
    """What else may find a tiling of ``problem``. It proves nothing; ``engine`` names what found one.

    The outcome depends on the problem and the calls alone, unless the time of ``clock`` ends them. ``seconds`` says how
    long an exact cover may be searched at a time; what it raises ends the work.
    """

    def __init__(self, problem: Problem, clock: Clock) -> None:
        large = len(problem.board.cells) - sum(len(placement.cells) for placement in problem.fixed) >= LEAST_CELLS
        self._walk = Retiling(problem) if large and Retiling.suits(problem) else None
        self._blocks = Blocks(problem) if large and Blocks.suits(problem) else None
        self._clock = clock
        self._calls = 0
        self.engine = ""

    def burst(self, seconds: Callable[[], float]) -> Solution | None:
        """Before anything else is tried: a tiling met on a short walk, or made of small blocks."""
        return self._try(0 if self._walk is None else self._walk.burst, 30, seconds)

    def turn(self, nodes: int, seconds: Callable[[], float]) -> Solution | None:
        """As much work as so many nodes of a search on a large board."""
        return self._try(nodes * STEPS_PER_NODE, 1, seconds)

    def _try(self, steps: int, blocks: int, seconds: Callable[[], float]) -> Solution | None:
        found = None
        if self._walk is not None:
            found = self._walk.run(steps, self._calls, self._clock.left())
            self.engine = "re-tiling"
        self._calls += 1
        for _ in range(blocks if found is None and self._blocks is not None else 0):
            assert self._blocks is not None
            found = self._blocks.run(seconds)
            self.engine = "blocks"
            if found is not None:
                break
        return found


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


TURN = 2000  # nodes of the shortest turn


class Restarts:
    """The race of a complete search of ``cover`` with restarts over shuffled options, and with ``large`` if given."""

    def __init__(self, cover: Cover, large: Large | None = None) -> None:
        self._cover = cover
        self._large = large
        self._instance = cover.instance()
        self.engine, self._complete = make_search(search_engine(cover), self._instance, fallback=True)
        self._before = 0

    @property
    def nodes(self) -> int:
        """The nodes of all searches so far."""
        return self._before + self._complete.nodes

    def first(self, slice_left: Callable[[], float]) -> Solution | None:
        """A tiling, or None if there is none; ``slice_left`` says how long the next call may run."""
        for turn in count():
            nodes = TURN * luby(turn)
            over, path = self._run(self._complete, nodes, slice_left)
            if over or path is not None:
                return self._solution(path)
            shuffled, order = self._instance.shuffled(turn)
            _, search = make_search(self.engine, shuffled, fallback=True)
            over, path = self._run(search, nodes, slice_left)
            self._before += search.nodes
            if over or path is not None:
                return self._solution(None if path is None else [order[option] for option in path])
            found = None if self._large is None else self._large.turn(nodes, slice_left)
            if self._large is not None and found is not None:
                self.engine = self._large.engine
                return found
        raise AssertionError("counting ended")

    def _solution(self, options: list[int] | None) -> Solution | None:
        return None if options is None else self._cover.solution(options)

    @staticmethod
    def _run(search: Search, nodes: int, slice_left: Callable[[], float]) -> tuple[bool, list[int] | None]:
        end = search.nodes + nodes
        while search.nodes < end:
            over, found = search.run(None, slice_left(), 1, end - search.nodes, True)
            if over or found:
                return over, found[0] if found else None
        return False, None
