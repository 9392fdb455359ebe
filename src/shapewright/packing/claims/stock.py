"""Do boards of several sizes hold the bag, and is there no cheaper choice of boards?

That cheaper choices do not hold the bag is shown again: by areas, and by :mod:`shapewright.packing.proof.refute` for
those choices to which no board could be added.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.claims import is_a_file, listed, text, whole
from shapewright.errors import NotationError, amount
from shapewright.packing.claims.boards import Boards
from shapewright.packing.stock import stock_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.packing.claims.answer import Answer

__all__ = ["stocked"]

_MOST_CHOICES = 3000


def stocked(answer: Answer) -> None:
    """Look at everything that is said of boards of several sizes."""
    _Stocked(answer).judge()


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
