"""Looking for weights of pieces that show how many boards they need.

A linear programme over what one board can hold: which weights make all pieces the heaviest while no known load of a
board weighs more than 1? The heaviest load by these weights is then searched exactly; if it weighs more it is one more
load to be known. Source: column generation, P. C. Gilmore and R. E. Gomory, A linear programming approach to the
cutting-stock problem, Operations Research 9 (1961).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor

from shapewright.cells.grid import Board
from shapewright.cells.polyomino import Piece
from shapewright.jobs.limits import Clock
from shapewright.packing.goals.most_value import pack_value
from shapewright.packing.native import linear_prices
from shapewright.packing.problem import Problem
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.search.solvers import Effort

_MOST_CELLS = 64
_ROUNDS = 60
_FINE = 10_000  # weights of the programme in whole numbers
_PARTS = (*range(1, 13), 15, 20, 24, 30, 60, 120)
_STEPS = 2000
_NEAR = 1e-6


def weigh_bins(pieces: Sequence[Piece], board: Board, least: int, effort: Effort) -> PieceWeights | None:
    """Weights that show that more boards than ``least`` are needed, as far as a linear programme can; or None."""
    if len(board.cells) > _MOST_CELLS:
        return None
    return _Search(tuple([piece for piece in pieces if piece.minimum]), board, effort).weights(least)


class _Search:
    def __init__(self, pieces: tuple[Piece, ...], board: Board, effort: Effort) -> None:
        self.pieces, self.board, self.effort = pieces, board, effort
        # Loads of a board: how many of each piece. Each piece alone is the first.
        self.loads: list[tuple[int, ...]] = [tuple([int(other is piece) for other in pieces]) for piece in pieces]

    def weights(self, least: int) -> PieceWeights | None:
        """The weights with the smallest numbers that show as much as the programme does."""
        numbers = None
        for _ in range(_ROUNDS):
            if self.effort.clock.over():
                return None
            numbers = self._programme()
            if numbers is None:
                return None
            found = self._heaviest([round(number * _FINE) for number in numbers])
            if found is None:
                return None
            bound, load = found
            if load in self.loads or bound <= _FINE * (1 + _NEAR) + len(self.pieces):
                break
            self.loads.append(load)
        else:
            return None
        needed = sum([number * piece.minimum for number, piece in zip(numbers, self.pieces, strict=True)])
        wanted = ceil(needed / (bound / _FINE) - 1e-4)
        return self._rounded(numbers, wanted) if wanted > least else None

    def _rounded(self, numbers: Sequence[float], wanted: int) -> PieceWeights | None:
        """Small whole numbers that show that ``wanted`` boards are needed."""
        largest = max(numbers)
        for parts in _PARTS:
            whole = [round(number / largest * parts) for number in numbers]
            known = max([sum(map(int.__mul__, whole, load)) for load in self.loads])
            if not known or self._boards(whole, known) < wanted:
                continue
            found = self._heaviest(whole)
            if found is None:
                return None
            bound, load = found
            if self._boards(whole, bound) >= wanted:
                named = tuple([(piece.name, number) for piece, number in zip(self.pieces, whole, strict=True)])
                return PieceWeights(named, bound)
            self.loads.append(load)
        return None

    def _boards(self, whole: Sequence[int], most: int) -> int:
        return -(-sum([number * piece.minimum for number, piece in zip(whole, self.pieces, strict=True)]) // most)

    def _heaviest(self, whole: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
        """What a board can hold at most by these weights, and a load that weighs so much or nearly."""
        named = tuple([(piece.name, number) for piece, number in zip(self.pieces, whole, strict=True)])
        worth = PieceWeights(named, max(1, *whole)).as_values(self.pieces, len(self.board.cells))
        if not worth:
            return None
        clock = Clock(None if self.effort.clock.limit is None else self.effort.clock.left())
        packing = pack_value(Problem(worth, board=self.board, objective="value"), replace(self.effort, clock=clock))
        if packing.bound is None or not packing.placements:
            return None
        lying = Counter([one.piece for one in packing.placements])
        return floor(packing.bound + 1e-9), tuple([lying[piece.name] for piece in self.pieces])

    def _programme(self) -> list[float] | None:
        """The weights that make all pieces heaviest while no known load weighs more than 1."""
        kinds = len(self.pieces)
        # Dual values: the least m, so that every load weighs at most m and all pieces at least 1.
        columns = [
            [*[(kind, -float(many)) for kind, many in enumerate(load) if many], (kinds, 1.0)] for load in self.loads
        ]
        columns.append([(kind, float(piece.minimum)) for kind, piece in enumerate(self.pieces)])
        room = [1e-7 * (1 + (kind * 7919 % 1009) / 1009) for kind in range(kinds)] + [1.0]
        is_optimal, prices = linear_prices(columns, [0.0] * len(self.loads) + [1.0], room, _STEPS, self.effort.clock)
        if not is_optimal or prices[kinds] <= 0:
            return None
        return [max(0.0, price / prices[kinds]) for price in prices[:kinds]]
