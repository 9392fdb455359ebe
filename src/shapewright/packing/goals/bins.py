"""The fewest equal boards that hold a bag."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.cells.pieces import pieces_to_text
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.packing.answer import Packing, Status
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.boxes import Box
from shapewright.packing.goals.find_piece_weights import weigh_bins
from shapewright.packing.native import Placements, native_of
from shapewright.packing.notation import read_bag_json
from shapewright.packing.pack import answered
from shapewright.packing.problem import Problem, without_values, without_zones
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.proof.refute import Task
from shapewright.packing.search.bottom_left import are_large, are_too_large, boards_filled
from shapewright.packing.search.rising_effort import tell_share
from shapewright.packing.search.solvers import Effort
from shapewright.packing.stock import capacity

MAX_BOARDS = 1000

# On boards of so many cells weights of the pieces are found sooner than packings.
_SOON_WEIGHED = 36
# Numbers of boards that are tried one after the other and left open, before the boards are filled one by one.
_MOST_OPEN = 3
# With a time limit a number of boards gets half of what is left, so that there is time for the next one.
_SHARE = 0.5
_ALONE = 0.5  # of the progress, for boards that are filled one by one


class Several:
    """What answers with several boards have in common."""

    bag: Bag | tuple[Piece, ...]
    packings: tuple[Packing, ...]

    def __len__(self) -> int:
        return len(self.packings)

    def __iter__(self) -> Iterator[Packing]:
        return iter(self.packings)

    def to_text(self) -> str:
        """The boards in letters, with an empty line between two."""
        return "\n\n".join(packing.to_text() for packing in self.packings)

    def __str__(self) -> str:
        return self.to_text()

    def bag_to_json(self) -> dict[str, object]:
        """The bag as plain data."""
        return {"bag": self.bag.to_counts()} if isinstance(self.bag, Bag) else {"pieces": pieces_to_text(self.bag)}

    @staticmethod
    def packings_from_json(data: object, key: str, what: str) -> tuple[Packing, ...]:
        """The boards of an answer with a bound and, under ``key``, ``what`` they are; ``NotationError`` for another."""
        if not isinstance(data, dict) or not isinstance(data.get("packings"), list):
            raise NotationError("the JSON is not an answer of 'bins'; expected an object with a list 'packings'")
        if not isinstance(data.get(key), str) or type(data.get("bound")) is not int:
            raise NotationError(f"the JSON has no {what}, or no whole number as its bound")
        if data.get("status") not in ("optimal", "feasible", "infeasible", "unknown"):
            raise NotationError("the status of the JSON is not one of optimal, feasible, infeasible and unknown")
        return tuple(map(Packing.from_json, data["packings"]))


@dataclass(frozen=True)
class Bins(Several):
    """The boards of an answer, each with what lies on it; 'optimal' if fewer are refuted.

    ``bound`` is the number of boards that is certainly needed; where areas do not show it, ``weights`` of the pieces
    do. With the status 'infeasible' (there is
    no packing on so many boards as are allowed) or 'unknown' there are no packings, and ``reason`` says why.
    """

    bag: Bag | tuple[Piece, ...]
    board: Board
    status: Status
    packings: tuple[Packing, ...]
    bound: int
    reason: str = ""
    seconds: float = field(default=0.0, compare=False)
    weights: PieceWeights | None = None

    @classmethod
    def from_json(cls, data: Any) -> Bins:
        """Read what :meth:`to_json` gives, each board checked; ``NotationError`` says what is wrong with it."""
        packings, weights = cls.packings_from_json(data, "board", "board"), data.get("weights")
        return cls(
            read_bag_json(data, "the JSON"), Board.from_text(data["board"]), data["status"], packings, data["bound"],
            str(data.get("reason") or ""), weights=None if weights is None else PieceWeights.from_json(weights),
        )  # fmt: skip

    def to_json(self) -> dict[str, object]:
        """Plain data: the status, the bound, the bag, and each board as a packing has it."""
        found: dict[str, object] = {"status": self.status, "boards": len(self.packings), "bound": self.bound}
        if self.reason:
            found["reason"] = self.reason
        if self.weights is not None:
            found["weights"] = self.weights.to_json()
        found |= self.bag_to_json()
        found["board"] = self.board.to_text(one_line=True)
        found["packings"] = [packing.to_json() for packing in self.packings]
        return found

    @property
    def why(self) -> str:
        """Why fewer boards than the bound are too few, if weights of the pieces show it; '' otherwise."""
        pieces = self.bag.pieces() if isinstance(self.bag, Bag) else self.bag
        return "" if self.weights is None else self.weights.sentence(pieces)


def bins(
    bag: Bag | Sequence[Piece] | str,
    *,
    box: Box | None = None,
    board: Board | None = None,
    max_boards: int = MAX_BOARDS,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Bins:
    """Lay all of ``bag`` onto as few copies as possible of a ``box`` or a ``board``, at most ``max_boards``.

    Several boards are one board with closed columns between them; a packing of it is cut along these columns. Where no
    number of boards is decided soon, the boards are filled one by one, which says nothing about fewer. ``progress`` is
    True for a bar, or a function; it goes by the work that is done, or by the time where that is limited.

    >>> from shapewright.packing.bag import Bag
    >>> found = bins(Bag.from_text("O5"), box=(4, 4))
    >>> found.status, len(found)
    ('optimal', 2)

    Raises ``ProblemError`` for counts with a range or a bag without pieces.
    """
    bag = bag_of(bag)
    if box is None and board is None:
        raise ProblemError("there is nothing to pack into; give a box or a board")
    if box is not None and board is not None:
        raise ProblemError("a box and a board are both given; give only one of them")
    if not 1 <= max_boards <= MAX_BOARDS:
        raise LimitError(f"the number of boards must be a whole number from 1 to {MAX_BOARDS}, not {max_boards}")
    without_values(bag, "bins")
    without_zones(board, "bins")
    one = Problem(bag, box=box, board=board, best_subset=True)
    check_exact(one)
    with listener(progress) as tell:
        effort = Effort(Clock(time_limit), seed=seed, threads=1 if threads is None else threads, tell=tell)
        return _Search(one, effort, max_boards).answer()


def joined(board: Board, number: int) -> Board:
    """So many copies of ``board`` side by side, a closed column between two.

    Raises ``LimitError`` if they have more cells than a board may have.
    """
    if number * len(board.cells) > MAX_CELLS:
        raise LimitError(f"{number} boards have more cells than the limit of {MAX_CELLS}")
    width = board.size[0] + 1
    return Board(frozenset((x + k * width, y) for k in range(number) for x, y in board.cells))


def least_boards(board: Board, pieces: Sequence[Piece]) -> int:
    """The number of boards below which the cells of ``pieces`` find no room, by their areas."""
    total = sum(piece.minimum * piece.shape.area for piece in pieces)
    return max(1, -(-total // max(1, capacity(board, pieces))))


def board_of(problem: Problem, board: Board, placements: Sequence[Placement], method: str) -> Packing:
    """One of several boards, which holds a part of the bag."""
    width, height = board.size
    return Packing(problem.asked, "feasible", width, height, tuple(placements), "board", method=method, board=board)


def take_out(left: dict[str, Piece], placements: Iterable[Placement]) -> None:
    """Take the pieces that lie on a board out of those that are ``left``, by their names."""
    for one in placements:
        piece = left.pop(one.piece)
        if piece.minimum > 1:
            left[one.piece] = replace(piece, minimum=piece.minimum - 1, maximum=piece.minimum - 1)


def check_exact(problem: Problem) -> None:
    """Raise ``ProblemError`` unless the bag has pieces, and the exact number of each."""
    if not problem.is_exact:
        raise ProblemError("bins needs the exact number of every piece, not a range")
    if not problem.cells:
        raise ProblemError("there are no pieces to pack: every count is 0")


class _Search:
    def __init__(self, problem: Problem, effort: Effort, max_boards: int) -> None:
        self.problem = problem
        self.effort = effort
        self.max_boards = max_boards
        self.bound = least_boards(problem.ground, problem.pieces)
        self.weights: PieceWeights | None = None
        self.is_weighed = False
        self.open = 0
        self.is_too_large = False
        self.laid: tuple[Packing, ...] = ()
        board = problem.ground
        self.is_box = len(board.cells) == board.size[0] * board.size[1]

    def answer(self) -> Bins:
        """Try one number of boards after the other."""
        pieces, board = self.problem.pieces, self.problem.ground
        for piece in pieces:
            # Alone on the board: whether there is room for it is soon known.
            if piece.minimum and not self._has_place(piece):
                return self._none(f"the piece {piece.name} fits nowhere on the board")
        if len(board.cells) <= _SOON_WEIGHED:
            self._weigh()
        laid = self.laid = self._first()
        number = self.bound
        while number <= self.max_boards and self.open < _MOST_OPEN and not self.effort.clock.over():
            if laid and number >= len(laid):
                return self._bins("feasible" if self.open else "optimal", laid)
            if laid and self.is_too_large:
                return self._bins("feasible", laid)
            # Say how many boards are tried; each number that stays open takes as much work.
            remark = f"trying {number} {'board' if number == 1 else 'boards'}, at least {self.bound} needed"
            if self.laid:
                remark += f", best so far {len(self.laid)}"
            tell_share(self.effort, (1 - _ALONE) * self.open / _MOST_OPEN, remark)
            packing = answered(Problem(pieces, board=joined(board, number)), self._share())
            if packing.placements:
                width = self.problem.ground.size[0] + 1
                parts: list[list[Placement]] = [[] for _ in range(number)]
                for one in packing.placements:
                    part = one.cells[0][0] // width
                    parts[part].append(Placement(one.piece, tuple((x - part * width, y) for x, y in one.cells)))
                parts.sort(key=len, reverse=True)
                return self._bins(
                    "feasible" if self.open else "optimal",
                    tuple(board_of(self.problem, self.problem.ground, part, packing.method) for part in parts),
                )
            if packing.status == "unknown" and not self.open and self._weigh():
                number = self.bound
                continue
            if packing.status == "unknown":
                self.open += 1
            elif not self.open:
                self.bound = number + 1
            number += 1
        if self.bound > self.max_boards:
            return self._none(f"{self.max_boards} {'boards are' if self.max_boards > 1 else 'board is'} not enough")
        filled = laid if laid and self.effort.clock.over() else self._one_by_one()
        if laid and (filled is None or len(laid) <= len(filled)):
            filled = laid
        if filled is not None and len(filled) <= self.max_boards:
            return self._bins("optimal" if len(filled) == self.bound else "feasible", filled)
        return self._bins("unknown", (), "no packing was found, and there is no proof that none exists")

    def _has_place(self, piece: Piece) -> bool:
        """Whether there is room for a piece that is alone on the board."""
        board = self.problem.ground
        if self.is_box and not board.colours and not piece.shape.colours:
            wide, high = board.size
            return any(turned.size[0] <= wide and turned.size[1] <= high for turned in piece.orientations())
        return Task((piece,), board.order(), len(board.cells)).has_places()

    def _first(self) -> tuple[Packing, ...]:
        """Place large pieces at once, so that there is an answer; nothing where a search soon has one."""
        if not self.is_box:
            return ()
        pieces = [piece for piece in self.problem.pieces if piece.minimum]
        native = native_of(pieces)
        by_name = {piece.name: piece.minimum for piece in pieces}
        counts = [by_name.get(name, 0) for name in native.names]
        if not are_large(native, counts):
            return ()
        self.is_too_large = are_too_large(native, counts, self.bound * len(self.problem.ground.cells))
        boards = boards_filled(native, counts, self.problem.ground.size, self.max_boards)
        return tuple(
            [board_of(self.problem, self.problem.ground, Placements(native, raw), "skyline") for raw in boards or ()]
        )

    def _weigh(self) -> bool:
        """Whether weights of the pieces show that more boards are needed than the bound says."""
        if self.is_weighed:
            return False
        self.is_weighed = True
        found = weigh_bins(self.problem.pieces, self.problem.ground, self.bound, self._share())
        if found is not None:
            self.weights = found
            self.bound = min(found.boards(self.problem.pieces), self.max_boards + 1)
        return found is not None

    def _share(self) -> Effort:
        return replace(self.effort, clock=self.effort.clock.part(_SHARE), tell=None)

    def _one_by_one(self) -> tuple[Packing, ...] | None:
        """Boards filled one after the other with what is left of the bag; None if one stays empty."""
        board = self.problem.ground
        left = {piece.name: piece for piece in self.problem.pieces if piece.minimum}
        found: list[Packing] = []
        need = self.problem.cells
        while left and len(found) < self.max_boards:
            lie = sum([packing.cells for packing in found])
            remark = f"filling boards one by one, {lie} of {need} cells of the pieces lie"
            tell_share(self.effort, 1 - _ALONE + _ALONE * lie / need, remark)
            packing = answered(Problem(tuple(left.values()), board=board, best_subset=True), self._share())
            if not packing.placements:
                return None
            found.append(board_of(self.problem, board, packing.placements, packing.method))
            take_out(left, packing.placements)
        return None if left else tuple(found)

    def _bins(self, status: Status, packings: tuple[Packing, ...], reason: str = "") -> Bins:
        ground, seconds = self.problem.ground, self.effort.clock.seconds
        return Bins(self.problem.bag, ground, status, packings, self.bound, reason, seconds, self.weights)

    def _none(self, reason: str) -> Bins:
        return self._bins("infeasible", (), reason)
