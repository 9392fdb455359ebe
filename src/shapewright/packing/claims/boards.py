"""The boards of an answer that has several: each checked by the rules, and together they hold the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.claims import listed, text, whole
from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packing import judge, verdict_of
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.claims.why_not import NOBODY_KNOWS
from shapewright.packing.notation import read_bag_json
from shapewright.packing.parameters import read_bag
from shapewright.packing.proof.refute import Task
from shapewright.packing.search.find_board_weights import weigh_board

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.claims.answer import Answer

_MOST_WEIGHED = 400  # cells


class Boards:
    """An answer with boards that hold a bag together, and what is found out about it."""

    def __init__(self, answer: Answer) -> None:
        self.data = answer.data
        self.parameters = answer.parameters
        self.found = answer.found
        self.refutations = answer.refutations
        self.bag = read_bag_json(self.data, "the JSON")
        self.pieces = self.bag.pieces() if isinstance(self.bag, Bag) else self.bag
        self.status = text(self.data, "status")
        if self.status not in ("optimal", "feasible", "infeasible", "unknown"):
            raise NotationError("its 'status' is not one of optimal, feasible, infeasible and unknown")
        self.bound = whole(self.data, "bound")
        self.records = listed(self.data, "packings")
        self.found.packings = len(self.records)
        self.found.compare("boards", whole(self.data, "boards"), len(self.records), "by the packings")

    @property
    def cells(self) -> int:
        """How many cells the pieces of the bag have."""
        return sum(piece.minimum * piece.shape.area for piece in self.pieces)

    def judge_bag(self) -> None:
        """The bag is the one that the parameters ask about."""
        bag = read_bag(self.parameters)
        if bag is not None and bag != self.bag:
            self.found.wrong("bag", "is not what the parameters of the answer ask about")

    def judge_packings(self, boards: Sequence[Board], key: str, fault: str) -> None:
        """Each packing is right and lies on its board, or ``key`` has a fault; together they hold the whole bag."""
        lying: Counter[str] = Counter()
        for number, (one, board) in enumerate(zip(self.records, boards, strict=True), start=1):
            record = Record(one, f"board {number}", None, self.found, number, self.refutations)
            judge(record)
            lying.update(placement.piece for placement in record.packing.placements)
            if record.packing.board != board:
                self.found.wrong(key, fault, packing=number)
            if record.packing.asked != tuple(replace(piece, minimum=0) for piece in self.pieces):
                self.found.wrong("pieces", "are not those of the bag, each up to its count", packing=number)
        if (self.status in ("optimal", "feasible")) != bool(self.records):
            self.found.wrong("status", f'is "{self.status}", and there are {len(self.records)} boards')
        elif self.records and lying != Counter({one.name: one.minimum for one in self.pieces if one.minimum}):
            self.found.wrong("packings", "together they do not hold the whole bag")
        self.found.right("packings", "each replayed by the rules")
        for known in ("status", "bag", "pieces"):
            self.found.right(known)

    def room(self, board: Board, some: Sequence[Piece] | None = None) -> int:
        """How many cells of a board can be covered at most, by the areas of the pieces (or of ``some`` of them)."""
        reached = {0}
        size = len(board.cells)
        for area in {piece.shape.area for piece in (self.pieces if some is None else some) if piece.minimum}:
            reached = {total + k * area for total in reached for k in range((size - total) // area + 1)}
        return max(reached)

    def refuted_on(self, boards: Sequence[Board], some: Sequence[Piece] | None = None) -> bool | None:
        """Whether boards, side by side, certainly do not hold the bag (or ``some`` of it); None if it is not known."""
        pieces = self.pieces if some is None else tuple(some)
        needed = sum(piece.minimum * piece.shape.area for piece in pieces)
        if sum(self.room(board, pieces) * count for board, count in Counter(boards).items()) < needed:
            return True
        if not boards:
            return False
        if sum(len(board.cells) for board in boards) > MAX_CELLS:
            return None
        cells: list[tuple[int, int]] = []
        at = 0
        for board in boards:
            cells += [(x + at, y) for x, y in board.cells]
            at += board.size[0] + 1
        order = Board(frozenset(cells)).order()
        # A sum of whole numbers, whoever found them, is sooner looked at than all places.
        weights = weigh_board(pieces, order, self.refutations.budget.clock) if len(order) <= _MOST_WEIGHED else None
        if weights is not None and weights.most(pieces, order) < needed:
            return True
        return self.refutations.task(Task(pieces, order, len(order) - needed))

    def nowhere(self, boards: Sequence[Board]) -> list[str]:
        """The pieces that fit on none of ``boards``."""
        orders = [board.order() for board in boards]
        return [
            piece.name
            for piece in self.pieces
            if piece.minimum
            and not any(
                Task((replace(piece, minimum=1, maximum=1),), cells, len(cells)).has_places() for cells in orders
            )
        ]

    def judge_reason(self, reasons: Sequence[str]) -> None:
        """The verdict, and the reason: one of ``reasons`` if the answer is that there is no packing."""
        self.found.verdict(self.data, verdict_of(self.status))
        stated = "" if self.data.get("reason") is None else self.data["reason"]
        if not isinstance(stated, str):
            raise NotationError("its 'reason' is not a text")
        if self.status == "infeasible":
            if stated not in reasons:
                self.found.wrong("reason", f"does not hold: {stated[:80] or 'it is missing'}")
        elif self.status == "unknown" and stated not in ("", NOBODY_KNOWS):
            self.found.unchecked("reason", "why a solver gave up cannot be checked")
        elif self.status in ("optimal", "feasible") and stated:
            self.found.wrong("reason", "there is a packing, so there is no reason")
        self.found.right("reason", "by the pieces and the boards")

    def judge_complete(self) -> None:
        """The answer says that it is complete if its status is final."""
        if "complete" in self.data:
            complete = self.status in ("optimal", "infeasible")
            self.found.compare("complete", self.data["complete"], complete, "by the status")
