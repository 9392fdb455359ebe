"""What the options of an exact cover cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, ProblemError, quote

if TYPE_CHECKING:
    from shapewright.tiling.covers.exact_cover import ExactCover

__all__ = ["MOST_TOGETHER", "checked_costs"]

# What all options may cost together: the engine counts in fractions of a cost.
MOST_TOGETHER = 1 << 40


def checked_costs(cover: ExactCover, costs: Mapping[Any, int] | Sequence[int] | None) -> tuple[int, ...]:
    """The cost of each option of ``cover``, in their order; none at all where nothing costs anything.

    Raises ``ProblemError`` for what are not whole numbers of at least 0, one an option, and for unknown options;
    ``LimitError`` where they are too large.
    """
    if costs is None:
        return ()
    number = len(cover.options)
    if isinstance(costs, Mapping):
        listed: list[Any] = [0] * number
        for name, cost in costs.items():
            listed[cover.number(name)] = cost
    else:
        listed = list(costs)
        if listed and len(listed) != number:
            raise ProblemError(f"there are {len(listed)} costs for {number} options; give one for each")
    found = []
    for cost in listed:
        try:
            found.append(index(cost))
        except TypeError:
            raise ProblemError(f"the cost {quote(str(cost))} is not a whole number") from None
        if found[-1] < 0:
            raise ProblemError(f"the cost {found[-1]} is below 0")
    if sum(found) > MOST_TOGETHER:
        raise LimitError(f"all options cost {sum(found)} together, more than {MOST_TOGETHER}; divide the costs")
    return tuple(found) if any(found) else ()
