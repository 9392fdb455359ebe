"""The time limit of a question, from the moment it is asked: preparation counts as much as the search."""

from __future__ import annotations

import time

from shapewright.errors import StoppedError

# So many seconds of work preparation may take whatever the limit, so that what needs no search needs no time either.
GRACE = 0.3


class Clock:
    """What is left of ``time_limit`` seconds; None is without end.

    >>> Clock(None).left() is None
    True
    """

    def __init__(self, time_limit: float | None) -> None:
        self.time_limit = time_limit
        self.started = time.monotonic()
        self._worked = time.thread_time()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self.started

    def left(self) -> float | None:
        """The seconds that are left, negative when the limit is over; None without a limit."""
        return None if self.time_limit is None else self.time_limit - self.seconds

    def look(self) -> None:
        """To be called during preparation: raises ``StoppedError`` when the limit is over and ``GRACE`` is used up."""
        left = self.left()
        if left is not None and left < 0 and time.thread_time() - self._worked > GRACE:
            raise StoppedError(f"the time limit of {self.time_limit:g} s is over before the search could begin")
