"""The limits that callers set, checked in one place: how many answers, how many seconds; and the clock for these."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Self

from shapewright.errors import ProblemError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    Item = TypeVar("Item")

__all__ = ["Clock", "Seconds", "check_limits"]


def check_limits(limit: int | None = None, time_limit: float | None = None) -> None:
    """Raise ``ProblemError`` for a negative number of answers, or of seconds, or seconds that are no number."""
    if limit is not None and limit < 0:
        raise ProblemError(f"the limit must be at least 0, not {limit}")
    if time_limit is not None and not time_limit >= 0:
        raise ProblemError(f"the time limit must be a number of seconds from 0 on, not {time_limit}")


class Seconds(float):
    """Seconds that are left of a time limit, and in a text the limit itself: what its user set, and wants to read.

    >>> left = Seconds(0.25, of=10)
    >>> left / 2, f"the time limit of {left:g} s is over"
    (0.125, 'the time limit of 10 s is over')
    """

    whole: float

    def __new__(cls, left: float, *, of: float) -> Self:
        """Take the seconds that are ``left``, and the limit that they are left of."""
        self = super().__new__(cls, left)
        self.whole = of.whole if isinstance(of, Seconds) else float(of)
        return self

    def __format__(self, form: str) -> str:
        return format(self.whole, form)

    def __reduce__(self) -> tuple[type[float], tuple[float]]:
        return float, (float(self),)  # plain data for other processes


class Clock:
    """A time limit in seconds (None: there is none) that began to run when this was made.

    Whoever works under it asks it at least ten times a second, and hands ``left()`` on to what takes a time limit too.
    ``stop`` is a byte that ends the work when it is set (by Ctrl-C, or by whoever made it); the engine looks at it.

    >>> clock = Clock(60)
    >>> clock.over(), clock.left() > 59
    (False, True)
    >>> Clock(None).left() is None
    True

    Raises ``ProblemError`` for a limit that is no number of seconds from 0 on.
    """

    def __init__(self, limit: float | None, stop: bytearray | None = None) -> None:
        check_limits(time_limit=limit)
        self.limit = limit
        self.stop = bytearray(1) if stop is None else stop
        self._started = monotonic()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return monotonic() - self._started

    def left(self) -> float | None:
        """The seconds that are left (as :class:`Seconds`), never negative; None if there is no limit."""
        if self.limit is None:
            return None
        return Seconds(max(0.0, self.limit - self.seconds), of=self.limit)

    def native(self) -> float:
        """The seconds that are left as the engine takes them: negative if there is no limit."""
        left = self.left()
        return -1.0 if left is None else float(left)

    def over(self) -> bool:
        """Whether no time is left, or the byte is set."""
        return self.stop[0] != 0 or (self.limit is not None and self.seconds >= self.limit)

    def check(self, before: str = "") -> None:
        """Raise ``StoppedError`` if no time is left; ``before`` says before what, such as 'a packing was found'."""
        if self.over():
            raise self.stopped(before)

    def stopped(self, before: str = "") -> StoppedError:
        """The error that says that no time is left, or that somebody stopped the work."""
        when = f" before {before}" if before else ""
        if self.limit is None or self.stop[0]:
            return StoppedError("stopped" + when)
        return StoppedError(f"the time limit of {self.limit:g} s is over" + when)

    def checked(self, items: Iterable[Item], before: str = "") -> Iterator[Item]:
        """The ``items``, one after the other, with a look at the clock before each; raises as :meth:`check` does."""
        for item in items:
            self.check(before)
            yield item
