"""Queues dealt from shuffled bags, to train nets on and to measure them by."""

from __future__ import annotations

import random

from shapewright.clear.field import WIDTH
from shapewright.clear.piece import PIECES
from shapewright.errors import ProblemError

__all__ = ["check_height", "deal"]

_HEIGHTS = range(4, 21, 2)


def check_height(height: int) -> None:
    """Raise ``ProblemError`` unless random queues clear that many lines of the empty field, as a rule."""
    if height not in _HEIGHTS:
        raise ProblemError(f"nets are trained and measured on clears of 4, 6, ... 20 lines, not of {height}")


def deal(number: int, height: int, source: str) -> list[str]:
    """So many queues for clears of ``height`` lines from the empty field, with an empty hold and one piece to spare.

    Each begins anywhere in its first bag. The same ``source`` gives the same queues.

    >>> deal(2, 4, "an example")
    ['LZIJOTLJOIS', 'IOSIZTLOJZS']
    """
    shuffler = random.Random(source)
    length = height * WIDTH // 4 + 1
    queues = []
    for _ in range(number):
        pieces: list[str] = []
        while len(pieces) < length + len(PIECES):
            pieces += shuffler.sample(PIECES, len(PIECES))
        begin = shuffler.randrange(len(PIECES))
        queues.append("".join(pieces[begin : begin + length]))
    return queues
