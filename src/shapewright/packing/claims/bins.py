"""Are the boards of ``bins`` as few, or as cheap, as they are said to be?

Fewer boards are refuted by areas, weights or a search. Of boards of several sizes, so are those cheaper choices to
which no board could be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board
from shapewright.claims import is_a_file, listed, text, whole
from shapewright.errors import NotationError, amount
from shapewright.packing.claims.boards import Boards
from shapewright.packing.parameters import box_from_text
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.proof.refute_value import is_most
from shapewright.packing.stock import stock_from_text

if TYPE_CHECKING:
    from shapewright.packing.claims.answer import Answer


_MOST_BOARDS = 1000


def bins(answer: Answer) -> None:
    """Look at everything that is said of boards, equal or of several sizes."""
    (_Stocked if "stock" in answer.data else _Bins)(answer).judge()


class _Bins(Boards):
    """An answer with equal boards."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.board = Board.from_text(text(self.data, "board"))

    def judge(self) -> None:
        """Look at everything."""
        self._question()
        self.judge_packings([self.board] * len(self.records), "board", "is not the board of the answer")
        self.found.right("board")
        self._bound(len(self.records))
        self.judge_reason(self._reasons() if self.status == "infeasible" else [])
        self.judge_complete()

    def _question(self) -> None:
        """The answer is about what the parameters ask."""
        if not self.parameters:
            return
        self.judge_bag()
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
            self.found.wrong("bound", f"is {self.bound}, and the bag lies on {amount(boards, 'board')}")
        elif self.status == "optimal" and self.bound != boards:
            self.found.wrong("status", f'is "optimal", and the bound {self.bound} is not the number of boards')
        elif self.status != "infeasible" or not self.nowhere([self.board]):
            refuted = not self.bound or self._weighed() or self.refuted_on([self.board] * (self.bound - 1))
            if refuted is None:
                reason = self.refutations.budget.reason
                self.found.unchecked("bound", f"that fewer boards are not enough: {reason}")
            elif not refuted:
                self.found.wrong("bound", f"is {self.bound}, and fewer boards are enough")
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
            self.found.wrong("weights", f"they show a need of {amount(weights.boards(self.pieces), 'board')}, no more")
        else:
            self.found.right("weights", "what one board holds at most was searched again")
        return True

    def _reasons(self) -> list[str]:
        """Why the bag is on no boards, in all words that hold."""
        most = self.parameters.get("max_boards") or _MOST_BOARDS
        holds = [f"the piece {name} fits nowhere on the board" for name in self.nowhere([self.board])]
        if type(most) is int and self.bound == most + 1:
            holds.append(f"{most} {'board is' if most == 1 else 'boards are'} not enough")
        return holds


_MOST_CHOICES = 3000


class _Stocked(Boards):
    """An answer with boards of several sizes, each with its cost."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.stock = stock_from_text(text(self.data, "stock"))

    def judge(self) -> None:
        """Look at everything."""
        self._question()
        used = listed(self.data, "used")
        if not all(type(one) is int and 1 <= one <= len(self.stock) for one in used):
            raise NotationError("its 'used' is not a list of positions in the list of boards")
        if len(used) != len(self.records):
            self.found.wrong(
                "used", f"has {amount(len(used), 'board')}, and there are {amount(len(self.records), 'packing')}"
            )
            return
        boards = [self.stock[kind - 1].board for kind in used]
        self.judge_packings(boards, "used", "is not the board that lies there")
        for kind, count in Counter(used).items():
            most = self.stock[kind - 1].most
            if most is not None and count > most:
                self.found.wrong("used", f"there are {most} of board {kind}, and {count} are used")
        for key in ("stock", "used"):
            self.found.right(key)
        cost = sum(self.stock[kind - 1].cost for kind in used)
        self.found.compare("cost", whole(self.data, "cost"), cost, "added up again")
        self._bound(cost, bool(self.records))
        self.judge_reason(self._reasons() if self.status == "infeasible" else [])
        self.judge_complete()

    def _question(self) -> None:
        """The answer is about what the parameters ask."""
        if not self.parameters:
            return
        self.judge_bag()
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

    def _none_within(self, money: int) -> bool | None:
        """Whether no choice of boards for this money holds the bag; None if unknown."""
        rooms = [self.room(one.board) for one in self.stock]
        verdict: bool | None = True
        for looked, numbers in enumerate(self._largest(0, money)):
            if looked == _MOST_CHOICES or self.refutations.budget.is_over:
                return None
            if sum(map(int.__mul__, numbers, rooms)) < self.cells:
                continue
            boards = [one.board for one, number in zip(self.stock, numbers, strict=True) for _ in range(number)]
            refuted = self.refuted_on(boards)
            if refuted is False:
                return False
            verdict = verdict if refuted else None
        return verdict

    def _largest(self, kind: int, money: int) -> Iterator[tuple[int, ...]]:
        """Choices for this money to which no board can be added."""
        if kind == len(self.stock):
            if not any(one.most is None and one.cost <= money for one in self.stock):
                yield ()
            return
        one = self.stock[kind]
        most = money // one.cost if one.most is None else min(one.most, money // one.cost)
        for number in range(most, -1, -1):
            for rest in self._largest(kind + 1, money - number * one.cost):
                yield (number, *rest)

    def _reasons(self) -> list[str]:
        """Why the bag is on no choice of boards, in all words that hold; the status has a fault if one does."""
        nowhere = self.nowhere([one.board for one in self.stock])
        if nowhere:
            return [f"the piece {name} fits on none of the boards" for name in nowhere]
        # What fits on boards without end is no matter; the rest has the others.
        endless = [one.board for one in self.stock if one.most is None]
        left = self.nowhere(endless) if endless else [piece.name for piece in self.pieces]
        rest = [piece for piece in self.pieces if piece.minimum and piece.name in left]
        if not rest:
            self.found.wrong("status", "there is no end of some boards, and each piece fits on one")
        else:
            refuted = self.refuted_on([one.board for one in self.stock for _ in range(one.most or 0)], rest)
            if refuted is None:
                self.found.unchecked("status", f"that no boards hold the bag: {self.refutations.budget.reason}")
            elif not refuted:
                self.found.wrong("status", "the boards do hold the bag, a search found it")
        return ["all boards together are not enough"]
