"""Ways into a box that a walk does not find: pieces added for empty cells, columns of S and Z, packings of few pieces.

Where one piece fills a box many times over, the box with some of them taken out is as good for fewer: pieces are added
for the empty cells, the box is filled, and they are taken away again. S and Z on top of each other make columns of two
cells whose two ends alone stay empty.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.native import Native, tetrominoes
from shapewright.packing.rules import LETTERS
from shapewright.packing.search.extent import stretched

_STEPS = 6_000  # of the walk, for one choice of pieces to add
_CHOICES = 5
_WALK = 120_000  # from a packing that is nearly right
_MOST_ADDED = 0.125  # of the pieces that there are


def is_lopsided(counts: Sequence[int]) -> bool:
    """Whether half of the pieces are of one kind: such a bag is hard for the walk."""
    return 2 * max(counts) >= sum(counts)


def with_jokers(
    native: Native, width: int, height: int, counts: Sequence[int], seed: int, clock: Clock
) -> bytes | None:
    """The counts in a box that is filled with pieces added for its empty cells, which are then taken away; or None."""
    tried = 0
    for added in _choices(native, width, height, counts):
        if clock.over() or tried == _CHOICES:
            return None
        more = [count + extra for count, extra in zip(counts, added, strict=True)]
        outcome, _, raw = native.core.box(width, height, more, False, seed, _STEPS, None, clock.native())
        if outcome == "found":
            return _without(native, width, height, raw, added)
        tried += outcome != "none"  # which colours say at once
    return None


def _choices(native: Native, width: int, height: int, counts: Sequence[int]) -> Iterator[list[int]]:
    """What to add: of the kinds that there are most of, as many as fill the box."""
    empty = width * height - sum(map(int.__mul__, native.areas, counts))
    by_count = sorted([kind for kind, count in enumerate(counts) if count], key=lambda kind: -counts[kind])
    for kind in by_count:
        many, over = divmod(empty, native.areas[kind])
        if over or not many or many > _MOST_ADDED * sum(counts):
            continue
        for other in (kind, *[one for one in by_count if one != kind and native.areas[one] == native.areas[kind]]):
            added = [0] * len(counts)
            added[kind] += many - (other != kind)
            added[other] += other != kind
            yield added


def _without(native: Native, width: int, height: int, raw: bytes, added: Sequence[int]) -> bytes:
    """The placements but for so many of each kind; those within the box go before those at its sides."""
    values = memoryview(raw).cast("i").tolist()
    pieces = list(zip(*[iter(values)] * 4, strict=True))

    def at_a_side(piece: tuple[int, ...]) -> bool:
        kind, turn, x, y = piece
        wide, high = native.extents[kind][turn]
        return x == 0 or y == 0 or x + wide == width or y + high == height

    left = list(added)
    kept = array("i")
    for piece in sorted(pieces, key=at_a_side):
        if left[piece[0]]:
            left[piece[0]] -= 1
        else:
            kept.extend(piece)
    return kept.tobytes()


def nearly(
    native: Native, width: int, height: int, counts: Sequence[int], raw: bytes, seed: int, clock: Clock
) -> bytes | None:
    """The counts in a box, on the way from a packing ``raw`` of the same kinds, some of which may be too many; or None.

    Pieces that are too many go while there are more cells covered than the counts cover.
    """
    over = [-count for count in counts]
    for kind in memoryview(raw).cast("i")[::4].tolist():
        over[kind] += 1
    spare = sum(map(int.__mul__, native.areas, over))
    away = [0] * len(counts)
    for kind, many in enumerate(over):
        away[kind] = max(0, min(many, spare // native.areas[kind]))
        spare -= away[kind] * native.areas[kind]
    kept = _without(native, width, height, raw, away)
    if spare > 0:
        return None
    if away == over:
        return stretched(native, width, height, kept)
    board = b"\x01" * (width * height)
    with interruptible() as stop:
        outcome, _, found = native.core.walk(
            width, height, board, list(counts), kept, seed, native.steps(_WALK), stop, clock.native()
        )
    return stretched(native, width, height, found) if outcome == "found" else None


def by_columns(native: Native, width: int, height: int, counts: Sequence[int], seed: int, clock: Clock) -> bytes | None:
    """S and Z in columns of their own from one side of the box on, everything else beside them; None if that fails."""
    if native is not tetrominoes():
        return None
    bent = [LETTERS.index(letter) for letter in "SZ"]
    for turned in (False, True):
        wide, high = (height, width) if turned else (width, height)
        each = (high - 1) // 2
        if not each:
            continue
        # Columns that are full, and one more of each kind where the rest of the box has no room for what is over.
        for over in ((0, 0), (1, 0), (0, 1), (1, 1)):
            columns = [
                min(counts[kind] // each + more, -(-counts[kind] // each))
                for kind, more in zip(bent, over, strict=True)
            ]
            if not any(columns) or 2 * sum(columns) > wide or clock.over():
                continue
            left = list(counts)
            laid = array("i")
            at = 0
            for kind, many in zip(bent, columns, strict=True):
                turn = next(k for k, size in enumerate(native.extents[kind]) if size == ((3, 2) if turned else (2, 3)))
                for _ in range(many):
                    for step in range(min(each, left[kind])):
                        laid.extend((kind, turn, *((2 * step, at) if turned else (at, 2 * step))))
                    left[kind] -= min(each, left[kind])
                    at += 2
            rest = beside(native, at, (width, height), left, turned=turned, seed=seed, clock=clock)
            if rest is not None:
                return stretched(native, width, height, laid.tobytes() + rest)
    return None


def beside(
    native: Native, at: int, box: tuple[int, int], left: Sequence[int], *, turned: bool, seed: int, clock: Clock
) -> bytes | None:
    """Lay what is left into the part of the box that has no columns, which begins at ``at``; None if that fails."""
    if not any(left):
        return b""
    width, height = (box[0], box[1] - at) if turned else (box[0] - at, box[1])
    if width * height < sum(map(int.__mul__, native.areas, left)):
        return None
    outcome, _, raw = native.core.box(width, height, left, False, seed, _STEPS, None, clock.native())
    if outcome != "found":
        return None
    moved = array("i")
    for kind, turn, x, y in zip(*[iter(memoryview(raw).cast("i").tolist())] * 4, strict=True):
        moved.extend((kind, turn, x, y + at) if turned else (kind, turn, x + at, y))
    return moved.tobytes()
