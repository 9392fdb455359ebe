"""Are the boards of ``bins`` as few as they are said to be, and is a repaired packing what it says it is?

Every board is checked by the rules, as any packing is. That fewer boards do not hold the bag is shown again, by
areas and by :mod:`shapewright.packing.refute`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import MAX_CELLS, Board, parse_cell
from shapewright.claims import is_a_file, listed, text, whole
from shapewright.errors import NotationError, ShapewrightError
from shapewright.packing.asked import Asked, box_from_text, read_bag, texts_of
from shapewright.packing.bag import Bag
from shapewright.packing.notation import from_json, packing_from_json, placements_from_json, read_bag_json
from shapewright.packing.piece_weights import PieceWeights
from shapewright.packing.refute import Task, few_moves
from shapewright.packing.refute_value import is_most
from shapewright.packing.verify_records import Record, verdict_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.cells.placements import Placement
    from shapewright.claims import Findings
    from shapewright.packing.answer import Packing
    from shapewright.packing.problem import Place
    from shapewright.packing.refutations import Refutations

__all__ = ["BinsAnswer", "RepairAnswer"]

_MOST_BOARDS = 1000
_NOBODY_KNOWS = "no packing was found, and there is no proof that none exists"


class BinsAnswer:
    """An answer of ``packing bins`` and what is found out about it."""

    def __init__(
        self, data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, refutations: Refutations
    ) -> None:
        self.data = data
        self.parameters = parameters
        self.found = found
        self.refutations = refutations
        self.board = Board.from_text(text(data, "board"))
        self.bag = read_bag_json(data, "the JSON")
        self.pieces = self.bag.pieces() if isinstance(self.bag, Bag) else self.bag
        self.status = text(data, "status")
        if self.status not in ("optimal", "feasible", "infeasible", "unknown"):
            raise NotationError("its 'status' is not one of optimal, feasible, infeasible and unknown")
        self.bound = whole(data, "bound")

    def judge(self) -> None:
        """Look at everything."""
        self._question()
        records = listed(self.data, "packings")
        boards = whole(self.data, "boards")
        self.found.compare("boards", boards, len(records), "by the packings")
        lying: Counter[str] = Counter()
        for number, one in enumerate(records, start=1):
            record = Record(one, f"board {number}", None, self.found, number, self.refutations)
            record.judge()
            lying.update(placement.piece for placement in record.packing.placements)
            if record.packing.board != self.board:
                self.found.wrong("board", "is not the board of the answer", packing=number)
            if record.packing.asked != tuple(replace(piece, minimum=0) for piece in self.pieces):
                self.found.wrong("pieces", "are not those of the bag, each up to its count", packing=number)
        if (self.status in ("optimal", "feasible")) != bool(records):
            self.found.wrong("status", f'is "{self.status}", and there are {len(records)} boards')
        elif records and lying != Counter({piece.name: piece.minimum for piece in self.pieces if piece.minimum}):
            self.found.wrong("packings", "together they do not hold the whole bag")
        self.found.right("packings", "each replayed by the rules")
        for key in ("status", "bag", "pieces", "board"):
            self.found.right(key)
        self._bound(boards)
        self._reason()
        if "complete" in self.data:
            complete = self.status in ("optimal", "infeasible")
            self.found.compare("complete", self.data["complete"], complete, "by the status")

    def _question(self) -> None:
        """The answer is about what the parameters ask."""
        if not self.parameters:
            return
        bag = read_bag(self.parameters)
        if bag is not None and bag != self.bag:
            self.found.wrong("bag", "is not what the parameters of the answer ask about")
        given, box = self.parameters.get("board"), self.parameters.get("box")
        if given is None and box is None:
            raise NotationError("its parameters have neither a box nor a board")
        if given is not None and is_a_file(given):
            return
        board = Board.from_text(text(self.parameters, "board")) if box is None else Board.box(*box_from_text(box))
        if board != self.board:
            self.found.wrong("board", "is not the one that the parameters of the answer have")

    def _bound(self, boards: int) -> None:
        if not 0 <= self.bound <= _MOST_BOARDS + 1:
            self.found.wrong("bound", f"{self.bound} is not a number of boards")
            return
        if boards and self.bound > boards:
            self.found.wrong("bound", f"is {self.bound}, and {boards} boards hold the bag")
        elif self.status == "optimal" and self.bound != boards:
            self.found.wrong("status", f'is "optimal", and the bound {self.bound} is not the number of boards')
        elif self.status != "infeasible" or not self._nowhere():
            refuted = self._weighed() or self._too_few(self.bound - 1)
            if refuted is None:
                reason = self.refutations.budget.reason
                self.found.unchecked("bound", f"that {self.bound - 1} boards are not enough: {reason}")
            elif not refuted:
                self.found.wrong("bound", f"is {self.bound}, and {self.bound - 1} boards are enough")
        self.found.right("bound", "fewer boards are refuted")

    def _weighed(self) -> bool:
        """Whether the weights of the pieces, if there are any, settle the bound: they show it, or they are wrong."""
        if self.data.get("weights") is None:
            return False
        weights = PieceWeights.from_json(self.data["weights"])
        cells = self.board.order()
        loads = weights.as_values(self.pieces, len(cells))
        left = 0.0 if self.refutations.budget.is_over else self.refutations.budget.left(0.6)
        holds = is_most(loads, cells, [0] * len(cells), weights.most, left)
        if holds is None:
            self.found.unchecked("weights", f"what one board holds at most: {self.refutations.budget.reason}")
            return False
        if not holds:
            self.found.wrong("weights", f"a board can hold more than {weights.most}")
        elif weights.boards(self.pieces) < self.bound:
            self.found.wrong("weights", f"they show that {weights.boards(self.pieces)} boards are needed, no more")
        else:
            self.found.right("weights", "what one board holds at most was searched again")
        return True

    def _too_few(self, number: int) -> bool | None:
        """Whether so many boards certainly do not hold the bag."""
        # What a board can hold at most, by the areas of the pieces that there are.
        reached = {0}
        for area in {piece.shape.area for piece in self.pieces if piece.minimum}:
            reached = {
                total + k * area for total in reached for k in range((len(self.board.cells) - total) // area + 1)
            }
        needed = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        if needed > number * max(reached):
            return True
        if number * len(self.board.cells) > MAX_CELLS:
            return None
        wide = self.board.size[0] + 1
        cells = Board(frozenset((x + k * wide, y) for x, y in self.board.cells for k in range(number))).order()
        return self.refutations.task(Task(self.pieces, cells, len(cells) - needed))

    def _nowhere(self) -> list[str]:
        """The pieces that fit nowhere on the board."""
        cells = self.board.order()
        return [
            piece.name
            for piece in self.pieces
            if piece.minimum and not Task((replace(piece, minimum=1, maximum=1),), cells, len(cells)).has_places()
        ]

    def _reason(self) -> None:
        self.found.verdict(self.data, verdict_of(self.status))
        stated = "" if self.data.get("reason") is None else self.data["reason"]
        if not isinstance(stated, str):
            raise NotationError("its 'reason' is not a text")
        if self.status == "infeasible":
            most = self.parameters.get("max_boards") or _MOST_BOARDS
            holds = [f"the piece {name} fits nowhere on the board" for name in self._nowhere()]
            if type(most) is int and self.bound == most + 1:
                holds.append(f"{most} {'board is' if most == 1 else 'boards are'} not enough")
            if stated not in holds:
                self.found.wrong("reason", f"does not hold: {stated[:80] or 'it is missing'}")
        elif self.status == "unknown" and stated not in ("", _NOBODY_KNOWS):
            self.found.unchecked("reason", "why a solver gave up cannot be checked")
        elif self.status in ("optimal", "feasible") and stated:
            self.found.wrong("reason", "there is a packing, so there is no reason")
        self.found.right("reason", "by the pieces and the boards")


class RepairAnswer:
    """An answer of ``packing repair``: the packing by its record, here what was taken and laid."""

    def __init__(
        self, data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, refutations: Refutations
    ) -> None:
        self.data = data
        self.found = found
        self.before = _before(parameters)
        asked = None
        self.locked = [parse_cell(one) for one in texts_of(parameters, "locked")]
        if self.before is not None:
            box = (self.before.width, self.before.height)
            place: Place = {"box": box} if self.before.board is None else {"board": self.before.board}
            if self.locked:
                at = {cell: one for one in self.before.placements for cell in one.cells}
                place["fixed"] = tuple(dict.fromkeys(at[cell] for cell in self.locked if cell in at))
            asked = Asked(read_bag(parameters), place)
        elif parameters and (bag := read_bag(parameters)) is not None and bag != packing_from_json(data, "it").asked:
            found.wrong("bag", "is not what the parameters of the answer ask about")
        self.refutations = refutations
        self.record = Record(data, "the JSON", asked, found, 1, refutations)

    def judge(self) -> None:
        """Look at everything."""
        self.record.judge(inside=False)
        after = self.record.packing
        taken, laid = (placements_from_json(listed(self.data, key), key) for key in ("taken", "laid"))
        self.found.compare("moved", whole(self.data, "moved"), len(laid), 'by the pieces of "laid"')
        lying = set(after.placements)
        for key, placements in (("taken", taken), ("laid", laid)):
            if len(set(placements)) < len(placements):
                self.found.wrong(key, "it lists a piece twice")
        if not set(laid) <= lying:
            self.found.wrong("laid", "it lists a piece that is not in the packing")
        if set(taken) & lying:
            self.found.wrong("taken", "it lists a piece that is still in the packing")
        before = (lying - set(laid)) | set(taken)
        if sum(len(one.cells) for one in before) != len({cell for one in before for cell in one.cells}):
            self.found.wrong("taken", "it lists pieces that overlap others")
        if self.before is not None and lying and set(self.before.placements) != before:
            self.found.wrong("taken", "what lay before is not the packing of the file")
        if not lying and taken:
            self.found.wrong("taken", "there is no packing, so nothing was taken for it")
        self._least(after, before, len(laid))
        self.found.verdict(self.data, verdict_of(after.status))
        self.found.right("taken", "by the placements")
        self.found.right("laid", "by the placements")
        if "complete" in self.data:
            complete = after.status in ("optimal", "infeasible")
            self.found.compare("complete", self.data["complete"], complete, "by the status")

    def _least(self, after: Packing, before: set[Placement], moved: int) -> None:
        """No repair moves fewer pieces than it says."""
        stated = whole(self.data, "at_least")
        if not after.placements:
            self.found.compare("at_least", stated, 0, "there is no packing")
            return
        if not 0 <= stated <= moved:
            self.found.wrong("at_least", f"is {stated}, and {moved} pieces were moved")
            return
        asked = after.asked
        pieces = asked.pieces() if isinstance(asked, Bag) else asked
        lying = Counter(one.piece for one in before)
        if sum(max(0, piece.minimum - lying[piece.name]) for piece in pieces) >= stated:
            self.found.right("at_least", "by the counts of the two bags")
            return
        board = after.board or Board.box(after.width, after.height)
        budget = self.refutations.budget
        staying = [one for one in before if set(self.locked) & set(one.cells)]
        outcome = (
            "stopped" if budget.is_over else few_moves(pieces, board, before, staying, stated - 1, budget.left(0.6))
        )
        if outcome == "found":
            self.found.wrong("at_least", f"is {stated}, and fewer moves are enough")
        elif outcome == "stopped":
            self.found.unchecked("at_least", f"that {stated - 1} moves are not enough: {budget.reason}")
        else:
            self.found.right("at_least", "a search of every placement with fewer moves found none")


def _before(parameters: Mapping[str, Any]) -> Packing | None:
    """The packing that was changed, if the answer has the content of its file."""
    content = parameters.get("packing")
    if not isinstance(content, str):
        return None
    try:
        packings = from_json(content)
    except ShapewrightError as error:
        raise NotationError(f"its parameter 'packing' is not an answer: {error}") from None
    if len(packings) != 1:
        raise NotationError(f"its parameter 'packing' has {len(packings)} packings, not one")
    return packings[0]
