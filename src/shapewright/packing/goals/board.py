"""Packing on a given board: holes, fixed pieces, counts with a range, as many cells as possible covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Polyomino
from shapewright.colouring.sums import with_up_to
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Packing, Status
from shapewright.packing.goals.most_value import pack_value
from shapewright.packing.native import Placements, native_of, open_cells
from shapewright.packing.problem import Problem
from shapewright.packing.proof.board_weights import BoardWeights
from shapewright.packing.proof.reason import counting_reason, piece_cells, too_small
from shapewright.packing.search.cover import METHOD, Cover, is_few, is_soon_built, patience
from shapewright.packing.search.find_board_weights import weigh_board
from shapewright.packing.search.other_starts import is_lopsided
from shapewright.packing.search.rising_effort import best_of
from shapewright.packing.search.solvers import ATTEMPTS, COVER_NODES, STEPS, Attempt, Effort, race, run_solver

_SOLVERS = ("auto", "walk", "exact-cover")
_COVER_NODES = 2_000_000
_COVER_CELLS = 1024
_MOST_COVER_CELLS = 4096
_SMALL_CELLS, _SMALL_NODES = 64, 20_000
_BOX_ATTEMPTS = 2
_SHARE = 0.5  # of the time, where something else may follow
# So many numbers of empty cells are tried before the best packing so far is good enough.
_LEVELS = 6
# Weights are looked for where there are so few kinds, on so many cells.
_FEW_KINDS = 3
_SMALLEST, _MOST_WEIGHED = 16, 400


def pack_board(problem: Problem, effort: Effort) -> Packing:
    """Lay the pieces onto the board of ``problem``, as :func:`shapewright.packing.pack` does."""
    if effort.solver not in _SOLVERS:
        raise ProblemError(f"on a given board the solver must be one of {', '.join(_SOLVERS)}, not {effort.solver!r}")
    if problem.is_zoned:
        if effort.solver not in ("auto", "exact-cover"):
            raise ProblemError(f"on a board with zones the solver is auto or exact-cover, not {effort.solver!r}")
        return pack_value(problem, effort)
    return _Board(problem, effort).answer()


def _has_place(cells: set[Cell], shape: Polyomino) -> bool:
    """Whether a shape lies somewhere: to list all its places takes long where it is large."""
    left, low = shape.cells[0][:2]
    return any(all((x + cell[0] - left, y + cell[1] - low) in cells for cell in shape.cells) for x, y in cells)


class _Board:
    """What is to be laid where, once the fixed pieces are taken out."""

    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.native = native_of(problem.pieces)
        self.board = problem.ground
        self.pieces = problem.left
        if problem.best_subset:
            self.pieces = tuple(replace(piece, minimum=0) for piece in self.pieces)
        taken = {cell for placement in problem.fixed for cell in placement.cells}
        self.cells = [cell for cell in self.board.order() if cell not in taken]
        by_name = {piece.name: piece for piece in self.pieces}
        self.minimum, self.maximum = [], []
        for name, area in zip(self.native.names, self.native.areas, strict=True):
            piece = by_name.get(name)
            room = len(self.cells) // area
            self.minimum.append(piece.minimum if piece else 0)
            most = room if piece is None or piece.maximum is None else min(piece.maximum, max(room, piece.minimum))
            self.maximum.append(most if piece else 0)
        self.width, self.height = self.board.size
        self.weights: BoardWeights | None = None
        self.few = effort.solver == "auto" and is_few(self.native, self.maximum, len(self.cells))

    def answer(self) -> Packing:
        least = piece_cells(self.pieces)
        if least > len(self.cells):
            return self._none(too_small("the board", len(self.cells), least))
        if not self.cells or not any(self.maximum):
            return self._packing("optimal", b"", "fixed")
        cells = set(self.cells)
        for piece in self.pieces:
            if piece.minimum and not any(_has_place(cells, shape) for shape in piece.orientations()):
                return self._none(f"the piece {piece.name} fits nowhere on the board")
        # The numbers of cells that choices of counts can cover, the largest first.
        sums = 1 << least
        for area, low, high in zip(self.native.areas, self.minimum, self.maximum, strict=True):
            sums = with_up_to(sums, high - low, area, len(self.cells) + 1)
        totals = [total for total in range(len(self.cells), -1, -1) if sums >> total & 1]
        full = totals[0] == len(self.cells)
        if full and self.minimum == self.maximum:
            reason = counting_reason(Board(frozenset(self.cells)), self.pieces, exact=True, clock=self.effort.clock)
            if reason is not None:
                return self._none(reason)
        by_weights = self._weighed()
        if by_weights < least or not (totals := [total for total in totals if total <= by_weights]):
            assert self.weights is not None  # otherwise there would be no bound
            return self._none(self.weights.sentence(self.pieces, self.cells))
        if self.minimum == self.maximum:
            return self._exactly(len(self.cells) - least)
        return self._most(totals)

    def _weighed(self) -> int:
        """How many cells can be covered by weights, where few kinds of pieces limit each other."""
        size = len(self.cells)
        if self.effort.solver != "auto" or len(self.pieces) > _FEW_KINDS or not _SMALLEST < size <= _MOST_WEIGHED:
            return size
        self.weights = weigh_board(self.pieces, self.cells, self.effort.clock)
        return size if self.weights is None else self.weights.most(self.pieces, self.cells)

    def _walk(self, holes: int, attempts: int) -> Iterator[tuple[str, bytes]]:
        """Attempts of the engine, the last one found or not; where time is short also what earlier ones came to."""
        board = open_cells(self.cells, self.width, self.height)
        met: list[tuple[str, bytes]] = []
        steps = self.native.steps(int(STEPS * min(1.0, self.effort.work)))

        def go(number: int, stop: bytearray) -> tuple[str, str, bytes]:
            clock = self.effort.clock
            seconds = clock.native()
            if clock.over():
                if number:
                    return "stopped", "", b""
                seconds, stop = 0.0, bytearray(1)  # enough to lay something
            outcome, method, raw = self.native.core.board(
                self.width, self.height, board, self.minimum, self.maximum, holes,
                (self.effort.seed + number) % (1 << 64), steps << number, stop, seconds,
            )  # fmt: skip
            if (clock.limit is not None or clock.over()) and outcome != "found":
                met.append((outcome, raw))
            return outcome, method, raw

        outcome, method, raw = race(go, range(attempts), self.effort.threads)
        self.method = method
        yield outcome, raw
        yield from met

    def _exactly(self, holes: int) -> Packing:
        """Every count is given: all of them lie there or none do."""
        cover = self.effort.solver == "exact-cover"
        if cover and len(self.cells) > _MOST_COVER_CELLS:
            raise LimitError(
                f"the solver 'exact-cover' is for boards of at most {_MOST_COVER_CELLS} cells, not {len(self.cells)}"
            )
        # Without an empty cell, or with few of each piece, the exact cover engine decides soon; else the walk finds
        # sooner.
        may_cover = cover or (
            self.effort.solver == "auto" and len(self.cells) <= _COVER_CELLS and sum(self.minimum) <= 40
        )
        if cover or self.few or (may_cover and holes == 0):
            nodes = _COVER_NODES if may_cover and holes == 0 else COVER_NODES
            nodes = patience(self.native, self.maximum, len(self.cells), int(nodes * self.effort.work))
            found = self._cover(None if cover else nodes, 1.0 if cover else _SHARE)
            if found is not None:
                return found
        if not cover:
            # Where half of the pieces are alike the walk is lost.
            first = is_lopsided(self.minimum)
            if first and (found := self._as_box()) is not None:
                return found
            # Each attempt takes twice as long as the one before.
            for outcome, raw in self._walk(holes, ATTEMPTS if self.effort.work >= 1 else ATTEMPTS // 2):
                if outcome == "found":
                    return self._packing("optimal", raw, self.method)
                if outcome == "none":
                    return self._none("a search of every placement found none")
            if self.few or (may_cover and holes > 0):
                enough = int(_COVER_NODES // 10 * self.effort.work)
                found = self._cover(enough if self.effort.clock.limit is None else None)
                if found is not None:
                    return found
            if not first and (found := self._as_box()) is not None:
                return found
        # Colours may still tell, also where cells stay empty.
        reason = counting_reason(Board(frozenset(self.cells)), self.pieces, exact=holes == 0, clock=self.effort.clock)
        if reason is not None:
            return self._none(reason)
        return self._answer("unknown")

    def _as_box(self) -> Packing | None:
        """What is known of boxes alone may find a packing where the walk does not, on a board that is one."""
        is_box = _SMALL_CELLS < len(self.cells) == self.width * self.height
        if not is_box or self.few or self.effort.solver != "auto" or self.effort.work < 1 or self.effort.clock.over():
            return None
        box = Attempt(self.native, self.width, self.height, self.minimum, False, self.effort, _BOX_ATTEMPTS)
        outcome, method, raw = run_solver(box)
        return self._packing("optimal", raw, method) if outcome == "found" else None

    def _cover(self, nodes: int | None, share: float = 1.0) -> Packing | None:
        """What the exact cover engine says within so many nodes and this share of the time, or None."""
        empty = len(self.cells) - sum(map(int.__mul__, self.minimum, self.native.areas))
        outcome, raw = self._covered(empty, self.effort.clock.part(share), nodes)
        if outcome == "none":
            return self._none("a search of every placement found none")
        return self._packing("optimal", raw, METHOD) if outcome == "found" else None

    def _covered(self, empty: int, clock: Clock, nodes: int | None, turn: int = 0) -> tuple[str, bytes]:
        """What a search for exact covers says that leave so many cells empty."""
        if not is_soon_built(self.native, self.maximum, len(self.cells), clock):
            return "stopped", b""
        cover = Cover(self.native, self.cells, (self.minimum, self.maximum), empty)
        return cover.search(clock, self.effort.again(turn).seed, nodes)

    def _most(self, totals: list[int]) -> Packing:
        """Counts have ranges: cover as many cells as can be."""
        best, covered, bound = b"", -1, float(totals[0])
        known, proven = b"", -1
        if self.few:
            chosen = self._in_passes(totals)
            if chosen is not None:
                return chosen
        if len(self.cells) <= _SMALL_CELLS:
            # Here a search refutes sooner than a walk gives up; what can be covered is the walk's, which has seeds.
            known, proven, bound = self._settled(totals, b"", -1, _SMALL_NODES)
            if bound < 0:
                return self._chosen(known, proven, bound, METHOD)
            totals = [total for total in totals if total <= bound]
        for total in totals[:_LEVELS]:
            if covered >= 0 and self.effort.clock.over():
                break
            for outcome, raw in self._walk(len(self.cells) - total, 2):
                if raw or outcome in ("found", "gave up"):
                    counts = [0] * len(self.native.names)
                    for kind in memoryview(raw).cast("i")[::4].tolist() if raw else ():
                        counts[kind] += 1
                    size = sum(map(int.__mul__, counts, self.native.areas))
                    enough = all(map(int.__le__, self.minimum, counts))
                    if enough and size > covered:
                        best, covered = raw, size
            if covered >= total:
                break
            if proven >= total:
                return self._chosen(known, proven, bound, METHOD)
        # A small board without a packing is worth a longer look: most likely there is none.
        nodes = 2 * _COVER_NODES if covered < 0 and len(self.cells) <= _SMALL_CELLS else _COVER_NODES // 10
        best, covered, bound = self._settled(totals, best, covered, nodes)
        return self._chosen(best, covered, bound, "walk")

    def _in_passes(self, totals: list[int]) -> Packing | None:
        """The best packing by exact covers of every number of cells, the largest first; None if none is found."""
        best = b""

        def attempt(total: int, nodes: int, turn: int) -> str:
            nonlocal best
            outcome, raw = self._covered(len(self.cells) - total, self.effort.clock, nodes, turn)
            if outcome == "found":
                best = raw
            return outcome

        found, still_open = best_of(totals, attempt, is_limited=self.effort.clock.limit is None)
        if found is None:
            return None if still_open else self._chosen(b"", -1, -1.0, METHOD)
        return self._chosen(best, found, float(still_open[0] if still_open else found), METHOD)

    def _chosen(self, best: bytes, covered: int, bound: float, method: str) -> Packing:
        """The answer that ``covered`` cells are covered at best, and that no more than ``bound`` can be."""
        if bound < 0:
            return self._none("a search of every placement found none")
        if covered < 0:
            return self._answer("unknown", bound=bound)
        fixed = sum(len(placement.cells) for placement in self.problem.fixed)
        return self._packing("optimal" if covered >= bound else "feasible", best, method, bound + fixed)

    def _settled(self, totals: list[int], best: bytes, covered: int, nodes: int) -> tuple[bytes, int, float]:
        """The best choice of counts, once more than ``covered`` cells is looked for by exact cover; and a bound."""
        if len(self.cells) > _COVER_CELLS or self.effort.solver != "auto":
            return best, covered, float(totals[0])
        for total in totals:
            if total <= covered or self.effort.clock.over():
                return best, covered, float(total)
            outcome, raw = self._covered(len(self.cells) - total, self.effort.clock, nodes)
            if outcome == "found":
                return raw, total, float(total)
            if outcome != "none":
                return best, covered, float(total)
        return best, covered, -1.0  # every choice of counts is refuted

    def _packing(self, status: Status, raw: bytes, method: str, bound: float | None = None) -> Packing:
        placements: Sequence[Placement] = Placements(self.native, raw)
        if self.problem.fixed:
            placements = tuple(sorted((*placements, *self.problem.fixed), key=lambda one: one.cells))
        if bound is None:
            bound = float(sum(len(one.cells) for one in placements))
        return self._answer(
            status, width=self.width, height=self.height, placements=placements, bound=bound, method=method
        )

    def _none(self, reason: str) -> Packing:
        return self._answer("infeasible", note=reason)

    def _answer(self, status: Status, **more: Any) -> Packing:
        return Packing(
            self.problem.asked, status, goal="board", board=self.board, seconds=self.effort.clock.seconds,
            weights=self.weights, **more,
        )  # fmt: skip
