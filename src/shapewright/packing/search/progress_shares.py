"""How far a search is whose steps take unequal work: in shares of the work, or of the time where that is limited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.jobs import Progress

if TYPE_CHECKING:
    from shapewright.packing.search.solvers import Effort

__all__ = ["tell_share"]

_TOTAL = 100


def tell_share(effort: Effort, share: float, remark: str) -> None:
    """Tell what is done: this ``share`` of the work, which is 1 at most; with a time limit, the share of the time.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.packing.search.solvers import Effort
    >>> effort = Effort(Clock(None), tell=lambda one: print(one.done, one.total, one.fraction, one.remark))
    >>> tell_share(effort, 0.25, "3 boards are tried")
    25 100 0.25 3 boards are tried
    """
    if effort.tell is None:
        return
    clock = effort.clock
    seconds = clock.seconds
    if clock.limit is not None:
        share = seconds / clock.limit if clock.limit else 1.0
    share = min(1.0, share)
    effort.tell(Progress("packing", int(share * _TOTAL), _TOTAL, share, seconds, remark=remark))
