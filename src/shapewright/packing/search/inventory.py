"""The inventory of rectangles: every bag of every rectangle up to an area, each with a tiling, as one HDF5 file.

The file has the datasets ``size`` (width, height of each rectangle), ``counts`` (of I J L O S T Z), ``first`` (where
its pieces begin) and ``pieces`` (type, orientation, x, y; orientations in the order of ``Polyomino.orientations``).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shapewright import _core
from shapewright.cells.placements import Placement
from shapewright.errors import ElsewhereError, FileError, LimitError, ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.native import Placements, rectangles_of, tetrominoes
from shapewright.packing.rules import LETTERS
from shapewright.storage import cache

FORMAT = "shapewright rectangles"
VERSION = 1
AREA = 32
"""The area up to which the solver 'rectangles' knows them."""

MAX_AREA = 40


@dataclass(frozen=True)
class Rectangle:
    """A rectangle, the counts of I J L O S T Z that fill it, and one way to do so."""

    width: int
    height: int
    counts: tuple[int, ...]
    tiling: bytes

    @property
    def placements(self) -> Sequence[Placement]:
        """Where the pieces lie."""
        return Placements(tetrominoes(), self.tiling)


def rectangles(
    area: int = AREA, path: str | os.PathLike[str] | None = None, *, time_limit: float | None = None
) -> tuple[Rectangle, ...]:
    """The rectangles of at most ``area`` cells, from the file ``path``, or from the user's cache, where they are kept.

    Raises ``FileError`` for a damaged file, ``LimitError`` beyond 40 cells, ``StoppedError`` when they must be made and
    the time limit (seconds) is reached.
    """
    clock = Clock(time_limit)
    if path is not None:
        return tuple(one for one in read(path) if one.width * one.height <= area)
    _check_area(area)
    if not cache.is_there():
        return build(area, time_limit=clock.left())
    place = cache.folder("packing") / f"rectangles_{area}.{VERSION}.h5"
    if place.exists():
        try:
            return read(place)
        except FileError as error:
            cache.remark(f"{error}; it is computed again")
    with cache.alone(place, clock.left()) as writable:
        made = build(area, time_limit=clock.left())
        if writable:
            try:
                write(place, area, made)
            except FileError as error:
                cache.remark(f"{error}; the rectangles will have to be computed again")
    return made


def build(area: int, *, time_limit: float | None = None) -> tuple[Rectangle, ...]:
    """Make the inventory up to ``area`` cells: tables of bags, then a tiling for each.

    >>> [(one.width, one.height) for one in build(4)]
    [(1, 4), (2, 2)]
    """
    _check_area(area)
    core = tetrominoes().core
    clock = Clock(time_limit)
    sizes = [
        (width, cells // width)
        for cells in range(4, area + 1, 4)
        for width in range(1, cells)
        if cells % width == 0 and width * width <= cells
    ]
    found = []
    with interruptible() as stop:
        for width, height in sizes:
            complete, table = core.bags(width, height, width * height // 4, stop, clock.native())
            if not stop[0] and (not complete or clock.over()):
                raise clock.stopped("every rectangle was decided")
            for at in range(0, len(table), len(LETTERS)):
                counts = tuple(table[at : at + len(LETTERS)])
                outcome, _, raw = core.box(width, height, counts, False, at, 1 << 40, stop, -1.0)
                if outcome == "found":
                    found.append(Rectangle(width, height, counts, raw))
    return tuple(found)


def to_bytes(area: int, inventory: Sequence[Rectangle]) -> bytes:
    """The content of the file that :func:`write` makes."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "rectangles.h5"
        write(place, area, inventory)
        return place.read_bytes()


def write(path: str | os.PathLike[str], area: int, inventory: Sequence[Rectangle]) -> None:
    """Write an inventory as one file, whole or not at all.

    Raises ``FileError`` if that cannot be, ``ElsewhereError`` in a browser.
    """
    try:
        import numpy as np

        from shapewright.storage import hdf5  # h5py and numpy: only what reads and writes files waits for them
    except ModuleNotFoundError:
        raise ElsewhereError("an HDF5 file cannot be written in a browser; the command line can do it") from None

    pieces = np.frombuffer(b"".join(one.tiling for one in inventory), dtype="i4").reshape(-1, 4)
    arrays: dict[str, Any] = {
        "size": np.array([(one.width, one.height) for one in inventory], dtype="u1").reshape(-1, 2),
        "counts": np.array([one.counts for one in inventory], dtype="u1").reshape(-1, len(LETTERS)),
        "first": np.cumsum([0, *(len(one.tiling) // 16 for one in inventory)]).astype("u4"),
        "pieces": pieces,
    }
    about = f"rectangles of tetrominoes up to {area} cells: counts of {' '.join(LETTERS)}, and a tiling of each"
    hdf5.write(path, FORMAT, VERSION, arrays, {"about": about, "area": area, "rectangles": len(inventory)})


def read(path: str | os.PathLike[str]) -> tuple[Rectangle, ...]:
    """Read an inventory that :func:`write` made.

    Raises ``FileError`` if there is none, or it is damaged, or something else.
    """
    from shapewright.storage import hdf5  # h5py and numpy: only what reads and writes files waits for them

    arrays = hdf5.read(path, FORMAT, VERSION).arrays
    damaged = FileError(f"{os.fspath(path)!r} is damaged: its contents are not rectangles of tetrominoes")
    try:
        size, counts = arrays["size"].tolist(), arrays["counts"].tolist()
        first, pieces = arrays["first"].tolist(), arrays["pieces"].astype("i4")
    except KeyError:
        raise damaged from None
    if any(arrays[name].dtype.kind not in "ui" for name in ("size", "counts", "first", "pieces")):
        raise damaged
    if any(arrays[name].ndim != 2 for name in ("size", "counts", "pieces")) or arrays["first"].ndim != 1:
        raise damaged
    if size and (len(size[0]), len(counts[0]), pieces.shape[1]) != (2, len(LETTERS), 4):
        raise damaged
    if len(first) != len(size) + 1 or len(counts) != len(size) or not first or first[-1] != len(pieces):
        raise damaged
    kinds = [len(shapes) for shapes in tetrominoes().orientations]
    if any(not (0 <= kind < len(kinds) and 0 <= turn < kinds[kind]) for kind, turn, _, _ in pieces.tolist()):
        raise damaged
    found = []
    for number, ((width, height), bag) in enumerate(zip(size, counts, strict=True)):
        tiling = pieces[first[number] : first[number + 1]]
        if 4 * len(tiling) != width * height or sum(bag) != len(tiling):
            raise damaged
        found.append(Rectangle(width, height, tuple(bag), tiling.tobytes()))
    return tuple(found)


@lru_cache(maxsize=1)
def native_inventory() -> _core.PackingRectangles:
    """The inventory of the solver 'rectangles' as the engine takes it."""
    listed = ((one.width, one.height, list(one.counts), one.tiling) for one in rectangles(AREA))
    # The orientation of each type and orientation after a quarter turn to the left.
    turned = []
    for shapes in tetrominoes().shapes:
        numbers = {shape.cells: number for number, shape in enumerate(shapes)}
        left = [tuple(sorted((shape.size[1] - 1 - y, x) for x, y in shape.cells)) for shape in shapes]
        turned.append([numbers[cells] for cells in left])
    return rectangles_of(listed, turned)


def _check_area(area: int) -> None:
    if area < 4:
        raise ProblemError(f"there is no rectangle of tetrominoes of at most {area} cells")
    if area > MAX_AREA:
        raise LimitError(f"rectangles of {area} cells exceed the limit of {MAX_AREA} cells")
