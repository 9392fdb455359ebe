"""What was found out about plans beforehand: cheap plans for all halves, and which shapes few machines can make.

``data/plans.py`` makes the files. That a shape is not among those that so many machines make is a proof that it takes
more, for the search behind it looks at every plan (engine/shapez/plan/sets.hpp). Those shapes are too many to ship, so
a filter stands for them that lets all of them through and few others: to let a shape through by mistake makes the bound
weaker, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright.errors import FileError
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.packed import Packed
from shapewright.shapez.plans.last_machine import Cheap, may_be_made
from shapewright.storage import hdf5

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

Machine = tuple[int, int, int]
"""A machine by its number in the engine, and the packed shapes it takes; the second is 0 where it takes one."""

FORMAT = "shapez plans"
VERSION = 3

HALVES = ("machine", "first", "second", "key", "whole", "start", "steps")
"""The columns of the plans for halves: machines with what they take, packed; then halves and their machines. Rows of
the same key are several plans for a half, the cheapest first."""
LEAST = ("machine", "first", "second", "shape", "start", "steps")
"""The columns of plans for whole shapes: machines with what they take, packed; then shapes and their machines."""
PROBES = 8
"""How many bits of a filter speak for a shape."""

_ABOUT = {
    "about": "plans for shapes of one type without paint; kinds of parts: 0 empty, 1 normal, 2 pin, 3 crystal",
    "halves/about": "machine, first, second: machines and the packed shapes they take; key: halves in the east, two "
    "bits for each part, the lesser of a half and its reflection; whole: a shape whose half that is; start, steps: the "
    "machines that make the whole shape, by their numbers; several plans for a half, the cheapest first",
    "least/about": "machine, first, second: as above; shape: packed, the least of its images under mirror and half "
    "turn; start, steps: the machines that make it, by their numbers; least/proven: no shape takes fewer machines than "
    "its plan here or one more than this, whichever is less",
    "reached/about": "for each number of machines a filter of the shapes that take as many: of each, the least of its "
    "images under mirror and half turn; no half takes fewer machines than its cheapest plan or one more than the most "
    "of these; treated: a filter of what a pin pusher or a crystal generator makes of them",
}


@dataclass(frozen=True, eq=False)
class Library:
    """The plans for the halves of a configuration, and what is known about whole shapes.

    That is either ``filters``, of which ``filters[k]`` lets through the shapes of k machines, or ``least``, a plan for
    every shape: those of up to ``proven`` machines are minimal, and whatever has a longer one takes more than that.
    With filters there is one for what is made of those shapes by treating them, and plans for halves are minimal or of
    more machines than there are filters for.
    """

    configuration: Configuration
    halves: Mapping[str, NDArray[Any]]
    filters: tuple[NDArray[np.uint8], ...] = ()
    treated: NDArray[np.uint8] | None = None
    least: Mapping[str, NDArray[Any]] | None = None
    proven: int = 0

    def at_least(self, packed: int) -> int:
        """How many machines a shape takes at least, painters and mixers apart."""
        if self.least is not None:
            return self.proven + 1 if (row := self._row(packed)) is None else min(self._cost(row), self.proven + 1)
        if not self.filters:
            return 0
        one = np.array([packed], dtype=np.uint64)
        image = least_images(Packed(self.configuration), one)
        for machines, bits in enumerate(self.filters):
            if lets_through(bits, image)[0]:
                return machines
        cheap = Cheap(self._are_cheap, self._are_cheap_halves, self._are_treated)
        return len(self.filters) + (not may_be_made(Packed(self.configuration), packed, cheap))

    def _are_cheap(self, shapes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        images, found = least_images(Packed(self.configuration), shapes), np.zeros(len(shapes), dtype=bool)
        for bits in self.filters:
            found |= lets_through(bits, images)
        return found

    def _are_treated(self, shapes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        assert self.treated is not None
        return lets_through(self.treated, least_images(Packed(self.configuration), shapes))

    def _are_cheap_halves(self, keys: NDArray[np.uint32]) -> NDArray[np.bool_]:
        known, start = self.halves["key"], self.halves["start"]
        standing = np.minimum(keys, Packed(self.configuration).reflect_half(keys))
        rows = np.minimum(np.searchsorted(known, standing), len(known) - 1)
        cost = start[rows + 1] - start[rows]
        cheap: NDArray[np.bool_] = (keys == 0) | ((known[rows] == standing) & (cost < len(self.filters)))
        return cheap

    def plan(self, packed: int) -> list[Machine] | None:
        """The machines of the plan for a shape, in an order in which they can run; None if there is none."""
        if self.least is None or (row := self._row(packed)) is None:
            return None
        ring, shape = Packed(self.configuration), int(self.least["shape"][row])
        numbers = self.least["steps"][self.least["start"][row] : self.least["start"][row + 1]]
        taken = [self.least[name][numbers].astype(np.uint64) for name in ("first", "second")]
        mirrored, turned = next(
            (mirrored, turned)
            for mirrored in (False, True)
            for turned in (False, True)
            if _image(ring, np.array([shape], dtype=np.uint64), mirrored, turned)[0] == packed
        )
        first, second = (_image(ring, shapes, mirrored, turned).tolist() for shapes in taken)
        machines = self.least["machine"][numbers].tolist()
        if mirrored:  # clockwise is counterclockwise in a mirror
            machines = [1 - machine if machine < 2 else machine for machine in machines]
        return list(zip(machines, first, second, strict=True))

    def _row(self, packed: int) -> int | None:
        assert self.least is not None
        shapes = self.least["shape"]
        image = least_images(Packed(self.configuration), np.array([packed], dtype=np.uint64))[0]
        row = int(np.searchsorted(shapes, image))
        return row if row < len(shapes) and shapes[row] == image else None

    def _cost(self, row: int) -> int:
        assert self.least is not None
        return int(self.least["start"][row + 1] - self.least["start"][row])


def _image(ring: Packed, shapes: NDArray[np.uint64], mirrored: bool, turned: bool) -> NDArray[np.uint64]:
    if mirrored:
        shapes = ring.mirror(shapes)
    return ring.rotate(shapes, ring.configuration.half_parts) if turned else shapes


def least_images(ring: Packed, shapes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """What stands for shapes in the files: the least of each one's images under mirror and half turn."""
    images = [_image(ring, shapes, mirrored, turned) for mirrored in (False, True) for turned in (False, True)]
    least: NDArray[np.uint64] = np.stack(images).min(axis=0)
    return least


