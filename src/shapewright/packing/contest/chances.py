"""The exact probability that a random bag fits into a small box, from a table of all bags that do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod
from pathlib import Path

from shapewright.errors import FileError, LimitError, ProblemError, StoppedError, amount
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import INTERRUPTED, limit_reached
from shapewright.packing.bag import Bag
from shapewright.packing.boxes import Box
from shapewright.packing.native import tetrominoes
from shapewright.packing.rules import LETTERS
from shapewright.storage import cache

FORMAT = "shapewright bags of a box"
VERSION = 1

_MAX_CELLS = 64
_MAX_PIECES = 21
# Smaller tables are made sooner than read.
_KEPT_FROM_CELLS = 49


@dataclass(frozen=True, repr=False)
class Chances:
    """All bags of ``pieces`` pieces that fit into ``box``; ``table`` holds seven bytes for each, its counts.

    >>> found = chances((3, 3), 2)
    >>> found
    <Chances: 8 of 28 bags of 2 pieces fit 3x3>
    >>> float(found.probability)
    0.2857142857142857
    """

    box: Box
    pieces: int
    table: bytes

    @property
    def bags(self) -> int:
        """How many bags fit."""
        return len(self.table) // len(LETTERS)

    @property
    def of(self) -> int:
        """How many bags there are of so many pieces."""
        return comb(self.pieces + len(LETTERS) - 1, len(LETTERS) - 1)

    @cached_property
    def _weights(self) -> tuple[int, int]:
        """The ways to draw a bag that fits, piece by piece; and those with an even number of T."""
        factorials = [factorial(k) for k in range(self.pieces + 1)]
        every = even = 0
        for at in range(0, len(self.table), len(LETTERS)):
            counts = self.table[at : at + len(LETTERS)]
            ways = factorials[self.pieces] // prod([factorials[count] for count in counts])
            every += ways
            even += ways if counts[5] % 2 == 0 else 0
        return every, even

    @property
    def probability(self) -> Fraction:
        """That a bag of pieces drawn uniformly and independently fits."""
        return Fraction(self._weights[0], len(LETTERS) ** self.pieces)

    @property
    def probability_even_t(self) -> Fraction:
        """The same, given that the number of T is even."""
        # (7^n + 5^n) / 2 of the 7^n draws have an even number of T.
        return Fraction(2 * self._weights[1], 7**self.pieces + 5**self.pieces)

    def to_json(self) -> dict[str, object]:
        """Plain data: the box, the pieces, how many bags fit, and the chances as numbers and as fractions."""
        every, even = self.probability, self.probability_even_t
        return {
            "box": list(self.box),
            "pieces": self.pieces,
            "bags": self.bags,
            "of": self.of,
            "probability": float(every),
            "probability_exact": str(every),
            "probability_even_t": float(even),
            "probability_even_t_exact": str(even),
        }

    def __contains__(self, bag: Bag) -> bool:
        if bag.total != self.pieces:
            return False
        counts, size = bytes(bag.counts), len(LETTERS)
        at = self.table.find(counts)
        while at >= 0 and at % size:
            at = self.table.find(counts, at + 1)
        return at >= 0

    def __repr__(self) -> str:
        width, height = self.box
        return f"<Chances: {self.bags} of {self.of} bags of {amount(self.pieces, 'piece')} fit {width}x{height}>"


def chances(box: Box, pieces_count: int | None = None, *, time_limit: float | None = None) -> Chances:
    """Find every bag of ``pieces_count`` pieces (by default as many as there is room for) that fits into ``box``.

    By dynamic programming over sets of bags, see ``engine/packing/bags.hpp``; 8x8 takes some two seconds, and is kept
    in the user's cache.

    Raises ``LimitError`` for boxes of more than 64 cells or more states than a machine should hold, ``StoppedError``
    when the time limit (seconds) is reached.
    """
    width, height = box
    shape = f"{width}x{height}"
    if width < 1 or height < 1:
        raise ProblemError(f"the box {shape} has no cells")
    if width * height > _MAX_CELLS:
        raise LimitError(f"the box {shape} has {width * height} cells; chances are exact up to {_MAX_CELLS} cells")
    pieces = width * height // 4 if pieces_count is None else pieces_count
    if pieces < 1:
        raise ProblemError(f"a bag for the box {shape} has at least 1 piece, not {pieces}")
    if pieces > _MAX_PIECES or 4 * pieces > width * height:
        return Chances((width, height), pieces, b"")
    if width * height < _KEPT_FROM_CELLS or not cache.is_there():
        return Chances((width, height), pieces, bags_table(width, height, pieces, time_limit))
    place = cache.folder("packing") / f"bags_{min(box)}x{max(box)}_{pieces}.{VERSION}.h5"
    known = _kept(place, pieces)
    if known is None:
        with cache.alone(place) as writable:
            known = _kept(place, pieces)
            if known is None:
                known = bags_table(width, height, pieces, time_limit)
                if writable:
                    _keep(place, known, min(box), max(box), pieces)
    return Chances((width, height), pieces, known)


def bags_table(width: int, height: int, pieces: int, time_limit: float | None) -> bytes:
    """The bags of ``pieces`` tetrominoes that fit into the box, as the engine lists them."""
    seconds = -1.0 if time_limit is None else time_limit
    with interruptible() as stop:
        complete, table = tetrominoes().core.bags(min(width, height), max(width, height), pieces, stop, seconds)
    if not complete:
        if time_limit is not None or INTERRUPTED[0]:
            raise StoppedError(f"{limit_reached(time_limit)} before every bag was decided")
        raise LimitError(f"the box {width}x{height} with {amount(pieces, 'piece')} has too many states to search")
    return table


def _kept(place: Path, pieces: int) -> bytes | None:
    """The table in the cache, or None if there is none or it is damaged."""
    if not place.exists():
        return None
    from shapewright.storage import hdf5  # h5py and numpy: only what reads and writes tables waits for them

    try:
        bags = hdf5.read(place, FORMAT, VERSION).arrays["bags"]
        if bags.ndim != 2 or bags.shape[1] != len(LETTERS) or (len(bags) and set(bags.sum(axis=1)) != {pieces}):
            raise FileError(f"{str(place)!r} is damaged: its contents are not bags of tetrominoes")
        return bytes(bags.astype("u1").tobytes())
    except (FileError, KeyError) as error:
        cache.remark(f"{error}; it is computed again")
        return None


def _keep(place: Path, table: bytes, width: int, height: int, pieces: int) -> None:
    import numpy as np

    from shapewright.storage import hdf5  # h5py and numpy: only what reads and writes tables waits for them

    about = f"every bag of {pieces} tetrominoes that fits into {width}x{height}: counts of {' '.join(LETTERS)}"
    bags = np.frombuffer(table, dtype="u1").reshape(-1, len(LETTERS))
    attributes: dict[str, hdf5.Attribute] = {"about": about, "width": width, "height": height, "pieces": pieces}
    try:
        hdf5.write(place, FORMAT, VERSION, {"bags": bags}, attributes)
    except FileError as error:
        cache.remark(f"{error}; the table will have to be computed again")
