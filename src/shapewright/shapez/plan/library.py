"""What was found out about plans beforehand: cheap plans for all halves, and which shapes few machines can make.

``data/plans.py`` makes the files. That a shape is not among those that so many machines make is a proof that it takes
more, for the search behind it looks at every plan (engine/shapez/plan_reach.hpp). Those shapes are too many to ship, so
a filter stands for them that lets all of them through and few others: to let a shape through by mistake makes the bound
weaker, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright import hdf5
from shapewright.errors import FileError
from shapewright.shapez.configuration import Configuration

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

FORMAT = "shapez plans"
VERSION = 1

HALVES = ("machine", "first", "second", "key", "whole", "start", "steps")
"""The columns of the plans for halves: machines with what they take, packed; then halves and their machines."""
PROBES = 4
"""How many bits of a filter speak for a shape."""

_ABOUT = {
    "about": "plans for shapes of one type without paint; kinds of parts: 0 empty, 1 normal, 2 pin, 3 crystal",
    "halves/about": "machine, first, second: machines and the packed shapes they take; key: halves, two bits for each "
    "part, those of the west turned and with the top bit set; whole: a shape whose half that is; start, steps: the "
    "machines that make the whole shape, by their numbers",
    "reached/about": "for each number of machines a filter of the shapes that take so many: of each, the least of its "
    "images under mirror and half turn",
}


@dataclass(frozen=True, eq=False)
class Library:
    """The plans for the halves of a configuration, and its filters: ``filters[k]`` for shapes of k machines."""

    configuration: Configuration
    halves: Mapping[str, NDArray[Any]]
    filters: tuple[NDArray[np.uint8], ...]

    def at_least(self, packed: int) -> int:
        """How many machines a shape takes at least, painters and mixers apart."""
        from shapewright import _core

        if not self.filters:
            return 0
        image = _core.shapez_least_image(self.configuration.parts, self.configuration.layers, packed)
        value = np.array([image], dtype=np.uint64)
        for machines, bits in enumerate(self.filters):
            found = places(value, 8 * len(bits))
            if np.all(bits[found >> 3] >> (found & 7).astype(np.uint8) & 1):
                return machines
        return len(self.filters)


def filtered(shapes: NDArray[np.uint64], bits_each: int) -> NDArray[np.uint8]:
    """A filter that lets ``shapes`` through, of so many bits for each."""
    size = max(8, (len(shapes) * bits_each + 7) // 8)
    bits = np.zeros(size, dtype=np.uint8)
    for probe in range(PROBES):
        found = places(shapes, 8 * size)[probe]
        np.bitwise_or.at(bits, found >> 3, np.uint8(1) << (found & 7).astype(np.uint8))
    return bits


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
    hdf5.write(path, FORMAT, VERSION, arrays, attributes)


def read(path: str | os.PathLike[str]) -> Library:
    """Read the library in a file; raises ``FileError`` if there is none, or it is damaged, or something else."""
    contents = hdf5.read(path, FORMAT, VERSION)
    try:
        count = sum(name.startswith("reached/") for name in contents.arrays)
        return Library(
            Configuration.from_name(str(contents.attributes["configuration"])),
            {name: contents.arrays[f"halves/{name}"] for name in HALVES},
            tuple(contents.arrays[f"reached/{machines}"] for machines in range(count)),
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
