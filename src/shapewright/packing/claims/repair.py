"""Is a repaired packing what it says it is: what was taken, what was laid, and that fewer moves are not enough?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board, parse_cell
from shapewright.claims import refuse_too_large
from shapewright.errors import NotationError, ShapewrightError, amount
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packings import judge
from shapewright.packing.claims.question import asked_of, bag_of, is_asked
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.claims.verdict import conclude, note_packings
from shapewright.packing.notation import cells_from_json, from_json, packing_from_json, placements_from_json
from shapewright.packing.problem import Place, missing_piece
from shapewright.packing.proof.refute import few_moves

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.claims import Case
    from shapewright.packing.answer import Packing


@refuse_too_large()
def repair(case: Case) -> None:
    """Look at everything that is said of a repaired packing."""
    note_packings(case, 1)
    _Repair(case).judge()


class _Repair:
    """An answer of ``packing repair``: the packing by its record, here what was taken and laid."""

    def __init__(self, case: Case) -> None:
        self.case, self.found, self.data, self.missing = case, case.findings, case.answer, ""
        asked = case.asked
        question = None
        self.before = _before(case)
        self.locked = [parse_cell(one) for one in asked.texts("locked")]
        if "locked" in self.data:
            stated = list(cells_from_json(case.need("locked", list), "what is locked"))
            if is_asked(case):
                self.found.compare("locked", stated, self.locked, "the parameters")
            self.locked = stated
        bag = bag_of(asked) if is_asked(case) else None
        if self.before is not None:
            box = (self.before.width, self.before.height)
            place: Place = {"box": box} if self.before.board is None else {"board": self.before.board}
            if self.locked:
                at = {cell: one for one in self.before.placements for cell in one.cells}
                staying = tuple(dict.fromkeys(at[cell] for cell in self.locked if cell in at))
                self.missing = "" if bag is None else missing_piece(bag, staying, self.locked)
                if not self.missing:
                    place["fixed"] = staying
            question = asked_of(bag, place)
        elif bag is not None and bag != packing_from_json(self.data, "it").asked:
            self.found.wrong("bag", "is not what the parameters of the answer ask about")
        self.record = Record(case, self.data, "the JSON", 1, question)

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
        taken, laid = (placements_from_json(self.case.need(key, list), key) for key in ("taken", "laid"))
        self.case.compare("moved", len(laid), 'by the pieces of "laid"', int)
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
        self.found.right("taken", "by the placements")
        self.found.right("laid", "by the placements")
        conclude(self.case, after.status)

    def _least(self, after: Packing, before: set[Placement], moved: int) -> None:
        """No repair moves fewer pieces than it says."""
        stated = self.case.need("at_least", int)
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
        staying = [one for one in before if set(self.locked) & set(one.cells)]
        refutations = self.record.refutations
        outcome = few_moves(pieces, board, before, staying, stated - 1, refutations.seconds)
        if outcome == "found":
            self.found.wrong("at_least", f"is {stated}, and fewer moves are enough")
        elif outcome == "stopped":
            self.found.unchecked("at_least", f"that {stated - 1} moves are not enough: {refutations.reason}")
        else:
            self.found.right("at_least", "a search of every placement with fewer moves found none")


def _before(case: Case) -> Packing | None:
    """The packing that was changed, if the answer has the content of its file."""
    content = None if case.asked.is_elsewhere("packing") else case.asked.text("packing")
    if content is None:
        if case.verb and not case.asked.has("packing"):
            raise NotationError("the parameters have no 'packing'")
        return None
    try:
        packings = from_json(content)
    except ShapewrightError as error:
        raise NotationError(f"its parameter 'packing' is not an answer: {error}") from None
    if len(packings) != 1:
        raise NotationError(f"its parameter 'packing' has {len(packings)} packings, not one")
    return packings[0]
