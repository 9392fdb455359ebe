"""What is known of a configuration: its halves and how each came to be, the shapes that need a pin pusher, all shapes.

Shapes are packed and halves are keys, as :mod:`shapewright.shapez.packed` describes them. Everything here is plain
numbers; :mod:`shapewright.shapez.datafile` writes and reads them, :mod:`shapewright.shapez.cache` finds or makes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright.errors import ProblemError
from shapewright.shapez.configuration import NEEDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from shapewright.shapez.configuration import Configuration, Need

    Keys = NDArray[np.uint32]
    Shapes = NDArray[np.uint64]

__all__ = ["Data", "Diagram", "HalfTable", "PinTable"]


@dataclass(frozen=True, eq=False)
class HalfTable:
    """All halves of a configuration, each with the operation that makes it.

    ``keys`` (uint32) are in ascending order. Half ``keys[i]`` is what operation ``op[i]`` (uint8), with ``steps[i]``
    (uint8), makes of ``first[i]`` and ``second[i]`` (uint32): :mod:`shapewright.shapez.halves` says how. ``order``
    (uint32) numbers the halves so that operands come before what they lead to.
    """

    keys: Keys
    op: NDArray[np.uint8]
    first: Keys
    second: Keys
    steps: NDArray[np.uint8]
    order: Keys

    def __post_init__(self) -> None:
        _set(self, keys=np.uint32, op=np.uint8, first=np.uint32, second=np.uint32, steps=np.uint8, order=np.uint32)
        _ascending("half keys", self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int | np.integer) and self.find(int(key)) is not None

    def find(self, key: int) -> int | None:
        """The row of a half, or None if there is no such half."""
        return _row(self.keys, key)


@dataclass(frozen=True, eq=False)
class PinTable:
    """The pin-push-essential shapes of a configuration: neither swapping nor stacking makes them, only pushing pins.

    ``shapes`` (uint64) are canonical and in ascending order. Pushing pins under ``parents[i]`` (uint64), a shape that
    can be built without any pin-push-essential shape of round ``rounds[i]`` (uint8) or later, makes ``shapes[i]``, or a
    rotation or mirror image of it.
    """

    shapes: Shapes
    parents: Shapes
    rounds: NDArray[np.uint8]

    def __post_init__(self) -> None:
        _set(self, shapes=np.uint64, parents=np.uint64, rounds=np.uint8)
        _ascending("pin-push-essential shapes", self.shapes)

    def __len__(self) -> int:
        return len(self.shapes)

    def __contains__(self, shape: object) -> bool:
        return isinstance(shape, int | np.integer) and self.find(int(shape)) is not None

    def find(self, shape: int) -> int | None:
        """The row of a canonical packed shape, or None if it is not among them."""
        return _row(self.shapes, shape)


@dataclass(frozen=True, eq=False)
class Diagram:
    """A set of shapes, in every orientation, as a decision diagram.

    A shape is a word of kinds, column by column, each from the bottom up. ``nodes`` (uint32) has a row for each node
    from number 2 on, with its four children; node 0 is the empty set and node 1 the set of the empty word. A child's
    number is smaller than its parent's. ``root`` is the node of the set.
    """

    nodes: NDArray[np.uint32]
    root: int

    def __post_init__(self) -> None:
        nodes = _column("nodes", self.nodes, np.uint32, dimensions=2)
        if nodes.shape[1] != 4:
            raise ProblemError(f"a node of a diagram has 4 children, not {nodes.shape[1]}")
        if not (nodes < np.arange(2, len(nodes) + 2)[:, np.newaxis]).all():
            raise ProblemError("a node of the diagram has a child that is not below it")
        if not 0 <= self.root < len(nodes) + 2:
            raise ProblemError(f"the diagram has no node {self.root}")
        object.__setattr__(self, "nodes", nodes)

    def __len__(self) -> int:
        """How many nodes the diagram has."""
        return len(self.nodes)


@dataclass(frozen=True, eq=False)
class Data:
    """What is known of ``configuration``; ``pin`` and ``full`` are None if nobody has asked yet.

    ``counts`` are numbers that took some work: ``total``, ``swappable``, ``non_swappable``, ``oriented_total``.

    Raises ``ProblemError`` for tables that do not fit each other or the configuration.
    """

    configuration: Configuration
    halves: HalfTable
    pin: PinTable | None = None
    full: Diagram | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        cells = self.configuration.cells
        columns: list[tuple[str, Keys | Shapes, int]] = [("half", self.halves.keys, cells)]
        if self.pin is not None:
            columns.append(("pin-push-essential shape", self.pin.shapes, 2 * cells))
            columns.append(("parent", self.pin.parents, 2 * cells))
        for what, packed, bits in columns:
            largest = int(packed.max(initial=0))
            if largest >> bits:
                raise ProblemError(f"{what} {largest:#x} does not fit into {self.configuration}")
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    def __repr__(self) -> str:
        pin = "" if self.pin is None else f", {len(self.pin)} pin-push-essential shapes"
        full = "" if self.full is None else f", all shapes in {len(self.full)} nodes"
        return f"<Data of {self.configuration}: {len(self.halves)} halves{pin}{full}>"

    @property
    def extent(self) -> Need:
        """The last of :data:`~shapewright.shapez.configuration.NEEDS` that this holds."""
        if self.pin is None:
            return "halves"
        return "pp" if self.full is None else "full"

    def has(self, need: Need) -> bool:
        """Whether everything that ``need`` names is here."""
        return NEEDS.index(self.extent) >= NEEDS.index(need)


def _set(table: object, **types: type[np.generic]) -> None:
    columns = {name: _column(name, getattr(table, name), kind) for name, kind in types.items()}
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ProblemError(f"the columns of a table differ in length: {lengths}")
    for name, column in columns.items():
        object.__setattr__(table, name, column)


def _column(name: str, values: Any, kind: type[np.generic], dimensions: int = 1) -> NDArray[Any]:
    """The values as an array that nobody changes."""
    array = np.asarray(values)
    if array.dtype != kind or array.ndim != dimensions:
        raise ProblemError(f"{name} must be {dimensions}-dimensional {kind.__name__}, not {array.dtype}{array.shape}")
    array = array.view()
    array.flags.writeable = False
    return array


def _ascending(what: str, values: NDArray[Any]) -> None:
    if not (values[1:] > values[:-1]).all():
        raise ProblemError(f"the {what} are not in ascending order")


def _row(column: NDArray[Any], value: int) -> int | None:
    if not 0 <= value <= np.iinfo(column.dtype).max:
        return None
    row = int(np.searchsorted(column, column.dtype.type(value)))
    return row if row < len(column) and int(column[row]) == value else None
