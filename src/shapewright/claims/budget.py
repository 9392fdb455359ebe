"""How long a second look may take."""

from __future__ import annotations

from shapewright.jobs.limits import Clock

__all__ = ["TIME_LIMIT", "Budget"]

TIME_LIMIT = 60.0
"""Seconds that a second look takes at most, unless a caller says otherwise."""

# Quick things are tried even when the time is over.
_LEAST = 0.05


class Budget:
    """The seconds in which claims may be recomputed (None: ``TIME_LIMIT``), from the moment that this is made.

    >>> budget = Budget(20)
    >>> budget.left(0.5) > 9, budget.is_over, budget.reason
    (True, False, 'the time limit of 20 s was reached')

    Raises ``ProblemError`` for a negative number of seconds, or one that is not a number.
    """

    def __init__(self, seconds: float | None) -> None:
        self.clock = Clock(TIME_LIMIT if seconds is None else seconds)

    def left(self, share: float = 1.0) -> float:
        """The seconds that are left, or a share of them; a little is always left, so that quick things are tried."""
        left = self.clock.left()
        assert left is not None
        return max(_LEAST, share * left)

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.clock.over()

    @property
    def reason(self) -> str:
        """Why a claim could not be checked when the time was over."""
        return str(self.clock.stopped())
