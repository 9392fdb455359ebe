"""Perfect clears of many lines, put together from clears of few lines, one after the other.

A search for a clear of ten lines gets lost among boards, but most queues clear four lines, and then four or six more
from the empty field that these leave. A clear that is found this way is as good as any other; finding none proves
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.field import WIDTH
from shapewright.clear.piece import PIECES

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.problem import Problem

    Attempt = Callable[[int, int, str, int, int, int], bytes | None]

__all__ = ["in_layers"]

_PREFERRED = (4, 6, 2)
_BOARDS = 4000
_WAYS = 3
_ATTEMPTS = 40
_ANYTHING = (1 << len(PIECES) + 1) - 1


def in_layers(problem: Problem, height: int, attempt: Attempt) -> bytes | None:
    """The placements of a clear of ``height`` lines that is several clears; None if some trying finds none.

    ``attempt(field, lines, pieces, leftovers, way, boards)`` looks for a clear of so few lines.
    """
    return _Layers(problem, height, attempt).clear(problem.start.bits, height, problem.sequence)


class _Layers:
    def __init__(self, problem: Problem, height: int, attempt: Attempt) -> None:
        self._problem = problem
        self._leftovers = problem.leftovers(height)
        self._attempt = attempt
        self._left = _ATTEMPTS

    def clear(self, bits: int, height: int, sequence: str) -> bytes | None:
        """The layers of so many lines, from this field on, by the pieces that are left."""
        for lines in self._lowest(bits, height):
            is_last = lines == height
            for way in range(_WAYS):
                if not self._left:
                    return None
                self._left -= 1
                leftovers = self._leftovers if is_last else _ANYTHING
                found = self._attempt(bits, lines, sequence, leftovers, way, _BOARDS)
                if found is None:
                    continue
                if is_last:
                    return found
                above = self.clear(0, height - lines, self._after(sequence, found))
                if above is not None:
                    return found + above
        return None

    @staticmethod
    def _lowest(bits: int, height: int) -> list[int]:
        """How many lines the lowest layer may have; the most promising number first."""
        if not bits:
            whole = [lines for lines in _PREFERRED if lines <= height]
            return sorted(whole, key=lambda lines: lines != height)
        top = -(-bits.bit_length() // WIDTH)
        whole = [lines for lines in range(top, height - 1) if (WIDTH * lines - bits.bit_count()) % 4 == 0]
        return whole[:3]

    def _after(self, sequence: str, placed: bytes) -> str:
        """The pieces that are left after a clear: with hold, one of those before the others is."""
        used = [PIECES[code] for code in placed[::4]]
        if not self._problem.hold:
            return sequence[len(used) :]
        hand = sequence[: len(used) + 1]
        for piece in used:
            hand = hand.replace(piece, "", 1)
        return hand + sequence[len(used) + 1 :]
