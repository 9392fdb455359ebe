"""Sequences drawn at random: each piece by itself, or in shuffled bags that hold every piece once."""

from __future__ import annotations

from collections.abc import Iterable
from math import perm
from random import Random

from shapewright.errors import LimitError, ProblemError
from shapewright.stacking.pieces import FallingPiece, tetrominoes, with_tetrominoes
from shapewright.stacking.problem import MAX_LENGTH


def random_sequence(
    length: int, *, seed: int | None = None, bag: bool = False, pieces: Iterable[FallingPiece] = ()
) -> tuple[str, ...]:
    """The names of ``length`` pieces, each drawn uniformly from the tetrominoes and ``pieces``.

    With ``bag`` they come in bags as in newer games: every piece once in shuffled order, then every piece once again;
    the last bag may stay incomplete. The same seed gives the same sequence, and a longer one begins with a shorter.

    >>> "".join(random_sequence(9, seed=1)), "".join(random_sequence(14, seed=1, bag=True))
    ('OLZZZITIJ', 'OLITSZJJSZOILT')

    Raises ``ProblemError`` below 1 piece, ``LimitError`` above ``MAX_LENGTH`` of them.
    """
    if length < 1:
        raise ProblemError(f"a sequence has at least 1 piece, not {length}")
    if length > MAX_LENGTH:
        raise LimitError(f"a sequence of {length} pieces is longer than the limit of {MAX_LENGTH}")
    own = tuple(pieces)
    names = [piece.name for piece in (with_tetrominoes(own) if own else tetrominoes())]
    source = Random(seed)
    drawn: list[str] = []
    while len(drawn) < length:
        drawn += source.sample(names, len(names)) if bag else [source.choice(names)]
    return tuple(drawn[:length])


def deals(kinds: int, length: int, *, bag: bool) -> int:
    """Count the sequences that chance can deal.

    >>> deals(7, 3, bag=False), deals(7, 8, bag=True)
    (343, 35280)
    """
    every: int = kinds**length
    if bag:
        every = perm(kinds) ** (length // kinds) * perm(kinds, length % kinds)
    return every
