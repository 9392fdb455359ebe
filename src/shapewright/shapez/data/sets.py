"""Sets of shapes as decision diagrams: of all shapes of a configuration, of halves, of swappable shapes.

A set knows how many members it has (``len``), whether it has one, the member of a rank, uniform samples, members that
match a mask or are nearest to a shape: see ``ShapezSet`` of the compiled engine.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from shapewright import jobs
from shapewright.errors import FileError
from shapewright.shapez import native
from shapewright.shapez.data.known_shapes import Diagram
from shapewright.shapez.data.number_columns import equal
from shapewright.shapez.native import ShapezSet, most_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from shapewright.shapez.data.configuration import Configuration


# Members that are looked at together.
BATCH = 1 << 20

_HEADER = struct.Struct("<4sIIII")
_MAGIC = b"SWS1"


def set_of(configuration: Configuration, diagram: Diagram) -> ShapezSet:
    """The set of whole shapes that a diagram stands for.

    Raises ``ProblemError`` if the diagram is not one of such words.
    """
    return ShapezSet(configuration.parts, configuration.layers, diagram.nodes, diagram.root)


def diagram_of(shapes: ShapezSet) -> Diagram:
    """The diagram of a set, as it is kept in files."""
    return Diagram(shapes.nodes, shapes.root)


def half_set(configuration: Configuration, keys: NDArray[np.uint32]) -> ShapezSet:
    """The set of the halves with these keys."""
    return native.half_set(configuration.parts, configuration.layers, keys)


def swappable_set(configuration: Configuration, halves: ShapezSet) -> ShapezSet:
    """The shapes of which, in some rotation, both halves are in the set."""
    return native.swappable(halves, None, configuration.parts, most_nodes())


def batches(shapes: ShapezSet) -> Iterator[NDArray[np.uint64]]:
    """All members, in the order of the diagram, in arrays of packed shapes."""
    for rank in range(0, len(shapes), BATCH):
        yield shapes.members(rank, BATCH)


def count_shapes(
    configuration: Configuration, halves: NDArray[np.uint32], full: Diagram, budget: jobs.Budget | None = None
) -> dict[str, int]:
    """The numbers of whole shapes that take some work: ``total``, ``swappable`` and ``oriented_total``."""
    limits = () if budget is None else native.limits(budget)[1:]
    shapes = set_of(configuration, full)
    swappable = swappable_set(configuration, half_set(configuration, halves))
    return {
        "total": shapes.count_canonical(*limits),
        "swappable": swappable.count_canonical(*limits),
        "oriented_total": len(shapes),
    }


def halves_up_to_symmetry(configuration: Configuration, keys: NDArray[np.uint32]) -> int:
    """How many half keys there are when a half and its mirror image within the east count once.

    >>> from array import array
    >>> from shapewright.shapez import Configuration
    >>> halves_up_to_symmetry(Configuration.from_name("quad1"), array("I", range(16)))
    10
    """
    mirrored = native.ShapezPacked(configuration.parts, configuration.layers).reflect_half(keys)
    return (len(keys) + equal(mirrored, keys)) // 2


def to_bytes(shapes: ShapezSet) -> bytes:
    """A set as bytes, the same for equal sets that were made the same way."""
    import numpy as np  # only long searches pass sets on as bytes

    nodes = np.ascontiguousarray(shapes.nodes, dtype="<u4")
    return _HEADER.pack(_MAGIC, shapes.columns, shapes.layers, shapes.root, len(nodes)) + nodes.tobytes()


def from_bytes(content: bytes) -> ShapezSet:
    """The set that :func:`to_bytes` wrote.

    Raises ``FileError`` for any other bytes.
    """
    import numpy as np  # as above

    try:
        magic, columns, layers, root, length = _HEADER.unpack_from(content)
        nodes = np.frombuffer(content, "<u4", offset=_HEADER.size).astype(np.uint32).reshape(-1, 4)
        if magic != _MAGIC or len(nodes) != length:
            raise ValueError("its header does not match its contents")
        return ShapezSet(columns, layers, nodes, root)
    except (struct.error, TypeError, ValueError) as error:
        raise FileError(f"a damaged set of shapes: {error}") from None
