"""The least depth of every shape of a configuration: sets of shapes by depth, found once and kept.

The depth of a shape is the length of the longest chain of machines on the way to it, in the plan where that is
shortest. Shapes once made stay, so those of depth n + 1 are what one machine makes of those of depth n or less, and a
search in breadth finds every depth (engine/shapez/depth/levels.hpp). Rotators are machines as all others; painters and
mixers make no other kinds of parts.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from shapewright.errors import FileError, InternalError, NotationError, ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.shapez import native
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.number_columns import is_numpy
from shapewright.storage import arrays as data_files
from shapewright.storage.contents import Attribute

FORMAT = "shapez depths"
VERSION = 1

QUICK = 12
"""Configurations of so many cells are searched within a second; of larger ones there is what ships."""

_ABOUT = {
    "about": "shapes of one type without paint by the least depth of their plans; rotators count as machines",
    "nodes/about": "decision diagrams of shapes, column by column, each from the bottom: for each kind of part (0 "
    "empty, 1 normal, 2 pin, 3 crystal) the children of each node from number 2 on; node 0 is the empty set, node 1 "
    "the set of the empty word",
    "roots/about": "by depth, the node of all shapes of such a depth or less; counts: shapes of each depth in every "
    "position",
    "halves/about": "key: halves in the east, two bits for each part; whole: of all shapes that leave such a half when "
    "they are cut, one of the least depth, packed",
}


@dataclass(frozen=True, eq=False)
class Levels:
    """The shapes of a configuration by depth.

    ``nodes`` are four columns (uint32), one for each kind of part, as in
    :class:`~shapewright.shapez.data.known_shapes.Diagram`; ``roots[n]`` (uint32) is the node of all shapes of depth n
    or less,
    ``counts[n]`` (uint64) how many have depth n in every position. ``halves`` (uint32) are keys, and ``wholes``
    (uint64) shapes of the least depth that leave them in the east when they are cut.
    """

    configuration: Configuration
    counts: object
    roots: Any
    nodes: tuple[Any, ...]
    halves: Any
    wholes: Any

    def __repr__(self) -> str:
        return f"<Levels of {self.configuration}: {len(self.roots)} depths in {len(self.nodes[0])} nodes>"

    def depth(self, packed: int) -> int | None:
        """The least depth of a packed shape; None if nothing makes it.

        >>> quad2 = levels(Configuration.from_name("quad2"))
        >>> quad2.depth(0b01010101), quad2.depth(0b0101), quad2.depth(0b10_0000_0000)
        (0, 1, None)
        """
        return next((depth for depth in range(len(self.roots)) if self.is_within(packed, depth)), None)

    def is_within(self, packed: int, depth: int) -> bool:
        """Whether a packed shape can be made in such a depth."""
        parts, layers = self.configuration.parts, self.configuration.layers
        children, node = self._children, self._roots[depth]
        for column in range(parts):
            for layer in range(layers):
                node = children[packed >> 2 * (layer * parts + column) & 3][node - 2]
                if node == 0:
                    return False
        return True

    @cached_property
    def _children(self) -> tuple[memoryview, ...]:
        """The columns as plain numbers."""
        return tuple(memoryview(column).cast("B").cast("I") for column in self.nodes)

    @cached_property
    def _roots(self) -> list[int]:
        return [int(root) for root in self.roots]

    def whole(self, half: int) -> int | None:
        """A shape of the least depth that leaves the half of this key in the east when it is cut."""
        return self._wholes.get(half)

    @cached_property
    def _wholes(self) -> dict[int, int]:
        return dict(zip(self.halves.tolist(), self.wholes.tolist(), strict=True))


def search(configuration: Configuration, progress: Callable[[int], None] | None = None) -> Levels:
    """The levels of a configuration of at most 6 parts and 16 cells; 16 cells take 2 GB and 100 processor seconds.

    ``progress`` is called after each depth with the number of shapes found.
    """
    nodes: Any
    with interruptible() as stop:
        found = native.depths(configuration.parts, configuration.layers, stop, progress=progress)
    if found is None:
        raise InternalError("a search without a limit was stopped")
    counts, roots, nodes, halves, wholes = found
    if is_numpy(nodes):
        columns = tuple(nodes[:, kind].copy() for kind in range(4))
    else:
        flat = nodes.cast("B").cast("I")
        columns = tuple(memoryview(array("I", flat[kind::4])) for kind in range(4))
    return Levels(configuration, memoryview(array("Q", counts)), memoryview(array("I", roots)), columns, halves, wholes)


def write(path: str | os.PathLike[str], known: Levels) -> None:
    """Write levels to a file, whole or not at all; raises ``FileError`` if that cannot be."""
    import numpy as np

    from shapewright.storage import hdf5  # h5py and numpy, which only those have who make such files

    attributes: dict[str, Attribute] = {**_ABOUT, "configuration": known.configuration.name}
    arrays = {"counts": known.counts, "roots": known.roots, "halves/key": known.halves, "halves/whole": known.wholes}
    arrays |= {f"nodes/{kind}": column for kind, column in enumerate(known.nodes)}
    hdf5.write(path, FORMAT, VERSION, {name: np.asarray(column) for name, column in arrays.items()}, attributes)


def read(path: str | os.PathLike[str]) -> Levels:
    """Read the levels in a file; raises ``FileError`` if there is none, or it is damaged, or something else."""
    contents = data_files.read(path, FORMAT, VERSION)
    try:
        return Levels(
            Configuration.from_name(str(contents.attributes["configuration"])),
            data_files.column(path, contents, "counts", "Q"),
            data_files.column(path, contents, "roots", "I"),
            tuple(data_files.column(path, contents, f"nodes/{kind}", "I") for kind in range(4)),
            data_files.column(path, contents, "halves/key", "I"),
            data_files.column(path, contents, "halves/whole", "Q"),
        )
    except (NotationError, ProblemError) as error:
        raise FileError(f"{str(path)!r} is damaged: {error}") from error
    except KeyError as error:
        raise FileError(f"{str(path)!r} is damaged: it lacks {error}") from error


@lru_cache(maxsize=4)
def levels(configuration: Configuration) -> Levels | None:
    """What ships for a configuration, or is quickly searched for; None if neither."""
    with data_files.shipped("shapewright.shapez", f"{configuration.name}_depths") as path:
        if path is not None:
            return read(path)
    return search(configuration) if configuration.cells <= QUICK and configuration.parts <= 6 else None
