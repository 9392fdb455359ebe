"""Domino tilings by Kasteleyn's determinant: any board in a plane, with holes, counted and drawn without a frontier.

Squares are black or white, as on a chessboard, and every domino covers one of each. A matrix has a row for each black
square, a column for each white one, and an entry 1 or -1 where a domino fits; with the right signs its determinant is
the number of tilings, or minus that. It is computed modulo many primes, eight at a time, which are tasks that add up;
and the same elimination, in floating point, draws tilings. See ``engine/planar/dominoes.hpp``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil
from random import Random
from typing import TYPE_CHECKING

from shapewright.jobs.interrupt import interruptible
from shapewright.tiling import native

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.native import DominoBoard
    from shapewright.tiling.search.instance import Cover

    Run = Callable[[list[int]], list[list[int]]]  # first primes of batches -> their primes and residues, or nothing

BATCH = 8  # primes at a time
PRIME_BITS = 30.99  # of a prime just below 2^31
_RANDOM_BITS = 53  # of the engine's numbers between 0 and 1
_MORE_BITS = 4096  # so many more make a draw exact for all that matters


def domino_board(cover: Cover) -> DominoBoard | None:
    """The board of ``cover``, if all its pieces are dominoes, used freely, on a board of one layer to be filled.

    A bound of as many dominoes as fill the board is none.
    """
    squares = _squares(cover)
    if squares is None or not cover.options or not all(cover.required):
        return None
    used = {number for number, _ in cover.options}
    fill = len(cover.cells) // 2
    for number, (least, most) in enumerate(zip(cover.minimum, cover.maximum, strict=True)):
        alone = used == {number}
        if (least > 0 and not (alone and least <= fill)) or (number in used and most is not None and most < fill):
            return None
    ways = Counter(covered for _, covered in cover.options)
    if any(len(covered) != 2 for covered in ways):
        return None
    for first, second in ways:
        (a, b), (c, d) = squares[first], squares[second]
        if abs(a - c) + abs(b - d) != 1:
            return None
    return native.DominoBoard(squares, [(first, second, number) for (first, second), number in ways.items()])


def _squares(cover: Cover) -> list[tuple[int, int]] | None:
    """The open cells as squares of a plane, if the board has one layer."""
    size = cover.problem.board.size
    x, y, *others = sorted(range(len(size)), key=lambda axis: (size[axis] == 1, axis))
    return None if any(size[axis] > 1 for axis in others) else [(cell[x], cell[y]) for cell in cover.cells]


def residues(
    board: DominoBoard, skipped: int, stop: bytearray | None = None, seconds: float = -1.0
) -> list[int] | None:
    """A batch of primes after the largest ``skipped`` ones, and the determinant modulo each; None if it was stopped.

    Empty where these primes do not serve.
    """
    primes = native.primes(skipped, BATCH)
    with interruptible(stop) as flag:
        found = board.determinant(primes, stop=flag, seconds=seconds)
    return found and primes + found


def number(board: DominoBoard, run: Run) -> int:
    """How many tilings there are, from batches of residues that ``run`` computes, in any order and anywhere."""
    if not board.balanced:
        return 0
    modulus, determinant, skipped = 1, 0, 0
    # The determinant may be negative: one bit more. And a remainder must not lie beyond half of the modulus.
    while (missing := board.bits + 2 - modulus.bit_length()) > 0:
        batches = ceil(missing / (BATCH * PRIME_BITS))
        for found in run([skipped + BATCH * k for k in range(batches)]):
            for prime, residue in zip(found[:BATCH], found[BATCH:], strict=True):
                determinant += modulus * ((residue - determinant) * pow(modulus, -1, prime) % prime)
                modulus *= prime
        skipped += BATCH * batches
    return min(determinant, modulus - determinant)


class Drawing:
    """Draws domino tilings of ``cover``, each with the same chance."""

    def __init__(self, cover: Cover, board: DominoBoard, clock: Clock) -> None:
        self._cover = cover
        self._options: dict[tuple[int, int], list[int]] = {}
        for option, (_, (first, second)) in enumerate(cover.options):
            self._options.setdefault((first, second), []).append(option)
        self._board = board
        self._draws = native.DominoDraws(board)
        self._clock = clock
        with interruptible(clock.stop) as stop:
            is_complete = self._draws.prepare(stop, clock.native())
        if not is_complete:
            raise clock.stopped("a random tiling was drawn")

    def draw(self, seed: int) -> list[int]:
        """The options of a tiling; there must be one."""
        given: list[tuple[int, int]] = []
        generator = Random(seed)
        while True:
            with interruptible(self._clock.stop) as stop:
                drawn = self._draws.draw(seed, given, stop, self._clock.native())
            if drawn is None:
                raise self._clock.stopped("a random tiling was drawn")
            pairs, candidates, bits = drawn
            if not candidates:
                return [generator.choice(self._options[min(pair), max(pair)]) for pair in pairs]
            given = [*pairs, self._decided(pairs, candidates, bits, generator)]

    def _decided(
        self, pairs: list[tuple[int, int]], candidates: list[tuple[int, int]], bits: int, generator: Random
    ) -> tuple[int, int]:
        """What the random number chooses among pairs whose chances were not exact enough: by exact numbers."""
        tilings = [self._number_after([*pairs, pair]) for pair in candidates]
        drawn = bits << _MORE_BITS | generator.getrandbits(_MORE_BITS)
        bounds = accumulate(tilings)
        total = sum(tilings)
        return next(
            pair
            for pair, bound in zip(candidates, bounds, strict=True)
            if drawn * total < bound << (_RANDOM_BITS + _MORE_BITS)
        )

    def _number_after(self, pairs: Sequence[tuple[int, int]]) -> int:
        """How many tilings have all these dominoes, whatever kinds they are of."""
        taken = {square for pair in pairs for square in pair}
        left = [square for square in range(len(self._cover.cells)) if square not in taken]
        if not left:
            return len(self._options[min(pairs[-1]), max(pairs[-1])])
        place = {square: k for k, square in enumerate(left)}
        squares = _squares(self._cover)
        assert squares is not None
        links = [
            (place[first], place[second], len(options))
            for (first, second), options in self._options.items()
            if first in place and second in place
        ]
        board = native.DominoBoard([squares[square] for square in left], links)
        here = len(self._options[min(pairs[-1]), max(pairs[-1])])

        def run(batches: list[int]) -> list[list[int]]:
            return [residues(board, skipped) or [] for skipped in batches]

        return here * number(board, run)
