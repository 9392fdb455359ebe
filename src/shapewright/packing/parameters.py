"""What an answer about a packing was asked, read from its parameters: the names of the options without dashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, Cell, parse_box, parse_cell, parse_size
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.claims import flag, is_a_file, text, whole
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.packing.bag import Bag
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.problem import Place, Problem, problem_of
from shapewright.packing.values import Values

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.answer import Packing
    from shapewright.packing.boxes import Box


@dataclass(frozen=True)
class Asked:
    """The question of an answer, as far as its parameters say: what stands in a file is left open.

    ``bag`` is None if it stands in a file; ``place`` are the other fields of a :class:`Problem`, without the board if
    that stands in a file (``by_file``). ``limit`` is how many packings were asked for at most.
    """

    bag: Bag | tuple[Piece, ...] | None
    place: Place
    by_file: bool = False
    limit: int | None = None

    def problem(self, packing: Packing) -> Problem:
        """The problem; what a file says is taken from its answer ``packing``."""
        place = self.place
        if self.by_file:
            given: Place = {"board": packing.board} if packing.values is None else {"values": packing.values}
            place = {**place, **given}
        return problem_of(packing.asked if self.bag is None else self.bag, place)


def read_asked(parameters: Mapping[str, Any]) -> Asked:
    """Read the parameters; raises what is wrong with them, ``NotationError`` for values of another type."""
    if parameters.get("problem") is not None:
        stated = Problem.from_text(text(parameters, "problem"))
        return Asked(stated.bag, stated.place(), False, _limit(parameters))
    place: Place = {}
    if parameters.get("box") is not None:
        place["box"] = box_from_text(text(parameters, "box"))
    by_file = is_a_file(parameters.get("board"))
    if parameters.get("board") is not None and not by_file:
        place["board"] = Board.from_text(text(parameters, "board"))
    holes = [parse_cell(one) for one in texts_of(parameters, "hole", "holes")]
    holes += [cell for one in texts_of(parameters, "hole_box", "hole_boxes") for cell in parse_box(one)]
    if holes and not by_file:
        place |= without_holes(place, holes)
    if (fixed := texts_of(parameters, "fixed")) != []:
        place["fixed"] = tuple(map(placement_from_text, fixed))
    for name in ("best_subset", "cover_corner"):
        if flag(parameters, name, default=False):
            place[name] = True
    for key in ("width", "clearance", "margin"):
        if parameters.get(key) is not None:
            place[key] = whole(parameters, key)
    if parameters.get("bonuses") is not None:
        place["bonuses"] = Bonuses.from_text(text(parameters, "bonuses"))
    if parameters.get("objective") is not None:
        place["objective"] = text(parameters, "objective")  # type: ignore[typeddict-item]
    if parameters.get("values") is not None:
        if is_a_file(parameters["values"]):
            by_file = True
        else:
            place["values"] = Values.from_text(text(parameters, "values"))
    return Asked(read_bag(parameters), place, by_file, _limit(parameters))


def _limit(parameters: Mapping[str, Any]) -> int | None:
    limit = first_of(parameters, "limit", "count")
    if limit is not None and (type(limit) is not int or limit < 1):
        raise NotationError(f"the parameter 'limit' is not a whole number from 1: {quote(str(limit))}")
    return limit


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


def first_of(parameters: Mapping[str, Any], *names: str) -> Any:
    """The parameter by the first of its ``names`` that is there, or None."""
    return next((parameters[name] for name in names if parameters.get(name) is not None), None)


def read_bag(parameters: Mapping[str, Any]) -> Bag | tuple[Piece, ...] | None:
    """What was packed; None if it stands in a file."""
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
    raise NotationError("its parameters do not state what was packed; expected 'bag', 'random' or 'pieces'")


def texts_of(parameters: Mapping[str, Any], *names: str) -> list[str]:
    """The parameter by the first of its ``names``, a list of texts; [] if it is not there."""
    value = first_of(parameters, *names)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise NotationError(f"the parameter {names[0]!r} is not a list of texts: {quote(str(value))}")
    return value


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
