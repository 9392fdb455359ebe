"""How many shapes are swappable, from the halves alone: products of tensors and Burnside's lemma, without any list.

The twin of the counts by decision diagrams. A ring has 2h columns; a shape is swappable along an axis if its two runs
of h columns between the ends of the axis are halves. Columns that may stand for each other in every half make one
class (94 for the 4,096 columns of quad6, 87 for the 1,024 of hex5), so all that counts is which h classes make a half
and how many columns a class has. Sums are of 64-bit integers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Classes", "swappable"]

# Up to so many factors the best order of the products is looked for; of more, a good one.
FACTORS = 6
# Numbers in the largest tensor on the way.
ROOM = 1 << 28
# Halves whose columns are looked at together.
BATCH = 1 << 22


@dataclass(frozen=True)
class Classes:
    """``halves`` has h dimensions and a 1 where classes of columns make a half; ``sizes`` are those of the classes."""

    halves: NDArray[np.int64]
    sizes: NDArray[np.int64]

    @classmethod
    def of(cls, parts: int, layers: int, keys: NDArray[np.uint32]) -> Classes:
        """Of the halves with these keys; a column's content is a number with two bits a layer."""
        columns, contents = parts // 2, 4**layers
        halves = np.zeros(contents**columns, bool)
        for start in range(0, len(keys), BATCH):
            batch, place = keys[start : start + BATCH].astype(np.int64), 0
            for column in range(columns):
                content = np.zeros_like(batch)
                for layer in range(layers):
                    content = content | (batch >> 2 * (layer * columns + column) & 3) << 2 * layer
                place = place * contents + content
            halves[place] = True
        halves = halves.reshape((contents,) * columns)
        alike: dict[bytes, int] = {}
        rows = [np.packbits(np.moveaxis(halves, k, 0).reshape(contents, -1), axis=1) for k in range(columns)]
        of = np.array([alike.setdefault(b"".join(r[x].tobytes() for r in rows), len(alike)) for x in range(contents)])
        _, first, sizes = np.unique(of, return_index=True, return_counts=True)
        return cls(halves[np.ix_(*[first] * columns)].astype(np.int64), sizes)

    def rings(self, names: list[int]) -> int:
        """How many swappable rings of columns there are in which columns of the same name are the same."""
        h = self.halves.ndim
        return sum(
            (-1) ** (number + 1) * self._along(names, axes)
            for number in range(1, h + 1)
            for axes in combinations(range(h), number)
        )

    def _along(self, names: list[int], axes: tuple[int, ...]) -> int:
        """How many of them are swappable along all of these axes."""
        h = self.halves.ndim
        sides = {tuple(names[(start + k) % (2 * h)] for k in range(h)) for axis in axes for start in (axis, axis + h)}
        factors = [(self.halves, side) for side in sorted(sides)]
        for name in set(names):
            # Each column counts as often as there are columns of its class.
            which = next(k for k, (_, side) in enumerate(factors) if name in side)
            tensor, side = factors[which]
            factors[which] = tensor * self.sizes.reshape([-1 if k == side.index(name) else 1 for k in range(h)]), side
        operands: list[Any] = [each for tensor, side in factors for each in (tensor, list(side))]
        order = "optimal" if len(factors) <= FACTORS else "greedy"
        return int(np.einsum(*operands, [], optimize=(order, ROOM)))


def swappable(parts: int, layers: int, keys: NDArray[np.uint32]) -> tuple[int, int]:
    """How many shapes are swappable: in all orientations, and up to rotations and mirror images."""
    classes = Classes.of(parts, layers, keys)
    fixed = [(classes.rings(names), number) for names, number in _symmetries(parts)]
    of_all = sum(rings * number for rings, number in fixed)
    assert of_all % (2 * parts) == 0
    return fixed[0][0], of_all // (2 * parts)


def _symmetries(parts: int) -> list[tuple[list[int], int]]:
    """For each kind of symmetry of the ring names of the columns, and how many there are; the identity comes first.

    A symmetry exchanges columns of the same name. Rotations by as many steps up to a common divisor do so alike, and
    all mirror images of which no column stays where it is, and all of which two do.
    """
    rotations = Counter(gcd(steps, parts) for steps in range(parts))
    moved = [([(steps + k) % parts for k in range(parts)], number) for steps, number in rotations.items()]
    moved += [([(steps - k) % parts for k in range(parts)], parts // 2) for steps in range(2)]
    return [(_cycles(images), number) for images, number in moved]


def _cycles(images: list[int]) -> list[int]:
    """For each number the least one that the permutation brings it to, after any number of times."""
    result = list(range(len(images)))
    for start in result:
        number = images[start]
        while result[number] > start:
            result[number] = start
            number = images[number]
    return result
