"""The cheapest boards of several sizes that hold a bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, ProblemError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.packing.answer import Packing, Status
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.goals.bins import Several, board_of, check_exact, take_out
from shapewright.packing.notation import read_bag_json
from shapewright.packing.pack import answered
from shapewright.packing.problem import Problem, without_values
from shapewright.packing.proof.refute import Task
from shapewright.packing.search.rising_effort import FIRST, MOST_WORK, best_of, tell_share
from shapewright.packing.search.solvers import Effort
from shapewright.packing.stock import Stock, capacity, choices, stock_from_text, stock_to_text

_MOST_CHOICES = 20_000
_UNKNOWN = 1 << 60
_MOST_BOARDS = 1000
_SHARE, _MOST = 0.5, 0.7  # of the time, where something else may follow
# Of the usual work: for each choice of boards in the first pass, and for one board.
_WORK, _WORK_ALONE = 0.02, 0.1


@dataclass(frozen=True)
class Boards(Several):
    """The boards of an answer, each with what lies on it; 'optimal' if no cheaper choice holds the bag.

    ``used`` are the positions in the ``stock`` (from 0) of the boards. Nothing costs less than ``bound``. With the
    status 'infeasible' or 'unknown' there are no packings, and ``reason`` says why.
    """

    bag: Bag | tuple[Piece, ...]
    stock: tuple[Stock, ...]
    status: Status
    packings: tuple[Packing, ...] = ()
    used: tuple[int, ...] = ()
    bound: int = 0
    reason: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def cost(self) -> int:
        """What the boards cost together."""
        return sum(self.stock[kind].cost for kind in self.used)

    @classmethod
    def from_json(cls, data: Any) -> Boards:
        """Read what :meth:`to_json` gives, each board checked; ``NotationError`` says what is wrong with it."""
        packings, used = cls.packings_from_json(data, "stock", "list of boards"), data.get("used")
        boards = stock_from_text(data["stock"])
        if not isinstance(used, list) or not all(type(one) is int and 1 <= one <= len(boards) for one in used):
            raise NotationError("the 'used' of the JSON is not a list of positions in the list of boards")
        numbers, reason = tuple(one - 1 for one in used), str(data.get("reason") or "")
        bag = read_bag_json(data, "the JSON")
        return cls(bag, boards, data["status"], packings, numbers, data["bound"], reason)

    def to_json(self) -> dict[str, object]:
        """Plain data: the status, what the boards cost, the stock, and each board as a packing has it."""
        found: dict[str, object] = {
            "status": self.status, "boards": len(self.packings), "cost": self.cost, "bound": self.bound,
        }  # fmt: skip
        if self.reason:
            found["reason"] = self.reason
        found |= self.bag_to_json()
        found["stock"] = stock_to_text(self.stock)
        found["used"] = [kind + 1 for kind in self.used]
        found["packings"] = [packing.to_json() for packing in self.packings]
        return found


def least_cost(
    bag: Bag | Sequence[Piece] | str,
    stock: Sequence[Stock] | str,
    *,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Boards:
    """Lay all of ``bag`` onto boards of the ``stock`` (or its text) that cost as little as possible.

    Choices of boards are tried by their cost, each as one board with closed columns between its parts. Each gets a
    little work until one holds the bag; then cheaper ones that stayed undecided get more, again and again, as long as
    ``time_limit`` says or until it was enough. Where none is found, boards are filled one by one. The ``bound`` is the
    cost of the cheapest choice that is not refuted. ``progress`` is True for a bar, or a function; it
    goes by the work that choices take, or by the time where that is limited.

    >>> from shapewright.packing.bag import Bag
    >>> found = least_cost(Bag.from_text("O5"), "4x4 cost 5, 2*2x4 cost 2")
    >>> found.status, found.cost, len(found)
    ('optimal', 7, 2)

    Raises ``ProblemError`` for counts with a range or a bag without pieces.
    """
    bag = bag_of(bag)
    boards = stock_from_text(stock) if isinstance(stock, str) else tuple(stock)
    without_values(bag, "bins")
    if not boards:
        raise ProblemError("there are no boards to pack on")
    one = Problem(bag, board=boards[0].board, best_subset=True)
    check_exact(one)
    with listener(progress) as tell:
        effort = Effort(Clock(time_limit), seed=seed, threads=1 if threads is None else threads, tell=tell)
        return _Search(one, boards, effort).answer()


class _Search:
    def __init__(self, problem: Problem, stock: tuple[Stock, ...], effort: Effort) -> None:
        self.problem = problem
        self.pieces = tuple(piece for piece in problem.pieces if piece.minimum)
        self.stock = stock
        self.effort = effort
        self.need = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        self.bound: int | None = None
        self.cut_off = 0  # the cost of the first choice that was not looked at
        self.spent = 0  # nodes
        self.open = _UNKNOWN  # what the first choice costs that is undecided
        self.homes: list[set[int]] = []
        self.rooms: list[int] = []
        self.wanted: list[int] = []

    def answer(self) -> Boards:
        """Try one choice of boards after the other."""
        for piece in self.pieces:
            task = (replace(piece, minimum=1, maximum=1),)
            boards = [one.board for one in self.stock]
            home = {
                kind for kind, board in enumerate(boards) if Task(task, board.order(), len(board.cells)).has_places()
            }
            if not home:
                return self._none(f"the piece {piece.name} fits on none of the boards")
            self.homes.append(home)
        # A board is of use to the pieces that have a place on it, and each needs no more than one of its own.
        held = [
            [piece for piece, home in zip(self.pieces, self.homes, strict=True) if kind in home]
            for kind in range(len(self.stock))
        ]
        self.rooms = [capacity(one.board, pieces) for one, pieces in zip(self.stock, held, strict=True)]
        self.wanted = [sum([piece.minimum * piece.shape.area for piece in pieces]) for pieces in held]
        best: Boards | None = None
        # Something is left for boards that are filled one by one, in case that no choice is.
        clock = self.effort.clock.part(_MOST)

        def attempt(choice: tuple[int, tuple[int, ...]], nodes: int, turn: int) -> str:
            nonlocal best
            cost, numbers = choice
            if clock.over():
                return "stopped"
            self.open = min(self.open, cost)
            known = "" if best is None else f", best so far {best.cost}"
            remark = f"trying boards for {cost}, at least {self.open} is needed{known}"
            tell_share(self.effort, _MOST * min(1.0, self.spent / MOST_WORK), remark)
            self.spent += nodes
            parts = self._parts(numbers)
            if sum(len(self.stock[kind].board.cells) for kind, _ in parts) > MAX_CELLS:
                return "gave up"
            joined = ((x + at, y) for kind, at in parts for x, y in self.stock[kind].board.cells)
            effort = replace(self.effort.again(turn), clock=clock.part(_SHARE), work=_WORK * nodes / FIRST, tell=None)
            packing = answered(Problem(self.pieces, board=Board(frozenset(joined))), effort)
            if packing.status == "infeasible" and self.open == cost:
                self.open = _UNKNOWN
            if packing.placements:
                made = self._found(*self._cut(packing, parts))
                best = made if best is None or made.cost < best.cost else best
                return "found"
            return "none" if packing.status == "infeasible" else "gave up"

        found, left = best_of(self._choices(held), attempt, is_limited=self.effort.clock.limit is None)
        if found is None and not left and not self.cut_off:
            return self._none("all boards together are not enough")
        self.bound = min([cost for cost, _ in [*left, *([] if found is None else [found])]], default=self.cut_off)
        if best is None:
            return self._one_by_one()
        # What stays empty was not needed, so that the boards may be cheaper than the choice.
        bound = min(self.bound, best.cost)
        status: Status = "optimal" if bound == best.cost else "feasible"
        return replace(best, status=status, bound=bound, seconds=self.effort.clock.seconds)

    def _choices(self, held: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The choices of boards that may hold all pieces, by their cost."""
        # The stock without boards that would certainly stay empty.
        found = []
        for one, pieces in zip(self.stock, held, strict=True):
            many = min(_MOST_BOARDS, sum([piece.minimum for piece in pieces]))
            found.append(replace(one, most=max(1, many if one.most is None else min(one.most, many))))
        for tried, (cost, numbers) in enumerate(choices(found, self.rooms, self.need)):
            if tried >= _MOST_CHOICES:
                self.cut_off = cost
                return
            chosen = {kind for kind, number in enumerate(numbers) if number}
            covered = sum(
                min(number * room, most) for number, room, most in zip(numbers, self.rooms, self.wanted, strict=True)
            )
            if covered >= self.need and all(chosen & home for home in self.homes):
                yield cost, numbers

    def _parts(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        """The boards of a choice: each its kind and the column where it begins."""
        found, at = [], 0
        for kind, number in enumerate(numbers):
            for _ in range(number):
                found.append((kind, at))
                at += self.stock[kind].board.size[0] + 1
        return found

    def _cut(self, packing: Packing, parts: Sequence[tuple[int, int]]) -> tuple[list[Packing], list[int]]:
        lying: list[list[Placement]] = [[] for _ in parts]
        for one in packing.placements:
            number = max(number for number, (_, at) in enumerate(parts) if at <= one.cells[0][0])
            at = parts[number][1]
            lying[number].append(Placement(one.piece, tuple((x - at, y) for x, y in one.cells)))
        found = [
            board_of(self.problem, self.stock[kind].board, placements, packing.method)
            for (kind, _), placements in zip(parts, lying, strict=True)
        ]
        return found, [kind for kind, _ in parts]

    def _one_by_one(self) -> Boards:
        """Boards filled one after the other, each that which covers most for its cost."""
        left = {piece.name: piece for piece in self.pieces}
        packings: list[Packing] = []
        used: list[int] = []
        while left:
            lie = sum([packing.cells for packing in packings])
            remark = f"filling boards one by one, {lie} of {self.need} cells of the pieces lie"
            tell_share(self.effort, _MOST + (1 - _MOST) * lie / self.need, remark)
            best: tuple[float, int, Packing] | None = None
            for kind, one in enumerate(self.stock):
                if one.most is not None and used.count(kind) >= one.most:
                    continue
                problem = Problem(tuple(left.values()), board=one.board, best_subset=True)
                packing = answered(
                    problem, replace(self.effort, clock=self.effort.clock.part(_SHARE), work=_WORK_ALONE, tell=None)
                )
                if packing.placements and (best is None or packing.cells / one.cost > best[0]):
                    best = packing.cells / one.cost, kind, packing
            if best is None:
                return self._boards("unknown", "no packing was found, and there is no proof that none exists")
            _, kind, packing = best
            packings.append(board_of(self.problem, self.stock[kind].board, packing.placements, packing.method))
            used.append(kind)
            take_out(left, packing.placements)
        return self._found(packings, used)

    def _found(self, packings: Sequence[Packing], used: Sequence[int]) -> Boards:
        # What stays empty was not needed.
        kept = [(packing, kind) for packing, kind in zip(packings, used, strict=True) if packing.placements]
        kept.sort(key=lambda one: (one[1], -len(one[0].placements)))
        found = replace(
            self._boards("feasible"),
            packings=tuple(packing for packing, _ in kept),
            used=tuple(kind for _, kind in kept),
        )
        return replace(found, status="optimal") if self.bound is not None and found.cost <= self.bound else found

    def _boards(self, status: Status, reason: str = "") -> Boards:
        seconds = self.effort.clock.seconds
        return Boards(self.problem.bag, self.stock, status, bound=self.bound or 0, reason=reason, seconds=seconds)

    def _none(self, reason: str) -> Boards:
        return self._boards("infeasible", reason)
