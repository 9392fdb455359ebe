"""Ctrl-C as a request: running tasks stop soon, and the loop ends at a safe point.

Python would raise ``KeyboardInterrupt`` between any two instructions, even in the middle of recording a result.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from shapewright.jobs.processors import alone
from shapewright.jobs.threads import start_if_possible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["Interrupt", "interruptible"]


class Interrupt:
    """While entered, the first Ctrl-C sets ``stop[0]`` and :attr:`caught` and calls :attr:`wake`; a second one raises.

    Does nothing outside the main thread, where somebody else already handles the signal, or in a browser, where a page
    ends the whole process. With ``inline`` set the
    byte is set even while native code keeps the main thread, in which no handler of Python can run.
    """

    def __init__(self, stop: bytearray, *, inline: bool = False) -> None:
        self.caught = False
        self.wake: Callable[[], None] | None = None
        self._stop = stop
        self._inline = inline
        self._installed = False
        self._pipe: tuple[int, int] | None = None
        self._watcher: threading.Thread | None = None

    def __enter__(self) -> Self:
        if alone() or threading.current_thread() is not threading.main_thread():
            return self
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return self
        if self._inline and os.name == "posix":
            self._watch()
        signal.signal(signal.SIGINT, self._handle)
        self._installed = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._installed = False
        if self._pipe is not None and self._watcher is not None:
            reader, writer = self._pipe
            signal.set_wakeup_fd(-1)
            os.close(writer)
            self._watcher.join()
            os.close(reader)
            self._pipe = self._watcher = None

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.caught:
            raise KeyboardInterrupt
        self.caught = True
        self._stop[0] = 1
        if self.wake is not None:
            self.wake()

    def _watch(self) -> None:
        # The interpreter's signal handler writes the number of the signal into this descriptor at once, from C.
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        previous = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        if previous != -1:
            signal.set_wakeup_fd(previous)
            os.close(reader)
            os.close(writer)
            return
        watcher = threading.Thread(target=self._read, args=(reader,), name="ctrl-c", daemon=True)
        if not start_if_possible(watcher):
            # Ctrl-C is heard a little later then: when the engine comes back. The reading end stays open, for it may be
            # that the thread runs and only Python had no memory to wait for it.
            signal.set_wakeup_fd(-1)
            os.close(writer)
            return
        self._pipe, self._watcher = (reader, writer), watcher

    def _read(self, reader: int) -> None:
        while numbers := os.read(reader, 64):
            if signal.SIGINT in numbers:
                self._stop[0] = 1


@contextmanager
def interruptible(stop: bytearray | None = None) -> Iterator[bytearray]:
    """A stop flag for one call of native code, which Ctrl-C sets; what was stopped so ends in ``KeyboardInterrupt``.

    >>> with interruptible() as stop:
    ...     stop[0]
    0
    """
    flag = bytearray(1) if stop is None else stop
    with Interrupt(flag, inline=True) as interrupt:
        yield flag
    if interrupt.caught:
        raise KeyboardInterrupt
