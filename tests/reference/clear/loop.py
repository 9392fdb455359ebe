"""Perfect clears of two lines in a row, by trying every move and every piece that may come: slow and obvious."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from shapewright.clear import Kicks, native
from shapewright.clear.drops import Drop
from shapewright.clear.piece import FACINGS, PIECES, Placement

LINES = 2


class Boards:
    """The boards of one clear under some rules, as numbers: bit x + 10 y is a cell.

    Where a piece comes to rest is asked of the engine, for the plain rules take minutes for all boards.
    """

    def __init__(self, kicks: Kicks, drop: Drop) -> None:
        self.rules = native.rules(kicks, drop)
        self.moves = cache(self._moves)
        self.is_live = cache(self._is_live)

    def _moves(self, board: int, height: int, piece: str) -> tuple[tuple[int, int], ...]:
        """The boards that a piece leads to, and the rows left of each, from which some pieces lead to a clear."""
        found = set()
        for facing, x, y in self.rules.locks(native.board(board), height, PIECES.index(piece)):
            after = board | Placement(piece, FACINGS[facing], x, y).bits
            rows = [after >> 10 * row & 1023 for row in range(height)]
            left = [row for row in rows if row != 1023]
            lower = sum([row << 10 * number for number, row in enumerate(left)])
            if self.is_live(lower, len(left)):
                found.add((lower, len(left)))
        return tuple(found)

    def _is_live(self, board: int, height: int) -> bool:
        """Whether some pieces clear the rest."""
        return height == 0 or any(self.moves(board, height, piece) for piece in PIECES)


class Looper:
    """Sees ``see`` pieces besides the held one, and plays as well as can be for what ``won`` counts.

    With ``counts`` that is the number of clears before one fails, of at most as many as are asked about; without, 1 if
    none fails.
    """

    def __init__(self, boards: Boards, see: int, *, hold: bool, bags: bool, counts: bool = False) -> None:
        self.boards, self.see, self.hold, self.bags, self.counts = boards, see, hold, bags, counts
        self.best = cache(self._best)

    def value(self, clears: int, held: str, bag: str) -> Fraction:
        """The value before anything is seen."""
        return self._dealt(clears, 0, LINES, held, "", frozenset(bag), forced=False)

    def _dealt(
        self, clears: int, board: int, height: int, held: str, seen: str, bag: frozenset[str], *, forced: bool
    ) -> Fraction:
        if len(seen) == self.see:
            return self.best(clears, board, height, held, seen, bag, forced)
        total = Fraction(0)
        for piece in bag:
            rest = bag - {piece} if self.bags else bag
            whole = rest or frozenset(PIECES)
            total += self._dealt(clears, board, height, held, seen + piece, whole, forced=forced)
        return total / len(bag)

    def _best(
        self, clears: int, board: int, height: int, held: str, seen: str, bag: frozenset[str], forced: bool
    ) -> Fraction:
        if height == 0:
            cleared = Fraction(self.counts)
            return cleared + self.best(clears - 1, 0, LINES, held, seen, bag, False)
        if clears == 0:
            return Fraction(not self.counts)
        choices = [(seen[0], held)]
        if self.hold and held and not forced:
            choices.append((held, seen[0]))
        worth = [
            self._dealt(clears, after, rows, kept, seen[1:], bag, forced=False)
            for piece, kept in choices
            for after, rows in self.boards.moves(board, height, piece)
        ]
        if self.hold and not held:
            worth.append(self._dealt(clears, board, height, seen[0], seen[1:], bag, forced=True))
        return max(worth, default=Fraction(0))
