"""Work of the engine in slices: after each one the caller gets progress, and may stop it by Ctrl-C or a time limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from shapewright.clear.graph.graph import memory_to_use
from shapewright.errors import LimitError, ResourceError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.progress import listener

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.jobs import Progress
    from shapewright.jobs.limits import Clock

Found = TypeVar("Found")

_SLICE = 0.5
"""So many seconds pass between two reports of progress."""


def sliced(
    work: Callable[[bytearray, float, int], Found | None],
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None,
    reached: Callable[[], Progress],
    *,
    stopped: Callable[[], str],
    too_large: str,
) -> Found:
    """What ``work`` finds; it takes a stop flag, seconds and bytes of memory, and returns None until it is done.

    ``reached`` says how far it is. Raises ``StoppedError`` with the words of ``stopped`` when time is over; where
    memory does not suffice ``ResourceError``, or ``LimitError`` if that is known beforehand. ``too_large`` begins with
    what does not fit, and ends, after a semicolon, with what to try.
    """
    stop = bytearray(1)
    most = memory_to_use()
    with listener(progress) as tell, Interrupt(stop, inline=True) as interrupt:
        while True:
            left = clock.left()
            try:
                found = work(stop, _SLICE if left is None else min(_SLICE, left), most)
            except (MemoryError, ValueError) as error:  # std::bad_alloc, std::length_error
                kind = ResourceError if isinstance(error, MemoryError) else LimitError
                what, _, advice = too_large.partition("; ")
                raise kind(f"{what} do not fit into {most / 2**30:.1f} GB of memory; {advice}") from None
            if interrupt.caught:
                raise KeyboardInterrupt
            if found is not None:
                return found
            if clock.over():
                raise StoppedError(f"{clock.stopped()} {stopped()}")
            if tell is not None:
                tell(reached())
