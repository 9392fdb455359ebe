"""What a stacking problem asks: pieces that fall in order onto a stack, and what is to be small at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index

from shapewright.cells.grid import Cell, cell_text
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, ProblemError, quote
from shapewright.lazy import late
from shapewright.stacking.pieces import FallingPiece, parse_sequence, sequence_text, tetrominoes, with_tetrominoes
from shapewright.stacking.plan import Drop
from shapewright.stacking.rules import COUNTED, OBJECTIVES, full_rows
from shapewright.stacking.slides import DROPS, facings

MAX_WIDTH = 64
MAX_LENGTH = 10_000
MAX_BOARD_HEIGHT = 200
MAX_HEIGHT_LIMIT = 50_000
WIDTH = 10


@dataclass(frozen=True)
class Problem:
    """A sequence of pieces, each of which falls straight down in a column and an orientation of the player's choice.

    ``sequence`` holds names of ``pieces``; a text such as ``IOTS`` is split into them. The grid is ``width`` columns
    wide, ``board`` holds the cells that are filled at the start. Without ``rotation`` every piece falls in its
    orientation 0. With ``hold`` one piece can be put aside; with ``clear_lines`` full rows vanish when a piece has
    landed. With ``drop="soft"`` pieces also slide sideways and turn on their way down, without kicks: see
    :mod:`shapewright.stacking.slides`. The ``objective``, which is to be small, is the stack's ``height``, its covered
    ``holes``, the unevenness of its top (``flatness``: the steps between neighbouring columns, added up), or the
    ``peak``, the highest row that a piece ever lay in, before rows vanished. With ``clear_lines`` it can also be the
    ``rows`` cleared, or the ``tetrises`` (four rows at once); of these there are to be many. No piece may land with a
    cell above ``height_limit`` rows.

    >>> Problem("LLLL", width=6).sequence
    ('L', 'L', 'L', 'L')

    Raises ``NotationError`` for a sequence with an unknown piece, ``ProblemError`` without pieces, for a
    piece wider than the grid, cells beside it, or full rows that should have vanished, and ``LimitError`` beyond
    ``MAX_WIDTH`` columns, ``MAX_LENGTH`` pieces or ``MAX_BOARD_HEIGHT`` rows at the start.
    """

    sequence: Sequence[str]
    width: int = WIDTH
    pieces: tuple[FallingPiece, ...] = ()
    board: frozenset[Cell] = frozenset()
    rotation: bool = True
    hold: bool = False
    clear_lines: bool = False
    objective: str = "height"
    height_limit: int | None = None
    drop: str = "hard"

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", index(self.width))
        object.__setattr__(self, "pieces", with_tetrominoes(self.pieces) if self.pieces else tetrominoes())
        object.__setattr__(self, "board", frozenset(self.board))
        if isinstance(self.sequence, str):
            object.__setattr__(self, "sequence", parse_sequence(self.sequence, self.pieces))
        object.__setattr__(self, "sequence", tuple(self.sequence))
        if self.width < 1:
            raise ProblemError(f"the width must be at least 1, not {self.width}")
        if self.width > MAX_WIDTH:
            raise LimitError(f"a width of {self.width} is more than the limit of {MAX_WIDTH} columns")
        if not self.sequence:
            raise ProblemError("the sequence has no pieces")
        if len(self.sequence) > MAX_LENGTH:
            raise LimitError(f"a sequence of {len(self.sequence)} pieces is longer than the limit of {MAX_LENGTH}")
        if self.objective not in OBJECTIVES:
            raise ProblemError(f"{quote(self.objective)} is not an objective; objectives are {', '.join(OBJECTIVES)}")
        if self.objective in COUNTED and not self.clear_lines:
            raise ProblemError(f"no rows vanish, so there are no {self.objective} to count; clear full rows as well")
        if self.drop not in DROPS:
            raise ProblemError(f"{quote(self.drop)} is not a way to drop pieces; choose {' or '.join(DROPS)}")
        if self.height_limit is not None and self.height_limit < 1:
            raise ProblemError(f"the height limit must be at least 1, not {self.height_limit}")
        if self.height_limit is not None and self.height_limit > MAX_HEIGHT_LIMIT:
            raise LimitError(f"a height limit of {self.height_limit} is more than the limit of {MAX_HEIGHT_LIMIT}")
        known = self._by_name
        fits: dict[str, bool] = {}
        for number, name in enumerate(self.sequence, start=1):
            if name not in known:
                raise ProblemError(
                    f"{quote(name)} at position {number} of the sequence is not a piece; pieces are {' '.join(known)}"
                )
            if name not in fits:
                fits[name] = any(shape.size[0] <= self.width for shape in self.orientations(name))
            if not fits[name]:
                widths = min(shape.size[0] for shape in self.orientations(name))
                raise ProblemError(
                    f"the piece {quote(name)} at position {number} of the sequence is {widths} columns wide, "
                    f"the grid {self.width}"
                )
        for cell in sorted(self.board):
            if len(cell) != 2 or not (0 <= cell[0] < self.width and cell[1] >= 0):
                raise ProblemError(f"the cell {cell_text(cell)} of the board is not in the grid of width {self.width}")
        rows = max((y + 1 for _, y in self.board), default=0)
        if rows > MAX_BOARD_HEIGHT:
            raise LimitError(f"a board of {rows} rows is higher than the limit of {MAX_BOARD_HEIGHT}")
        if self.height_limit is not None and rows > self.height_limit:
            raise ProblemError(f"the board has {rows} rows, more than the height limit of {self.height_limit}")
        if self.clear_lines and full_rows(self.board, self.width):
            row = full_rows(self.board, self.width)[0]
            raise ProblemError(f"row {row} of the board is full; with line clears it would have vanished")

    @classmethod
    @late("shapewright.stacking.notation.records:problem_from_json")
    def from_json(cls, data: object) -> Problem:
        """Read what :meth:`to_json` gives; ``NotationError`` says what is wrong with it."""

    @late("shapewright.stacking.notation.records:problem_to_json")
    def to_json(self) -> dict[str, object]:
        """The problem as plain data."""

    def piece(self, name: str) -> FallingPiece:
        """The piece of that name; ``KeyError`` if there is none."""
        return self._by_name[name]

    def orientations(self, name: str) -> tuple[Polyomino, ...]:
        """The orientations that piece may fall in: all of its own, or the first alone without ``rotation``.

        ``KeyError`` if there is no piece of that name, as in the two methods below.
        """
        every = self._by_name[name].orientations
        return every if self.rotation else every[:1]

    def shapes(self, name: str) -> tuple[tuple[Cell, ...], ...]:
        """The cells of these orientations."""
        return tuple([shape.cells for shape in self.orientations(name)])

    def rotations(self, name: str) -> int:
        """How many rotations a drop of that piece may name: with ``drop="soft"`` also those that look like another."""
        return len(self.orientations(name)) if self.drop == "hard" else len(facings(self.shapes(name)))

    def facing(self, drop: Drop) -> tuple[Cell, ...]:
        """The cells of a piece as it begins to fall; its rotation must exist."""
        shapes = self.shapes(drop.piece)
        if drop.orientation < len(shapes):
            return shapes[drop.orientation]
        return shapes[facings(shapes)[drop.orientation].orientation]

    @property
    def area(self) -> int:
        """The cells of all pieces and of the board."""
        return len(self.board) + sum(self._by_name[name].area for name in self.sequence)

    @property
    def is_plain(self) -> bool:
        """Whether it is the plain question: the least height, without hold, line clears and slides."""
        return self.objective == "height" and not self.hold and not self.clear_lines and self.drop == "hard"

    @cached_property
    def _by_name(self) -> dict[str, FallingPiece]:
        return {piece.name: piece for piece in self.pieces}

    def __repr__(self) -> str:
        single = all(len(piece.name) == 1 for piece in self.pieces)
        parts = [repr("".join(self.sequence) if single else self.sequence)]
        if self.width != WIDTH:
            parts.append(f"width={self.width}")
        own = tuple(piece for piece in self.pieces if piece not in tetrominoes())
        if own:
            parts.append(f"pieces={own!r}")
        if self.board:
            parts.append(f"board={self.board!r}")
        for name, usual in (("rotation", True), ("hold", False), ("clear_lines", False)):
            if getattr(self, name) != usual:
                parts.append(f"{name}={not usual}")
        if self.objective != "height":
            parts.append(f"objective={self.objective!r}")
        if self.height_limit is not None:
            parts.append(f"height_limit={self.height_limit}")
        if self.drop != "hard":
            parts.append(f"drop={self.drop!r}")
        return f"Problem({', '.join(parts)})"

    def __str__(self) -> str:
        """Return the sequence, as :func:`parse_sequence` reads it."""
        return sequence_text(self.sequence, self.pieces)


def problem_of(asked: Problem | str) -> Problem:
    """Return the problem, or that of a sequence such as ``IOTS``; raise ``ProblemError`` for anything else."""
    if isinstance(asked, str):
        return Problem(asked)
    if not isinstance(asked, Problem):
        raise ProblemError(f"{type(asked).__name__} is not a Problem; expected one, or a sequence such as 'IOTS'")
    return asked
