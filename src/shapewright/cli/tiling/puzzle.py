"""The puzzle a command is asked about: a file, standard input, or the options that state one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import place
from shapewright.cli.parameters import state_file
from shapewright.cli.tiling.files import parse_puzzle, puzzle_bytes
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.cells.grid import Board, Cell
    from shapewright.cells.polyomino import Piece
    from shapewright.cli.tiling.files import Puzzle
    from shapewright.tiling import Problem

Command = TypeVar("Command", bound="Callable[..., Any]")

_EITHER = "a puzzle is either a file or stated by --board and --pieces"


@dataclass(frozen=True)
class Stated:
    """What the options state of a puzzle: all of it, or nothing when a file does."""

    board: Board | None
    holes: tuple[tuple[Cell, ...], ...]
    optional: tuple[str, ...]
    pieces: tuple[Piece, ...] | None
    fixed: tuple[str, ...]
    number: int | None

    @property
    def is_given(self) -> bool:
        """Whether any of them is given."""
        return bool(self.board is not None or self.pieces is not None or any(self.holes) or self.optional or self.fixed)

    def problem(self) -> Problem:
        """The problem; raises what the ground floor says is wrong with it."""
        from shapewright.tiling.notation.answers import stated_problem

        if self.board is None or self.pieces is None:
            missing = "--board" if self.board is None else "--pieces"
            example = "--board 6x10" if self.board is None else "--pieces pentominoes"
            raise ProblemError(f"{missing} is missing, such as {example}; {_EITHER}")
        if self.number is not None:
            raise ProblemError("--problem chooses one of the problems in an .xmpuzzle file; there is no such file")
        holes = [cell for cells in self.holes for cell in cells]
        return stated_problem(self.board, holes, self.optional, self.pieces, self.fixed)


def stated(command: Command) -> Command:
    """Decorator: the options that state a puzzle; the command gets one ``stated``, a :class:`Stated`."""

    @wraps(command)
    def with_statement(
        *,
        board: Board | None,
        holes: tuple[Cell, ...],
        hole_boxes: tuple[Cell, ...],
        optional: tuple[str, ...],
        pieces: tuple[Piece, ...] | None,
        fixed: tuple[str, ...],
        problem: int | None,
        **rest: Any,
    ) -> Any:
        return command(stated=Stated(board, (holes, hole_boxes), optional, pieces, fixed, problem), **rest)

    return options.combined(
        options.board,
        options.hole,
        options.hole_box,
        click.option(
            "--optional", metavar="X,Y", multiple=True, help="A cell of the board that may stay empty; repeatable."
        ),
        options.pieces,
        click.option(
            "--fixed",
            metavar="'PIECE X,Y ...'",
            multiple=True,
            help="A piece that already lies there, and its cells; repeatable.",
        ),
        click.option(
            "--problem",
            metavar="N",
            callback=options.whole_number(0, 10**6),
            help="Which problem of an .xmpuzzle file that has several, from 0.",
        ),
    )(with_statement)  # type: ignore[return-value]


def puzzle(command: Command) -> Command:
    """Decorator: the argument FILE and the options that state a puzzle; the command gets the ``puzzle``."""

    @wraps(command)
    def with_puzzle(*, puzzle: str | None, stated: Stated, **rest: Any) -> Any:
        return command(puzzle=read_puzzle(puzzle, stated), **rest)

    return click.argument("puzzle", required=False, metavar="[FILE]")(stated(with_puzzle))  # type: ignore[return-value]


def read_puzzle(file: str | None, stated: Stated) -> Puzzle:
    """The puzzle of a command that got this file and these options; exactly one of the two has to be given."""
    if file is None:
        if not stated.is_given:
            raise ProblemError(
                "no puzzle is given; name a file, or state one such as --board 6x10 --pieces pentominoes"
            )
        return stated.problem()
    if stated.is_given:
        raise ProblemError(f"{_EITHER}; here are both, the file {place(file)} and options")
    content = puzzle_bytes(file)
    state_file("puzzle", content)
    return parse_puzzle(file, content, stated.number)


def on_board(puzzle: Puzzle, what: str) -> Problem:
    """``puzzle`` if it has a board; otherwise the error that ``what`` needs one."""
    from shapewright.tiling import Problem

    if isinstance(puzzle, Problem):
        return puzzle
    raise ProblemError(f"{what} needs a board with pieces, and this puzzle is an exact cover (DLX), which has none")
