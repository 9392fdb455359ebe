"""All halves that can be built, found natively, and the proof of each: the steps that lead to it.

A half is a shape without a west; its key is described in :mod:`shapewright.shapez.data.packed`. Each half in a
:class:`~shapewright.shapez.data.known_shapes.HalfTable` is what one of these operations makes of halves found before
it, where
``joined`` is the shape with east half ``first`` and, as its west, half ``second`` turned by 180 degrees:

- ``SEED``: nothing came before. Every column is filled from the ground, in any way, with normal parts and crystals.
- ``PUSH_PIN``: pins pushed under ``first``.
- ``STACK_PIECE``: ``second``, a run of normal parts or one pin in the lowest layer, stacked onto ``first``.
- ``CUT``: ``joined``, rotated by ``steps``, cut; the east.
- ``PIN_CUT``: pins pushed under ``joined``, which is rotated by ``steps`` and cut; the east.
- ``STACK_ACROSS``: ``joined``, rotated by ``steps``; stacked onto it what the half has and it has not, and in the west,
  from the top of each column up to the limit, normal parts; cut; the east. (Only hex5 needs it.)
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from shapewright import jobs
from shapewright.errors import StoppedError
from shapewright.jobs.processors import processors
from shapewright.shapez import native
from shapewright.shapez.data.known_shapes import HalfTable
from shapewright.shapez.data.packed import Packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from shapewright.shapez.data.configuration import Configuration

    Keys = NDArray[np.uint32]
    Shapes = NDArray[np.uint64]


class HalfOperation(IntEnum):
    """The operations of a table, by their numbers in its column ``op``."""

    SEED = 0
    PUSH_PIN = 1
    STACK_PIECE = 2
    CUT = 3
    PIN_CUT = 4
    STACK_ACROSS = 5

    @property
    def has_halves(self) -> tuple[bool, bool]:
        """Whether ``first`` and ``second`` of such a row are halves."""
        return self is not HalfOperation.SEED, self >= HalfOperation.CUT


def find_halves(
    configuration: Configuration,
    *,
    threads: int | None = None,
    budget: jobs.Budget | None = None,
    progress: Callable[[int], None] | None = None,
) -> HalfTable:
    """Find all halves, each with the operation by which it was found.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> len(find_halves(Configuration(4, 4)))
    16193

    The table is the same for any number of ``threads``; more than two seldom pay. ``progress`` is called a few times a
    second with the number of halves found so far. Quad6 takes about a second, hex5
    half a minute and 1.7 GB, dec3 a minute and 4.4 GB. That no half is missing is not proven here, but by
    :mod:`shapewright.shapez.data.closure`. Raises ``StoppedError`` if the budget's time or its owner ends the search.
    """
    columns = native.halves(
        configuration.parts,
        configuration.layers,
        min(2, processors()) if threads is None else threads,
        None if budget is None else budget.stop,
        native.seconds_of(None if budget is None else budget.left()),
        progress,
    )
    if columns is None:
        raise StoppedError(f"the search for the halves of {configuration} was stopped")
    keys, op, first, second, steps, order = columns
    return HalfTable(keys=keys, op=op, first=first, second=second, steps=steps, order=order)


def follows(
    configuration: Configuration, table: HalfTable, rows: NDArray[np.intp] | slice = slice(None)
) -> NDArray[np.bool_]:
    """Whether each half (of these rows) is what its operation makes of its parents, by :class:`Packed` operations.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> table = find_halves(Configuration(4, 3))
    >>> bool(follows(Configuration(4, 3), table).all())
    True

    It is not looked whether the parents are in the table: :func:`precedes` does that.
    """
    packed = Packed(configuration)
    keys, op, steps = table.keys[rows], table.op[rows], table.steps[rows]
    first, second = table.first[rows], table.second[rows]
    good = np.zeros(len(keys), dtype=bool)
    for operation in HalfOperation:
        here = np.flatnonzero(op == operation)
        made = _made(packed, operation, keys[here], first[here], second[here], steps[here])
        if operation is HalfOperation.SEED:
            # No part of a seed is a pin, or above a gap.
            row = np.uint32(2 * configuration.half_parts)
            lower = np.uint32(sum(1 << 2 * cell for cell in range(configuration.half_parts * configuration.layers)))
            occupied = (keys[here] | keys[here] >> np.uint32(1)) & lower
            seeds = (occupied & ~keys[here] == 0) & (occupied >> row & ~occupied == 0)
            good[here] = seeds & ((first | second | steps)[here] == 0)
        else:
            good[here] = made == packed.from_half_key(keys[here])
        if operation is HalfOperation.STACK_PIECE:
            # Runs of normal parts, or one pin, in the lowest layer.
            columns = range(configuration.half_parts)
            runs = [
                sum(1 << 2 * c for c in range(start, end + 1)) for start in columns for end in columns if start <= end
            ]
            good[here] &= np.isin(second[here], runs + [2 << 2 * column for column in columns])
    return good


def precedes(table: HalfTable, rows: NDArray[np.intp] | slice = slice(None)) -> NDArray[np.bool_]:
    """Whether the parents of each half (of these rows) are in the table, with a lower ``order`` than the half.

    If all are, following parents comes to an end at seeds.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> bool(precedes(find_halves(Configuration(4, 3))).all())
    True
    """
    op, order = table.op[rows], table.order[rows]
    good = op <= max(HalfOperation)
    for number, parents in enumerate((table.first[rows], table.second[rows])):
        needed = np.isin(op, [operation for operation in HalfOperation if operation.has_halves[number]])
        places = np.minimum(np.searchsorted(table.keys, parents), len(table) - 1)
        good &= ~needed | ((table.keys[places] == parents) & (table.order[places] < order))
    return good


def _made(
    packed: Packed, operation: HalfOperation, keys: Keys, first: Keys, second: Keys, steps: NDArray[np.uint8]
) -> Shapes:
    """What the operation makes of these operands; it may have a west."""
    if operation is HalfOperation.SEED:
        return packed.from_half_key(keys)
    if operation is HalfOperation.PUSH_PIN:
        return packed.push_pin(packed.from_half_key(first))
    if operation is HalfOperation.STACK_PIECE:
        return packed.stack(packed.from_half_key(first), packed.from_half_key(second))
    joined = packed.join(first, second)
    if operation is HalfOperation.PIN_CUT:
        joined = packed.push_pin(joined)
    turned = np.zeros_like(joined)
    for number in range(packed.configuration.parts):
        here = steps == number
        turned[here] = packed.rotate(joined[here], number)
    if operation is HalfOperation.STACK_ACROSS:
        # What ``STACK_ACROSS`` stacks onto ``below``.
        configuration = packed.configuration
        halves = packed.from_half_key(keys)
        top = np.zeros_like(turned)
        for column in range(configuration.parts):
            open_above = np.ones(len(turned), dtype=bool)
            for layer in reversed(range(configuration.layers)):
                shift = np.uint64(2 * (layer * configuration.parts + column))
                empty = (turned >> shift) & np.uint64(3) == 0
                open_above &= empty
                if column < configuration.half_parts:
                    part = np.where(empty, (halves >> shift) & np.uint64(3), np.uint64(0))
                else:
                    part = open_above.astype(np.uint64)
                top |= part << shift
        turned = packed.stack(turned, top)
    return packed.cut(turned)[0]
