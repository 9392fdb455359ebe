"""What an answer about a packing was asked, read from its ``parameters``: the names of the options without dashes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, parse_box, parse_cell
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.parameters import box_from_text, placement_from_text, without_holes
from shapewright.packing.problem import Place, Problem, problem_of
from shapewright.packing.values import Values

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.claims import Asked, Case
    from shapewright.packing.answer import Packing

Question = Callable[["Packing"], Problem | None]
"""The problem that was asked about: what is in a file is taken from the packing, and it is None without a board."""


def asked_of(bag: Bag | tuple[Piece, ...] | None, place: Place, *, by_file: bool = False) -> Question:
    """Return the question of a bag (None: it is in a file) and a place, whose board may be in a file."""

    def problem(packing: Packing) -> Problem | None:
        if by_file and packing.board is None:
            return None
        board: Place = {"board": packing.board} if packing.values is None else {"values": packing.values}
        return problem_of(packing.asked if bag is None else bag, {**place, **(board if by_file else {})})

    return problem


def question_of(case: Case) -> Question | None:
    """Return the question of ``pack`` or ``feasible``; None if it stands in a file. Raises what is wrong with it."""
    asked = case.asked
    asked.text("solver")  # whichever it was, its packing is checked
    if asked.is_elsewhere("problem"):
        return None
    if (text := asked.text("problem")) is not None:
        stated = Problem.from_text(text)
        return asked_of(stated.bag, stated.place())
    place, more = ground_of(asked), dict[str, Any]()
    for key, read in (("bonuses", Bonuses.from_text), ("objective", str), ("values", Values.from_text)):
        is_open = key == "values" and asked.is_elsewhere(key)
        if not is_open and (text := asked.text(key)) is not None:
            more[key] = read(text)
    numbers = {key: asked.whole(key) for key in ("width", "clearance", "margin")}
    more |= {key: number for key, number in numbers.items() if number is not None}
    more |= {key: True for key in ("best_subset", "cover_corner") if asked.flag(key)}
    if fixed := asked.texts("fixed"):
        more["fixed"] = tuple(map(placement_from_text, fixed))
    place |= more  # type: ignore[typeddict-item]
    by_file = asked.is_elsewhere("board") or asked.is_elsewhere("values")
    return asked_of(bag_of(asked), place, by_file=by_file)


def ground_of(asked: Asked) -> Place:
    """Return the box or the board that is asked about, without its holes; nothing if it stands in a file."""
    place: Place = {}
    if (box := asked.text("box")) is not None:
        place["box"] = box_from_text(box)
    if asked.is_elsewhere("board"):
        return place
    if (board := asked.text("board")) is not None:
        place["board"] = Board.from_text(board)
    holes = [parse_cell(one) for one in asked.texts("hole")]
    holes += [cell for one in asked.texts("hole_box") for cell in parse_box(one)]
    return place | without_holes(place, holes) if holes else place


def bag_of(asked: Asked) -> Bag | tuple[Piece, ...] | None:
    """Return what was packed; None if it stands in a file."""
    if sum(map(asked.has, ("random", "bag", "pieces"))) != 1:
        raise NotationError("its parameters do not state what was packed; expected 'bag', 'random' or 'pieces'")
    seed = seed_of(asked)  # without a drawn bag it is of the search, and any packing may be found
    if (drawn := asked.whole("random")) is not None:
        return Bag.random(drawn, seed=seed, even_t=asked.flag("even_t"))
    if asked.is_elsewhere("bag") or asked.is_elsewhere("pieces"):
        return None
    bag, pieces = asked.text("bag"), asked.text("pieces")
    return Bag.from_text(bag) if bag is not None else parse_pieces(pieces or "")


def seed_of(asked: Asked) -> int:
    """Return the seed that was asked for."""
    return asked.whole("seed") or 0


def is_asked(case: Case) -> bool:
    """Whether an answer has the question that it answers: what Python writes need not."""
    return bool(case.verb or case.answer["parameters"])
