"""Puzzles and solutions as they stand in JSON answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shapewright.cells.grid import Board, Cell, parse_box, parse_cell
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.claims import Asked, ElsewhereError, answer_in, entry, is_a_file
from shapewright.errors import NotationError, ProblemError, ShapewrightError, quote
from shapewright.tiling.covers.dlx import looks_like_dlx, option_text
from shapewright.tiling.covers.exact_cover import ExactCover, Option
from shapewright.tiling.problem import Problem, problem_of

Puzzle = Problem | ExactCover
Choice = tuple[Option, ...]  # the options of one solution of an exact cover


def puzzle_from_text(text: str) -> Puzzle:
    """A text puzzle, or an exact cover in Knuth's DLX text: one whose lines name items of the first line."""
    return ExactCover.from_text(text) if looks_like_dlx(text) else Problem.from_text(text)


def puzzle_in_answer(text: str) -> Puzzle:
    """The puzzle of an answer, which may be an exact cover without options: nothing but the line of its items."""
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("|")]
    if len(lines) == 1 and not text.startswith(("board", "title")):
        return ExactCover.from_text(text)
    return puzzle_from_text(text)


def puzzle_of(asked: Puzzle | str) -> Puzzle:
    """Return the puzzle, or that of a text; raise ``ProblemError`` for anything else."""
    if isinstance(asked, str):
        return puzzle_from_text(asked)
    return asked if isinstance(asked, ExactCover) else problem_of(asked)


def choice_from_json(data: object) -> Choice:
    """The options of one solution of an exact cover, ``{"options": ["A X:0", ...]}``."""
    options = data.get("options") if isinstance(data, dict) else None
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise NotationError("a solution of the JSON has no 'options'; expected {'options': ['A X:0', ...]}")
    return tuple(map(option_from_text, options))


def option_from_text(text: str) -> Option:
    """An option of an exact cover: items with their colours, without costs. ``option_text`` writes it."""
    pairs = (word.partition("|")[0].partition(":") for word in text.split())
    return tuple((item, colour or None) for item, _, colour in pairs)


def choice_to_json(choice: Choice) -> dict[str, object]:
    """The options of one solution of an exact cover as plain data; :func:`choice_from_json` reads them back."""
    return {"options": [option_text(option) for option in choice]}


def puzzle_facts(puzzle: Puzzle) -> dict[str, object]:
    """The facts about a puzzle in a JSON answer, beside its text."""
    if not isinstance(puzzle, Problem):
        return {"items": len(puzzle.items), "secondary": len(puzzle.secondary), "options": len(puzzle.options)}
    pieces = [
        {
            "name": piece.name,
            "cells": piece.shape.area,
            "minimum": piece.minimum,
            "maximum": piece.maximum,
            "motions": piece.motions,
        }
        for piece in puzzle.pieces
    ]
    return {"cells": len(puzzle.board.cells), "optional": len(puzzle.board.optional), "pieces": pieces}


def with_additions(puzzle: Puzzle, holes: Iterable[Cell], optional: Iterable[str], fixed: Iterable[str]) -> Problem:
    """Return the problem with more holes, cells that may stay empty, and fixed pieces; no exact cover has any."""
    if not isinstance(puzzle, Problem):
        raise ProblemError(
            "holes, optional cells and fixed pieces are those of a board, and this puzzle is an exact cover (DLX); "
            "leave out --hole, --hole-box, --optional and --fixed"
        )
    board = puzzle.board
    holes = list(holes)
    if holes:
        board = board.without(holes)
    free = [cell for text in optional for cell in _cells(text)]
    if free:
        board = replace(board, optional=board.optional.union(free))
    more = tuple([_placement(text) for text in fixed])
    return replace(puzzle, board=board, fixed=(*puzzle.fixed, *more)) if holes or free or more else puzzle


def with_asked_additions(puzzle: Puzzle, asked: Asked) -> Puzzle:
    """Return the puzzle with what the parameters of an answer add to it."""
    holes = [parse_cell(text) for text in asked.texts("hole")]
    holes += [cell for text in asked.texts("hole_box") for cell in parse_box(text)]
    optional, fixed = asked.texts("optional"), asked.texts("fixed")
    return with_additions(puzzle, holes, optional, fixed) if holes or optional or fixed else puzzle


def asked_puzzle(asked: Asked, *, may_be_solutions: bool = False) -> Puzzle | None:
    """The puzzle that the parameters of an answer state; None if they name a file, or state none.

    ``may_be_solutions``: beside a board and pieces, the file of the puzzle is one of solutions. Raises what the ground
    floor says is wrong with it.
    """
    number = asked.whole("problem") or 0
    try:
        content, board, pieces = asked.content("puzzle"), asked.text("board"), asked.text("pieces")
    except ElsewhereError:
        return None
    if (board is None) != (pieces is None) or (board and content is not None and not may_be_solutions):
        raise NotationError("the parameters must state a puzzle, or a board and pieces")
    if board is not None and pieces is not None:
        is_elsewhere = is_a_file(board) or is_a_file(pieces)
        found: Puzzle | None = None if is_elsewhere else Problem(Board.from_text(board), parse_pieces(pieces))
    elif isinstance(content, bytes):
        found = Problem.from_xmpuzzle(content, number)
    else:
        found = None if content is None else _whole_puzzle(content, number)
    return found and with_asked_additions(found, asked)


def _whole_puzzle(content: str, number: int) -> Puzzle | None:
    """The puzzle of a file by its content, which may be an answer; None for the name of a file, or lines of JSON."""
    if is_a_file(content):
        return None
    if content.lstrip()[:1] == "{":
        found = answer_in(content.encode())
        return None if found is None else puzzle_in_answer(entry(found, "puzzle", str, "the answer in the parameters"))
    if content.lstrip()[:1] == "<":
        return Problem.from_xmpuzzle(content.encode(), number)
    try:
        return puzzle_from_text(content)
    except ShapewrightError:
        if content.startswith(("board", "title")):
            raise
        return ExactCover.from_text(content)  # by the suffix of its file


def _cells(text: str) -> list[Cell]:
    return [parse_cell(word) for word in text.split() or [text]]


def _placement(text: str) -> Placement:
    name, *words = text.split() or [""]
    if not words:
        raise NotationError(
            f"--fixed {quote(text)} has no cells; expected a piece and its cells, as in 'T4 0,0 1,0 2,0 1,1'"
        )
    return Placement(name, tuple(_cells(" ".join(words))))
