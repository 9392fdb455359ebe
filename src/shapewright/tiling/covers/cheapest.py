"""The cheapest exact covers: the sum of the costs of their options is least, and that is proven or bounded."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from shapewright.errors import LimitError, ProblemError, quote
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling import native
from shapewright.tiling.search.clock import SLICE

if TYPE_CHECKING:
    from shapewright.tiling.covers.engine import Numbers
    from shapewright.tiling.covers.exact_cover import ExactCover


ENGINE = "branch and bound"
MOST_COVERS = 1_000_000


@dataclass(frozen=True)
class CheapestCovers:
    """The cheapest ``covers`` in the order of their ``costs``, each the names of its options.

    ``status`` is "optimal" if it is proven that no other cover is cheaper, "feasible" if only ``bound`` is: no other
    cover costs less than that. Without a cover it is "infeasible" (proven) or "unknown". Where all is proven the bound
    is None.

    >>> CheapestCovers(((0, 2),), (7,), 5)
    CheapestCovers(covers=((0, 2),), costs=(7,), bound=5)
    >>> _.status
    'feasible'
    """

    covers: tuple[tuple[Hashable, ...], ...]
    costs: tuple[int, ...]
    bound: int | None = None

    @property
    def status(self) -> Literal["optimal", "feasible", "infeasible", "unknown"]:
        """What is known, in one word."""
        if self.covers:
            return "optimal" if self.bound is None else "feasible"
        return "infeasible" if self.bound is None else "unknown"


def cheapest(
    cover: ExactCover,
    number: int,
    time_limit: float | None,
    report: Report | None,
    told: Callable[[CheapestCovers], None] | None = None,
) -> CheapestCovers:
    """The ``number`` cheapest covers, see :meth:`ExactCover.cheapest`; ``told`` hears of what is known on the way."""
    if not 1 <= number <= MOST_COVERS:
        raise ProblemError(f"the number of covers is 1 to {MOST_COVERS}, not {number}")
    clock = Clock(time_limit)
    plan = priced(cover)
    instance = native.instance(*plan.numbers) if plan.surcharge else cover.engine.instance
    search = native.Cheapest(instance, plan.costs, number)
    known = CheapestCovers((), (), -plan.surcharge)
    over = not search.give(list(cover.given_options))
    while True:
        over = over or search.run(clock.stop, clock.slice(SLICE), 1 << 62)
        last = over or clock.over()
        if last or told is not None:
            known = _known(cover, search, plan.surcharge, over=over)
            if told is not None:
                told(known)
        if last:
            break
    if report is not None:
        costs = known.costs
        bound = costs[0] if costs and over else min([*costs[:1], 0 if known.bound is None else known.bound])
        report(Statistics(ENGINE, search.nodes, clock.seconds, len(costs), over, lower_bound=bound))
    return known


def _known(cover: ExactCover, search: native.Cheapest, surcharge: int, *, over: bool) -> CheapestCovers:
    found = search.found
    fillers = len(cover.options)  # and beyond
    rows = [sorted([one for one in path if one < fillers]) for _, path in found]
    cover.engine.checker.check(rows, cover.given_options)
    costs = tuple([sum([cover.costs[one] for one in row]) if cover.costs else 0 for row in rows])
    covers = tuple([tuple(row) if cover.names is None else tuple([cover.names[one] for one in row]) for row in rows])
    return CheapestCovers(covers, costs, None if over else (search.bound or 0) - surcharge)


# What all options may cost together: the engine counts in fractions of a cost.
MOST_TOGETHER = 1 << 40


def check_sum(total: int) -> None:
    """Raise ``LimitError`` if all options cost too much together for the engine."""
    if total > MOST_TOGETHER:
        raise LimitError(f"all options cost {total} together, more than {MOST_TOGETHER}; divide the costs")


def checked_costs(cover: ExactCover, costs: Mapping[object, int] | Sequence[int] | None) -> tuple[int, ...]:
    """The cost of each option of ``cover``, in their order; none at all where nothing costs anything.

    Raises ``ProblemError`` for what are not whole numbers, one for each option, and for unknown options; ``LimitError``
    where they are too large.
    """
    if costs is None:
        return ()
    number = len(cover.options)
    if isinstance(costs, Mapping):
        listed: list[Any] = [0] * number
        for name, cost in costs.items():
            listed[cover.number(name)] = cost
    else:
        if not isinstance(costs, Iterable):
            raise ProblemError(f"costs are a sequence with one for each option, or a mapping, not {quote(str(costs))}")
        listed = list(costs)
        if listed and len(listed) != number:
            raise ProblemError(f"there are {len(listed)} costs for {number} options; give one for each")
    found = []
    for cost in listed:
        try:
            found.append(index(cost))
        except TypeError:
            raise ProblemError(f"the cost {quote(str(cost))} is not a whole number") from None
    check_sum(sum(map(abs, found)))
    return tuple(found) if any(found) else ()


@dataclass(frozen=True)
class Priced:
    """A cover for the engine, which takes no cost below 0: every cover costs ``surcharge`` more than it really does.

    Options beyond those of the cover are fillers, which belong to no answer.
    """

    numbers: Numbers
    costs: list[int]
    surcharge: int


def priced(cover: ExactCover) -> Priced:
    """Return the cover with costs of at least 0.

    An item of an option with a gain takes a surcharge from each option that covers it, as large as that gain. Where the
    item is covered a fixed number of times, the surcharges of all covers are equal. Where it is covered 2 to 5 times,
    exactly one of four fillers (for 0 to 3 further times) is chosen as well and pays the surcharges that are missing.
    Covers stay one to one, and none costs less than 0.
    """
    numbers = cover.engine.numbers
    costs = list(cover.costs or [0] * len(cover.options))
    surcharges: dict[Hashable, int] = {}
    primary = set(cover.items)
    for option, cost in sorted(zip(cover.options, costs, strict=True), key=lambda pair: pair[1]):
        items = [item for item, _ in option if item in primary]
        if cost >= 0 or not items:
            continue
        if all(surcharges.get(item, 0) < -cost for item in items):
            surcharges[min(items, key=lambda item: cover.bound(item)[0] < cover.bound(item)[1])] = -cost
    if not surcharges:
        return Priced(numbers, [max(cost, 0) for cost in costs], 0)
    times = dict.fromkeys(surcharges, 0)
    for number, option in enumerate(cover.options):
        for item, _ in option:
            if item in surcharges:
                costs[number] += surcharges[item]
                times[item] += 1
        costs[number] = max(costs[number], 0)  # nothing chooses an option without a primary item
    required, low, high, options = numbers
    required, low, high, options = list(required), list(low), list(high), list(options)
    counted = {item: number for number, item in enumerate(cover.bounds)}
    total = 0
    for item, surcharge in surcharges.items():
        least, most = cover.bound(item)
        most = max(least, min(most, times[item]))
        total += most * surcharge
        if least < most:
            low[counted[item]] = high[counted[item]] = most
            for missing in range(most - least + 1):
                options.append(([len(required)], [], [(counted[item], missing)] if missing else []))
                costs.append(missing * surcharge)
            required.append(True)
    check_sum(sum(costs))
    return Priced((required, low, high, options), costs, total)
