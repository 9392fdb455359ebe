"""Rectangles of squares whose sides are glued: torus, cylinder, Moebius strip and Klein bottle.

A piece is laid on the whole plane, of which every cell stands for one of the rectangle. Across the left and right sides
of a Moebius strip or a Klein bottle up and down change places, so that a piece there comes back as its mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING

from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE
from shapewright.cells.motion import Cell, Motion, motions
from shapewright.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from shapewright.cells.grid import Board

# Whether up and down change places across the left and right sides, and whether top and bottom are glued.
GLUINGS = {"torus": (False, True), "cylinder": (False, False), "moebius": (True, False), "klein": (True, True)}

_MOST_WORK = 4_000_000  # images of cells under all symmetries


@dataclass(frozen=True, slots=True)
class GluedMotion(Motion):
    """A motion of the plane that keeps the gluing, as a map of the rectangle; it takes (0, 0) into the rectangle."""

    lattice: Quotient

    def __call__(self, cell: Cell) -> Cell:
        """Where ``cell`` goes; empty if that lies beside the board."""
        return self.lattice.wrapped(Motion.__call__(self, cell)) or ()

    def then(self, other: Motion) -> GluedMotion:
        """The motion that does this one first and ``other`` afterwards."""
        return self.lattice.glued(Motion.then(_plain(self), _plain(other)))

    def inverse(self) -> GluedMotion:
        """The motion that undoes this one."""
        return self.lattice.glued(Motion.inverse(_plain(self)))

    def about_origin(self) -> Motion:
        """The rotation or reflection of the plane alone."""
        return Motion(self.axes, self.signs, (0, 0))

    @property
    def key(self) -> object:
        """Different for different motions of a board: how far it shifts counts, too."""
        return self.axes, self.signs, self.shift


@dataclass(frozen=True, eq=False, repr=False)
class Quotient(Lattice):
    """The squares of a rectangle of ``size`` whose sides are glued."""

    size: tuple[int, int] = (1, 1)

    def __repr__(self) -> str:
        return f"quotient({self.name!r}, {self.size!r})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return quotient, (self.name, self.size)

    @property
    def is_plain(self) -> bool:
        """No: cells are squares, but not all of the plane."""
        return False

    @property
    def base(self) -> Lattice:
        """That of squares."""
        return SQUARE

    @property
    def flips(self) -> bool:
        """Whether up and down change places across the left and right sides."""
        return GLUINGS[self.name][0]

    @property
    def closes(self) -> bool:
        """Whether top and bottom are glued as well."""
        return GLUINGS[self.name][1]

    def is_cell(self, cell: Cell) -> bool:
        """Whether the rectangle has this cell."""
        return len(cell) == 2 and 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]

    def wrapped(self, cell: Cell) -> Cell | None:
        """The cell of the rectangle that a cell of the plane stands for; None above and below an open strip.

        >>> quotient("moebius", (4, 3)).wrapped((5, 0))
        (1, 2)
        """
        width, height = self.size
        times, x = divmod(cell[0], width)
        y = height - 1 - cell[1] if self.flips and times % 2 else cell[1]
        if self.closes:
            y %= height
        return (x, y) if 0 <= y < height else None

    def neighbours(self, cell: Cell) -> Iterable[Cell]:
        """The cells that share a side with ``cell``, each once."""
        x, y = cell
        around = dict.fromkeys(map(self.wrapped, ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))))
        return [other for other in around if other is not None and other != cell]

    def glued(self, motion: Motion) -> GluedMotion:
        """A motion of the plane that keeps the gluing, as one of the rectangle."""
        (width, height), (x, y) = self.size, motion.shift
        times = x // width
        if self.flips and times % 2:
            motion = motion.then(Motion((0, 1), (1, -1), (-times * width, height - 1)))
        else:
            motion = motion.then(Motion((0, 1), (1, 1), (-times * width, 0)))
        x, y = motion.shift
        return GluedMotion(motion.axes, motion.signs, (x, y % height if self.closes else y), self)

    def symmetries(self, board: Board, *, reflections: bool, look: Callable[[], None] | None) -> Iterator[Motion]:
        """The motions that map ``board`` to itself, the identity first.

        Where up and down change places, a half turn and a reflection may be one; rotations are all that there is.

        Raises ``LimitError`` for boards that are too large to look through all of them.
        """
        cells = board.cells
        turns = motions(2, reflections=reflections or self.flips)
        if len(turns) * self.size[0] * self.size[1] * len(cells) > _MOST_WORK * (1 if self.closes else self.size[1]):
            raise LimitError(
                f"the symmetries of a {self.name} of {self.size[0]}x{self.size[1]} cells are too many to look through"
            )
        is_full = len(cells) == self.size[0] * self.size[1] and not board.optional and not board.colours
        edge = [cell for cell in cells if cell[0] == 0] if is_full else cells
        seen = set()
        for turn in turns:
            if look is not None:
                look()
            for shift in product(*map(range, self.size)):
                plain = Motion(turn.axes, turn.signs, shift)
                back = plain.inverse()
                if not all(self._is_identity(back.then(generator).then(plain)) for generator in self._generators):
                    continue
                motion = self.glued(plain)
                if motion.key in seen:
                    continue
                seen.add(motion.key)
                if all(motion(cell) in cells for cell in edge) and (
                    is_full
                    or (
                        all(motion(cell) in board.optional for cell in board.optional)
                        and all((motion(cell), colour) in board.colours for cell, colour in board.colours)
                    )
                ):
                    yield motion

    @cached_property
    def _generators(self) -> list[Motion]:
        """The motions of the plane after which cells stand for what they stood for."""
        width, height = self.size
        across = Motion((0, 1), (1, -1), (width, height - 1)) if self.flips else Motion((0, 1), (1, 1), (width, 0))
        return [across, Motion((0, 1), (1, 1), (0, height))] if self.closes else [across]

    def _is_identity(self, motion: Motion) -> bool:
        """Whether a motion of the plane takes every cell to one that stands for the same."""
        width, height = self.size
        times, rest = divmod(motion.shift[0], width)
        is_flipped = self.flips and times % 2 == 1
        if motion.axes != (0, 1) or motion.signs != (1, -1 if is_flipped else 1) or rest:
            return False
        up = motion.shift[1] - (height - 1 if is_flipped else 0)
        return up % height == 0 if self.closes else up == 0


@cache
def quotient(name: str, size: tuple[int, int]) -> Quotient:
    """The lattice of that name on a rectangle of that size, always the same value."""
    return Quotient(name, 2, "square", "mino", "", "square", (1, 1), size=size)


def _plain(motion: Motion) -> Motion:
    return Motion(motion.axes, motion.signs, motion.shift)
