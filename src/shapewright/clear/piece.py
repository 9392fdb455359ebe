"""The seven pieces of the game, their facings, and placements of them.

A piece is its letter, a facing the first letter of north, east, south or west. Cells are counted from the centre of
true rotation: a piece turns clockwise about it by (x, y) -> (y, -x), before any kick.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from shapewright.errors import NotationError, ProblemError, quote

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell

PIECES = "IOTSZLJ"
"""The letters of the pieces; the place of a letter is its code in ``.pc`` files and in the engine."""

FACINGS = "NESW"
"""The facings, clockwise; the place of a letter is its code."""

_NORTH: dict[str, tuple[Cell, ...]] = {
    "I": ((-1, 0), (0, 0), (1, 0), (2, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((-1, 0), (0, 0), (1, 0), (0, 1)),
    "S": ((-1, 0), (0, 0), (0, 1), (1, 1)),
    "Z": ((-1, 1), (0, 1), (0, 0), (1, 0)),
    "L": ((1, 1), (-1, 0), (0, 0), (1, 0)),
    "J": ((-1, 1), (-1, 0), (0, 0), (1, 0)),
}


def read_piece(letter: str, where: str) -> str:
    """The piece that a letter, capital or small, stands for.

    Raises ``NotationError`` for any other; ``where`` is its place, such as "at position 4 of the queue".
    """
    piece = letter.upper()
    if len(letter) == 1 and letter.isascii() and piece in PIECES:
        return piece
    raise NotationError(f"{quote(letter)} {where} is not a piece; pieces are {' '.join(PIECES)}")


@cache  # 28 entries
def cells_of(piece: str, facing: str) -> tuple[Cell, ...]:
    """The four cells of a piece relative to its centre, sorted.

    >>> cells_of("T", "E")
    ((0, -1), (0, 0), (0, 1), (1, 0))
    """
    cells = _NORTH[piece]
    for _ in range(FACINGS.index(facing)):
        cells = tuple([(y, -x) for x, y in cells])
    return tuple(sorted(cells))


@cache  # 28 entries
def facings_alike(piece: str, facing: str) -> tuple[tuple[str, int, int], ...]:
    """The facings in which a piece covers the same cells, each with the shift (x, y) of its centre.

    The facing itself is among them; they come in the order of ``FACINGS``.

    >>> facings_alike("I", "S")
    (('N', -1, 0), ('S', 0, 0))
    """
    wanted = cells_of(piece, facing)
    alike = []
    for other in FACINGS:
        cells = cells_of(piece, other)
        dx, dy = wanted[0][0] - cells[0][0], wanted[0][1] - cells[0][1]
        if tuple([(x + dx, y + dy) for x, y in cells]) == wanted:
            alike.append((other, dx, dy))
    return tuple(alike)


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """A piece in a facing, with its centre of true rotation in column ``x`` and row ``y`` of the field as it then is.

    >>> Placement("T", "S", 4, 1).cells()
    ((3, 1), (4, 0), (4, 1), (5, 1))

    Raises ``NotationError`` for an unknown piece or facing, ``ProblemError`` if a cell is beyond a wall or the floor.
    """

    piece: str
    facing: str
    x: int
    y: int

    def __post_init__(self) -> None:
        if len(self.piece) != 1 or self.piece not in PIECES:
            raise NotationError(f"{quote(self.piece)} is not a piece; pieces are {' '.join(PIECES)}")
        if len(self.facing) != 1 or self.facing not in FACINGS:
            raise NotationError(f"{quote(self.facing)} is not a facing; facings are {' '.join(FACINGS)}")
        for dx, dy in cells_of(self.piece, self.facing):
            if not 0 <= self.x + dx < 10 or self.y + dy < 0:
                raise ProblemError(
                    f"{self.piece} facing {self.facing} at ({self.x}, {self.y}) has a cell at "
                    f"({self.x + dx}, {self.y + dy}), which is not in the field"
                )

    def __str__(self) -> str:
        return f"{self.piece} {self.facing} ({self.x}, {self.y})"

    def __repr__(self) -> str:
        return f"Placement({self.piece!r}, {self.facing!r}, {self.x}, {self.y})"

    def cells(self) -> tuple[Cell, ...]:
        """The four cells (x, y) that the piece covers, sorted."""
        return tuple([(self.x + dx, self.y + dy) for dx, dy in cells_of(self.piece, self.facing)])

    @property
    def bits(self) -> int:
        """The cells as a number: bit x + 10 y for each."""
        return sum([1 << x + 10 * y for x, y in self.cells()])

    def alike(self) -> tuple[Placement, ...]:
        """All placements of the piece that cover the same cells, this one too, in the order of ``FACINGS``."""
        piece, x, y = self.piece, self.x, self.y
        return tuple([Placement(piece, facing, x + dx, y + dy) for facing, dx, dy in facings_alike(piece, self.facing)])

    def canonical(self) -> Placement:
        """The first of the placements that cover the same cells: I, S and Z face north or east, O north.

        >>> Placement("O", "W", 1, 0).canonical()
        Placement('O', 'N', 0, 0)
        """
        facing, dx, dy = facings_alike(self.piece, self.facing)[0]
        return Placement(self.piece, facing, self.x + dx, self.y + dy)
