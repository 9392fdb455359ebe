"""Are the boards of ``bins`` as few, or as cheap, as they are said to be, and do they hold the bag together?

Fewer boards are refuted by areas, weights or a search. Of boards of several sizes, so are those cheaper choices to
which no board could be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, starmap
from typing import TYPE_CHECKING

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.claims import refuse_too_large
from shapewright.errors import NotationError, amount
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packings import judge
from shapewright.packing.claims.question import bag_of, ground_of, is_asked
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.claims.verdict import conclude, note_packings
from shapewright.packing.claims.why_not import judge_reason
from shapewright.packing.notation import read_bag_json
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.proof.refutations import Refutations, are_refuted
from shapewright.packing.proof.refute import Task
from shapewright.packing.proof.refute_value import is_most
from shapewright.packing.search.find_board_weights import weigh_board
from shapewright.packing.stock import stock_from_text

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.claims import Case

_MOST_BOARDS = 1000
_MOST_CHOICES = 3000
_MOST_WEIGHED = 400  # cells


@refuse_too_large()
def bins(case: Case) -> None:
    """Look at everything that is said of boards, equal or of several sizes."""
    (_Stocked if "stock" in case.answer else _Bins)(case).judge()


class _Boards:
    """An answer with boards that hold a bag together."""

    def __init__(self, case: Case) -> None:
        self.case, self.found = case, case.findings
        self.refutations: Refutations = case.context["refutations"]
        self.bag = read_bag_json(case.answer, "the JSON")
        self.pieces = self.bag.pieces() if isinstance(self.bag, Bag) else self.bag
        self.cells = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        self.status, self.bound = case.need("status", str), case.need("bound", int)
        if self.status not in ("optimal", "feasible", "infeasible", "unknown"):
            raise NotationError("its 'status' is not one of optimal, feasible, infeasible and unknown")
        self.records = case.need("packings", list)
        note_packings(case, len(self.records))
        case.compare("boards", len(self.records), "by the packings", int)
        asked = bag_of(case.asked) if is_asked(case) else None
        if asked is not None and asked != self.bag:
            self.found.wrong("bag", "is not what the parameters of the answer ask about")

    def judge_packings(self, boards: Sequence[Board], key: str, fault: str) -> None:
        """Each packing is right and lies on its board, or ``key`` has a fault; together they hold the whole bag."""
        lying: Counter[str] = Counter()
        for number, (one, board) in enumerate(zip(self.records, boards, strict=True), start=1):
            record = Record(self.case, one, f"board {number}", number)
            judge(record)
            lying.update(placement.piece for placement in record.packing.placements)
            if record.packing.board != board:
                record.wrong(key, fault)
            if record.packing.asked != tuple(replace(piece, minimum=0) for piece in self.pieces):
                record.wrong("pieces", "are not those of the bag, each up to its count")
        if (self.status in ("optimal", "feasible")) != bool(self.records):
            self.found.wrong("status", f'is "{self.status}", and there are {len(self.records)} boards')
        elif self.records and lying != Counter({one.name: one.minimum for one in self.pieces if one.minimum}):
            self.found.wrong("packings", "together they do not hold the whole bag")
        self.found.right("packings", "each replayed by the rules")
        for known in ("status", "bag", "pieces"):
            self.found.right(known)

    def judge_rest(self, reasons: Callable[[], list[str]]) -> None:
        """The reason, the verdict and whether the answer is complete."""
        judge_reason(self.found, self.status, self.case.answer.get("reason"), reasons)
        self.found.right("reason", "by the pieces and the boards")
        conclude(self.case, self.status)

    def judge_cheaper(self, refuted: bool | None, fewer: str, are: str) -> None:
        """Note what became of the boards that are better than the bound."""
        if refuted is None:
            self.found.unchecked("bound", f"that {fewer}: {self.refutations.reason}")
        elif not refuted:
            self.found.wrong("bound", f"is {self.bound}, and {are}")

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
        weights = weigh_board(pieces, order, self.refutations.clock) if len(order) <= _MOST_WEIGHED else None
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


class _Bins(_Boards):
    """An answer with equal boards."""

    def judge(self) -> None:
        """Look at everything."""
        self.board, asked = Board.from_text(self.case.need("board", str)), self.case.asked
        self.most = asked.whole("max_boards") or _MOST_BOARDS
        if is_asked(self.case):
            place = ground_of(asked)
            given, box = place.get("board"), place.get("box")
            if given is None and box is None and not asked.is_elsewhere("board"):
                raise NotationError("its parameters have neither a box nor a board")
            board = Board.box(*box) if box is not None else given
            if board is not None and board != self.board:
                self.found.wrong("board", "is not the one that the parameters of the answer have")
        self.judge_packings([self.board] * len(self.records), "board", "is not the board of the answer")
        self.found.right("board")
        self._bound(len(self.records))
        self.judge_rest(self._reasons)

    def _bound(self, boards: int) -> None:
        if not min(1, self.cells) <= self.bound <= max(self.cells, _MOST_BOARDS + 1):
            self.found.wrong("bound", f"{self.bound} is not a number of boards")
            return
        if boards and self.bound > boards:
            self.found.wrong("bound", f"is {self.bound}, and the bag lies on {amount(boards, 'board')}")
        elif self.status == "optimal" and self.bound != boards:
            self.found.wrong("status", f'is "optimal", and the bound {self.bound} is not the number of boards')
        elif self.status != "infeasible" or not self.nowhere([self.board]):
            refuted = not self.bound or self._weighed() or self.refuted_on([self.board] * (self.bound - 1))
            self.judge_cheaper(refuted, "fewer boards are not enough", "fewer boards are enough")
        self.found.right("bound", "fewer boards are refuted")

    def _weighed(self) -> bool:
        """Whether the weights of the pieces, if there are any, settle the bound: they show it, or they are wrong."""
        if self.case.answer.get("weights") is None:
            return False
        weights = PieceWeights.from_json(self.case.answer["weights"])
        cells = self.board.order()
        loads = weights.as_values(self.pieces, len(cells))
        holds = is_most(loads, cells, [0] * len(cells), weights.most, self.refutations.seconds)
        if holds is None:
            self.found.unchecked("weights", f"what one board holds at most: {self.refutations.reason}")
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
        holds = [f"the piece {name} fits nowhere on the board" for name in self.nowhere([self.board])]
        if self.bound > self.most:
            holds.append(f"{self.most} {'board is' if self.most == 1 else 'boards are'} not enough")
        return holds


class _Stocked(_Boards):
    """An answer with boards of several sizes, each with its cost."""

    def judge(self) -> None:
        """Look at everything."""
        case, used = self.case, self.case.need("used", list)
        self.stock = stock_from_text(case.need("stock", str))
        if is_asked(case) and not case.asked.is_elsewhere("boards"):
            if (given := case.asked.text("boards")) is None:
                raise NotationError("its parameters have no boards")
            if stock_from_text(given) != self.stock:
                self.found.wrong("stock", "is not the one that the parameters of the answer have")
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
        case.compare("cost", cost, "added up again", int)
        self._bound(cost, bool(self.records))
        self.judge_rest(self._reasons)

    def _bound(self, cost: int, there: bool) -> None:
        if self.status == "infeasible":
            self.found.compare("bound", self.bound, 0, "there is no packing")
            return
        if self.bound < 0 or (there and self.bound > cost):
            self.found.wrong("bound", f"is {self.bound}, and the boards cost {cost}")
        elif self.status == "optimal" and self.bound != cost:
            self.found.wrong("status", f'is "optimal", and the bound {self.bound} is not the cost')
        else:
            refuted = self._none_within(self.bound - 1)
            self.judge_cheaper(refuted, "no boards for less hold the bag", "cheaper boards hold the bag")
        self.found.right("bound", "every cheaper choice of boards is refuted")

    def _none_within(self, money: int) -> bool | None:
        """Whether no choice of boards for this money holds the bag; None if unknown."""
        rooms = [self.room(one.board) for one in self.stock]

        def refuted(looked: int, numbers: Sequence[int]) -> bool | None:
            if looked >= _MOST_CHOICES or self.refutations.clock.over():
                return None
            if sum(map(int.__mul__, numbers, rooms)) < self.cells:
                return True
            return self.refuted_on([one.board for one, n in zip(self.stock, numbers, strict=True) for _ in range(n)])

        choices = islice(self._largest(0, money), _MOST_CHOICES + 1)
        return are_refuted(starmap(refuted, enumerate(choices)))

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
                self.found.unchecked("status", f"that no boards hold the bag: {self.refutations.reason}")
            elif not refuted:
                self.found.wrong("status", "the boards do hold the bag, a search found it")
        return ["all boards together are not enough"]
