"""What an answer about a packing was asked, read from its ``parameters``: the names of the options without dashes."""

from __future__ import annotations

from dataclasses import dataclass
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

BAG = ("bag", "random", "drawn", "even_t", "pieces", "seed")
GROUND = ("box", "board", "hole", "holes", "hole_box", "hole_boxes")
_PLACE = (
    *("objective", "width", "clearance", "margin", *GROUND, "fixed", "cover_corner", "values", "bonuses"),
    "best_subset",
)


@dataclass(frozen=True)
class Question:
    """The question of an answer, as far as its parameters say: what stands in a file is left open.

    ``bag`` is None if it stands in a file; ``place`` are the other fields of a :class:`Problem`, without the board if
    that stands in a file (``by_file``). ``limit`` is how many packings were asked for at most.
    """

    bag: Bag | tuple[Piece, ...] | None
    place: Place
    by_file: bool = False
    limit: int | None = None

    def problem(self, packing: Packing) -> Problem | None:
        """The problem; what a file says is taken from its answer ``packing``, if that has a board."""
        place = self.place
        if self.by_file:
            if packing.board is None:
                return None
            given: Place = {"board": packing.board} if packing.values is None else {"values": packing.values}
            place = {**place, **given}
        return problem_of(packing.asked if self.bag is None else self.bag, place)


def question_of(case: Case) -> Question | None:
    """Return the question of ``pack`` or ``feasible``; None if it stands in a file. Raises what is wrong with it."""
    asked = case.asked
    asked.only(*BAG, *_PLACE, "problem", "limit", "count", "solver")
    limit, _ = asked.whole("limit", "count", least=1), asked.text("solver")
    if asked.is_elsewhere("problem"):
        return None
    if (text := asked.text("problem")) is not None:
        stated = Problem.from_text(text)
        return Question(stated.bag, stated.place(), False, limit)
    place, more = ground_of(asked), dict[str, Any]()
    for key, read in (("bonuses", Bonuses.from_text), ("objective", str), ("values", Values.from_text)):
        if not asked.is_elsewhere(key) and (text := asked.text(key)) is not None:
            more[key] = read(text)
    numbers = {key: asked.whole(key) for key in ("width", "clearance", "margin")}
    more |= {key: number for key, number in numbers.items() if number is not None}
    more |= {key: True for key in ("best_subset", "cover_corner") if asked.flag(key)}
    if fixed := asked.texts("fixed"):
        more["fixed"] = tuple(map(placement_from_text, fixed))
    place |= more  # type: ignore[typeddict-item]
    return Question(bag_of(asked), place, asked.is_elsewhere("board") or asked.is_elsewhere("values"), limit)


def ground_of(asked: Asked) -> Place:
    """Return the box or the board that is asked about, without its holes; nothing if it stands in a file."""
    place: Place = {}
    if (box := asked.text("box")) is not None:
        place["box"] = box_from_text(box)
    if asked.is_elsewhere("board"):
        return place
    if (board := asked.text("board")) is not None:
        place["board"] = Board.from_text(board)
    holes = [parse_cell(one) for one in asked.texts("hole", "holes")]
    holes += [cell for one in asked.texts("hole_box", "hole_boxes") for cell in parse_box(one)]
    return place | without_holes(place, holes) if holes else place


def bag_of(asked: Asked) -> Bag | tuple[Piece, ...] | None:
    """Return what was packed; None if it stands in a file."""
    if sum(map(asked.has, ("random", "drawn", "bag", "pieces"))) != 1:
        raise NotationError("its parameters do not state what was packed; expected 'bag', 'random' or 'pieces'")
    if (drawn := asked.whole("random", "drawn")) is not None:
        return Bag.random(drawn, seed=seed_of(asked), even_t=asked.flag("even_t"))
    if asked.is_elsewhere("bag") or asked.is_elsewhere("pieces"):
        return None
    bag, pieces = asked.text("bag"), asked.text("pieces")
    return Bag.from_text(bag) if bag is not None else parse_pieces(pieces or "")


def seed_of(asked: Asked) -> int:
    """Return the seed that was asked for."""
    return asked.whole("seed", most=2**64 - 1) or 0


def is_asked(case: Case) -> bool:
    """Whether an answer has the question that it answers: what Python writes need not."""
    return bool(case.verb or case.answer["parameters"])
