"""Bonuses for pieces that touch: pairs of kinds, and what each pair of touching pieces of these kinds brings.

Two pieces touch if a cell of one shares an edge with a cell of the other. A pair of touching pieces counts once,
however long the edge between them. In text a list is ``KIND KIND N, ...``, such as ``I O 5, T T -2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.errors import LimitError, NotationError, quote

MAX_BONUS = 10**6
_MOST_PAIRS = 2000


@dataclass(frozen=True, repr=False)
class Bonuses:
    """What touching pieces bring: two kinds in alphabetical order and a whole number, each pair of kinds once.

    >>> bonuses = Bonuses.from_text("O I 5, T T -2")
    >>> bonuses.of("I", "O"), bonuses.of("T", "T"), bonuses.of("I", "I")
    (5, -2, 0)
    """

    pairs: tuple[tuple[str, str, int], ...]

    @classmethod
    def from_text(cls, text: str) -> Bonuses:
        """Read ``KIND KIND N, ...``, commas or line ends between them; ``NotationError`` quotes what is wrong."""
        found: dict[tuple[str, str], int] = {}
        for part in text.removeprefix("\ufeff").replace("\n", ",").split(","):
            words = part.split()
            if not words:
                continue
            if len(words) != 3:
                raise NotationError(f"{quote(part.strip())} is not a bonus; expected KIND KIND N such as 'I O 5'")
            digits = words[2].removeprefix("-")
            if not (digits.isascii() and digits.isdigit()):
                raise NotationError(f"{quote(words[2])} where a whole number is expected, in {quote(part.strip())}")
            if len(digits) > 9 or int(digits) > MAX_BONUS:
                raise LimitError(f"the bonus {quote(part.strip())} is beyond the limit of {MAX_BONUS}")
            one, other = sorted(words[:2])
            if (one, other) in found:
                raise NotationError(f"the pair {one} {other} has two bonuses")
            found[one, other] = int(words[2])
        if not found:
            raise NotationError("there are no bonuses; expected KIND KIND N such as 'I O 5'")
        if len(found) > _MOST_PAIRS:
            raise LimitError(f"{len(found)} bonuses are more than the limit of {_MOST_PAIRS}")
        return cls(tuple(sorted((one, other, bonus) for (one, other), bonus in found.items())))

    def to_text(self) -> str:
        """The list in one line; ``from_text`` reads it back."""
        return ", ".join(f"{one} {other} {bonus}" for one, other, bonus in self.pairs)

    def of(self, one: str, other: str) -> int:
        """What two touching pieces of these kinds bring."""
        return self._at.get((min(one, other), max(one, other)), 0)

    def total(self, lying: Sequence[Placement]) -> int:
        """What pieces that lie there bring together."""
        return sum(self.of(lying[a].piece, lying[b].piece) for a, b in touching([one.cells for one in lying]))

    @cached_property
    def _at(self) -> dict[tuple[str, str], int]:
        return {(one, other): bonus for one, other, bonus in self.pairs}

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Bonuses.from_text({self.to_text()!r})"


def touching(pieces: Sequence[Iterable[Cell]]) -> list[tuple[int, int]]:
    """The pairs of pieces (their cells) that share an edge, as positions, each pair once."""
    at = {cell: number for number, cells in enumerate(pieces) for cell in cells}
    found = set()
    for (x, y), number in at.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = at.get(beside, number)
            if other != number:
                found.add((min(number, other), max(number, other)))
    return sorted(found)


def around(cells: Iterable[Cell]) -> set[Cell]:
    """The cells that share an edge with ``cells``, which are not among them."""
    own: set[Cell] = set(cells)
    found: set[Cell] = {beside for x, y in own for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))}
    return found - own


def most_of(piece: Piece, cells: int) -> int:
    """How many copies of a piece lie on so many cells at most; at least as many as there must be."""
    room = cells // piece.shape.area
    return max(piece.minimum, room if piece.maximum is None else min(piece.maximum, room))


def bonus_bound(pieces: Sequence[Piece], bonuses: Bonuses, cells: int) -> int:
    """What ``pieces`` bring at most on any board of so many ``cells``, as many of each as there may be.

    A piece touches no more others than cells share an edge with it, so that each piece gets half of its best bonuses.
    And the touching pairs of n connected pieces are the edges of a planar graph: for n >= 3 there are at most 3 n - 6.
    """
    kinds = [(piece, count) for piece in pieces if (count := most_of(piece, cells))]
    halves = 0
    every: Counter[int] = Counter()
    for number, (piece, count) in enumerate(kinds):
        near = len(around((x, y) for x, y in piece.shape.cells))
        gains = []
        for place, (other, there) in enumerate(kinds):
            gain = bonuses.of(piece.name, other.name)
            others = there - (place == number)
            if gain > 0 and others:
                gains.append((gain, others))
                if place >= number:
                    every[gain] += count * others if place > number else count * others // 2
        best = 0
        for gain, others in sorted(gains, reverse=True):
            best += gain * min(near, others)
            near -= min(near, others)
        halves += count * best
    bound = halves // 2
    total = sum(count for _, count in kinds)
    if any(count > piece.minimum for piece, count in kinds):
        total = min(total, cells // min(piece.shape.area for piece, _ in kinds))
    pairs = total * (total - 1) // 2
    if total >= 3 and all(piece.shape.is_connected for piece, _ in kinds):
        pairs = min(pairs, 3 * total - 6)
    by_pairs = 0
    for gain, there in sorted(every.items(), reverse=True):
        by_pairs += gain * min(pairs, there)
        pairs -= min(pairs, there)
    return min(bound, by_pairs)
