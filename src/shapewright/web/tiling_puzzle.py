"""A puzzle of tiling as it is asked about: stated by board and pieces, or whole in a notation; and how to search it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, ProblemError
from shapewright.web.boards import check_size, read_board
from shapewright.web.fields import Choice, Content, Field, Flag, Number, Text, Texts, Whole
from shapewright.web.questions import TIME_LIMIT

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.search import Search
    from shapewright.tiling import Problem
    from shapewright.web.desk import Desk

# A board that is painted on a page; the command line takes larger ones.
MAX_CELLS = 4096

STATED: tuple[Field, ...] = (
    Text("board", "a board: WxH, WxHxD, or rows of # . ? and letters joined by /", limit=20_000),
    Texts("hole", "cells X,Y to take out of the board", most=MAX_CELLS, limit=40),
    Texts("hole_box", "boxes X,Y,WxH to take out of the board", limit=60),
    Texts("optional", "cells X,Y that may stay empty", most=MAX_CELLS, limit=40),
    Text("pieces", "pieces, such as pentominoes or 2*L4, any*I2"),
    Texts("fixed", "pieces that already lie there, each a name and its cells", most=500),
    Text("puzzle", "a whole puzzle as text, DLX, or XML of BurrTools, instead of board and pieces", limit=200_000),
    Content("puzzle_file", "a whole puzzle as a file, such as a packed .xmpuzzle"),
    Whole("problem", "which problem of an .xmpuzzle, from 0", maximum=10**6),
)

SEARCH: tuple[Field, ...] = (
    Flag("up_to_symmetry", "tilings that are rotations or reflections of each other are one"),
    Flag("rotations_only", "the same, but mirror images are two"),
    Choice("engine", "the engine", default="auto", choices=("auto", "bit-sliced", "strip", "frontier", "sparse")),
)
TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)


def read_puzzle(asked: dict[str, Any]) -> Puzzle:
    """The puzzle that the parameters state or hold."""
    from shapewright.tiling import Problem

    given = [name for name in ("puzzle", "puzzle_file") if asked[name] is not None]
    stated = [name for name in ("board", "hole", "hole_box", "optional", "pieces", "fixed") if asked[name]]
    if len(given) + bool(stated) > 1:
        raise ProblemError(
            f"a puzzle is either stated by board and pieces or given whole; here are {given[0]!r} and more"
        )
    puzzle = _whole(asked) if given else _stated(asked)
    if isinstance(puzzle, Problem):
        check_size(puzzle.board, MAX_CELLS)
    return puzzle


def _whole(asked: dict[str, Any]) -> Puzzle:
    from shapewright.cli.tiling.files import parse_puzzle
    from shapewright.errors import FileError

    content = asked["puzzle_file"] if asked["puzzle"] is None else asked["puzzle"].encode()
    try:
        return parse_puzzle("the puzzle", content, asked["problem"])
    except FileError as error:
        raise NotationError(str(error)) from None


def _stated(asked: dict[str, Any]) -> Problem:
    from shapewright.cells.grid import parse_cell
    from shapewright.cells.pieces import parse_pieces
    from shapewright.cli.options import parse_box
    from shapewright.cli.tiling.puzzle import Stated

    missing = [name for name in ("board", "pieces") if not asked[name]]
    if missing:
        raise ProblemError(f"{missing[0]!r} is missing; a puzzle is a board and pieces, or 'puzzle' with all of it")
    holes = tuple(parse_cell(text) for text in asked["hole"])
    boxes = tuple(cell for text in asked["hole_box"] for cell in parse_box(text))
    stated = Stated(
        read_board(asked["board"], MAX_CELLS),
        (holes, boxes),
        asked["optional"],
        parse_pieces(asked["pieces"]),
        asked["fixed"],
        None,
    )
    return stated.problem()


def on_board(asked: dict[str, Any], what: str) -> Problem:
    """The puzzle, which must have a board; ``what`` is what needs it."""
    from shapewright.cli.tiling.puzzle import on_board as on_one

    return on_one(read_puzzle(asked), what)


def read_search(asked: dict[str, Any], desk: Desk) -> Search:
    """How it is to be searched."""
    from shapewright.cli.tiling.search import Search

    symmetric = asked["up_to_symmetry"] or asked["rotations_only"]
    return Search(symmetric, asked["rotations_only"], asked["engine"], desk.seconds)
