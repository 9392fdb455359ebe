"""The engine's side of an exact cover: its instance, made once, and searches that are used again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, ProblemError
from shapewright.tiling import native
from shapewright.tiling.covers.check import Checker
from shapewright.tiling.search.engines import COUNTERS, make_search

if TYPE_CHECKING:
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.native import Search


# What an instance is made of: required items, least and greatest numbers of those that are counted, options.
Numbers = tuple[list[bool], list[int], list[int], list[tuple[list[int], list[int], list[tuple[int, int]]]]]


def numbers_of(cover: ExactCover) -> Numbers:
    """A cover as the engine states it, all plain data.

    Items that must be covered exactly once are items of the engine; other bounds are counted as pieces are.
    """
    counted = {item: number for number, item in enumerate(cover.bounds)}
    names = [item for item in (*cover.items, *cover.secondary) if item not in counted]
    numbers = {item: number for number, item in enumerate(names)}
    required = len(cover.items) - len(counted)
    low, high = [low for low, _ in cover.bounds.values()], [high for _, high in cover.bounds.values()]
    options: list[tuple[list[int], list[int], list[tuple[int, int]]]]
    if not counted and not cover.is_coloured:
        number_of, item_of = numbers.__getitem__, itemgetter(0)
        options = [(list(map(number_of, map(item_of, option))), [], []) for option in cover.options]
    else:
        colours: dict[Hashable, int] = {None: 0}
        options = []
        for option in cover.options:
            items = [numbers[item] for item, _ in option if item in numbers]
            uses = [(counted[item], 1) for item, _ in option if item in counted]
            painted: list[int] = []
            if any(colour is not None for _, colour in option):
                painted = [colours.setdefault(colour, len(colours)) for item, colour in option if item in numbers]
            options.append((items, painted, uses))
    if cover.secondary or not all(cover.options):
        # Nothing ever chooses an option without a primary item: it uses what there is none of.
        idle = [
            number
            for number, (items, _, uses) in enumerate(options)
            if not uses and min(items, default=required) >= required
        ]
        for number in idle:
            options[number][2].append((len(low), 1))
        if idle:
            low, high = [*low, 0], [*high, 0]
    return [place < required for place in range(len(names))], low, high, options


def search_of(instance: native.Instance, engine: str) -> tuple[str, Search]:
    """A search by ``engine``, and its name; ``ProblemError`` for an engine that does not search."""
    if engine in COUNTERS:
        raise ProblemError(f"the {engine} engine needs a board; for an exact cover use bit-sliced, strip or sparse")
    return make_search("bit-sliced" if engine == "auto" else engine, instance, fallback=engine == "auto")


class Engine:
    """What the engine needs to know of a cover, and searches that nobody uses at the moment."""

    def __init__(self, cover: ExactCover) -> None:
        self.numbers = numbers_of(cover)
        self.checker = Checker(cover)
        self._instance: native.Instance | None = None
        self._free: dict[str, list[tuple[str, Search]]] = {}
        self._numbers_of: dict[object, int] | None = None

    def numbers_of(self, names: Sequence[Hashable]) -> dict[object, int]:
        """The numbers of options by their names."""
        if self._numbers_of is None:
            self._numbers_of = {name: number for number, name in enumerate(names)}
        return self._numbers_of

    def take(self, engine: str) -> tuple[str, Search]:
        """A search that is this caller's until it is put back, and its name. It may have been used before."""
        free = self._free.setdefault(engine, [])
        try:
            return free.pop()
        except IndexError:
            return search_of(self.instance, engine)

    @property
    def instance(self) -> native.Instance:
        """The engine's form of the cover."""
        if self._instance is None:
            self._instance = native.instance(*self.numbers)
        return self._instance

    def begin(self, engine: str, given: Sequence[int]) -> tuple[str, Search]:
        """A search to keep, at its beginning; ``ProblemError`` if no cover has all options that are given."""
        made = self.take(engine)
        if begun(made, given) is None:
            raise ProblemError("no exact cover has all the options that are given")
        return made

    def put_back(self, engine: str, made: tuple[str, Search]) -> None:
        """Another may have the search."""
        self._free[engine].append(made)

    @contextmanager
    def search(self, engine: str, given: Sequence[int]) -> Iterator[tuple[str, Search | None]]:
        """A search that begins with the options ``given``, and its name; None if no cover has them all."""
        made = self.take(engine)
        try:
            yield made[0], begun(made, given)
        finally:
            self.put_back(engine, made)


def begun(made: tuple[str, Search], given: Sequence[int]) -> Search | None:
    """The search at its beginning; None if no cover has all options that are given."""
    name, search = made
    if name == "strip":
        if given:
            raise LimitError("the strip engine cannot begin with given options; use bit-sliced or sparse")
        search.start([])
        return search
    return search if search.give(list(given)) or not given else None


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
