"""Matrices as exact covers: rows are options, columns are items."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from shapewright.errors import ProblemError

__all__ = ["columns_of_rows"]


_KINDS = "a matrix is a numpy array, a scipy sparse matrix, or rows of numbers"


def columns_of_rows(matrix: Any) -> tuple[int, list[list[int]]]:
    """The number of columns of ``matrix``, and for each row the columns that are not zero, in ascending order.

    >>> columns_of_rows([[1, 0, 1], [0, 0, 1]])
    (3, [[0, 2], [2]])

    Raises ``ProblemError`` for text, and for what does not have two dimensions.
    """
    if hasattr(matrix, "tocsr"):  # scipy's sparse matrices and arrays
        sparse = matrix.tocsr().copy()
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        ends, columns = sparse.indptr.tolist(), sparse.indices.tolist()
        return int(sparse.shape[1]), [sorted(columns[begin:end]) for begin, end in pairwise(ends)]
    shape = getattr(matrix, "shape", None)
    if shape is not None:
        if len(shape) != 2:
            raise ProblemError(f"a matrix has two dimensions, rows and columns; this array has {len(shape)}")
        found: list[list[int]] = [[] for _ in range(shape[0])]
        for row, column in zip(*(each.tolist() for each in matrix.nonzero()), strict=True):
            found[row].append(column)
        return int(shape[1]), found
    try:
        rows = [list(row) for row in matrix]
    except TypeError:
        raise ProblemError(_KINDS) from None
    if isinstance(matrix, str) or any(isinstance(one, str) for row in rows for one in row):
        raise ProblemError(f"{_KINDS}; this is text")
    lengths = sorted({len(row) for row in rows})
    if len(lengths) > 1:
        raise ProblemError(f"the rows of a matrix are equally long; these have {lengths[0]} to {lengths[-1]} numbers")
    return lengths[0] if lengths else 0, [[column for column, one in enumerate(row) if one] for row in rows]
