"""The limits that callers set: how many answers, how many seconds; and the one clock that keeps a time limit."""

from __future__ import annotations

import time
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeVar

from shapewright.errors import ProblemError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Item = TypeVar("Item")

INTERRUPTED = bytearray(1)
"""Is 1 from the first Ctrl-C of a command until it ends (see ``EndByInterrupt``): every clock is then over."""

processor_seconds = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread, in seconds; a browser knows only that of the process, which has no other."""


def check_limits(limit: int | None = None, time_limit: float | None = None) -> None:
    """Raise ``ProblemError`` for a negative number of answers or seconds, or for seconds that are not a number."""
    if limit is not None and limit < 0:
        raise ProblemError(f"the limit must be at least 0, not {limit}")
    if time_limit is not None and not time_limit >= 0:
        raise ProblemError(f"the time limit must be at least 0 seconds, not {time_limit}")


class Seconds(float):
    """The seconds left of a time limit; in a text they show the limit itself, which is the number that the user set.

    >>> left = Seconds(0.25, of=10)
    >>> left / 2, f"the time limit of {left:g} s was reached"
    (0.125, 'the time limit of 10 s was reached')
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
    """A time limit in seconds (None: there is none) that begins to run when this is made, and a byte that ends it.

    Whatever works under a limit asks this clock at least ten times a second, and passes ``left()`` on to calls that
    take a time limit themselves. ``stop`` is a byte that somebody else may set, such as the handler of Ctrl-C or the
    job that a task belongs to: the clock is over from then on. It is also over once Ctrl-C has asked the running
    command for what it has: then there is a limit, even if nobody set one, and it has been reached.

    >>> clock = Clock(60)
    >>> clock.over(), clock.left() > 59
    (False, True)
    >>> clock.stop[0] = 1
    >>> clock.over()
    True
    >>> Clock(None).left() is None
    True

    Raises ``ProblemError`` if the limit is negative or not a number.
    """

    def __init__(self, limit: float | None, stop: bytearray | None = None) -> None:
        check_limits(time_limit=limit)
        self._limit = limit
        self.stop = bytearray(1) if stop is None else stop
        self._started = monotonic()

    @property
    def limit(self) -> float | None:
        """The limit in seconds; None if there is none."""
        return 0.0 if self._limit is None and INTERRUPTED[0] else self._limit

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return monotonic() - self._started

    def left(self) -> float | None:
        """The seconds that are left (as :class:`Seconds`), never negative; None if there is no limit."""
        limit = self.limit
        if limit is None:
            return None
        return Seconds(0.0 if INTERRUPTED[0] else max(0.0, limit - self.seconds), of=limit)

    def part(self, share: float) -> Clock:
        """A clock for a share of the seconds that are left, which begins now, has the same byte and names this limit.

        >>> Clock(60).part(0.5).left() < 31
        True
        """
        left = self.left()
        return Clock(None if left is None else Seconds(left * share, of=left), self.stop)

    def slice(self, most: float) -> float:
        """The seconds that the engine may run at a time: ``most``, or what is left if that is less."""
        left = self.left()
        return most if left is None else min(most, float(left))

    def native(self) -> float:
        """The seconds that are left as the engine takes them: negative if there is no limit."""
        left = self.left()
        return -1.0 if left is None else float(left)

    def over(self) -> bool:
        """Whether the work is to end: no time is left, or ``stop`` is set."""
        if self.stop[0] or INTERRUPTED[0]:
            return True
        return self._limit is not None and self.seconds >= self._limit

    def check(self, before: str = "") -> None:
        """Raise ``StoppedError`` if the work is to end; ``before`` says before what, such as 'a packing was found'."""
        if self.over():
            raise self.stopped(before)

    def stopped(self, before: str = "", known: str = "") -> StoppedError:
        """The error that says that the work has ended, and why; and what is ``known`` already."""
        why = limit_reached(None if self.stop[0] else self._limit)
        text = f"{why} before {before}" if before else why
        error = StoppedError(f"{text}; {known}" if known else text)
        error.known = known
        return error

    def checked(self, items: Iterable[Item], before: str = "") -> Iterator[Item]:
        """The ``items``, one after the other, with a look at the clock before each; raises as :meth:`check` does."""
        for item in items:
            self.check(before)
            yield item


def limit_reached(time_limit: float | None) -> str:
    """Say what ended a search: the limit (None: there was none), or Ctrl-C.

    >>> limit_reached(0.5), limit_reached(None)
    ('the time limit of 0.5 s was reached', 'stopped')
    """
    if INTERRUPTED[0]:
        return "interrupted"
    return "stopped" if time_limit is None else f"the time limit of {time_limit:g} s was reached"


def seconds_text(seconds: float) -> str:
    """A time as people say it.

    >>> seconds_text(0.00042), seconds_text(0.0871), seconds_text(3.25), seconds_text(700)
    ('0.4 ms', '87 ms', '3.2 s', '11 min 40 s')
    """
    if seconds < 0.01:
        return f"{seconds * 1000:.1f} ms"
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 99.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"
