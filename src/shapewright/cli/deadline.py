"""The last resort of ``--time-limit`` and of Ctrl-C: what a command does without a look at the clock is interrupted.

Every verb looks at the clock itself and gives what it has found; this is for the rest, such as the reading of a long
piece list. The limit begins to run when the option is read, which is before all others. Ctrl-C is a limit that is
reached now.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shapewright.jobs.interrupt import EndByInterrupt
from shapewright.jobs.limits import Clock

# After the limit a command has so many seconds of processor time for its last words, on a busy machine so many of any;
# and after that until it is interrupted again.
GRACE = 0.6
LONGEST_GRACE = 3.0
AGAIN = 1.0
_TICK = 0.05


class Deadline:
    """The time limit of a running command; a while after it, it sends the main thread what Ctrl-C sends.

    Without a limit it begins with Ctrl-C (:meth:`reach`).
    """

    def __init__(
        self,
        limit: float | None,
        *,
        used: Callable[[], float] = time.process_time,
        strike: Callable[[], None] | None = None,
    ) -> None:
        self.clock = Clock(limit)
        self.limit = limit
        self.is_reached = False
        self.struck = False
        self._used = used
        self._strike = strike or _interrupt_main
        self._ended = threading.Event()
        self._writing = 0
        self._lock = threading.Lock()

    def left(self) -> float:
        """The seconds that are left."""
        left = self.clock.left()
        assert left is not None
        return left

    def reach(self) -> None:
        """Take the limit as reached."""
        self.is_reached = True
        self.clock = Clock(0.0)
        self.start()

    def start(self) -> None:
        """Begin to watch; where no thread can be started, what looks at the clock by itself keeps the limit."""
        from shapewright.jobs.threads import start_if_possible  # few commands have a limit

        start_if_possible(threading.Thread(target=self.watch, name="time limit", daemon=True))

    def end(self) -> None:
        """The command is over; nothing strikes any more."""
        with self._lock:
            self._ended.set()
        if self.struck:
            # What was sent a moment ago must not hit whoever comes next.
            try:
                time.sleep(_TICK)
            except KeyboardInterrupt:
                pass

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A block that is not interrupted: half a line of an answer is worse than a late one."""
        with self._lock:
            self._writing += 1
        try:
            yield
        finally:
            with self._lock:
                self._writing -= 1

    def watch(self) -> None:
        """Wait for the limit, and for the grace after it; then strike, until the command ends."""
        while (left := float(self.left())) > 0:
            if self._ended.wait(min(left, 3600.0)):
                return
        grace = GRACE
        while not self._ended.is_set():
            used, late = self._used(), self.clock.seconds
            while self._used() - used < grace and self.clock.seconds - late < LONGEST_GRACE:
                if self._ended.wait(_TICK):
                    return
            while self._is_writing():
                if self._ended.wait(_TICK):
                    return
            # What an exception meets at a bad moment, Python drops: once may not be enough.
            grace = AGAIN

    def _is_writing(self) -> bool:
        """Strike, unless something is being written."""
        with self._lock:
            if self._writing:
                return True
            if not self._ended.is_set():
                self.struck = True
                self._strike()
            return False


_current: Deadline | None = None
_interrupt: EndByInterrupt | None = None


@contextmanager
def ended_by_interrupt() -> Iterator[EndByInterrupt]:
    """A block in which the first Ctrl-C is a time limit that is reached then."""
    global _interrupt
    running = _current or begin(None)
    with EndByInterrupt(running.reach) as _interrupt:
        try:
            yield _interrupt
        finally:
            if running.is_reached or running.limit is None:
                end()
            _interrupt = None


def begin(limit: float | None) -> Deadline:
    """Let the time limit of the command that runs in this process begin, if it has one."""
    global _current
    end()
    _current = Deadline(limit)
    if limit is not None and threading.current_thread() is threading.main_thread():
        if _is_deaf() and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL:
            signal.signal(signal.SIGALRM, signal.default_int_handler)
        _current.start()
    return _current


def _is_deaf() -> bool:
    """Whether Ctrl-C is ignored, as it is by what a script of a shell runs in the background."""
    return os.name == "posix" and signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def current() -> Deadline | None:
    """The time limit of the running command, if it has one."""
    return _current


def end() -> Deadline | None:
    """The running command is over; its time limit, if it had one."""
    global _current
    ended, _current = _current, None
    if ended is not None:
        ended.end()
    return ended


@contextmanager
def being_written() -> Iterator[None]:
    """A block that writes what is answered, and is not interrupted."""
    if _current is None:
        yield
        return
    with _current.writing():
        yield


def _interrupt_main() -> None:
    if _interrupt is not None:
        _interrupt.announce()
    main = threading.main_thread().ident
    if os.name == "posix" and main is not None:
        signal.pthread_kill(main, signal.SIGALRM if _is_deaf() else signal.SIGINT)  # wakes it from a system call, too
    else:
        import _thread

        _thread.interrupt_main()
