"""Where pieces are packed, as options and files write it: boxes, holes, and placements that are fixed."""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.cells.grid import Board, Cell, parse_cell, parse_size
from shapewright.cells.placements import Placement
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.packing.boxes import Box
from shapewright.packing.problem import Place


def without_holes(place: Place, holes: Iterable[Cell]) -> Place:
    """The place with ``holes`` in its board, or in its box, which is then a board."""
    box, board = place.get("box"), place.get("board")
    if board is None and box is None:
        raise ProblemError("a hole removes a cell from a board, and no board or box is given")
    return {"box": None, "board": (board or Board.box(*box)).without(holes)}  # type: ignore[misc]


def box_from_text(shape: str) -> Box:
    """A box such as 8x8."""
    size = parse_size(shape)
    if size is None or len(size) != 2 or min(size) < 1:
        raise NotationError(f"{quote(shape)} is not a box; expected WxH such as 8x8")
    return size[0], size[1]


def placement_from_text(one: str) -> Placement:
    """A piece that lies already: its name and the cells that it covers, such as ``I 0,0 1,0 2,0 3,0``."""
    name, *cells = one.split() or [""]
    if not cells:
        raise NotationError(
            f"{quote(one)} is not a fixed piece; expected 'PIECE X,Y ...' with the cells that it covers"
        )
    found = tuple(map(parse_cell, cells))
    if any(len(cell) != 2 for cell in found):
        raise NotationError(f"{quote(one)} has a cell of three coordinates; packings are flat")
    return Placement(name, found)
