"""What is packed and where, in lines of Python."""

from __future__ import annotations

from typing import Any

from shapewright.cells.grid import parse_box, parse_cell
from shapewright.packing.parameters import box_from_text, placement_from_text
from shapewright.questions.python import Expression, call, literal, program, some

__all__ = ["FROM_JSON", "LETTERS", "ground_of", "name_of", "packing_program", "place_of"]

FROM_JSON = "from shapewright.packing.notation import from_json"
LETTERS = "print(found.to_text() or found.reason)"
_BOARD = "from shapewright.cells.grid import Board"
_PIECES = "from shapewright.cells.pieces import parse_pieces"
_PLACEMENT = "from shapewright.cells.placements import Placement"


def name_of(asked: dict[str, Any]) -> Expression:
    """What the lines call what is packed."""
    return Expression("pieces" if "pieces" in asked else "bag")


def _stated(asked: dict[str, Any]) -> str:
    """The line that makes it."""
    if "pieces" in asked:
        return f"pieces = {call('parse_pieces', asked['pieces'])}"
    if "random" in asked:
        drawn = call("packing.Bag.random", asked["random"], seed=asked.get("seed", 0), even_t=asked.get("even_t"))
        return f"bag = {drawn}"
    return f"bag = {call('packing.Bag.from_text', asked['bag'])}"


def ground_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a box or a board, with its holes."""
    holes = [parse_cell(each) for each in asked.get("hole", ())]
    holes += [cell for each in asked.get("hole_box", ()) for cell in parse_box(each)]
    box = box_from_text(asked["box"]) if "box" in asked else None
    if box is not None and not holes:
        return {"box": box}
    board = call("Board.box", *box) if box else call("Board.from_text", asked["board"]) if "board" in asked else None
    if board is None:
        return {}
    return {"board": Expression(f"{board}.without({literal(holes)})") if holes else board}


def place_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a problem."""
    fixed = [placement_from_text(each) for each in asked.get("fixed", ())]
    lying = [call("Placement", each.piece, each.cells) for each in fixed]
    more = {"fixed": lying} if lying else {}
    bonuses = {"bonuses": call("packing.Bonuses.from_text", asked["bonuses"])} if "bonuses" in asked else {}
    worth = {"values": call("packing.Values.from_text", asked["values"])} if "values" in asked else {}
    return {
        **some(asked, "objective", "width", "clearance", "margin"),
        **ground_of(asked),
        **more,
        **worth,
        **bonuses,
        **some(asked, "cover_corner", "best_subset"),
    }


def packing_program(asked: dict[str, Any], *lines: str, imports: tuple[str, ...] = ()) -> str:
    """What is packed, and lines that work with it, below all that they import."""
    text = "\n".join(lines)
    needed = {"Board.": _BOARD, "Placement(": _PLACEMENT}
    imports += tuple(line for word, line in needed.items() if word in text)
    return program("packing", _stated(asked), *lines, imports=(*imports, *([_PIECES] if "pieces" in asked else [])))
