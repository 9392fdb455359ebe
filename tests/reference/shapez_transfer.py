"""How many shapes are swappable, from the halves alone: matrix products and Burnside's lemma, without any list.

The twin of the counts by decision diagrams. A ring has 2h columns; a shape is swappable along an axis if its two runs
of h columns between the ends of the axis are halves. ``H`` has an entry for each h columns' contents: 1 for a half.
Numbers of columns' contents are ``v``; sums are of integers that floating point holds exactly.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float64]


def swappable(parts: int, layers: int, keys: NDArray[np.uint32]) -> tuple[int, int]:
    """How many shapes are swappable: in all orientations, and up to rotations and mirror images."""
    halves = half_tensor(parts, layers, keys)
    oriented = {4: _quads, 6: _hexes, 8: _octs}[parts](halves)
    return oriented, up_to_symmetry(oriented, halves)


def up_to_symmetry(oriented: int, halves: Tensor) -> int:
    """The number of swappable shapes up to rotations and mirror images, from that of all orientations."""
    parts = 2 * halves.ndim
    fixed = oriented + sum(_rotated(halves, steps) for steps in range(1, parts))
    fixed += parts // 2 * (_mirrored_between(halves) + _mirrored_through(halves))
    assert fixed % (2 * parts) == 0
    return fixed // (2 * parts)


def half_tensor(parts: int, layers: int, keys: NDArray[np.uint32]) -> Tensor:
    """``H``; a column's content is a number with two bits a layer."""
    columns = parts // 2
    halves = np.zeros((4**layers,) * columns)
    contents = [np.zeros(len(keys), np.int64) for _ in range(columns)]
    for layer, column in product(range(layers), range(columns)):
        kind = keys.astype(np.int64) >> 2 * (layer * columns + column) & 3
        contents[column] |= kind << 2 * layer
    halves[tuple(contents)] = 1
    return halves


def swappable_quads(layers: int, keys: NDArray[np.uint32]) -> tuple[int, int]:
    """The same for quads of up to seven layers, whose matrix is too large for products: columns abcd in a ring.

    A shape is swappable if ab and cd are halves, or bc and da. Columns that may follow the same columns make one class.
    """
    v = 4**layers
    low, high = (np.zeros(len(keys), np.int64) for _ in range(2))
    for layer in range(layers):
        low |= (keys.astype(np.int64) >> 4 * layer & 3) << 2 * layer
        high |= (keys.astype(np.int64) >> (4 * layer + 2) & 3) << 2 * layer
    halves = np.zeros((v, v), np.uint8)
    halves[low, high] = 1
    packed = np.packbits(halves, axis=1)
    _, first, class_of = np.unique(
        packed.view(f"V{packed.shape[1]}").reshape(-1), return_index=True, return_inverse=True
    )
    del packed
    # Row i, column j: how many columns of class j may follow one of class i.
    order = np.argsort(class_of, kind="stable")
    starts = np.searchsorted(class_of[order], np.arange(len(first)))
    steps = np.add.reduceat(halves[first][:, order].astype(np.int64), starts, axis=1).astype(np.float64)
    two = (steps @ steps).astype(np.int64)
    both_axes = sum(int(np.dot(two[k], two[:, k])) for k in range(len(two)))
    oriented = 2 * len(keys) ** 2 - both_axes

    # What each symmetry leaves as it is: aaaa; abab; abba; abcb.
    diagonal = np.diagonal(halves).astype(np.int64)
    there_and_back = halves & halves.T
    mutual = int(there_and_back.sum(dtype=np.int64))
    quarter = int(diagonal.sum())
    half_turn = 2 * len(keys) - mutual
    on_the_diagonal = np.flatnonzero(diagonal)
    both = int(there_and_back[np.ix_(on_the_diagonal, on_the_diagonal)].sum(dtype=np.int64))
    between = mutual + quarter**2 - both
    sums = [(halves.sum(axis=axis, dtype=np.int64), 1) for axis in range(2)]
    sums.append((there_and_back.sum(axis=0, dtype=np.int64), -1))
    through = sum(sign * int((number**2).sum()) for number, sign in sums)
    fixed = oriented + 2 * quarter + half_turn + 2 * between + 2 * through
    assert fixed % 8 == 0
    return oriented, fixed // 8


# --- All orientations: inclusion and exclusion over the axes --------------------------------------------------------


def _quads(halves: Tensor) -> int:
    """Both axes: four columns in a ring, any two neighbours a half."""
    return 2 * _size(halves) ** 2 - _trace_of_square(_merged(halves, 2))


def _hexes(halves: Tensor) -> int:
    v = len(halves)
    # Two axes of three: any two lie beside each other. Columns a and d are common to both.
    two = _trace_of_square(np.tensordot(halves, halves, ([1, 2], [0, 1])))
    # All three: columns abcdef in a ring, any three neighbours a half. For each a and d, bc lead to e, ef to b.
    three = 0
    small = halves.astype(np.float32)
    for a, d in combinations_with_replacement(range(v), 2):
        there, back = ((small[x] * small[:, :, y]) @ small[:, y] for x, y in ((a, d), (d, a)))
        three += _integer(np.vdot(there.astype(np.float64), back.T)) * (2 if a != d else 1)
    return 3 * _size(halves) ** 2 - 3 * two + three


