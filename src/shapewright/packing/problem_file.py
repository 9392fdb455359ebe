"""A whole packing problem as one text file: what is packed, where, and what is best.

A statement a line; pictures stand indented below, lines that begin with ``%`` are comments. The words are those of
puzzles of tilings where they mean the same::

    title a drawer
    board 6x4
    hole 5,3
    piece X 2 value 7
      .#.
      ###
      .#.
    pieces 3*I2 value 2
    fixed I2 0,0 0,1
    objective value
    best-subset

``bag I2 O3`` stands for pieces of a bag, ``box 6x4`` for a box, ``values`` (with rows of numbers below, or in a line)
for a board whose cells have values, ``optional 0,0`` and ``colour r 0,1`` for zones, ``width 5`` for a strip,
``bonuses I O 5, T T 2`` for pieces that touch, ``cover-corner`` for a covered corner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shapewright.cells.grid import Board, Cell, parse_cell
from shapewright.cells.pieces import Entry, parse_entries, pieces_from_entries, pieces_to_text
from shapewright.errors import NotationError, ShapewrightError, quote
from shapewright.packing.bag import Bag
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.parameters import box_from_text, placement_from_text
from shapewright.packing.problem import Place, Problem
from shapewright.packing.values import Values

_ONCE = (
    *("title", "bag", "box", "board", "values", "bonuses", "objective"),
    *("width", "clearance", "margin", "cover-corner", "best-subset"),
)
_OFTEN = ("hole", "optional", "colour", "pieces", "piece", "fixed")
_SPELLINGS = {"holes": "hole", "color": "colour"}
_WITH_PICTURE = ("board", "values", "piece")


def problem_from_text(text: str) -> Problem:
    """Read a problem file; ``NotationError`` names the line that cannot be read.

    >>> problem_from_text("bag LOJI\\nbox 4x4").goal
    'box'
    """
    entries = [replace(entry, keyword=_SPELLINGS.get(entry.keyword, entry.keyword)) for entry in parse_entries(text)]
    by_keyword: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.keyword not in (*_ONCE, *_OFTEN):
            raise NotationError(
                f"line {entry.line_number}: {quote(entry.keyword)} is not a statement; expected one of "
                f"{', '.join((*_ONCE, *_OFTEN))}"
            )
        if entry.art and entry.keyword not in _WITH_PICTURE:
            raise NotationError(f"line {entry.line_number}: {quote(entry.keyword)} takes no picture")
        if entry.keyword in _ONCE and entry.keyword in by_keyword:
            raise NotationError(f"line {entry.line_number}: there is a second {quote(entry.keyword)}")
        by_keyword.setdefault(entry.keyword, []).append(entry)
    bag: Bag | None = None
    place: Place = {"fixed": [], "cover_corner": False, "best_subset": False}
    holes: list[Cell] = []
    optional: list[Cell] = []
    colours: list[tuple[Cell, str]] = []
    for entry in entries:
        try:
            if entry.keyword == "bag":
                bag = Bag.from_text(entry.rest)
            elif entry.keyword in _READ:
                text = _one_of(entry) if entry.keyword in _WITH_PICTURE else entry.rest
                place[entry.keyword] = _READ[entry.keyword](text)  # type: ignore[literal-required]
            elif entry.keyword == "hole":
                holes += map(parse_cell, entry.rest.split())
            elif entry.keyword == "optional":
                optional += map(parse_cell, entry.rest.split())
            elif entry.keyword == "colour":
                letter, *cells = entry.rest.split() or [""]
                if len(letter) != 1:
                    raise NotationError(f"{quote(letter)} is not a colour; expected a letter a to z before the cells")
                colours += [(parse_cell(cell), letter) for cell in cells]
            elif entry.keyword == "fixed":
                place["fixed"] = [*place["fixed"], placement_from_text(entry.rest)]
            elif entry.keyword in ("cover-corner", "best-subset"):
                if entry.rest:
                    raise NotationError(f"{entry.keyword!r} stands alone, and here is {quote(entry.rest)}")
                place[entry.keyword.replace("-", "_")] = True  # type: ignore[literal-required]
        except ShapewrightError as error:
            raise type(error)(f"line {entry.line_number}: {error}") from None
    listed = [entry for entry in entries if entry.keyword in ("pieces", "piece")]
    if (bag is None) == (not listed):
        both = "both a bag and pieces" if listed else "no pieces"
        raise NotationError(f"the problem has {both}; expected either 'bag I2 O3' or 'pieces pentominoes'")
    if holes or optional or colours:
        box, board = place.get("box"), place.get("board")
        board = Board.box(*box) if board is None and box is not None else board
        if board is None:
            what = "a hole" if holes else "an optional cell" if optional else "a coloured cell"
            raise NotationError(f"the problem has {what}, and no box or board that it could be in")
        board = board.without(holes)
        zoned = replace(board, optional=board.optional.union(optional), colours=board.colours.union(colours))
        place |= {"box": None, "board": zoned}
    return Problem(bag or pieces_from_entries(listed), **place)


def problem_to_text(problem: Problem) -> str:
    """The problem file from which :func:`problem_from_text` reads the same problem."""
    lines = [] if problem.box is None else [f"box {problem.box[0]}x{problem.box[1]}"]
    if problem.values is not None:
        lines.append(f"values {problem.values.to_text(one_line=True)}")
    elif problem.board is not None:
        lines.append(f"board {problem.board.to_text(one_line=True)}")
    if isinstance(problem.bag, Bag):
        lines.append(f"bag {problem.bag.to_text()}")
    else:
        lines.append(pieces_to_text(problem.bag).rstrip("\n"))
    lines += [f"fixed {one.piece} {' '.join(f'{x},{y}' for x, y in one.cells)}" for one in problem.fixed]
    if problem.bonuses is not None:
        lines.append(f"bonuses {problem.bonuses.to_text()}")
    if problem.objective is not None:
        lines.append(f"objective {problem.objective}")
    if problem.width is not None:
        lines.append(f"width {problem.width}")
    distances = (("clearance", problem.clearance), ("margin", problem.margin))
    lines += [f"{keyword} {cells}" for keyword, cells in distances if cells]
    lines += ["cover-corner"] * problem.cover_corner + ["best-subset"] * problem.best_subset
    return "\n".join(lines) + "\n"


def _one_of(entry: Entry) -> str:
    """What stands in the line, or the picture below it."""
    if bool(entry.rest) == bool(entry.art):
        fault = "a picture as well" if entry.art else "neither a text behind it nor a picture below it"
        raise NotationError(f"{quote(entry.keyword)} has {fault}")
    return entry.rest or entry.art


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotationError(f"{quote(text)} is not a whole number")
    return int(text)


_READ: dict[str, Callable[[str], object]] = {
    "box": box_from_text,
    "board": Board.from_text,
    "values": Values.from_text,
    "bonuses": Bonuses.from_text,
    "objective": str,
    **dict.fromkeys(("width", "clearance", "margin"), _number),
}
