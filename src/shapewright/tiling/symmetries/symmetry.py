"""Which rotations and reflections of the board leave a tiling problem as it is.

Such a motion maps the board with its optional cells and colours to itself, every class of equal pieces to a class with
the same bounds (mirror pieces may swap), and the fixed placements to each other. "Up to symmetry" means: under this
group. Its subgroups, in classes of conjugate ones, are the types of symmetry that a tiling can have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell, Motion
    from shapewright.cells.polyomino import Polyomino
    from shapewright.tiling.problem import PieceClass, Problem


Tiles = frozenset[tuple[int, tuple["Cell", ...]]]  # class number and ascending cells of every placement


@dataclass(frozen=True)
class Symmetry:
    """A motion of the board, and for each class of pieces the number of the class it is mapped to."""

    motion: Motion
    classes: tuple[int, ...]

    def __call__(self, tiles: Iterable[tuple[int, tuple[Cell, ...]]]) -> Tiles:
        """The image of placements given as (class number, cells)."""
        return frozenset((self.classes[number], tuple(sorted(map(self.motion, cells)))) for number, cells in tiles)


def symmetries(
    problem: Problem, *, rotations_only: bool = False, look: Callable[[], None] | None = None
) -> tuple[Symmetry, ...]:
    """The symmetries of ``problem``, the identity first; without the reflections if ``rotations_only``.

    ``look`` is called now and then; what it raises ends the work.

    >>> from shapewright.tiling.problem import Problem
    >>> len(symmetries(Problem.from_text("board 6x10\\npieces pentominoes")))
    4
    """
    classes = problem.classes()
    fixed = frozenset(
        (number, placement.cells) for number, pieces in enumerate(classes) for placement in problem.fixed_of(pieces)
    )
    numbers = {
        (shape, len(pieces.orientations)): number
        for number, pieces in enumerate(classes)
        for shape in pieces.orientations
    }
    found = []
    for motion in problem.board.symmetries(reflections=not rotations_only, look=look):
        images = _class_images(classes, numbers, motion)
        if images is not None:
            symmetry = Symmetry(motion, images)
            if symmetry(fixed) == fixed:
                found.append(symmetry)
    return tuple(found)


def canonical(tiles: Tiles, group: Iterable[Symmetry]) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """The least of the images of ``tiles`` under ``group``, as a sorted tuple: the same for symmetric tilings only."""
    return min(tuple(sorted(symmetry(tiles))) for symmetry in group)


def _class_images(
    classes: tuple[PieceClass, ...], numbers: dict[tuple[Polyomino, int], int], motion: Motion
) -> tuple[int, ...] | None:
    images = []
    turn = motion.about_origin()
    for pieces in classes:
        image = numbers.get((pieces.orientations[0].moved(turn), len(pieces.orientations)))
        if image is None:
            return None
        if (classes[image].minimum, classes[image].maximum) != (pieces.minimum, pieces.maximum):
            return None
        images.append(image)
    return tuple(images)


Subgroup = frozenset[int]


def subgroup_classes(table: Sequence[Sequence[int]], look: Callable[[], None]) -> tuple[tuple[Subgroup, ...], ...]:
    """All subgroups in classes of conjugate ones, small subgroups first, the trivial one at the start.

    ``table[a][b]`` is the element that is ``a`` first and ``b`` afterwards; 0 is the identity. ``look`` is called now
    and then; what it raises ends the work. The four turns of a square:

    >>> turn = [0, 1, 2, 3]  # rotations by 0 to 3 quarter turns
    >>> [[sorted(one) for one in kind] for kind in subgroup_classes([[(a + b) % 4 for b in turn] for a in turn], list)]
    [[[0]], [[0, 2]], [[0, 1, 2, 3]]]
    """
    elements = range(len(table))
    inverse = [row.index(0) for row in table]
    cyclic = {_generated(table, (element,)) for element in elements}
    found = set(cyclic)
    new = list(found)
    while new:
        look()
        first = new.pop()
        for other in cyclic:
            if not other <= first:
                both = _generated(table, first | other)
                if both not in found:
                    found.add(both)
                    new.append(both)
    classes: list[tuple[Subgroup, ...]] = []
    left = set(found)
    for subgroup in sorted(found, key=lambda one: (len(one), sorted(one))):
        if subgroup in left:
            images = {frozenset(table[table[inverse[by]][one]][by] for one in subgroup) for by in elements}
            left -= images
            classes.append(tuple(sorted(images, key=sorted)))
    return tuple(classes)


def _generated(table: Sequence[Sequence[int]], generators: Iterable[int]) -> Subgroup:
    """The smallest subgroup with these elements."""
    every = tuple(generators)
    found = {0}
    new = [0]
    while new:
        element = new.pop()
        for generator in every:
            product = table[element][generator]
            if product not in found:
                found.add(product)
                new.append(product)
    return frozenset(found)


def exactly(fixed: Sequence[int], classes: Sequence[Sequence[Subgroup]]) -> list[int]:
    """How many things have exactly a subgroup of each class as their symmetries, all conjugate ones together.

    ``fixed[k]`` is how many one subgroup of class k leaves as they are: those whose symmetries contain it.
    """
    alone: dict[Subgroup, int] = {}
    for number, kind in reversed(list(enumerate(classes))):
        more = sum(times for larger, times in alone.items() if kind[0] < larger)
        alone |= dict.fromkeys(kind, fixed[number] - more)
    return [alone[kind[0]] * len(kind) for kind in classes]
