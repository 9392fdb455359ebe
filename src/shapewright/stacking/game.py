"""The game as a person plays it: one piece after the other, with a way back, and a solver to ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapewright.cells.grid import Cell
from shapewright.cells.polyomino import Polyomino
from shapewright.drawing.mosaic import Mosaic
from shapewright.errors import ProblemError, quote
from shapewright.stacking.picture import stack_mosaic
from shapewright.stacking.pieces import FallingPiece
from shapewright.stacking.plan import Drop, Plan
from shapewright.stacking.problem import WIDTH, Problem
from shapewright.stacking.replay import BOARD
from shapewright.stacking.rules import cleared, height, heights, holes
from shapewright.stacking.slides import SlideError, resting
from shapewright.stacking.solve import first

_DOT = "\u00b7"  # the piece of the problem that checks a game's grid; nobody drops it


class Game:
    """A stack that grows by what its player drops, in any order.

    >>> game = Game(width=6)
    >>> game.drop("L", 0)
    ((0, 0), (0, 1), (0, 2), (1, 0))
    >>> game.drop("J", 2, 180)
    ((2, 0), (2, 1), (2, 2), (3, 2))
    >>> game.undo()
    Drop(piece='J', column=2, rotation=180)
    >>> game.height, game.continuation("LLL").height
    (3, 3)
    """

    def __init__(
        self,
        width: int = WIDTH,
        *,
        pieces: Iterable[FallingPiece] = (),
        board: Iterable[Cell] = (),
        rotation: bool = True,
        clear_lines: bool = False,
        height_limit: int | None = None,
        drop: str = "hard",
    ) -> None:
        # A problem checks all of this, and needs a piece that fits into any grid.
        dot = FallingPiece.turning(_DOT, Polyomino(((0, 0),)))
        self._base = Problem(
            (_DOT,),
            width,
            (dot, *pieces),
            frozenset(board),
            rotation=rotation,
            clear_lines=clear_lines,
            height_limit=height_limit,
            drop=drop,
        )
        self._stacks: list[dict[Cell, int]] = [dict.fromkeys(self._base.board, BOARD)]
        self._drops: list[Drop] = []

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._base.width

    @property
    def pieces(self) -> tuple[FallingPiece, ...]:
        """The pieces there are."""
        return tuple([piece for piece in self._base.pieces if piece.name != _DOT])

    @property
    def drops(self) -> tuple[Drop, ...]:
        """What was dropped so far and not taken back."""
        return tuple(self._drops)

    @property
    def stack(self) -> dict[Cell, int]:
        """The filled cells, each with the number of its drop, -1 for those filled at the start."""
        return self._stacks[-1].copy()

    @property
    def height(self) -> int:
        """The height of the stack."""
        return height(self._stacks[-1])

    @property
    def heights(self) -> tuple[int, ...]:
        """The height of each column."""
        return heights(self._stacks[-1], self.width)

    @property
    def holes(self) -> int:
        """The empty cells below filled ones."""
        return holes(self._stacks[-1], self.width)

    def drop(self, piece: str, column: int, rotation: int = 0, path: str = "") -> tuple[Cell, ...]:
        """Let a piece fall, its leftmost cells in ``column``; the cells where it came to lie.

        Where pieces slide, ``path`` are the moves before it falls straight down, such as ``3d2r``.

        Raises ``ProblemError`` for an unknown piece, a rotation it does not have, a column where it does not fit, a
        path that it cannot go, or a place above the height limit; the game is then as before.
        """
        names = [known.name for known in self.pieces]
        if piece not in names:
            raise ProblemError(f"{quote(piece)} is not a piece; pieces are {' '.join(names)}")
        made = Drop(piece, column, rotation, path)
        rotations = self._base.rotations(piece)
        if not 0 <= made.orientation < rotations:
            known_ones = ", ".join(str(90 * number) for number in range(rotations))
            raise ProblemError(f"{piece!r} has no rotation {rotation}; it has {known_ones}")
        last = self.width - 1 - max(x for x, _ in self._base.facing(made))
        if not 0 <= column <= last:
            if last < 0:
                raise ProblemError(f"{piece!r} with rotation {rotation} is wider than the grid")
            raise ProblemError(f"{piece!r} with rotation {rotation} fits into the columns 0 to {last}, not {column}")
        stack = self.stack
        try:
            cells = resting(self._base, stack, made)
        except SlideError as fault:
            raise ProblemError(f"{piece!r}: {fault}") from None
        limit = self._base.height_limit
        if limit is not None and height(cells) > limit:
            raise ProblemError(f"{piece!r} would lie above the height limit of {limit}")
        stack |= dict.fromkeys(cells, len(self._drops))
        self._stacks.append(cleared(stack, self.width) if self._base.clear_lines else stack)
        self._drops.append(made)
        return cells

    def undo(self) -> Drop:
        """Take the last drop back; ``ProblemError`` if there is none."""
        if not self._drops:
            raise ProblemError("there is no drop to take back")
        self._stacks.pop()
        return self._drops.pop()

    def problem(self, sequence: Sequence[str], *, hold: bool = False, objective: str = "height") -> Problem:
        """The question where ``sequence`` should fall from here on.

        A piece in the hold slot is the same as one that comes first: either may be dropped at any time.
        """
        return Problem(
            sequence,
            self.width,
            self.pieces,
            frozenset(self._stacks[-1]),
            rotation=self._base.rotation,
            hold=hold,
            clear_lines=self._base.clear_lines,
            objective=objective,
            height_limit=self._base.height_limit,
            drop=self._base.drop,
        )

    def continuation(
        self,
        sequence: Sequence[str],
        *,
        hold: bool = False,
        objective: str = "height",
        time_limit: float | None = None,
    ) -> Plan | None:
        """What the solver would do with ``sequence`` from here on; see :func:`shapewright.stacking.first`."""
        return first(self.problem(sequence, hold=hold, objective=objective), time_limit=time_limit)

    def mosaic(self) -> Mosaic:
        """The stack before it is drawn, each piece told apart."""
        return stack_mosaic(self._base, self._drops, self._stacks[-1])

    def _repr_svg_(self) -> str:
        return self.mosaic()._repr_svg_()

    def __repr__(self) -> str:
        return f"<Game of width {self.width}, {len(self._drops)} drops, height {self.height}>"
