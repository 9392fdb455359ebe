"""Ctrl-C as a request: running tasks stop soon, and the loop ends at a safe point.

Python would raise ``KeyboardInterrupt`` between any two instructions, even in the middle of recording a result. In
Python's API a call that was asked to stop raises it at its end. A command of the shell does better: it answers with
what it has, as when a time limit is reached (:class:`EndByInterrupt`).
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

from shapewright.jobs.limits import INTERRUPTED
from shapewright.jobs.processors import alone
from shapewright.jobs.threads import start_if_possible


class Interrupt:
    """While entered, the first Ctrl-C sets ``stop[0]`` and :attr:`caught` and calls :attr:`wake`; a second one raises.

    Does nothing outside the main thread, where somebody else already handles the signal, or in a browser, where a page
    ends the whole process. With ``inline`` set the
    byte is set even while native code keeps the main thread, in which no handler of Python can run. Within
    :class:`EndByInterrupt` only the byte is set, and nothing is ``caught``: the call ends as at a time limit.
    """

    def __init__(self, stop: bytearray, *, inline: bool = False) -> None:
        self.caught = False
        self.wake: Callable[[], None] | None = None
        self._stop = stop
        self._inline = inline
        self._installed = False
        self._watch: _Watch | None = None
        self._ending: EndByInterrupt | None = None

    def __enter__(self) -> Self:
        if _ending is not None:
            self._ending = _ending
            _ending.register(self)
            return self
        if alone() or threading.current_thread() is not threading.main_thread():
            return self
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return self
        if self._inline:
            self._watch = _Watch.begun(self.ask)
        signal.signal(signal.SIGINT, self._handle)
        self._installed = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._ending is not None:
            self._ending.forget(self)
            self._ending = None
        if self._installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._installed = False
        if self._watch is not None:
            self._watch.end()
            self._watch = None

    def ask(self) -> None:
        """Ask what runs to stop."""
        self._stop[0] = 1
        if self.wake is not None:
            self.wake()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.caught:
            raise KeyboardInterrupt
        self.caught = True
        self.ask()


class _Watch:
    """A thread that calls a function at each Ctrl-C, even while native code keeps the main thread."""

    def __init__(self, heard: Callable[[], None], pipe: tuple[int, int]) -> None:
        self._heard = heard
        self._pipe = pipe
        self._thread = threading.Thread(target=self._read, name="ctrl-c", daemon=True)

    @classmethod
    def begun(cls, heard: Callable[[], None]) -> _Watch | None:
        """A watch that has begun, or None where that is not possible: Ctrl-C then waits for the end of native code."""
        if os.name != "posix":
            return None
        # The interpreter's signal handler writes the number of the signal into this descriptor at once, from C.
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        previous = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        if previous != -1:
            signal.set_wakeup_fd(previous)
            os.close(reader)
            os.close(writer)
            return None
        watch = cls(heard, (reader, writer))
        if not start_if_possible(watch._thread):
            # The reading end stays open, for it may be that the thread runs and only Python had no memory to wait for
            # it.
            signal.set_wakeup_fd(-1)
            os.close(writer)
            return None
        return watch

    def end(self) -> None:
        reader, writer = self._pipe
        signal.set_wakeup_fd(-1)
        os.close(writer)
        self._thread.join()
        os.close(reader)

    def _read(self) -> None:
        while numbers := os.read(self._pipe[0], 64):
            if signal.SIGINT in numbers:
                self._heard()


_ending: EndByInterrupt | None = None


class EndByInterrupt:
    """While entered, the first Ctrl-C ends every clock of this process, and so every search, as a time limit would.

    ``asked`` is called then, perhaps by another thread. The second Ctrl-C raises ``KeyboardInterrupt``. So does a
    signal before which :meth:`announce` was called, but where an :class:`Interrupt` is open, only at the end of that.
    Does nothing where :class:`Interrupt` would do nothing.
    """

    def __init__(self, asked: Callable[[], None]) -> None:
        self.was_asked = False
        self._asked = asked
        self._open: list[Interrupt] = []
        self._lock = threading.RLock()  # a handler may interrupt whoever holds it
        self._announced = False
        self._is_hearing_announced = False  # the two hear of a signal in any order
        self._handled = False
        self._watch: _Watch | None = None
        self._installed = False

    def __enter__(self) -> Self:
        global _ending
        if alone() or _ending is not None or threading.current_thread() is not threading.main_thread():
            return self
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return self
        self._watch = _Watch.begun(self._hear)
        signal.signal(signal.SIGINT, self._handle)
        self._installed = True
        _ending = self
        return self

    def __exit__(self, *_: object) -> None:
        global _ending
        if not self._installed:
            return
        _ending = None
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._watch is not None:
            self._watch.end()
        INTERRUPTED[0] = 0

    def announce(self) -> None:
        """Say that the next signal is not Ctrl-C, but a time limit that was passed long ago."""
        self._announced = self._is_hearing_announced = True

    def register(self, interrupt: Interrupt) -> None:
        """Ask this, too, when the time comes; at once, if it has come."""
        with self._lock:
            self._open.append(interrupt)
        if INTERRUPTED[0]:
            interrupt.ask()

    def forget(self, interrupt: Interrupt) -> None:
        """Its call is over."""
        with self._lock:
            self._open.remove(interrupt)

    def _hear(self) -> None:
        """Do what is possible without the main thread, which may be within native code."""
        if self._is_hearing_announced:
            self._is_hearing_announced = False
            self._ask_all()
        else:
            self._end_clocks()

    def _end_clocks(self) -> None:
        with self._lock:
            first, self.was_asked = not self.was_asked, True
        INTERRUPTED[0] = 1
        if first:
            self._asked()
        self._ask_all()

    def _ask_all(self) -> None:
        with self._lock:
            still_open = list(self._open)
        for interrupt in still_open:
            interrupt.ask()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self._announced:
            if self._handled:
                raise KeyboardInterrupt
            self._handled = True
            self._end_clocks()
            return
        self._announced = False
        if not self._open or any(interrupt.caught for interrupt in self._open):
            raise KeyboardInterrupt
        for interrupt in self._open:
            interrupt.caught = True
            interrupt.ask()


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
