"""The steps that lead to a half, as a table of halves has them, each of them checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shapewright.errors import ProblemError
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.halves import HalfOperation, follows, precedes
from shapewright.shapez.data.known_shapes import HalfTable


@dataclass(frozen=True)
class HalfStep:
    """One row of a table: how the half ``key`` is made."""

    key: int
    operation: HalfOperation
    first: int
    second: int
    steps: int


def replay(configuration: Configuration, key: int, table: HalfTable) -> list[HalfStep]:
    """The steps from seeds to a half, each half before what is made of it; every step is checked.

    Raises ``ProblemError`` if the half is not in the table, or if the table does not prove it.
    """
    rows: dict[int, int] = {}
    waiting = [key]
    while waiting:
        half = waiting.pop()
        if half in rows:
            continue
        row = table.find(half)
        if row is None:
            raise ProblemError(f"half {half} is not among the {len(table)} halves of the table")
        rows[half] = row
        if table.op[row] > max(HalfOperation):
            raise ProblemError(f"half {half} has an unknown operation {table.op[row]}")
        parents = zip(HalfOperation(table.op[row]).has_halves, (table.first[row], table.second[row]), strict=True)
        waiting += [int(parent) for needed, parent in parents if needed]
    ordered = np.array(sorted(rows.values(), key=lambda row: int(table.order[row])), dtype=np.intp)
    bad = ordered[~(follows(configuration, table, ordered) & precedes(table, ordered))]
    if len(bad):
        raise ProblemError(f"half {table.keys[bad[0]]} of {configuration} does not follow from its parents")
    return [
        HalfStep(
            int(table.keys[row]),
            HalfOperation(table.op[row]),
            int(table.first[row]),
            int(table.second[row]),
            int(table.steps[row]),
        )
        for row in ordered
    ]
