"""Problems and plans as JSON: what an answer of the command line holds, and what ``verify`` and ``show`` read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cells.polyomino import Polyomino
from shapewright.errors import NotationError, quote
from shapewright.stacking.notation.board import board_text, parse_start
from shapewright.stacking.pieces import FallingPiece, tetrominoes
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import WIDTH, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEYS = {
    "sequence": list,
    "width": int,
    "pieces": dict,
    "board": str,
    "rotation": bool,
    "hold": bool,
    "clear_lines": bool,
    "objective": str,
    "height_limit": int,
}


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """The problem as plain data, without what is as usual."""
    data: dict[str, Any] = {"sequence": list(problem.sequence), "width": problem.width}
    own = {
        piece.name: [shape.to_text().replace("\n", "/") for shape in piece.orientations]
        for piece in problem.pieces
        if piece not in tetrominoes()
    }
    if own:
        data["pieces"] = own
    if problem.board:
        data["board"] = board_text(problem.board, problem.width, one_line=True)
    if not problem.rotation:
        data["rotation"] = False
    for key in ("hold", "clear_lines"):
        if getattr(problem, key):
            data[key] = True
    if problem.objective != "height":
        data["objective"] = problem.objective
    if problem.height_limit is not None:
        data["height_limit"] = problem.height_limit
    return data


def problem_from_json(data: Any) -> Problem:
    """The problem in plain data; ``NotationError`` names the key that is wrong."""
    if not isinstance(data, dict):
        raise NotationError("the problem is no JSON object")
    for key, value in data.items():
        if key not in _KEYS:
            raise NotationError(f"{quote(str(key))} is no part of a problem; expected {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]) or (_KEYS[key] is int and isinstance(value, bool)):
            raise NotationError(f"the {quote(key)} of the problem is no {_KEYS[key].__name__}")
    if "sequence" not in data:
        raise NotationError("the problem has no 'sequence'")
    if not all(isinstance(name, str) for name in data["sequence"]):
        raise NotationError("the 'sequence' of the problem is no list of names")
    given = {key: value for key, value in data.items() if key not in ("pieces", "board", "sequence")}
    pieces = tuple([_piece(name, drawings) for name, drawings in data.get("pieces", {}).items()])
    board = frozenset[tuple[int, ...]]()
    if "board" in data:
        start = parse_start(data["board"])
        board = start.cells
        if start.width != data.get("width", WIDTH):
            raise NotationError(f"the board of the problem is {start.width} columns wide, and its width another")
    return Problem(tuple(data["sequence"]), pieces=pieces, board=board, **given)


def drops_to_json(drops: Iterable[Drop]) -> list[dict[str, Any]]:
    """The drops as plain data."""
    return [{"piece": drop.piece, "column": drop.column, "rotation": drop.rotation} for drop in drops]


def drops_from_json(data: Any) -> tuple[Drop, ...]:
    """The drops in plain data; ``NotationError`` says which is wrong."""
    if not isinstance(data, list):
        raise NotationError("the plan is no list of drops")
    drops = []
    for number, record in enumerate(data, start=1):
        if not isinstance(record, dict) or not isinstance(record.get("piece"), str):
            raise NotationError(f"drop {number} of the plan is not {{'piece': name, 'column': x, 'rotation': degrees}}")
        column, rotation = record.get("column"), record.get("rotation", 0)
        if type(column) is not int or type(rotation) is not int:
            raise NotationError(f"drop {number} of the plan has no whole number for its column or its rotation")
        drops.append(Drop(record["piece"], column, rotation))
    return tuple(drops)


def _piece(name: str, drawings: Any) -> FallingPiece:
    if not isinstance(drawings, list) or not all(isinstance(drawing, str) for drawing in drawings):
        raise NotationError(f"the drawings of the piece {quote(name)} are no list of texts")
    return FallingPiece(name, tuple([Polyomino.from_text(drawing) for drawing in drawings]))
