"""The subgroups of a small group, in classes of conjugate ones: the types of symmetry that a tiling can have.

A group is its table of products: ``table[a][b]`` is the element that is ``a`` first and ``b`` afterwards; 0 is the
identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Subgroup", "exactly", "subgroup_classes"]

Subgroup = frozenset[int]


def subgroup_classes(table: Sequence[Sequence[int]], look: Callable[[], None]) -> tuple[tuple[Subgroup, ...], ...]:
    """All subgroups in classes of conjugate ones, small subgroups first, the trivial one at the start.

    ``look`` is called now and then; what it raises ends the work. The four turns of
    a square:

    >>> turn = [0, 1, 2, 3]  # rotations by 0 to 3 quarter turns
    >>> [[sorted(one) for one in kind] for kind in subgroup_classes([[(a + b) % 4 for b in turn] for a in turn], list)]
    [[[0]], [[0, 2]], [[0, 1, 2, 3]]]
    """
    elements = range(len(table))
    inverse = [row.index(0) for row in table]
    cyclic = {_generated(table, (element,)) for element in elements}
    found = set(cyclic)
    new = list(found)
    while new:
        look()
        first = new.pop()
        for other in cyclic:
            if not other <= first:
                both = _generated(table, first | other)
                if both not in found:
                    found.add(both)
                    new.append(both)
    classes: list[tuple[Subgroup, ...]] = []
    left = set(found)
    for subgroup in sorted(found, key=lambda one: (len(one), sorted(one))):
        if subgroup in left:
            images = {frozenset(table[table[inverse[by]][one]][by] for one in subgroup) for by in elements}
            left -= images
            classes.append(tuple(sorted(images, key=sorted)))
    return tuple(classes)


def _generated(table: Sequence[Sequence[int]], generators: Iterable[int]) -> Subgroup:
    """The smallest subgroup with these elements."""
    every = tuple(generators)
    found = {0}
    new = [0]
    while new:
        element = new.pop()
        for generator in every:
            product = table[element][generator]
            if product not in found:
                found.add(product)
                new.append(product)
    return frozenset(found)


def exactly(fixed: Sequence[int], classes: Sequence[Sequence[Subgroup]]) -> list[int]:
    """How many things have exactly a subgroup of each class as their symmetries, all conjugate ones together.

    ``fixed[k]`` is how many one subgroup of class k leaves as they are: those whose symmetries contain it.
    """
    alone: dict[Subgroup, int] = {}
    for number, kind in reversed(list(enumerate(classes))):
        more = sum(times for larger, times in alone.items() if kind[0] < larger)
        alone |= dict.fromkeys(kind, fixed[number] - more)
    return [alone[kind[0]] * len(kind) for kind in classes]
