"""S and Z in boxes with even sides, where a column of either leaves four cells empty, and not two as in an odd height.

Two things help. A column of Z beside one of S makes room for one piece more below them: a *zipper*, four cells wide,
leaves four cells empty as well. And S alone leave least empty where they lie in columns in two corners of a box,
opposite each other, and in rows in the other two. That is the packing whose empty cells have the least of the weights
that :mod:`shapewright.packing.search.plane_weights` explains, as every place of an S has the same; the engine looks for
it (engine/packing/spiral.hpp).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.native import Native, tetrominoes
from shapewright.packing.rules import LETTERS
from shapewright.packing.search.extent import stretched
from shapewright.packing.search.other_starts import beside

_MOST_CELLS = 1 << 14
_BEAM = 2000
_SPIRALS = 2  # that are tried for a box, the most promising first
_ROOM = 6  # columns of cells for other pieces, beyond those that they need at least

_LYING, _STANDING = (3, 2), (2, 3)

_Lying = tuple[int, tuple[int, int], int, int]
"""A piece of a kind with its extents, and the corner of its bounding box."""


def most_alone(width: int, height: int) -> int:
    """How many S, or how many Z, lie in a box with even sides at most.

    >>> most_alone(14, 14), most_alone(64, 64)
    (45, 1007)
    """
    blocks, diagonals = width * height // 4, (width + height) // 2 - 1
    return blocks - -(-blocks // diagonals)


def of_s_and_z(native: Native, width: int, height: int, counts: Sequence[int], seed: int, clock: Clock) -> bytes | None:
    """S and Z in zippers, in columns and in a spiral, and everything else beside them; None if that fails."""
    if native is not tetrominoes() or width % 2 or height % 2 or width * height > _MOST_CELLS:
        return None
    bent = sorted([LETTERS.index(letter) for letter in "SZ"], key=lambda kind: -counts[kind])
    others = sum([count for kind, count in enumerate(counts) if kind not in bent])
    if not counts[bent[0]] or 2 * others > sum(counts):
        return None
    cells = 4 * others
    tried = 0
    for turned in (False, True)[: 1 + (width != height)]:
        wide, high = (height, width) if turned else (width, height)
        least = -(-cells // (2 * high)) * 2
        for room in range(least, min(wide, least + _ROOM) + 1, 2) if cells else (0,):
            spare = (room * high - cells) // 4
            for plan in sorted(_plans(wide - room, high, (counts[bent[0]], counts[bent[1]]), spare)):
                if clock.over() or (plan.is_spiral and tried == _SPIRALS):
                    break
                tried += plan.is_spiral
                laid = plan.laid(native, (bent[0], bent[1]), seed, clock)
                if laid is None:
                    continue
                left = list(counts)
                for kind, _, _, _ in laid:
                    left[kind] -= 1
                flat = _flat(native, laid, wide, high, turned=turned)
                rest = beside(native, wide - room, (width, height), left, turned=turned, seed=seed, clock=clock)
                if rest is not None:
                    return stretched(native, width, height, flat + rest)
    return None


@dataclass(frozen=True, order=True)
class _Plan:
    """From one side of a box on: zippers, columns of both kinds, and the one there is more of in what is left.

    The first in order is the one that certainly fits, then the one with the most room.
    """

    is_spiral: bool
    scarce: int  # room that is missing, if that is below 0
    zippers: int
    columns: int
    wide: int
    high: int
    pieces: tuple[int, int]
    needed: int  # of the kind that there is more of, in what is left

    def laid(self, native: Native, kinds: tuple[int, int], seed: int, clock: Clock) -> list[_Lying] | None:
        """Where the pieces lie; None if too few of them lie in the spiral."""
        each = self.high // 2 - 1
        stacks: list[tuple[int, int, int]] = []  # kind, column and first row
        extra: list[_Lying] = []
        much, little = self.pieces
        more = min(max(0, little - self.zippers * each), self.zippers)
        for k in range(self.zippers):
            # The Z stand left of the S, one row up, and what lies below is of either kind.
            stacks += [(kind, 4 * k + 2 * (LETTERS[kind] == "S"), 1) for kind in kinds]
            kind = kinds[k < more]
            extra.append((kind, _LYING, 4 * k + (LETTERS[kind] == "Z"), 0))
        at = 4 * self.zippers
        # Z stand on S, with two cells between them; so a column holds as many of both as of one.
        low, high = sorted(kinds, key=lambda kind: LETTERS[kind])
        left = max(0, little - self.zippers * each - more)
        mixed: list[_Lying] = []
        for _ in range(self.columns):
            some = min(left, each)
            left -= some
            below = some if low == kinds[1] else each - some
            mixed += [(low, _STANDING, at, 2 * step) for step in range(below)]
            mixed += [(high, _STANDING, at, 2 * step + 1) for step in range(below, each)]
            at += 2
        if not self.is_spiral:
            stacks += [(kinds[0], x, 0) for x in range(at, self.wide - 1, 2)]
        laid = (
            extra
            + mixed
            + [(kind, _STANDING, x, first + 2 * step) for kind, x, first in stacks for step in range(each)]
        )
        if self.is_spiral:
            inside = _spiral(native, kinds[0], self.wide - at, self.high, self.needed, seed, clock)
            if inside is None:
                return None
            laid += [(kind, size, x + at, y) for kind, size, x, y in inside]
        return _at_most(laid, {kinds[0]: much, kinds[1]: little})


def _plans(wide: int, high: int, pieces: tuple[int, int], spare: int) -> Iterator[_Plan]:
    """The ways to lay so many of each kind, where ``spare`` of those that there are more of find room elsewhere."""
    each = high // 2 - 1
    much, little = pieces
    if each < 1:
        return
    for zippers in range(min(wide // 4, -(-little // each)) + 1):
        more = min(max(0, little - zippers * each), zippers)
        over = max(0, little - zippers * each - more)
        columns = -(-over // each)
        left = wide - 4 * zippers - 2 * columns
        if left < 0:
            continue
        needed = max(0, much - zippers * (each + 1) + more - (columns * each - over) - spare)
        if needed <= left // 2 * each:
            yield _Plan(False, 0, zippers, columns, wide, high, pieces, needed)
        elif needed <= most_alone(left, high):
            yield _Plan(True, needed - most_alone(left, high), zippers, columns, wide, high, pieces, needed)


def _at_most(laid: list[_Lying], most: dict[int, int]) -> list[_Lying]:
    """The first of the pieces, no more than ``most`` of each kind."""
    left = dict(most)
    kept: list[_Lying] = []
    for piece in laid:
        if left[piece[0]]:
            left[piece[0]] -= 1
            kept.append(piece)
    return kept


def _spiral(
    native: Native, kind: int, width: int, height: int, needed: int, seed: int, clock: Clock
) -> list[_Lying] | None:
    """At least as many of one kind as are needed, or None."""
    weights = [_weight(x if LETTERS[kind] == "S" else width - 1 - x, y, width, height)
               for y in range(height) for x in range(width)]  # fmt: skip
    # A packing that looks the same after a quarter turn is found where more is hidden; any other is harder to find.
    for turns, again in ((4, 0), (2, 0), (2, 1), (2, 2)):
        if clock.over():
            break
        # With its turned copies a piece is one of 4, or of 2.
        if (turns == 4 and width != height) or needed > most_alone(width, height) // turns * turns:
            continue
        with interruptible() as stop:
            raw = native.core.spiral(
                [kind], width, height, turns, weights, _BEAM, (seed + again) % (1 << 64), stop, clock.native()
            )
        if len(raw) >= 16 * needed and raw:
            values = memoryview(raw).cast("i").tolist()
            pieces = list(zip(*[iter(values)] * 4, strict=True))
            return [(of, native.extents[of][turn], x, y) for of, turn, x, y in pieces]
    return None


def _weight(x: int, y: int, width: int, height: int) -> int:
    """What a cell weighs: every S adds up to half of the sides less 1."""
    right, up = x // 2, y // 2
    if y % 2:
        return height // 2 - 1 - up if x % 2 else right
    return width // 2 - 1 - right if x % 2 else up


def _flat(native: Native, laid: list[_Lying], wide: int, high: int, *, turned: bool) -> bytes:
    """The pieces as the engine has them, in the box or in the box turned to the left."""
    values = array("i")
    for kind, (across, up), x, y in laid:
        size, at = ((up, across), (high - y - up, x)) if turned else ((across, up), (x, y))
        turn = next(k for k, one in enumerate(native.extents[kind]) if one == size)
        values.extend((kind, turn, *at))
    return values.tobytes()
