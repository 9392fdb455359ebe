"""Which rotations and reflections of the board leave a tiling problem as it is.

Such a motion maps the board with its optional cells and colours to itself, every class of equal pieces to a class with
the same bounds (mirror pieces may swap), and the fixed placements to each other. "Up to symmetry" means: under this
group.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
