"""The motions of the square and cube grids, and the cells beside a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from math import prod

Cell = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """A rotation or reflection of the grid followed by a shift: ``new[i] = signs[i] * cell[axes[i]] + shift[i]``.

    >>> quarter_turn = Motion((1, 0), (-1, 1), (0, 0))
    >>> quarter_turn((3, 1))
    (-1, 3)
    """

    axes: tuple[int, ...]
    signs: tuple[int, ...]
    shift: tuple[int, ...]

    def __call__(self, cell: Cell) -> Cell:
        """Where ``cell`` goes."""
        return tuple([sign * cell[axis] + by for axis, sign, by in zip(self.axes, self.signs, self.shift, strict=True)])

    def then(self, other: Motion) -> Motion:
        """The motion that does this one first and ``other`` afterwards."""
        return Motion(
            tuple([self.axes[axis] for axis in other.axes]),
            tuple([sign * self.signs[axis] for axis, sign in zip(other.axes, other.signs, strict=True)]),
            other(self.shift),
        )

    def inverse(self) -> Motion:
        """The motion that undoes this one."""
        axes = tuple([self.axes.index(axis) for axis in range(len(self.axes))])
        signs = tuple([self.signs[axis] for axis in axes])
        shift = tuple([-sign * self.shift[axis] for axis, sign in zip(axes, signs, strict=True)])
        return Motion(axes, signs, shift)

    def about_origin(self) -> Motion:
        """The same rotation or reflection without its shift."""
        return replace(self, shift=(0,) * len(self.shift))

    @property
    def key(self) -> object:
        """Different for different motions that map a board to itself."""
        return self.axes, self.signs

    @property
    def dimension(self) -> int:
        """2 in the plane, 3 in space."""
        return len(self.axes)

    @property
    def is_reflection(self) -> bool:
        """Whether the motion turns left hands into right hands."""
        swaps = sum(a > b for i, a in enumerate(self.axes) for b in self.axes[i + 1 :])
        return (prod(self.signs) < 0) != (swaps % 2 == 1)


@lru_cache(maxsize=8)
def motions(dimension: int, *, reflections: bool = True) -> tuple[Motion, ...]:
    """The rotations and reflections about the origin: 8 in the plane, 48 in space; half of them without reflections.

    The identity comes first, rotations come before reflections.
    """
    shift = (0,) * dimension
    every = [
        Motion(axes, signs, shift)
        for axes in permutations(range(dimension))
        for signs in product((1, -1), repeat=dimension)
    ]
    turns = [motion for motion in every if not motion.is_reflection]
    return tuple(turns + [motion for motion in every if motion.is_reflection] if reflections else turns)


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The cells that share a side (in space: a face) with ``cell``; they may lie off the board."""
    for axis, value in enumerate(cell):
        before, after = cell[:axis], cell[axis + 1 :]
        yield (*before, value - 1, *after)
        yield (*before, value + 1, *after)


def components(
    cells: Iterable[Cell], beside: Callable[[Cell], Iterable[Cell]] = neighbours
) -> tuple[frozenset[Cell], ...]:
    """The connected parts of a set of cells, in the order of their smallest cells; ``beside`` says what touches.

    >>> len(components([(0, 0), (0, 1), (2, 0)]))
    2
    """
    left = set(cells)
    parts = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        part = [start]
        for cell in part:
            for other in beside(cell):
                if other in left:
                    left.remove(other)
                    part.append(other)
        parts.append(frozenset(part))
    return tuple(parts)
