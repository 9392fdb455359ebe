"""The options that state a stacking problem, and the problem they state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.stacking import FallingPiece, Problem
    from shapewright.stacking.notation.board import Start

Command = TypeVar("Command", bound="Callable[..., Any]")

OBJECTIVES = ("height", "holes", "flatness")


@dataclass(frozen=True)
class Stated:
    """What the options say about the grid, the pieces and the rules; the sequence is still missing."""

    width: int | None = None
    board: Start | None = None
    pieces: tuple[FallingPiece, ...] | None = None
    rotation: bool = True
    hold: bool = False
    clear_lines: bool = False
    objective: str = "height"
    height_limit: int | None = None

    @property
    def is_given(self) -> bool:
        """Whether anything is said."""
        return self != Stated()

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords of :class:`shapewright.stacking.Problem` but the sequence."""
        from shapewright.stacking.problem import WIDTH

        width, limit, board = self.width, self.height_limit, self.board
        if board is not None:
            if width is not None and width != board.width:
                raise ProblemError(f"--width {width} and a board of width {board.width} are given; give one of them")
            width = board.width
            if limit is None:
                limit = board.height_limit
        return {
            "width": WIDTH if width is None else width,
            "pieces": self.pieces or (),
            "board": frozenset() if board is None else board.cells,
            "rotation": self.rotation,
            "hold": self.hold,
            "clear_lines": self.clear_lines,
            "objective": self.objective,
            "height_limit": limit,
        }

    def problem(self, sequence: str) -> Problem:
        """The problem with this sequence."""
        from shapewright.stacking import Problem

        return Problem(sequence, **self.keywords)


def _read_board(context: click.Context, parameter: click.Parameter, value: str | None) -> Start | None:
    if value is None:
        return None
    from shapewright.stacking.notation.board import parse_start

    options.remember(context, parameter, value)
    return read_argument(value, _typed_board, parse_start)


def _typed_board(text: str) -> Start:
    """A board given as an argument: a bare word is more likely a mistyped file than a row of filled cells.

    A row of one letter over and over, such as XXXX, is nobody's file.
    """
    from shapewright.errors import quote
    from shapewright.stacking.notation.board import parse_start

    if text.strip().isalpha() and len(set(text.strip())) > 1:
        raise NotationError(
            f"{quote(text)} is not a board: it has neither # nor .; a file whose name has no dot is written "
            f"{quote('./' + text)}"
        )
    return parse_start(text)


def _read_pieces(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[FallingPiece, ...] | None:
    if value is None:
        return None
    from shapewright.stacking.notation.piece_file import parse_piece_file, parse_piece_list

    options.remember(context, parameter, value)
    return read_argument(value, parse_piece_list, parse_piece_file)


# A width or limit beyond what is supported is answered by the problem, which names what is.
_width = click.option(
    "--width", callback=options.whole_number(-(10**9), 10**9), metavar="N", help="Columns (10 unless given)."
)
_board = click.option(
    "--board",
    metavar="BOARD",
    callback=_read_board,
    help="What lies there already: rows joined by / (. is empty), a file, or -; or WxH, an empty grid.",
)
_pieces = click.option(
    "--pieces",
    metavar="PIECES",
    callback=_read_pieces,
    help="Pieces besides I O T J L S Z: a piece list (pentominoes, U5), a piece file, or -.",
)
_rotation = click.option(
    "--rotation/--no-rotation", default=True, help="Whether pieces may be turned; else all fall as they are drawn."
)
_height_limit = click.option(
    "--height-limit", callback=options.whole_number(-(10**9), 10**9), metavar="N", help="No cell may lie above N rows."
)
_clear_lines = click.option("--clear-lines", is_flag=True, help="Full rows vanish.")
_hold = click.option("--hold", is_flag=True, help="One piece can be put aside and dropped later.")
_objective = click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="height",
    help="What is to be small: the height, the covered holes, or the steps of the top (height unless given).",
)


def grid(command: Command) -> Command:
    """Add the options of the grid and the pieces, given to the command as ``stated``."""
    return _stated(command, (_width, _board, _pieces, _rotation, _height_limit, _clear_lines))


def rules(command: Command) -> Command:
    """Add the options of the grid, the pieces and the rules, given to the command as ``stated``."""
    return _stated(command, (_width, _board, _pieces, _rotation, _height_limit, _hold, _clear_lines, _objective))


def _stated(command: Command, every: tuple[Callable[[Any], Any], ...]) -> Command:
    names = ("width", "board", "pieces", "rotation", "hold", "clear_lines", "objective", "height_limit")

    @wraps(command)
    def call(**given: Any) -> Any:
        said = {name: given.pop(name) for name in names if name in given}
        return command(**given, stated=Stated(**said))

    decorated: Command = options.combined(*every)(call)
    return decorated
