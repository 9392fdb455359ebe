"""The fields that state a puzzle, and the puzzle they state: by board and pieces, or whole, in any notation."""

from __future__ import annotations

from typing import Any

from shapewright.cells.grid import Board, parse_box, parse_cell, parse_size
from shapewright.cells.pieces import parse_pieces, pieces_from_text
from shapewright.cells.standard import set_names
from shapewright.errors import FileError, ProblemError, ShapewrightError
from shapewright.questions.asked import Asked
from shapewright.questions.boards import STUDIO_CELLS, BoardText, typed_board
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Content, Field, File, Parsed, Texts, Whole
from shapewright.questions.source import Source, parsed
from shapewright.storage.stored import Stored
from shapewright.tiling import Problem
from shapewright.tiling.notation.answers import Puzzle, with_additions
from shapewright.tiling.notation.reading import read_puzzle, several_problems

_EITHER = "a puzzle is either a file or described by --board and --pieces"


FILE = File(
    "puzzle", "The puzzle: a text puzzle, an exact cover as DLX text, or a BurrTools file.", argument=True,
    metavar="FILE", limit=200_000,
)  # fmt: skip
BOARD = BoardText(
    "board", "The board: WxH, WxHxD, rows of # . ? and letters joined by /, a file, or - (standard input).",
    metavar="BOARD", limit=20_000, parse=Board.from_text, parse_word=typed_board(Board.from_text),
)  # fmt: skip
HOLE = Texts(
    "hole", "Remove this cell from the board (FILE's too); repeatable.", metavar="X,Y", most=STUDIO_CELLS, limit=40,
    parse=parse_cell,
)  # fmt: skip
HOLE_BOX = Texts(
    "hole_box", "Remove a box of cells, given by its lower left corner and its size; repeatable.",
    metavar="X,Y,WxH", limit=60, parse=parse_box,
)  # fmt: skip
OPTIONAL = Texts[str]("optional", "This cell may stay empty; repeatable.", metavar="X,Y", most=STUDIO_CELLS, limit=40)
PIECES = Parsed(
    "pieces", "[COUNT*]NAME,...: sets (pentominoes), single pieces (T4, 2*Y5, any*L3), a piece file, or -.",
    metavar="PIECES", parse=parse_pieces, parse_file=pieces_from_text, names=set_names(),
)  # fmt: skip
FIXED = Texts[str](
    "fixed", "A piece already on the board, with its cells; repeatable.", metavar="'PIECE X,Y ...'", most=500
)  # fmt: skip
STATED: tuple[Field[object], ...] = (
    BOARD,
    HOLE,
    HOLE_BOX,
    OPTIONAL,
    PIECES,
    FIXED,
)  # fmt: skip
PUZZLE_FILE = Content(
    "puzzle_file", "The puzzle as a binary file in base64, such as a compressed .xmpuzzle.",
    doors=("studio",), repeated_in=False, typed_as="puzzle",
)  # fmt: skip
PROBLEM = Whole(
    "problem", "Number of the problem, from 0, in an .xmpuzzle file that has several.", metavar="N", maximum=10**6
)  # fmt: skip
PUZZLE: tuple[Field[object], ...] = (
    FILE,
    PUZZLE_FILE,
    *STATED,
    PROBLEM,
)  # fmt: skip


def stated_by(asked: Asked) -> list[str]:
    """Return the names of the options that describe a whole puzzle and are given."""
    return [field.name for field in (BOARD, PIECES) if asked[field]]


def added_by(asked: Asked) -> list[str]:
    """Return the names of the options that add to a board, that of a file too, and are given."""
    return [field.name for field in (HOLE, HOLE_BOX, OPTIONAL, FIXED) if asked[field]]


def puzzle(asked: Asked, desk: Desk | None = None) -> Puzzle:
    """The puzzle that the fields state; it is read once."""
    return within(asked.once(_read), desk)


def within(found: Puzzle, desk: Desk | None) -> Puzzle:
    """A puzzle whose board is not too large for the studio."""
    if desk is not None and isinstance(found, Problem):
        desk.at_most(len(found.board.cells), STUDIO_CELLS, "the board has {} cells")
    return found


def noun(stated: Puzzle) -> str:
    """What a solution is called: a puzzle without a board has covers."""
    return "tiling" if isinstance(stated, Problem) else "cover"


def about(asked: Asked) -> dict[str, Any]:
    """What an answer says of the file that the puzzle is from: the keywords ``notes`` and ``told`` of ``Answer``."""
    notes: list[str] = []
    told: dict[str, object] = {}
    if not stated_by(asked):
        content, name, _ = content_of(asked)
        said = several_problems(content, name=name) if asked[PROBLEM] is None else ""
        notes += [said] if said else []
        if asked[PUZZLE_FILE] is not None:
            told["puzzle"] = Stored.of_bytes(content).to_json()
    return {"notes": notes, "told": told}


def content_of(asked: Asked) -> tuple[bytes, str, str]:
    """The content of the puzzle's file, the name of the file, and what messages call it."""
    content, source = asked[PUZZLE_FILE], asked[FILE]
    if content is not None:
        return content, "", "the puzzle"
    assert source is not None
    return _bytes(source), source.path or "", source.place


def _read(asked: Asked) -> Puzzle:
    stated, whole = stated_by(asked), [field for field in (FILE, PUZZLE_FILE) if asked[field] is not None]
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
    holes = [*asked[HOLE], *[cell for cells in asked[HOLE_BOX] for cell in cells]]
    return with_additions(found, holes, asked[OPTIONAL], asked[FIXED])


def _whole(asked: Asked) -> Puzzle:
    content, name, place = content_of(asked)
    return parsed(place, content, lambda content: read_puzzle(content, name=name, number=asked[PROBLEM]))


def _stated(asked: Asked) -> Problem:
    board, pieces = asked[BOARD], asked[PIECES]
    for name, example, value in (("board", "6x10", board), ("pieces", "pentominoes", pieces)):
        if value is None:
            raise ProblemError(f"--{name} is missing, such as --{name} {example}; {_EITHER}")
    assert board is not None
    assert pieces is not None
    if asked[PROBLEM] is not None:
        raise ProblemError("--problem only applies to an .xmpuzzle file, and none is given")
    return Problem(board, pieces)


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
