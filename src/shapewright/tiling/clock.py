"""The clock of a question about tilings: preparation counts as much as the search, but a little of it is free."""

from __future__ import annotations

from shapewright.jobs import limits

# So many seconds of work preparation may take whatever the limit, so that what needs no search needs no time either.
GRACE = 0.15


class Clock(limits.Clock):
    """A time limit under which placements are found, counted and turned before any search begins.

    >>> Clock(0).look()
    """

    def __init__(self, limit: float | None) -> None:
        super().__init__(limit)
        self._worked = limits.processor_seconds()

    def look(self) -> None:
        """To be called during preparation: raises ``StoppedError`` when the limit is over and ``GRACE`` is used up."""
        if self.over() and limits.processor_seconds() - self._worked > GRACE:
            raise self.stopped("the search could begin")
