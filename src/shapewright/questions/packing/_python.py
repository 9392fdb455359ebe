"""What is packed and where, in lines of Python."""

from __future__ import annotations

from shapewright.questions.asked import Asked
from shapewright.questions.packing._fields import (
    BAG,
    BEST_SUBSET,
    BOARD,
    BONUSES,
    BOX,
    CLEARANCE,
    COVER_CORNER,
    EVEN_T,
    FIXED,
    HOLE,
    HOLE_BOX,
    MARGIN,
    OBJECTIVE,
    PIECES,
    RANDOM,
    SEED,
    VALUES,
    WIDTH,
)
from shapewright.questions.python import Expression, call, literal, program

FROM_JSON = "from shapewright.packing.notation import from_json"
LETTERS = "print(found.to_text() or found.reason)"
_BOARD = "from shapewright.cells.grid import Board"
_PIECES = "from shapewright.cells.pieces import parse_pieces"
_PLACEMENT = "from shapewright.cells.placements import Placement"


def name_of(asked: Asked) -> Expression:
    """What the lines call what is packed."""
    return Expression("pieces" if PIECES in asked else "bag")


def _stated(asked: Asked) -> str:
    """The line that makes it."""
    if PIECES in asked:
        return f"pieces = {call('parse_pieces', asked.plain(PIECES))}"
    if RANDOM in asked:
        drawn = call("packing.Bag.random", asked[RANDOM], seed=asked[SEED], even_t=asked[EVEN_T])
        return f"bag = {drawn}"
    return f"bag = {call('packing.Bag.from_text', asked.plain(BAG))}"


def ground_of(asked: Asked) -> dict[str, object]:
    """The keywords of a box or a board, with its holes."""
    box, holes = asked[BOX], [*asked[HOLE], *[cell for cells in asked[HOLE_BOX] for cell in cells]]
    if box is not None and not holes:
        return {"box": box}
    board = call("Board.box", *box) if box else call("Board.from_text", asked.plain(BOARD)) if BOARD in asked else None
    if board is None:
        return {}
    return {"board": Expression(f"{board}.without({literal(holes)})") if holes else board}


def place_of(asked: Asked) -> dict[str, object]:
    """The keywords of a problem."""
    found = {**asked.some(OBJECTIVE, WIDTH, CLEARANCE, MARGIN), **ground_of(asked)}
    if asked[FIXED]:
        found["fixed"] = [call("Placement", each.piece, each.cells) for each in asked[FIXED]]
    if VALUES in asked:
        found["values"] = call("packing.Values.from_text", asked.plain(VALUES))
    if BONUSES in asked:
        found["bonuses"] = call("packing.Bonuses.from_text", asked.plain(BONUSES))
    return found | asked.some(COVER_CORNER, BEST_SUBSET)


def packing_program(asked: Asked, *lines: str, imports: tuple[str, ...] = ()) -> str:
    """What is packed, and lines that work with it, below all that they import."""
    text = "\n".join(lines)
    needed = {"Board.": _BOARD, "Placement(": _PLACEMENT}
    imports += tuple(line for word, line in needed.items() if word in text)
    return program("packing", _stated(asked), *lines, imports=(*imports, *([_PIECES] if PIECES in asked else [])))