def _octs(halves: Tensor) -> int:
    v = len(halves)
    # Axes side by side, and axes at right angles.
    two = _trace_of_square(np.tensordot(halves, halves, ([1, 2, 3], [0, 1, 2])))
    across = _trace_of_square(_merged(halves.reshape(v * v, v * v), 2))
    # Three axes: columns abcdefgh in a ring; for a, b, e, f the columns c and d between them, then g and h.
    between = np.empty((v, v, v, v))
    for b, e in product(range(v), repeat=2):
        middle = halves[b, :, :, e].reshape(-1)
        between[:, b, e] = (halves[:, b].reshape(v, -1) * middle) @ halves[:, :, e].reshape(-1, v)
    three = _integer(np.einsum("abef,efab->", between, between))
    # All four: for d, e, h, a the columns b and c lead to f.
    four = 0
    led = np.empty((v, v, v, v, v, v), np.float32)  # d e h a b f
    for d, e, h, a in product(range(v), repeat=4):
        led[d, e, h, a] = (halves[a, :, :, d] * halves[:, :, d, e] * halves[h, a]) @ halves[:, d, e]
    for d, e, h, a in product(range(v), repeat=4):
        four += _integer(np.sum(led[d, e, h, a] * led[h, a, d, e].T, dtype=np.float64))
    return 4 * _size(halves) ** 2 - 4 * two - 2 * across + 4 * three - four


def _size(halves: Tensor) -> int:
    return int(np.count_nonzero(halves))


def _integer(value: float) -> int:
    assert value < 2**53
    return int(value)


def _merged(matrix: Tensor, power: int) -> Tensor:
    """The power of the matrix with equal rows made one and their columns added up: traces of powers stay the same."""
    rows, row_of = np.unique(matrix, axis=0, return_inverse=True)
    small = np.zeros((len(rows), len(rows)))
    for column, row in enumerate(row_of.reshape(-1)):
        small[:, row] += rows[:, column]
    result = small
    for _ in range(power - 1):
        result = result @ small
    assert result.max(initial=0) < 2**53
    return result


def _trace_of_square(matrix: Tensor) -> int:
    products = matrix * matrix.T
    assert products.max(initial=0) < 2**53
    return sum(map(int, products.ravel().tolist()))


# --- What symmetries leave as it is ---------------------------------------------------------------------------------


def _rotated(halves: Tensor, steps: int) -> int:
    """Swappable shapes that a rotation leaves as they are: they repeat a few columns."""
    h = halves.ndim
    period = int(np.gcd(steps, 2 * h))
    columns = _all_columns(halves, period)
    return int(np.count_nonzero(_any_axis(halves, [columns[k % period] for k in range(2 * h)])))


def _mirrored_between(halves: Tensor) -> int:
    """Those with column k as column 2h-1-k."""
    h = halves.ndim
    columns = _all_columns(halves, h)
    return int(np.count_nonzero(_any_axis(halves, [*columns, *columns[::-1]])))


def _mirrored_through(halves: Tensor) -> int:
    """Those with column k as column 2h-k: columns 0 and h have no partner, and every axis has one of them a side."""
    h, v = halves.ndim, len(halves)
    inner = _all_columns(halves, h - 1)
    ring = [None, *inner, None, *inner[::-1]]
    # For each content of columns 0 and h, on which axes it makes a half of the side that it is on.
    kinds = np.zeros((2, v, *[v] * (h - 1)), np.int8)
    for axis, start in product(range(h), (0, h)):
        side = [(axis + start + k) % (2 * h) for k in range(h)]
        single = 0 if 0 in side else h
        for content in range(v):
            window = [content if column == single else ring[column] for column in side]
            kinds[single // h, content] |= (halves[tuple(np.broadcast_arrays(*window))] != 0) * (1 << axis)
    total = 0
    masks = range(1 << h)
    numbers = [[(kinds[side] == mask).sum(axis=0) for mask in masks] for side in range(2)]
    for one, other in product(masks, repeat=2):
        if one & other:
            total += int((numbers[0][one] * numbers[1][other]).sum())
    return total


def _all_columns(halves: Tensor, columns: int) -> list[NDArray[np.int64]]:
    return list(np.ogrid[tuple(slice(len(halves)) for _ in range(columns))])


def _any_axis(halves: Tensor, ring: list[NDArray[np.int64]]) -> NDArray[np.bool_]:
    h = halves.ndim
    result = np.zeros(np.broadcast_shapes(*(column.shape for column in ring)), bool)
    for axis in range(h):
        sides = [[ring[(axis + start + k) % (2 * h)] for k in range(h)] for start in (0, h)]
        one, other = (halves[tuple(np.broadcast_arrays(*side))] != 0 for side in sides)
        result |= one & other
    return result
