"""The chance of a player who sees little, by trying every move and every piece that may come: slow and obvious."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from shapewright.clear import Field, Kicks
from shapewright.clear.drops import Drop
from shapewright.clear.piece import PIECES
from shapewright.clear.rules import place, reachable

Bag = frozenset[str]


class Player:
    """Sees ``see`` pieces besides the held one; as :func:`shapewright.clear.chance` has it."""

    def __init__(self, see: int, hold: bool, kicks: Kicks, drop: Drop) -> None:
        self.see, self.hold, self.kicks, self.drop = see, hold, kicks, drop
        self.best_chance = cache(self._best_chance)
        self._moves = cache(self._find_moves)

    def _find_moves(self, field: Field, height: int, piece: str) -> list[tuple[Field, int]]:
        found = []
        for placement in reachable(field, piece, self.kicks, self.drop):
            if all(y < height for _, y in placement.cells()):
                after = place(field, placement)
                cleared = (after.empty_cells(height) - field.empty_cells(height) + 4) // 10
                found.append((after, height - cleared))
        return found

    def _best_chance(self, field: Field, height: int, held: str | None, seen: str, bag: Bag) -> Fraction:
        """From ``bag`` the next unseen piece comes."""
        needed = field.empty_cells(height) // 4
        if needed == 0:
            return Fraction(1)
        useful = needed + self.hold - (held is not None) - len(seen)
        if len(seen) < self.see and useful > 0:
            chances = [
                self.best_chance(field, height, held, seen + piece, bag - {piece} or frozenset(PIECES)) for piece in bag
            ]
            return sum(chances, Fraction(0)) / len(chances)
        best = Fraction(0)
        if seen:
            best = max(best, self._placed(field, height, seen[0], held, seen[1:], bag))
        if self.hold and held is not None:
            current, rest = (seen[0], seen[1:]) if seen else (None, "")
            best = max(best, self._placed(field, height, held, current, rest, bag))
        if self.hold and held is None and seen:
            best = max(best, self._after_hold(field, height, seen[0], seen[1:], bag))
        return best

    def _after_hold(self, field: Field, height: int, held: str, seen: str, bag: Bag) -> Fraction:
        """The current piece was put into hold: the next one comes up, a new one into sight, then a piece is placed."""
        useful = field.empty_cells(height) // 4 - len(seen)
        if len(seen) < self.see and useful > 0:
            chances = [
                self._after_hold(field, height, held, seen + piece, bag - {piece} or frozenset(PIECES)) for piece in bag
            ]
            return sum(chances, Fraction(0)) / len(chances)
        return self._placed(field, height, seen[0], held, seen[1:], bag) if seen else Fraction(0)

    def _placed(self, field: Field, height: int, piece: str, held: str | None, seen: str, bag: Bag) -> Fraction:
        chances = [self.best_chance(after, left, held, seen, bag) for after, left in self._moves(field, height, piece)]
        return max(chances, default=Fraction(0))
