"""What is known of a configuration: its halves and how each came to be, the shapes that need a pin pusher, all shapes.

Shapes are packed and halves are keys, as :mod:`shapewright.shapez.data.packed` describes them. Everything here is plain
numbers; :mod:`shapewright.shapez.data.data_file` writes and reads them, :mod:`shapewright.shapez.data.source` finds or
makes them. Columns are numpy's arrays, or memoryviews of such numbers where there is no numpy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.shapez.data.configuration import NEEDS, Configuration, Need
from shapewright.shapez.data.number_columns import column, is_ascending, is_topological, largest, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.uint32]
    Shapes = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class HalfTable:
    """All halves of a configuration, each with the operation that makes it.

    ``keys`` (uint32) are in ascending order. Half ``keys[i]`` is what operation ``op[i]`` (uint8), with ``steps[i]``
    (uint8), makes of ``first[i]`` and ``second[i]`` (uint32): :mod:`shapewright.shapez.data.halves` says how. ``order``
    (uint32) numbers the halves so that operands come before what they lead to.
    """

    keys: Keys
    op: NDArray[np.uint8]
    first: Keys
    second: Keys
    steps: NDArray[np.uint8]
    order: Keys

    def __post_init__(self) -> None:
        _set(self, keys="I", op="B", first="I", second="I", steps="B", order="I")
        _ascending("half keys", self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, key: object) -> bool:
        return _is_in(self, key)

    def find(self, key: int) -> int | None:
        """The row of a half, or None if there is no such half."""
        return row_of(self.keys, key)


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
        _set(self, shapes="Q", parents="Q", rounds="B")
        _ascending("pin-push-essential shapes", self.shapes)

    def __len__(self) -> int:
        return len(self.shapes)

    def __contains__(self, shape: object) -> bool:
        return _is_in(self, shape)

    def find(self, shape: int) -> int | None:
        """The row of a canonical packed shape, or None if it is not among them."""
        return row_of(self.shapes, shape)


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
        nodes = column("nodes", self.nodes, "I", dimensions=2)
        if nodes.shape[1] != 4:
            raise ProblemError(f"a node of a diagram has 4 children, not {nodes.shape[1]}")
        if not is_topological(nodes):
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
            most = largest(packed)
            if most >> bits:
                raise ProblemError(f"{what} {most:#x} does not fit into {self.configuration}")
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    def __reduce__(self) -> tuple[object, ...]:
        return Data, (self.configuration, self.halves, self.pin, self.full, dict(self.counts))

    def __repr__(self) -> str:
        pin = "" if self.pin is None else f", {len(self.pin)} pin-push-essential shapes"
        full = "" if self.full is None else f", all shapes in {len(self.full)} nodes"
        return f"<Data of {self.configuration}: {len(self.halves)} halves{pin}{full}>"

    @property
    def extent(self) -> Need:
        """The last of :data:`~shapewright.shapez.data.configuration.NEEDS` that this holds."""
        if self.pin is None:
            return "halves"
        return "pp" if self.full is None else "full"

    def has(self, need: Need) -> bool:
        """Whether everything that ``need`` names is here."""
        return NEEDS.index(self.extent) >= NEEDS.index(need)


def _set(table: object, **forms: str) -> None:
    columns = {name: column(name, getattr(table, name), form) for name, form in forms.items()}
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ProblemError(f"the columns of a table differ in length: {lengths}")
    for name, values in columns.items():
        object.__setattr__(table, name, values)


def _ascending(what: str, values: NDArray[np.generic]) -> None:
    if not is_ascending(values):
        raise ProblemError(f"the {what} are not in ascending order")


def _is_in(table: HalfTable | PinTable, number: Any) -> bool:
    """Whether a number, which may be numpy's, has a row."""
    try:
        return table.find(index(number)) is not None
    except TypeError:
        return False
