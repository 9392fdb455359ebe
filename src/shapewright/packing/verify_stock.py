"""Do the boards of an answer hold the bag, and is there no cheaper choice of boards?

Every board is checked by the rules. That cheaper choices do not hold the bag is shown again: by areas, and by
:mod:`shapewright.packing.refute` for those choices to which no board could be added.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.claims import is_a_file, listed, text, whole
from shapewright.errors import NotationError
from shapewright.packing.asked import read_bag
from shapewright.packing.bag import Bag
from shapewright.packing.notation import read_bag_json
from shapewright.packing.refute import Task
from shapewright.packing.stock import stock_from_text
from shapewright.packing.verify_records import Record, verdict_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.claims import Findings
    from shapewright.packing.refutations import Refutations

__all__ = ["StockAnswer"]

_MOST_CHOICES = 3000
_NOBODY_KNOWS = "no packing was found, and there is no proof that none exists"


class StockAnswer:
    """An answer of ``packing bins --boards`` and what is found out about it."""

    def __init__(
        self, data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, refutations: Refutations
    ) -> None:
        self.data = data
        self.parameters = parameters
        self.found = found
        self.refutations = refutations
        self.stock = stock_from_text(text(data, "stock"))
        self.bag = read_bag_json(data, "the JSON")
        self.pieces = self.bag.pieces() if isinstance(self.bag, Bag) else self.bag
        self.status = text(data, "status")
        if self.status not in ("optimal", "feasible", "infeasible", "unknown"):
            raise NotationError("its 'status' is not one of optimal, feasible, infeasible and unknown")
        self.bound = whole(data, "bound")
        self.needed = sum(piece.minimum * piece.shape.area for piece in self.pieces)

    def judge(self) -> None:
        """Look at everything."""
        self._question()
        records, used = listed(self.data, "packings"), listed(self.data, "used")
        if not all(type(one) is int and 1 <= one <= len(self.stock) for one in used):
            raise NotationError("its 'used' is not a list of positions in the list of boards")
        self.found.compare("boards", whole(self.data, "boards"), len(records), "by the packings")
        if len(used) != len(records):
            self.found.wrong("used", f"has {len(used)} boards, and there are {len(records)} packings")
            return
        lying: Counter[str] = Counter()
        for number, (one, kind) in enumerate(zip(records, used, strict=True), start=1):
            record = Record(one, f"board {number}", None, self.found, number, self.refutations)
            record.judge()
            lying.update(placement.piece for placement in record.packing.placements)
            if record.packing.board != self.stock[kind - 1].board:
                self.found.wrong("used", "is not the board that lies there", packing=number)
            if record.packing.asked != tuple(replace(piece, minimum=0) for piece in self.pieces):
                self.found.wrong("pieces", "are not those of the bag, each up to its count", packing=number)
        for kind, count in Counter(used).items():
            most = self.stock[kind - 1].most
            if most is not None and count > most:
                self.found.wrong("used", f"there are {most} of board {kind}, and {count} are used")
        if (self.status in ("optimal", "feasible")) != bool(records):
            self.found.wrong("status", f'is "{self.status}", and there are {len(records)} boards')
        elif records and lying != Counter({piece.name: piece.minimum for piece in self.pieces if piece.minimum}):
            self.found.wrong("packings", "together they do not hold the whole bag")
        self.found.right("packings", "each replayed by the rules")
        for key in ("status", "bag", "pieces", "stock", "used"):
            self.found.right(key)
        cost = sum(self.stock[kind - 1].cost for kind in used)
        self.found.compare("cost", whole(self.data, "cost"), cost, "added up again")
        self._bound(cost, bool(records))
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
        given = self.parameters.get("boards")
        if given is None:
            raise NotationError("its parameters have no boards")
        if not is_a_file(given) and stock_from_text(text(self.parameters, "boards")) != self.stock:
            self.found.wrong("stock", "is not the one that the parameters of the answer have")

    def _bound(self, cost: int, there: bool) -> None:
        if self.status == "infeasible":
            self.found.compare("bound", self.bound, 0, "there is no packing")
            return
        if self.bound < 0 or (there and self.bound > cost):
            self.found.wrong("bound", f"is {self.bound}, and the boards cost {cost}")
        elif self.status == "optimal" and self.bound != cost:
            self.found.wrong("status", f'is "optimal", and the bound {self.bound} is not the cost')
        else:
            outcome = self._none_within(self.bound - 1)
            if outcome is None:
                self.found.unchecked("bound", f"that no boards for less hold the bag: {self.refutations.budget.reason}")
            elif not outcome:
                self.found.wrong("bound", f"is {self.bound}, and cheaper boards hold the bag")
        self.found.right("bound", "every cheaper choice of boards is refuted")

    def _none_within(self, money: int | None) -> bool | None:
        """Whether no choice of boards for this money (None: all that there are) holds the bag; None if unknown."""
        rooms = []
        for one in self.stock:
            reached = {0}
            for area in {piece.shape.area for piece in self.pieces if piece.minimum}:
                size = len(one.board.cells)
                reached = {total + k * area for total in reached for k in range((size - total) // area + 1)}
            rooms.append(max(reached))
        verdict: bool | None = True
        for looked, numbers in enumerate(self._largest(0, money)):
            if looked == _MOST_CHOICES or self.refutations.budget.is_over:
                return None
            if sum(map(int.__mul__, numbers, rooms)) < self.needed:
                continue
            cells: list[tuple[int, int]] = []
            at = 0
            for one, number in zip(self.stock, numbers, strict=True):
                for _ in range(number):
                    cells += [(x + at, y) for x, y in one.board.cells]
                    at += one.board.size[0] + 1
            if len(cells) > MAX_CELLS:
                return None
            refuted = self.refutations.task(
                Task(self.pieces, Board(frozenset(cells)).order(), len(cells) - self.needed)
            )
            if refuted is False:
                return False
            verdict = verdict if refuted else None
        return verdict

    def _largest(self, kind: int, money: int | None) -> Iterator[tuple[int, ...]]:
        """Choices for this money to which no board can be added."""
        if kind == len(self.stock):
            left = -1 if money is None else money
            if not any(one.most is None and one.cost <= left for one in self.stock):
                yield ()
            return
        one = self.stock[kind]
        most = one.most if money is None else money // one.cost
        if one.most is not None:
            most = min(one.most, most or 0)
        assert most is not None  # without an end of money there is one of boards
        for number in range(most, -1, -1):
            for rest in self._largest(kind + 1, None if money is None else money - number * one.cost):
                yield (number, *rest)

    def _nowhere(self) -> list[str]:
        """The pieces that fit on none of the boards."""
        return [
            piece.name
            for piece in self.pieces
            if piece.minimum
            and not any(
                Task((replace(piece, minimum=1, maximum=1),), one.board.order(), len(one.board.cells)).has_places()
                for one in self.stock
            )
        ]

    def _reason(self) -> None:
        self.found.verdict(self.data, verdict_of(self.status))
        stated = "" if self.data.get("reason") is None else self.data["reason"]
        if not isinstance(stated, str):
            raise NotationError("its 'reason' is not a text")
        if self.status == "infeasible":
            nowhere = [f"the piece {name} fits on none of the boards" for name in self._nowhere()]
            if stated in nowhere:
                pass
            elif nowhere or stated != "all boards together are not enough":
                self.found.wrong("reason", f"does not hold: {stated[:80] or 'it is missing'}")
            elif any(one.most is None for one in self.stock):
                self.found.wrong("status", "there is no end of some boards, and each piece fits on one")
            else:
                refuted = self._none_within(None)
                if refuted is None:
                    self.found.unchecked("status", f"that no boards hold the bag: {self.refutations.budget.reason}")
                elif not refuted:
                    self.found.wrong("status", "the boards do hold the bag, a search found it")
        elif self.status == "unknown" and stated not in ("", _NOBODY_KNOWS):
            self.found.unchecked("reason", "why a solver gave up cannot be checked")
        elif self.status in ("optimal", "feasible") and stated:
            self.found.wrong("reason", "there is a packing, so there is no reason")
        self.found.right("reason", "by the pieces and the boards")
