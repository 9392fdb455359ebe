"""Columns of numbers, which are numpy's arrays or, where there is no numpy, memoryviews: what is done to either.

Numpy's arrays may be of hundreds of millions of numbers, so numpy does what is to be done to them, and is imported only
then. The memoryviews of a browser are of some hundred thousand.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import chain, compress
from operator import eq, gt
from typing import Any

from shapewright.errors import ProblemError

_NAMES = {"B": "uint8", "I": "uint32", "Q": "uint64"}
_BYTES = {"B": 1, "I": 4, "Q": 8}


def is_numpy(values: object) -> bool:
    """Whether this is an array of numpy's."""
    return hasattr(values, "dtype")


def column(name: str, values: Any, form: str, dimensions: int = 1) -> Any:
    """The values as a column that nobody changes, without a copy if they lie one after the other.

    ``form`` is the type of its numbers as the struct module writes it: ``B``, ``I`` or ``Q``. Raises ``ProblemError``,
    which calls the column ``name``, for others.
    """
    try:
        given: Any = values if is_numpy(values) else memoryview(values)
    except TypeError:
        raise ProblemError(f"{name} must be {dimensions}-dimensional {_NAMES[form]}, not {values!r:.40}") from None
    fits = given.ndim == dimensions and given.itemsize == _BYTES[form]
    if is_numpy(given):
        if not fits or given.dtype.kind != "u":
            found = f"{given.dtype}{given.shape}"
            raise ProblemError(f"{name} must be {dimensions}-dimensional {_NAMES[form]}, not {found}")
        given = given.view() if given.flags.c_contiguous else given.copy()
        given.flags.writeable = False
        return given
    if not fits or given.format.lstrip("@=<") not in ("B", "I", "L", "Q"):
        raise ProblemError(f"{name} must be {dimensions}-dimensional {_NAMES[form]}, not {given.format}{given.shape}")
    return given.toreadonly()


def is_ascending(values: Any) -> bool:
    """Whether every number is larger than the one before."""
    if is_numpy(values):
        return bool((values[1:] > values[:-1]).all())
    return all(map(gt, values[1:], values))


def is_topological(nodes: Any) -> bool:
    """Whether all four numbers of every row are smaller than the number of the row; the first row is number 2.

    Memoryviews are taken to be so: a look at them would take as long as reading them, and the engine looks anyway.
    """
    if not is_numpy(nodes):
        return True
    import numpy as np

    return bool((nodes < np.arange(2, len(nodes) + 2)[:, np.newaxis]).all())


def largest(values: Any) -> int:
    """The largest number; 0 if there is none."""
    return int(values.max(initial=0)) if is_numpy(values) else max(values, default=0)


def equal(one: Any, other: Any) -> int:
    """In how many places two columns agree."""
    return int((one == other).sum()) if is_numpy(one) else sum(map(eq, one, other))


def row_of(values: Any, wanted: int) -> int | None:
    """Where a number stands in an ascending column; None if it is not there."""
    row = bisect_left(values, wanted, key=int)  # numpy's numbers compare with larger ones as floats
    return row if row < len(values) and int(values[row]) == wanted else None


def chosen(values: Any, comparison: Callable[[Any, Any], object], other: Any) -> Any:
    """The numbers that compare so with those in the same places of another column, such as by ``operator.eq``."""
    if is_numpy(values):
        return values[comparison(values, other)]
    return memoryview(array(values.format, compress(values, map(comparison, values, other))))


def united(columns: Iterable[Any]) -> Any:
    """All numbers of columns of 64 bits, ascending, each once."""
    every = list(columns)
    if every and is_numpy(every[0]):
        import numpy as np

        return np.unique(np.concatenate(every))
    return memoryview(array("Q", sorted(set(chain.from_iterable(every)))))