def filtered(shapes: NDArray[np.uint64], bits_each: int) -> NDArray[np.uint8]:
    """A filter that lets ``shapes`` through, of this number of bits for each."""
    size = max(8, (len(shapes) * bits_each + 7) // 8)
    bits = np.zeros(size, dtype=np.uint8)
    for probe in range(PROBES):
        found = places(shapes, 8 * size)[probe]
        np.bitwise_or.at(bits, found >> 3, np.uint8(1) << (found & 7).astype(np.uint8))
    return bits


def lets_through(bits: NDArray[np.uint8], shapes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which shapes a filter lets through."""
    found = places(shapes, 8 * len(bits))
    through: NDArray[np.bool_] = (bits[found >> 3] >> (found & 7).astype(np.uint8) & 1).all(axis=0)
    return through


def places(shapes: NDArray[np.uint64], size: int) -> NDArray[np.int64]:
    """The places of a filter that speak for each shape, a row for each probe."""

    def stirred(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
        values = (values ^ values >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        values = (values ^ values >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return values ^ values >> np.uint64(31)

    with np.errstate(over="ignore"):
        first = stirred(shapes + np.uint64(0x9E3779B97F4A7C15))
        second = stirred(first) | np.uint64(1)
        rows = [(first + np.uint64(probe) * second) % np.uint64(size) for probe in range(PROBES)]
    return np.stack(rows).astype(np.int64)


def write(path: str | os.PathLike[str], library: Library) -> None:
    """Write a library to a file, whole or not at all; raises ``FileError`` if that cannot be."""
    attributes: dict[str, hdf5.Attribute] = {**_ABOUT, "configuration": library.configuration.name}
    arrays = {f"halves/{name}": library.halves[name] for name in HALVES}
    arrays |= {f"reached/{machines}": bits for machines, bits in enumerate(library.filters)}
    if library.treated is not None:
        arrays["treated"] = library.treated
    if library.least is not None:
        arrays |= {f"least/{name}": library.least[name] for name in LEAST}
        attributes["least/proven"] = library.proven
    hdf5.write(path, FORMAT, VERSION, arrays, attributes)


def read(path: str | os.PathLike[str]) -> Library:
    """Read the library in a file; raises ``FileError`` if there is none, or it is damaged, or something else."""
    contents = hdf5.read(path, FORMAT, VERSION)
    try:
        count = sum(name.startswith("reached/") for name in contents.arrays)
        whole = "least/shape" in contents.arrays
        return Library(
            Configuration.from_name(str(contents.attributes["configuration"])),
            {name: contents.arrays[f"halves/{name}"] for name in HALVES},
            tuple(contents.arrays[f"reached/{machines}"] for machines in range(count)),
            contents.arrays["treated"] if count else None,
            {name: contents.arrays[f"least/{name}"] for name in LEAST} if whole else None,
            int(contents.attributes["least/proven"]) if whole else 0,
        )
    except KeyError as error:
        raise FileError(f"{str(path)!r} is damaged: it lacks {error}") from error


@lru_cache(maxsize=4)
def library(configuration: Configuration) -> Library | None:
    """What ships for a configuration; None if nothing does."""
    file = resources.files("shapewright.shapez") / "data_files" / f"{configuration.name}_plans.h5"
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        return read(path)
