"""The chance of a player who sees little, by trying every move and every piece that may come: slow and obvious."""

from __future__ import annotations

from fractions import Fraction

from shapewright.clear import Field, Kicks
from shapewright.clear.piece import PIECES
from shapewright.clear.rules import Drop, place, reachable


def best_chance(
    field: Field,
    height: int,
    held: str | None,
    seen: str,
    bag: frozenset[str],
    see: int,
    hold: bool,
    kicks: Kicks,
    drop: Drop,
) -> Fraction:
    """As :func:`shapewright.clear.chance`; from ``bag`` the next unseen piece comes."""
    needed = field.empty_cells(height) // 4
    if needed == 0:
        return Fraction(1)
    useful = needed + hold - (held is not None) - len(seen)
    if len(seen) < see and useful > 0:
        chances = [
            best_chance(field, height, held, seen + piece, bag - {piece} or frozenset(PIECES), see, hold, kicks, drop)
            for piece in bag
        ]
        return sum(chances, Fraction(0)) / len(chances)
    best = Fraction(0)
    if seen:
        best = max(best, _placed(field, height, seen[0], held, seen[1:], bag, see, hold, kicks, drop))
    if hold and held is not None:
        rest = (seen[0], seen[1:]) if seen else (None, "")
        best = max(best, _placed(field, height, held, *rest, bag, see, hold, kicks, drop))
    if hold and held is None and seen:
        best = max(best, _after_hold(field, height, seen[0], seen[1:], bag, see, kicks, drop))
    return best


def _after_hold(
    field: Field, height: int, held: str, seen: str, bag: frozenset[str], see: int, kicks: Kicks, drop: Drop
) -> Fraction:
    """The current piece was put into hold: the next one comes up, a new one into sight, and then a piece is placed."""
    useful = field.empty_cells(height) // 4 - len(seen)
    if len(seen) < see and useful > 0:
        chances = [
            _after_hold(field, height, held, seen + piece, bag - {piece} or frozenset(PIECES), see, kicks, drop)
            for piece in bag
        ]
        return sum(chances, Fraction(0)) / len(chances)
    if not seen:
        return Fraction(0)
    return _placed(field, height, seen[0], held, seen[1:], bag, see, True, kicks, drop)


def _placed(
    field: Field,
    height: int,
    piece: str,
    held: str | None,
    seen: str,
    bag: frozenset[str],
    see: int,
    hold: bool,
    kicks: Kicks,
    drop: Drop,
) -> Fraction:
    best = Fraction(0)
    for placement in reachable(field, piece, kicks, drop):
        if any(y >= height for _, y in placement.cells()):
            continue
        after = place(field, placement)
        cleared = (field.empty_cells(height) - 4 - after.empty_cells(height)) // -10
        best = max(best, best_chance(after, height - cleared, held, seen, bag, see, hold, kicks, drop))
        if best == 1:
            break
    return best
