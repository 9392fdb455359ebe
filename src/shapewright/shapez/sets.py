"""Sets of shapes as decision diagrams: of all shapes of a configuration, of halves, of swappable shapes.

A set knows how many members it has (``len``), whether it has one, the member of a rank, uniform samples, members that
match a mask or are nearest to a shape: see ``ShapeSet`` of the compiled engine.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

from shapewright import _core
from shapewright.errors import FileError
from shapewright.shapez.data import Diagram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from shapewright._core import ShapeSet
    from shapewright.shapez.configuration import Configuration

__all__ = ["batches", "diagram_of", "from_bytes", "half_set", "most_nodes", "set_of", "swappable_set", "to_bytes"]

# A node of either store, its share of the tables that find it, and of what is remembered of operations.
NODE_BYTES = 100
# More are never needed, and node numbers have 32 bits.
MOST_NODES = 1 << 31
# Members that are looked at together.
BATCH = 1 << 20

_HEADER = struct.Struct("<4sIIII")
_MAGIC = b"SWS1"


def most_nodes() -> int:
    """How many nodes an operation may have in the memory that is available now."""
    from shapewright.jobs.memory import available_memory

    available = available_memory()
    return MOST_NODES if available is None else max(1 << 16, min(MOST_NODES, available // NODE_BYTES))


def set_of(configuration: Configuration, diagram: Diagram) -> ShapeSet:
    """The set of whole shapes that a diagram stands for.

    Raises ``ProblemError`` if the diagram is not one of such words.
    """
    return _core.ShapeSet(configuration.parts, configuration.layers, np.ascontiguousarray(diagram.nodes), diagram.root)


def diagram_of(shapes: ShapeSet) -> Diagram:
    """The diagram of a set, as it is kept in files."""
    return Diagram(shapes.nodes, shapes.root)


def half_set(configuration: Configuration, keys: NDArray[np.uint32]) -> ShapeSet:
    """The set of the halves with these keys."""
    return _core.shapez_half_set(configuration.parts, configuration.layers, np.ascontiguousarray(keys))


def swappable_set(configuration: Configuration, halves: ShapeSet) -> ShapeSet:
    """The shapes of which, in some rotation, both halves are in the set."""
    return _core.shapez_swappable(halves, None, configuration.parts, most_nodes())


def batches(shapes: ShapeSet) -> Iterator[NDArray[np.uint64]]:
    """All members, in the order of the diagram, in arrays of packed shapes."""
    for rank in range(0, len(shapes), BATCH):
        yield shapes.members(rank, BATCH)


def to_bytes(shapes: ShapeSet) -> bytes:
    """A set as bytes, the same for equal sets that were made the same way."""
    nodes = np.ascontiguousarray(shapes.nodes, dtype="<u4")
    return _HEADER.pack(_MAGIC, shapes.columns, shapes.layers, shapes.root, len(nodes)) + nodes.tobytes()


def from_bytes(content: bytes) -> ShapeSet:
    """The set that :func:`to_bytes` wrote.

    Raises ``FileError`` for any other bytes.
    """
    try:
        magic, columns, layers, root, length = _HEADER.unpack_from(content)
        nodes = np.frombuffer(content, "<u4", offset=_HEADER.size).astype(np.uint32).reshape(-1, 4)
        if magic != _MAGIC or len(nodes) != length:
            raise ValueError("its header does not fit")
        return _core.ShapeSet(columns, layers, nodes, root)
    except (struct.error, TypeError, ValueError) as error:
        raise FileError(f"a damaged set of shapes: {error}") from None
