"""Is a repaired packing what it says it is: what was taken, what was laid, and that fewer moves are not enough?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, parse_cell
from shapewright.claims import listed, whole
from shapewright.errors import NotationError, ShapewrightError, amount
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packing import judge, verdict_of
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.notation import cells_from_json, from_json, packing_from_json, placements_from_json
from shapewright.packing.parameters import Asked, read_bag, texts_of
from shapewright.packing.problem import Place, missing_piece
from shapewright.packing.proof.refute import few_moves

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.packing.answer import Packing
    from shapewright.packing.claims.answer import Answer


def repair(answer: Answer) -> None:
    """Look at everything that is said of a repaired packing."""
    _Repair(answer).judge()


class _Repair:
    """An answer of ``packing repair``: the packing by its record, here what was taken and laid."""

    def __init__(self, answer: Answer) -> None:
        data, parameters, found = answer.data, answer.parameters, answer.found
        self.data = data
        self.found = found
        self.refutations = answer.refutations
        found.packings = 1
        self.before = _before(parameters)
        asked = None
        self.missing = ""
        self.locked = [parse_cell(one) for one in texts_of(parameters, "locked")]
        if "locked" in data:
            stated = list(cells_from_json(listed(data, "locked"), "what is locked"))
            if parameters:
                found.compare("locked", stated, self.locked, "the parameters")
            self.locked = stated
        if self.before is not None:
            box = (self.before.width, self.before.height)
            place: Place = {"box": box} if self.before.board is None else {"board": self.before.board}
            if self.locked:
                at = {cell: one for one in self.before.placements for cell in one.cells}
                staying = tuple(dict.fromkeys(at[cell] for cell in self.locked if cell in at))
                bag = read_bag(parameters)
                self.missing = "" if bag is None else missing_piece(bag, staying, self.locked)
                if not self.missing:
                    place["fixed"] = staying
            asked = Asked(read_bag(parameters), place)
        elif parameters and (bag := read_bag(parameters)) is not None and bag != packing_from_json(data, "it").asked:
            found.wrong("bag", "is not what the parameters of the answer ask about")
        self.record = Record(data, "the JSON", asked, found, 1, answer.refutations)

    def _judge_missing(self) -> None:
        """Look at an answer about a locked piece that the new bag lacks."""
        true = {
            "verdict": "none", "status": "infeasible", "complete": True, "reason": self.missing, "bound": None,
            "placements": [], "taken": [], "laid": [], "moved": 0, "at_least": 0,
            "goal": "board" if "board" in self.data else "box",
        }  # fmt: skip
        for key in true.keys() & self.data.keys():
            self.found.compare(key, self.data[key], true[key], self.missing)
        for key in {"bag", "pieces", "board"} & self.data.keys():
            self.found.right(key, "the parameters")

    def judge(self) -> None:
        """Look at everything."""
        if self.missing:
            self._judge_missing()
            return
        judge(self.record)
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
        if "locked" in self.data and not {cell for one in taken for cell in one.cells} & set(self.locked):
            self.found.right("locked", "the pieces there lie as before")
        elif "locked" in self.data:
            self.found.wrong("locked", "a piece there was taken")
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
            self.found.wrong("at_least", f"is {stated}, and {amount(moved, 'piece')} were moved")
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
