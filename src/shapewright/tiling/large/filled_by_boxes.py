"""A first tiling of a large box by smaller boxes that the same pieces tile: 40x40 by any Y5 is 32 times 5x10.

Small boxes are searched in the order of their areas. After each that can be tiled, sums decide whether straight cuts
divide the large box into such boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from math import gcd

from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattices import SQUARE
from shapewright.cells.polyomino import Polyomino
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import make_search, search_engine
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.solution import Solution

MOST_AREA = 200
"""Larger boxes are not tried: their searches take too long."""

NODES = 20_000
"""Of the search of one block."""

Sizes = tuple[int, int]


class Blocks:
    """The blocks of a box that :meth:`suits`, tried one after the other."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._pieces = tuple(replace(piece, minimum=0, maximum=None) for piece in problem.pieces)
        self._size = problem.board.size[0], problem.board.size[1]
        self._turns = all(_is_turned(pieces.orientations) for pieces in problem.classes())
        self._left = self._candidates()
        self._known: dict[Sizes, list[tuple[int, tuple[Cell, ...]]]] = {}
        self._made = made_of(self._known, self._size)

    @staticmethod
    def suits(problem: Problem) -> bool:
        """Whether any tilings of blocks that fill the box are a tiling: pieces without limits, or of one shape only."""
        board, classes = problem.board, problem.classes()
        return (
            board.lattice is SQUARE
            and len(board.cells) == board.size[0] * board.size[1]
            and not board.optional
            and not problem.fixed
            and not any(pieces.orientations[0].colours for pieces in classes)
            and (len(classes) == 1 or all(pieces.minimum == 0 and pieces.maximum is None for pieces in classes))
        )

    def run(self, seconds: Callable[[], float]) -> Solution | None:
        """Try the next block: a tiling of the whole box if that completes one.

        ``seconds`` says how long the engine may run at a time; what it raises ends the work.
        """
        for width, height in self._left:
            if self._made[width] >> height & 1:
                continue  # smaller blocks make it
            tiling = self._search((width, height), seconds)
            if tiling is None:
                return None
            self._known[width, height] = tiling
            if self._turns and height <= self._size[0] and width <= self._size[1]:
                turned: list[tuple[int, tuple[Cell, ...]]] = [
                    (number, tuple([(height - 1 - y, x) for x, y in cells])) for number, cells in tiling
                ]
                self._known.setdefault((height, width), turned)
            self._made = made_of(self._known, self._size)
            return self._whole() if self._made[self._size[0]] >> self._size[1] & 1 else None
        return None

    def _candidates(self) -> Iterator[Sizes]:
        """Sizes of blocks, the smallest areas first; of two that are turns of each other one."""
        unit = gcd(*[pieces.area for pieces in self._problem.classes()])
        width, height = self._size
        sizes = [
            (w, h)
            for w in range(1, min(width, MOST_AREA) + 1)
            for h in range(1, min(height, MOST_AREA // w) + 1)
            if w * h % unit == 0 and (w, h) != self._size and not (self._turns and h < w and h <= width and w <= height)
        ]
        yield from sorted(sizes, key=lambda size: (size[0] * size[1], max(size), size))

    def _search(self, size: Sizes, seconds: Callable[[], float]) -> list[tuple[int, tuple[Cell, ...]]] | None:
        """A tiling of one block, if one is found within ``NODES`` nodes."""
        cover = prepared(Problem(Board.box(*size), self._pieces))
        if not isinstance(cover, Cover):
            return None
        _, search = make_search(search_engine(cover), cover.instance(), fallback=True)
        while search.nodes < NODES:
            over, found = search.run(None, seconds(), 1, NODES - search.nodes, True)
            if found:
                chosen = [cover.options[option] for option in found[0]]
                return [(number, tuple([cover.cells[k] for k in covered])) for number, covered in chosen]
            if over:
                break
        return None

    def _whole(self) -> Solution:
        """The box made of known blocks."""
        sets: dict[int, list[tuple[Cell, ...]]] = {}
        rest = [(self._size, 0, 0)]
        while rest:
            (width, height), x, y = rest.pop()
            tiling = self._known.get((width, height))
            if tiling is not None:
                for number, cells in tiling:
                    sets.setdefault(number, []).append(tuple(sorted([(x + a, y + b) for a, b in cells])))
                continue
            column = self._made[width]
            for cut in range(1, width // 2 + 1):
                if (self._made[cut] & self._made[width - cut]) >> height & 1:
                    rest += [((cut, height), x, y), ((width - cut, height), x + cut, y)]
                    break
            else:
                cut = next(cut for cut in range(1, height) if column >> cut & column >> (height - cut) & 1)
                rest += [((width, cut), x, y), ((width, height - cut), x, y + cut)]
        return Solution(self._problem, self._problem.name_copies(sets))


def made_of(blocks: Iterable[Sizes], size: Sizes) -> list[int]:
    """Which boxes within ``size`` straight cuts divide into ``blocks``: bit ``height`` of entry ``width``.

    >>> made = made_of([(2, 3), (3, 2)], (5, 6))
    >>> [[height for height in range(7) if column >> height & 1] for column in made]
    [[], [], [3, 6], [2, 4, 6], [3, 6], [6]]
    """
    width, height = size
    known = [0] * (width + 1)
    for w, h in blocks:
        known[w] |= 1 << h
    within = (1 << (height + 1)) - 1
    made = [0]
    for w in range(1, width + 1):
        column = known[w]
        for cut in range(1, w // 2 + 1):
            column |= made[cut] & made[w - cut]
        # One above the other: with every height that is there already, as often as it fits.
        for h in range(1, height + 1):
            if column >> h & 1:
                step = h
                while step <= height:
                    column |= column << step & within
                    step *= 2
        made.append(column)
    return made


def _is_turned(orientations: Collection[Polyomino]) -> bool:
    """Whether a quarter turn of a shape is again one of the ``orientations``."""
    return {Polyomino(tuple([(-y, x) for x, y in shape.cells])) for shape in orientations} == set(orientations)
