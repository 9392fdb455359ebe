"""Are the boards of ``bins`` as few as they are said to be? Fewer are refuted by areas, weights or a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.grid import Board
from shapewright.claims import is_a_file, text
from shapewright.errors import NotationError, amount
from shapewright.packing.claims.boards import Boards
from shapewright.packing.claims.stock import stocked
from shapewright.packing.parameters import box_from_text
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.proof.refute_value import is_most

if TYPE_CHECKING:
    from shapewright.packing.claims.answer import Answer

__all__ = ["bins"]

_MOST_BOARDS = 1000


def bins(answer: Answer) -> None:
    """Look at everything that is said of boards, equal or of several sizes."""
    if "stock" in answer.data:
        stocked(answer)
    else:
        _Bins(answer).judge()


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
