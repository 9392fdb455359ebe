"""Text puzzles: a board, its pieces and what else a tiling problem says, in one readable file.

A statement begins at the left margin, the rows of its picture are indented; ``%`` begins a comment line::

    % five of the twelve pentominoes
    title A small one
    board 5x6
    hole 2,2 2,3
    optional 0,0 4,0
    colour r 0,5 1,5
    pieces P5, U5, 2*V5
    piece A 0-1 one-sided
      ##
      .#r
    fixed P 0,0 1,0 0,1 1,1 0,2
    together P5, 2*V5

``board`` takes a size or a picture (``#`` cell, ``.`` nothing, ``?`` optional cell, a letter a cell of that colour; a
blank line or ``//`` between layers, the bottom one first). ``hole``, ``optional``, ``colour`` and ``fixed`` may come
any number of times, as may ``pieces`` (the piece list) and ``piece NAME [COUNT] [MOTIONS]`` (with a picture), and
``together``: the names of pieces that need not come apart from each other, with the most copies of it. On another
lattice than that of squares or cubes its name and a colon begin a board and the picture of a piece::

    board hex:hexagon-3
    piece BEND
      hex:
      .#
      ##
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn

from shapewright.cells.grid import Board, Cell, cell_text, parse_cell
from shapewright.cells.pieces import Entry, parse_entries, pieces_from_entries, pieces_to_text
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, ShapewrightError, quote
from shapewright.tiling.problem import Problem

KEYWORDS = ("title", "board", "hole", "optional", "colour", "pieces", "piece", "fixed", "together")
_SPELLINGS = {"holes": "hole", "color": "colour"}
_WITH_PICTURE = ("board", "pieces", "piece")


def parse_puzzle(text: str) -> Problem:
    """Read a text puzzle; errors name the line and quote what is wrong in it."""
    entries = parse_entries(text)
    by_keyword: dict[str, list[Entry]] = {keyword: [] for keyword in KEYWORDS}
    for entry in entries:
        keyword = _SPELLINGS.get(entry.keyword, entry.keyword)
        if keyword not in by_keyword:
            raise NotationError(
                f"line {entry.line_number}: {quote(entry.keyword)} is not a statement; "
                f"expected one of {', '.join(KEYWORDS)}"
            )
        if entry.art and keyword not in _WITH_PICTURE:
            raise NotationError(f"line {entry.line_number}: {quote(entry.keyword)} takes no picture")
        by_keyword[keyword].append(entry)
    for keyword in ("title", "board"):
        for again in by_keyword[keyword][1:]:
            raise NotationError(f"line {again.line_number}: there is a second {quote(keyword)}")
    if not by_keyword["board"]:
        raise NotationError("the puzzle has no 'board'; expected a line such as 'board 6x10'")
    if not by_keyword["pieces"] and not by_keyword["piece"]:
        raise NotationError("the puzzle has no pieces; expected a line such as 'pieces pentominoes'")
    board = _board(by_keyword)
    pieces = pieces_from_entries(entries, board.lattice.base)
    title = by_keyword["title"][0].rest if by_keyword["title"] else ""
    return _together(_problem(board, pieces, by_keyword["fixed"], title), by_keyword["together"])


def puzzle_text(problem: Problem) -> str:
    """The text puzzle from which ``parse_puzzle`` reads the same problem; every piece with its picture."""
    lines = [f"title {problem.title}"] if problem.title else []
    lines += _board_lines(problem.board)
    lines.append(pieces_to_text(problem.pieces).rstrip("\n"))
    lines += [f"fixed {placement.piece} {_cells_text(placement.cells)}" for placement in problem.fixed]
    lines += [f"together {', '.join(_copies(*each) for each in group)}" for group in problem.together]
    return "\n".join(lines) + "\n"


def _board(by_keyword: dict[str, list[Entry]]) -> Board:
    (entry,) = by_keyword["board"]
    if entry.rest and entry.art:
        raise NotationError(f"line {entry.line_number}: the board {quote(entry.rest)} has a picture as well")
    if not entry.rest and not entry.art:
        raise NotationError(f"line {entry.line_number}: 'board' has neither a size nor a picture under it")
    try:
        board = Board.from_text(entry.rest or entry.art)
    except ShapewrightError as error:
        _fail(entry, error)
    for entry in by_keyword["hole"]:
        try:
            board = board.without(_cells(entry.rest))
        except ShapewrightError as error:
            _fail(entry, error)
    for entry in by_keyword["optional"]:
        try:
            board = replace(board, optional=board.optional.union(_cells(entry.rest)))
        except ShapewrightError as error:
            _fail(entry, error)
    for entry in by_keyword["colour"]:
        letter, cells = _split(entry.rest)
        try:
            if len(letter) != 1:
                raise NotationError(f"{quote(letter)} is not a colour; expected a letter a to z before the cells")
            board = replace(board, colours=board.colours | {(cell, letter) for cell in _cells(cells)})
        except ShapewrightError as error:
            _fail(entry, error)
    return board


def _problem(board: Board, pieces: tuple[Piece, ...], entries: list[Entry], title: str) -> Problem:
    fixed = []
    for entry in entries:
        name, cells = _split(entry.rest)
        try:
            fixed.append(Placement(name, tuple(_cells(cells))))
        except ShapewrightError as error:
            _fail(entry, error)
    try:
        return Problem(board, pieces, tuple(fixed), title)
    except ShapewrightError as whole:
        Problem(board, pieces, (), title)
        for number, entry in enumerate(entries, start=1):
            try:
                Problem(board, pieces, tuple(fixed[:number]), title)
            except ShapewrightError as error:
                _fail(entry, error)
        raise whole


def _together(problem: Problem, entries: list[Entry]) -> Problem:
    """The problem with the groups that the entries state."""
    for entry in entries:
        group = []
        for text in entry.rest.split(","):
            number, times, name = text.strip().rpartition("*")
            if times and not (number.isascii() and number.isdigit() and len(number) < 10):
                raise NotationError(
                    f"line {entry.line_number}: {quote(text.strip())} is not a piece with a count before it; "
                    "expected names such as 'together A, 2*B'"
                )
            group.append((name, int(number) if times else None))
        try:
            problem = replace(problem, together=(*problem.together, tuple(group)))
        except ShapewrightError as error:
            _fail(entry, error)
    return problem


def _copies(name: str, most: int | None) -> str:
    return name if most is None else f"{most}*{name}"


def _fail(entry: Entry, error: ShapewrightError) -> NoReturn:
    raise type(error)(f"line {entry.line_number}: {error}") from None


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest."""
    first, *rest = text.split(None, 1) or [""]
    return first, rest[0] if rest else ""


def _cells(text: str) -> list[Cell]:
    words = text.split()
    if not words:
        raise NotationError("no cells are given; expected cells such as 0,0 1,0")
    return [parse_cell(word) for word in words]


def _cells_text(cells: Iterable[Cell]) -> str:
    return " ".join(map(cell_text, cells))


def _board_lines(board: Board) -> list[str]:
    # A picture cannot show a cell that is both optional and coloured: it gets its colour in the picture.
    both = board.optional & board.colour_of().keys()
    shown = replace(board, optional=board.optional - both) if both else board
    if board.is_box:
        lines = [f"board {'x'.join(map(str, board.size))}"]
    else:
        lines = ["board", *(f"  {row}" if row else "" for row in shown.to_text().split("\n"))]
    if both:
        lines.append(f"optional {_cells_text(sorted(both))}")
    return lines
