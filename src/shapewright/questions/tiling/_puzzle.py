"""The fields that state a puzzle, and the puzzle they state: by board and pieces, or whole, in any notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, parse_box, parse_cell, parse_size
from shapewright.cells.pieces import parse_pieces, pieces_from_text
from shapewright.cells.standard import set_names
from shapewright.errors import FileError, ProblemError, ShapewrightError
from shapewright.questions.boards import STUDIO_CELLS, BoardText, typed_board
from shapewright.questions.fields import Content, Field, File, Parsed, Texts, Whole
from shapewright.questions.source import parsed
from shapewright.storage.stored import Stored
from shapewright.tiling import Problem
from shapewright.tiling.notation.answers import with_additions
from shapewright.tiling.notation.reading import read_puzzle, several_problems

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.questions.source import Source
    from shapewright.tiling.notation.answers import Puzzle

__all__ = ["FILE", "PUZZLE", "STATED", "about", "added_by", "content_of", "noun", "puzzle", "stated_by"]

_WHOLE = ("puzzle", "puzzle_file")
_EITHER = "a puzzle is either a file or described by --board and --pieces"


FILE = File(
    "puzzle", "The puzzle: a text puzzle, an exact cover as DLX text, or a BurrTools file.", argument=True,
    metavar="FILE", limit=200_000,
)  # fmt: skip
STATED: tuple[Field, ...] = (
    BoardText(
        "board", "The board: WxH, WxHxD, rows of # . ? and letters joined by /, a file, or - (standard input).",
        metavar="BOARD", limit=20_000, parse=Board.from_text, parse_word=typed_board(Board.from_text),
    ),
    Texts(
        "hole", "Remove this cell from the board (FILE's too); repeatable.", metavar="X,Y", most=STUDIO_CELLS, limit=40,
        parse=parse_cell,
    ),
    Texts(
        "hole_box", "Remove a box of cells, given by its lower left corner and its size; repeatable.",
        metavar="X,Y,WxH", limit=60, parse=parse_box,
    ),
    Texts("optional", "This cell may stay empty; repeatable.", metavar="X,Y", most=STUDIO_CELLS, limit=40),
    Parsed(
        "pieces", "[COUNT*]NAME,...: sets (pentominoes), single pieces (T4, 2*Y5, any*L3), a piece file, or -.",
        metavar="PIECES", parse=parse_pieces, parse_file=pieces_from_text, names=set_names(),
    ),
    Texts(
        "fixed", "A piece already on the board, with its cells; repeatable.", metavar="'PIECE X,Y ...'", most=500
    ),
)  # fmt: skip
PUZZLE: tuple[Field, ...] = (
    FILE,
    Content(
        "puzzle_file", "The puzzle as a binary file in base64, such as a compressed .xmpuzzle.",
        doors=("studio",), repeated_in=False, typed_as="puzzle",
    ),
    *STATED,
    Whole(
        "problem", "Number of the problem, from 0, in an .xmpuzzle file that has several.", metavar="N", maximum=10**6
    ),
)  # fmt: skip


def stated_by(asked: dict[str, Any]) -> list[str]:
    """Return the names of the options that describe a whole puzzle and are given."""
    return [name for name in ("board", "pieces") if asked[name]]


def added_by(asked: dict[str, Any]) -> list[str]:
    """Return the names of the options that add to a board, that of a file too, and are given."""
    return [name for name in ("hole", "hole_box", "optional", "fixed") if asked[name]]


def puzzle(asked: dict[str, Any], desk: Desk | None = None) -> Puzzle:
    """The puzzle that the fields state; it is read once."""
    if "read" not in asked:
        asked["read"] = _read(asked)
    found: Puzzle = asked["read"]
    if desk is not None and isinstance(found, Problem):
        desk.at_most(len(found.board.cells), STUDIO_CELLS, "the board has {} cells")
    return found


def noun(stated: Puzzle) -> str:
    """What a solution is called: a puzzle without a board has covers."""
    return "tiling" if isinstance(stated, Problem) else "cover"


def about(asked: dict[str, Any]) -> dict[str, Any]:
    """What an answer says of the file that the puzzle is from: the keywords ``notes`` and ``told`` of ``Answer``."""
    notes: list[str] = []
    told: dict[str, Any] = {}
    if not stated_by(asked):
        content, name, _ = content_of(asked)
        said = several_problems(content, name=name) if asked["problem"] is None else ""
        notes += [said] if said else []
        if asked.get("puzzle_file") is not None:
            told["puzzle"] = Stored.of_bytes(content).to_json()
    return {"notes": notes, "told": told}


def content_of(asked: dict[str, Any]) -> tuple[bytes, str, str]:
    """The content of the puzzle's file, the name of the file, and what messages call it."""
    if asked.get("puzzle_file") is not None:
        return asked["puzzle_file"], "", "the puzzle"
    source: Source = asked["puzzle"]
    return _bytes(source), source.path or "", source.place


def _read(asked: dict[str, Any]) -> Puzzle:
    stated, whole = stated_by(asked), [name for name in _WHOLE if asked.get(name) is not None]
    if not stated and not added_by(asked) and not whole:
        raise ProblemError(
            "no puzzle is given; name a file (- is standard input), or state one such as --board 6x10 "
            "--pieces pentominoes"
        )
    if stated and whole:
        raise ProblemError(f"{_EITHER}; a file and --{stated[0].replace('_', '-')} are both given")
    if len(whole) > 1:
        raise ProblemError("'puzzle' and 'puzzle_file' cannot be combined; give one of them")
    found = _whole(asked) if whole else _stated(asked)
    if not added_by(asked):
        return found
    holes = [*asked["hole"], *[cell for cells in asked["hole_box"] for cell in cells]]
    return with_additions(found, holes, asked["optional"], asked["fixed"])


def _whole(asked: dict[str, Any]) -> Puzzle:
    content, name, place = content_of(asked)
    return parsed(place, content, lambda content: read_puzzle(content, name=name, number=asked["problem"]))


def _stated(asked: dict[str, Any]) -> Problem:
    for name, example in (("board", "6x10"), ("pieces", "pentominoes")):
        if asked[name] is None:
            raise ProblemError(f"--{name} is missing, such as --{name} {example}; {_EITHER}")
    if asked["problem"] is not None:
        raise ProblemError("--problem only applies to an .xmpuzzle file, and none is given")
    return Problem(asked["board"], asked["pieces"])


def _bytes(source: Source) -> bytes:
    """The content of a file; a board that was given where a file belongs is told from a missing file."""
    try:
        return source.bytes()
    except FileError as error:
        if source.path is None:
            raise
        try:
            is_size = parse_size(source.path) is not None
        except ShapewrightError:
            is_size = True
        if is_size:
            raise FileError(f"{error}; a board is given as --board {source.path[:40]}") from None
        raise
