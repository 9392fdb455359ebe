"""What an answer about a packing was asked, read from its parameters: the names of the options without dashes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, parse_box, parse_cell, parse_size
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.claims import flag, is_a_file, text, whole
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.packing.bag import Bag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.cells.polyomino import Piece
    from shapewright.packing.boxes import Box

__all__ = ["Asked", "box_from_text", "first_of", "read_asked"]


@dataclass(frozen=True)
class Asked:
    """The question of 'packing pack' and 'packing feasible'; ``None`` for what it does not say, or a file does."""

    what: Bag | tuple[Piece, ...] | None
    box: Box | None
    board: Board | None
    goal: str | None
    width: int | None
    fixed: tuple[Placement, ...]
    cover_corner: bool
    best_subset: bool
    count: int | None


def read_asked(parameters: Mapping[str, Any]) -> Asked:
    """Read the parameters; raises what is wrong with them, ``NotationError`` for values of another type."""
    what = _what(parameters)
    box = None if parameters.get("box") is None else box_from_text(text(parameters, "box"))
    given = parameters.get("board")
    board = None
    by_file = False
    if given is not None:
        by_file = is_a_file(given)
        board = None if by_file else Board.from_text(text(parameters, "board"))
    holes = [parse_cell(one) for one in _texts(parameters, "hole", "holes")]
    holes += [cell for one in _texts(parameters, "hole_box", "hole_boxes") for cell in parse_box(one)]
    if holes and board is None and box is not None:
        board, box = Board.box(*box), None
    if holes and board is not None:
        board = board.without(holes)
    subset = flag(parameters, "best_subset", default=False)
    fixed = tuple(map(_placement, _texts(parameters, "fixed")))
    loose = isinstance(what, tuple) and any(piece.minimum != piece.maximum for piece in what)
    if box is not None and (subset or fixed or loose):
        board, box = Board.box(*box), None
    width = None if parameters.get("width") is None else whole(parameters, "width")
    objective = None if parameters.get("objective") is None else text(parameters, "objective")
    goal: str | None
    if board is not None or by_file:
        goal = "board"
    elif box is not None:
        goal = "box"
    else:
        goal = objective or ("score" if width is None else "strip")
    count = None if parameters.get("count") is None else whole(parameters, "count")
    corner = flag(parameters, "cover_corner", default=False)
    return Asked(what, box, board, goal, width, fixed, corner, subset, count)


def box_from_text(shape: str) -> Box:
    """A box such as 8x8."""
    size = parse_size(shape)
    if size is None or len(size) != 2 or min(size) < 1:
        raise NotationError(f"{quote(shape)} is not a box; expected WxH such as 8x8")
    return size[0], size[1]


def first_of(parameters: Mapping[str, Any], *names: str) -> Any:
    """The parameter by the first of its ``names`` that is there, or None."""
    return next((parameters[name] for name in names if parameters.get(name) is not None), None)


def _what(parameters: Mapping[str, Any]) -> Bag | tuple[Piece, ...] | None:
    drawn = first_of(parameters, "random", "drawn")
    if drawn is not None:
        if type(drawn) is not int:
            raise NotationError(f"the parameter 'random' is not a whole number: {quote(str(drawn))}")
        seed = whole(parameters, "seed") if parameters.get("seed") is not None else 0
        return Bag.random(drawn, seed=seed, even_t=flag(parameters, "even_t", default=False))
    if parameters.get("bag") is not None:
        return None if is_a_file(parameters["bag"]) else Bag.from_text(text(parameters, "bag"))
    if parameters.get("pieces") is not None:
        return None if is_a_file(parameters["pieces"]) else parse_pieces(text(parameters, "pieces"))
    raise NotationError("its parameters do not say what was packed; expected 'bag', 'random' or 'pieces'")


def _texts(parameters: Mapping[str, Any], *names: str) -> list[str]:
    value = first_of(parameters, *names)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise NotationError(f"the parameter {names[0]!r} is not a list of texts: {quote(str(value))}")
    return value


def _placement(one: str) -> Placement:
    name, *cells = one.split() or [""]
    if not cells:
        raise ProblemError(f"{quote(one)} is not a fixed piece; expected 'PIECE X,Y ...' with the cells that it covers")
    return Placement(name, tuple(map(parse_cell, cells)))
