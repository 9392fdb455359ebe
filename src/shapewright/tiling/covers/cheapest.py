"""The cheapest exact covers: the sum of the costs of their options is least, and that is proven or bounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Statistics
from shapewright.tiling import native
from shapewright.tiling.covers.costs import priced
from shapewright.tiling.search.clock import SLICE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from shapewright.jobs.statistics import Report
    from shapewright.tiling.covers.exact_cover import ExactCover

__all__ = ["ENGINE", "MOST_COVERS", "CheapestCovers", "cheapest"]

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
    search = native.cheapest(instance, plan.costs, number)
    known = CheapestCovers((), (), -plan.surcharge)
    over = not search.give(list(cover.given_options))
    while True:
        left = clock.left()
        over = over or search.run(clock.stop, SLICE if left is None else min(SLICE, left), 1 << 62)
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
