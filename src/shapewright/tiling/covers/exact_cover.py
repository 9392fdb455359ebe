"""An exact cover: choose options so that every item is covered as often as it should be."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from shapewright.errors import LimitError, ProblemError, quote
from shapewright.jobs.limits import check_limits
from shapewright.jobs.seeds import fresh_seed
from shapewright.tiling.covers import cheapest, dlx, reason, search
from shapewright.tiling.covers.cheapest import CheapestCovers, checked_costs
from shapewright.tiling.covers.engine import Engine, columns_of_rows
from shapewright.tiling.search.engines import checked

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray

    from shapewright.jobs import Progress
    from shapewright.jobs.statistics import Report
    from shapewright.tiling.covers.reason import CoverExplanation

MAX_MULTIPLICITY = dlx.MAX_MULTIPLICITY

Option = tuple[tuple[Hashable, Hashable], ...]  # items with their colours (None: none)
Bounds = int | tuple[int, int | None] | None  # both, least and greatest; None: any number


class ExactCover:
    """An exact cover: choose options so that every primary item is covered as often as its bounds say.

    An option is an iterable of items, or a mapping of items to colours (None: no colour). Items and colours are any
    hashable objects. ``options`` is a sequence, whose numbers name its members, or a mapping of names to options.
    ``items`` are the primary items; without them all items of the options are primary that are not in ``secondary``. A
    secondary item may be covered at most once without a colour, or any number of times with one and the same colour.
    ``bounds`` are the least and the greatest number of chosen options that cover a primary item; those that it does not
    name are covered once. One number stands for both bounds, and None as the greatest for any number. Equal options are
    different choices, and nothing ever chooses an option without a primary item, as in Knuth's programs. ``costs`` are
    whole numbers, below 0 for gains: a sequence with one for each option, or a mapping of names of options (those that
    it does not name cost nothing); :meth:`cheapest` asks for them.

    >>> toy = ExactCover(["CEF", "ADG", "BCF", "AD", "BG", "DEG"])
    >>> list(toy.solve())
    [(0, 3, 4)]
    >>> coloured = ExactCover({"one": {"p": None, "x": "red"}, "two": {"q": None, "x": "red"}, "three": "q"},
    ...                       secondary=["x"])
    >>> coloured.count(), coloured.first()
    (2, ('one', 'two'))

    The engine's side of it is made when it is first asked, and kept: :meth:`given` asks many questions about the same
    options. Every cover has passed an independent check. Raises ``ProblemError`` for items that are named twice,
    options with unknown items, secondary items without an option unless ``items`` are given, and bounds that are
    impossible.
    """

    __slots__ = (
        "_engine",
        "_given",
        "_may_be_coloured",
        "_named",
        "bounds",
        "costs",
        "items",
        "names",
        "options",
        "secondary",
    )

    items: tuple[Hashable, ...]
    secondary: tuple[Hashable, ...]
    bounds: dict[Hashable, tuple[int, int]]
    options: tuple[Option, ...]
    names: tuple[Hashable, ...] | None
    costs: tuple[int, ...]  # one for each option, or none at all if nothing costs anything

    def __init__(
        self,
        options: Mapping[object, Iterable[object]] | Iterable[Iterable[object]],
        items: Iterable[object] | None = None,
        *,
        secondary: Iterable[object] = (),
        bounds: Mapping[Any, Bounds] | None = None,
        costs: Mapping[Any, int] | Sequence[int] | None = None,
    ) -> None:
        self.names = tuple(options) if isinstance(options, Mapping) else None
        pairs = _Pairs()
        if isinstance(options, str):
            raise ProblemError("a text is not a list of options; write ExactCover.from_text(text)")
        if hasattr(options, "to_dlx"):
            raise ProblemError("a Problem is not a list of options; write ExactCover.from_text(problem.to_dlx())")
        try:
            listed = options.values() if isinstance(options, Mapping) else options
            self.options = tuple([pairs.of(option) for option in listed])
            self.secondary = tuple(secondary)
            known = set(self.secondary)
            if items is None:
                items = [item for item in pairs if item not in known]
                self._check_secondary(pairs)
            self.items = tuple(items)
        except TypeError as error:
            raise ProblemError(
                "an exact cover has options, each an iterable of hashable items or a mapping of items to colours; "
                f"{error}"
            ) from None
        known.update(self.items)
        if len(known) < len(self.items) + len(self.secondary):
            names = (*self.items, *self.secondary)
            twice = next(item for place, item in enumerate(names) if item in names[:place])
            raise ProblemError(f"the item {dlx.quoted(twice)} is named twice")
        if pairs.coloured or not pairs.keys() <= known or pairs.has_twice(self.options):
            primary = set(self.items)
            for number, option in enumerate(self.options):
                fault = dlx.option_fault(option, known, primary)
                if fault:
                    raise ProblemError(f"option {dlx.quoted(self._name(number))}: {fault}")
        self.bounds = self._checked_bounds(bounds or {})
        self._engine: Engine | None = None
        self._named: dlx.Words | None = None
        self._may_be_coloured = pairs.coloured
        self._given: tuple[int, ...] = ()
        self.costs = checked_costs(self, costs)

    def _check_secondary(self, named: Collection[Hashable]) -> None:
        """Refuse items that look like a secondary one with its colour, and secondary items that no option has."""
        others = set(self.secondary)
        for item in named if others else ():
            name, colour = item if isinstance(item, tuple) and len(item) == 2 else (None, None)
            if isinstance(item, str):
                name, _, colour = item.partition(":")
            if colour is not None and colour != "" and item not in others and name in others:
                raise ProblemError(
                    f"{dlx.quoted(item)} is not a secondary item: give colours by a mapping of all items of the "
                    f"option, such as {{{name!r}: {colour!r}}} (if it is a primary item, name them all: items=...)"
                )
        for item in self.secondary:
            if item not in named:
                raise ProblemError(
                    f"no option has the secondary item {dlx.quoted(item)}{_near(item, named)} "
                    "(if that is meant, name the primary items: items=...)"
                )

    def _checked_bounds(self, bounds: Mapping[object, object]) -> dict[Hashable, tuple[int, int]]:
        """Read the bounds of items: two whole numbers, one for both, or None as the greatest for any number."""
        primary = set(self.items)
        found: dict[Hashable, tuple[int, int]] = {}
        if not isinstance(bounds, Mapping):
            raise ProblemError(
                f"bounds are a mapping of items to numbers, such as {{'a': 2}}, not {quote(str(bounds))}"
            )
        for item, given in bounds.items():
            if item not in primary:
                raise ProblemError(
                    f"bounds are given for {dlx.quoted(item)}, which is not a primary item{_near(item, primary)}"
                )
            pair: Any = (given, given) if isinstance(given, SupportsIndex) else (0, None) if given is None else given
            try:
                least, most = pair
                low = index(least)
                if most is None:
                    most = max(1, low, sum(item in dict(option) for option in self.options))
                high = index(most)
            except (TypeError, ValueError):
                raise ProblemError(
                    f"the bounds of {dlx.quoted(item)} are {quote(str(given))}; expected two whole numbers such as "
                    "(0, 2), one number such as 2 for exactly that, or None as the greatest for any number"
                ) from None
            if not 0 <= low <= high or not high:
                raise ProblemError(
                    f"the bounds {low}:{high} of {dlx.quoted(item)} must be low <= high with high at least 1"
                )
            if high > MAX_MULTIPLICITY:
                raise LimitError(f"the bound {high} of {dlx.quoted(item)} is more than {MAX_MULTIPLICITY}")
            if (low, high) != (1, 1):
                found[item] = low, high
        return found

    @classmethod
    def from_text(cls, text: str) -> ExactCover:
        """Read Knuth's DLX text; ``NotationError`` quotes the line and what is wrong there.

        >>> ExactCover.from_text("A B | X\\nA X:0\\nB X:0\\nA B\\n").options[0]
        (('A', None), ('X', '0'))
        """
        parts = dlx.parse(text)
        return cls(
            map(dict, parts.options), parts.items, secondary=parts.secondary, bounds=parts.bounds, costs=parts.costs
        )

    @classmethod
    def from_matrix(
        cls,
        matrix: object,
        *,
        secondary: Iterable[int] = (),
        bounds: Mapping[int, Bounds] | None = None,
        costs: Mapping[int, int] | Sequence[int] | None = None,
    ) -> ExactCover:
        """The cover of a matrix: a row is an option, a column an item, which the row covers where it is not zero.

        ``matrix`` is anything with two dimensions: a numpy array of any dtype, a scipy sparse matrix, rows of numbers.
        Items and options are the numbers of columns and rows; the columns of ``secondary`` need not be covered.

        >>> ExactCover.from_matrix([[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]]).first()
        (0, 1)

        Raises ``ProblemError`` for other objects.
        """
        columns, rows = columns_of_rows(matrix)
        others = tuple(secondary)
        chosen = set(others)
        unknown = chosen.difference(range(columns))
        if unknown:
            raise ProblemError(f"the matrix has no column {min(unknown)}; its columns are 0 to {columns - 1}")
        items = (column for column in range(columns) if column not in chosen)
        return cls(rows, items, secondary=others, bounds=bounds, costs=costs)

    def to_text(self) -> str:
        """Return the DLX text, from which :meth:`from_text` reads the same cover where items and colours are texts.

        Other items and colours get names, which comments of the text and :meth:`text_names` explain. Options without an
        item are left out. Raises ``ProblemError`` for given options, which the text cannot name.
        """
        if self._given:
            raise ProblemError("the DLX text of an exact cover has no place for given options; write the cover without")
        parts = dlx.Parts(self.items, self.secondary, self.bounds, self.options, self.costs)
        return dlx.text_of(parts, self._words)

    def text_names(self) -> dict[str, Hashable]:
        """Return what :meth:`to_text` invents: names with the items that they stand for, ``:name`` with a colour.

        >>> cover = ExactCover([[("r", 0), "x"], ["x"]])
        >>> cover.to_text().splitlines()
        ["| r.0 is ('r', 0)", 'r.0 x', 'r.0 x', 'x']
        >>> cover.text_names()
        {'r.0': ('r', 0)}
        """
        return dict(self._words.invented)

    @property
    def _words(self) -> dlx.Words:
        if self._named is None:
            colours = [colour for option in self.options for _, colour in option] if self.is_coloured else []
            self._named = dlx.Words((*self.items, *self.secondary), colours)
        return self._named

    def option_text(self, name: Hashable) -> str:
        """An option as DLX writes it, with its cost if it has one.

        >>> ExactCover([{"A": None, "X": "red"}], secondary=["X"], costs=[3]).option_text(0)
        'A X:red|3'
        """
        number = self.number(name)
        return dlx.option_text(self.options[number], self.costs[number] if self.costs else 0, self._words)

    def cost_of(self, names: Iterable[Hashable]) -> int:
        """What the options of these names cost together.

        >>> ExactCover(["ab", "c"], costs=[3, 4]).cost_of([0, 1])
        7
        """
        return sum([self.costs[number] for number in map(self.number, names)]) if self.costs else 0

    def __repr__(self) -> str:
        secondary = f" and {len(self.secondary)} secondary" if self.secondary else ""
        given = f", {len(self._given)} given" if self._given else ""
        return f"<ExactCover: {len(self.items)}{secondary} items, {len(self.options)} options{given}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExactCover):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def _content(self) -> tuple[object, ...]:
        return self.items, self.secondary, self.bounds, self.options, self.costs, self.names, sorted(self._given)

    def bound(self, item: Hashable) -> tuple[int, int]:
        """The least and the greatest number of chosen options that cover the primary ``item``."""
        return self.bounds.get(item, (1, 1))

    def number(self, name: Hashable) -> int:
        """The place of the option ``name`` among the options; ``ProblemError`` if there is none."""
        if self.names is None:
            if isinstance(name, int) and 0 <= name < len(self.options):
                return name
            raise ProblemError(f"there is no option {quote(str(name))}; they are 0 to {len(self.options) - 1}")
        found = self.engine.numbers_of(self.names).get(name)
        if found is None:
            raise ProblemError(f"there is no option {quote(str(name))}")
        return found

    def chosen(self, names: Iterable[Hashable]) -> tuple[Option, ...]:
        """The options of these names: items with their colours.

        >>> cover = ExactCover({"one": "ab", "two": "c"})
        >>> cover.chosen(cover.first())
        ((('a', None), ('b', None)), (('c', None),))
        """
        return tuple([self.options[self.number(name)] for name in names])

    def _name(self, number: int) -> Hashable:
        return number if self.names is None else self.names[number]

    @property
    def is_coloured(self) -> bool:
        """Whether an option gives an item a colour."""
        return self._may_be_coloured and any(colour is not None for option in self.options for _, colour in option)

    @property
    def engine(self) -> Engine:
        """The engine's side of this cover and of all that :meth:`given` makes of it."""
        if self._engine is None:
            self._engine = Engine(self)
        return self._engine

    @property
    def given_options(self) -> tuple[int, ...]:
        """The numbers of the options that every cover has to have."""
        return self._given

    def given(self, options: Iterable[object]) -> ExactCover:
        """The same cover where these ``options`` (names) are chosen already, beside those given before.

        What was built for this cover serves the others, so that thousands of them are solved quickly. Solutions name
        the given options, too; if these contradict each other, there are none.

        >>> cover = ExactCover(["ab", "cd", "ac", "bd"])
        >>> cover.count(), list(cover.given([3]).solve())
        (2, [(2, 3)])
        """
        return self._choosing(tuple(dict.fromkeys((*self._given, *map(self.number, options)))))

    @property
    def without_given(self) -> ExactCover:
        """The same cover with no option chosen already."""
        return self._choosing(()) if self._given else self

    def _choosing(self, numbers: tuple[int, ...]) -> ExactCover:
        result = object.__new__(ExactCover)
        for name in ("items", "secondary", "bounds", "options", "costs", "names"):
            setattr(result, name, getattr(self, name))
        result._engine = self.engine
        result._named = self._named
        result._may_be_coloured = self._may_be_coloured
        result._given = numbers
        return result

    def first(
        self, *, time_limit: float | None = None, engine: str = "auto", report: Report | None = None
    ) -> tuple[Hashable, ...] | None:
        """A cover, the first that :meth:`solve` yields, or None if there is none (that is proven).

        Raises as :meth:`solve` does.
        """
        return next(self.solve(limit=1, time_limit=time_limit, engine=engine, report=report), None)

    def solve(
        self,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        engine: str = "auto",
        report: Report | None = None,
    ) -> Iterator[tuple[Hashable, ...]]:
        """Yield the covers as they are found: the names of their options, in the order of the options.

        At most ``limit`` are yielded; ``report`` is called with the :class:`Statistics` at the end. The order of covers
        depends on the cover and the engine alone.

        Raises ``StoppedError`` when the time limit (seconds) ends the search, ``ProblemError`` for an engine that there
        is not, ``LimitError`` for one that cannot take this cover.
        """
        check_limits(limit, time_limit)
        return search.solve(self, limit, time_limit, checked(engine), report)

    def arrays(
        self,
        *,
        batch: int = 1 << 16,
        limit: int | None = None,
        time_limit: float | None = None,
        engine: str = "auto",
        report: Report | None = None,
    ) -> Iterator[NDArray[np.int32]]:
        """Yield the covers as arrays of option numbers, up to ``batch`` covers at a time.

        An array has a row for each cover, its numbers in ascending order; dtype int32. A row that is shorter than
        others of its array ends in -1.

        >>> [array.tolist() for array in ExactCover(["ab", "a", "b"]).arrays()]
        [[[0, -1], [1, 2]]]

        Raises as :meth:`solve` does.
        """
        check_limits(limit, time_limit)
        if batch < 1:
            raise ProblemError(f"a batch holds at least 1 cover, not {batch}")
        return search.arrays(self, batch, limit, time_limit, checked(engine), report)

    def count(
        self,
        *,
        engine: str = "auto",
        threads: int | None = None,
        time_limit: float | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        progress: bool | Callable[[Progress], None] | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        report: Report | None = None,
    ) -> int:
        """Count the covers without listing them; sets of options count, not their order.

        >>> ExactCover(["ab", "c", "a", "bc"]).count()
        2

        The other keywords are those of :func:`shapewright.jobs.run`; without any of them a small search runs here, on
        one thread. Raises as :meth:`solve` does.
        """
        return search.count(self, checked(engine), threads, time_limit, executor, progress, checkpoint, report)

    def cheapest(
        self, number: int = 1, *, time_limit: float | None = None, report: Report | None = None
    ) -> CheapestCovers:
        """Find the ``number`` covers whose options cost least together; fewer if there are no more.

        >>> ExactCover(["ab", "cd", "ac", "bd"], costs=[4, 1, 2, 2]).cheapest(2)
        CheapestCovers(covers=((2, 3), (0, 1)), costs=(4, 5), bound=None)

        A ``time_limit`` (seconds) ends the search: the best covers found until then come with a bound on the cost of
        all others. Which of equally dear covers are found depends on the cover alone. Raises ``ProblemError`` for a
        number below 1 or above 1,000,000, ``LimitError`` for costs that are too large together. Source:
        branch and bound on the linear programme's dual, in whole numbers.
        """
        return cheapest.cheapest(self, number, time_limit, report)

    def unique(self, *, time_limit: float | None = None, engine: str = "auto", report: Report | None = None) -> bool:
        """Whether there is exactly one cover.

        >>> ExactCover(["ab", "c", "a", "bc"]).unique()
        False

        Raises as :meth:`solve` does.
        """
        return sum(1 for _ in self.solve(limit=2, time_limit=time_limit, engine=engine, report=report)) == 1

    def random(
        self, *, seed: int | None = None, time_limit: float | None = None, report: Report | None = None
    ) -> tuple[Hashable, ...] | None:
        """A cover drawn uniformly from all of them, or None if there is none. Raises as :meth:`sample` does."""
        return next(self.sample(limit=1, seed=seed, time_limit=time_limit, report=report), None)

    def sample(
        self, *, limit: int, seed: int | None = None, time_limit: float | None = None, report: Report | None = None
    ) -> Iterator[tuple[Hashable, ...]]:
        """Yield ``limit`` independent, uniformly random covers (none if there is none).

        All covers are counted, and those of random rank are looked up. The same ``seed`` gives the same covers.

        Raises ``StoppedError`` when the time limit (seconds) ends the count, ``LimitError`` where it would take years.
        """
        check_limits(limit, time_limit)
        return search.sample(self, limit, fresh_seed() if seed is None else seed, time_limit, report)

    def explain(self, *, time_limit: float | None = None) -> CoverExplanation:
        """Say whether there is a cover, and if there is none, why.

        >>> print(ExactCover(["ab", "ac"], "abcd").explain())
        impossible: no option has the item 'd'
        >>> print(ExactCover(["ab", "bcd", "c"]).explain())
        impossible: 'a' is only in option 0 (a b), and then no option is left for 'd'
        """
        return reason.explain(self, time_limit)


def _near(item: Hashable, items: Iterable[Hashable]) -> str:
    """The question whether another of ``items`` was meant; empty if none is near."""
    from difflib import get_close_matches  # only a mistake needs it

    by_text = {str(each).lower(): each for each in items}
    near = [dlx.quoted(by_text[text]) for text in get_close_matches(str(item).lower(), by_text)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


class _Pairs(dict[Hashable, tuple[Hashable, None]]):
    """Items with no colour, one pair for each, in the order in which options name them."""

    coloured = False

    def __missing__(self, item: Hashable) -> tuple[Hashable, None]:
        pair = self[item] = (item, None)
        return pair

    def has_twice(self, options: Sequence[Option]) -> bool:
        """Whether one of the options names an item twice; equal pairs are one object."""
        return sum([len(set(map(id, option))) for option in options]) < sum(map(len, options))

    def of(self, option: Iterable[object]) -> Option:
        """Return an option as items with their colours."""
        if type(option) is tuple or not isinstance(option, Mapping):
            return tuple(map(self.__getitem__, option))
        for item in option:
            self[item]
        self.coloured = True
        return tuple(option.items())
