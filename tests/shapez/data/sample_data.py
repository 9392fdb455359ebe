"""Small data that need no search: of quad1 everything, and shapes of the right form for any configuration."""

from __future__ import annotations

from itertools import product

import numpy as np

from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data, Diagram, HalfTable, PinTable

QUAD1 = Configuration(4, 1)


def half_table(keys) -> HalfTable:
    """A table in which every half is a seed."""
    keys = np.array(sorted(keys), np.uint32)
    rows = len(keys)
    return HalfTable(
        keys,
        np.zeros(rows, np.uint8),
        np.zeros(rows, np.uint32),
        np.zeros(rows, np.uint32),
        np.zeros(rows, np.uint8),
        np.arange(rows, dtype=np.uint32),
    )


def pin_table(shapes=(), parents=None) -> PinTable:
    shapes = np.array(sorted(shapes), np.uint64)
    parents = shapes >> np.uint64(8) if parents is None else np.array(parents, np.uint64)
    return PinTable(shapes, parents, np.ones(len(shapes), np.uint8))


def diagram(words, length: int) -> Diagram:
    """The set of some words of one length, with a node for each beginning that is not the end of a word alone."""
    nodes: dict[tuple[int, ...], int] = {}

    def node(words: frozenset[tuple[int, ...]], left: int) -> int:
        if left == 0 or not words:
            return int(bool(words))
        children = tuple(node(frozenset(w[1:] for w in words if w[0] == kind), left - 1) for kind in range(4))
        return nodes.setdefault(children, len(nodes) + 2) if any(children) else 0

    root = node(frozenset(map(tuple, words)), length)
    return Diagram(np.array(list(nodes), np.uint32).reshape(-1, 4), root)


def quad1(need: str = "full") -> Data:
    """What there is to know of quad1, in which everything can be built."""
    pin = None if need == "halves" else pin_table()
    full = diagram(product(range(4), repeat=4), 4) if need == "full" else None
    counts = {"total": 55, "swappable": 55, "non_swappable": 0, "oriented_total": 256} if need == "full" else {}
    return Data(QUAD1, half_table(range(16)), pin, full, counts)


def assert_same(a: Data, b: Data) -> None:
    assert (a.configuration, dict(a.counts), a.extent) == (b.configuration, dict(b.counts), b.extent)
    for part in ("halves", "pin", "full"):
        one, other = getattr(a, part), getattr(b, part)
        assert (one is None) == (other is None)
        for name, value in {} if one is None else vars(one).items():
            np.testing.assert_array_equal(value, vars(other)[name])
