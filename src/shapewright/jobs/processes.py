"""A pool of our own processes that stop on request, ignore Ctrl-C themselves, and end with the process that made them.

The stop flags of the runs are bytes in memory shared with the workers, without any lock that a killed worker could
take along. In each worker a watching thread passes the flag on to the budget of the task at hand.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from shapewright.jobs.stage import Budget, Unfinished, call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from shapewright.jobs.large import Folder

# Each run that uses a pool has its own flag; so many runs may follow each other before one is used again.
FLAGS = 256
WATCH_SECONDS = 0.05


class ProcessPool(ProcessPoolExecutor):
    """A ``ProcessPoolExecutor`` of spawned processes with a stop flag for each run that uses it."""

    def __init__(self, workers: int) -> None:
        # Spawned, since a fork of a process with threads may inherit a lock that nobody will release.
        context = multiprocessing.get_context("spawn")
        self._flags: Any = context.RawArray("B", FLAGS)
        self._numbers = itertools.count()
        super().__init__(workers, mp_context=context, initializer=_begin, initargs=(self._flags,))
        self.workers = workers

    def open_flag(self) -> int:
        """The number of a stop flag for one run, not set."""
        flag = next(self._numbers) % FLAGS
        self._flags[flag] = 0
        return flag

    def set_flag(self, flag: int) -> None:
        """Tell the tasks of the run with this flag to stop, those that wait in the queue included."""
        self._flags[flag] = 1

    def submit(self, function: Callable[..., object], /, *arguments: object, **options: object) -> Future[Any]:
        """As usual; workers started here ignore Ctrl-C from their first instruction."""
        with _interrupt_blocked():
            return super().submit(function, *arguments, **options)

    def kill(self) -> None:
        """End the pool at once, together with tasks that ignore their flag."""
        processes = list((self._processes or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        # Cancelled tasks must have left the pool's books before it notices that its processes are gone.
        time.sleep(0.05)
        for process in processes:
            process.kill()


@contextmanager
def _interrupt_blocked() -> Iterator[None]:
    # A new process inherits the signal mask of the thread that starts it.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- in the worker ----

_flags: Any = None
_at_hand: tuple[int, bytearray] | None = None


def call_in_worker(
    function: Callable[[object, Budget], object],
    arguments: object,
    seconds: float | None,
    folder: Folder | None,
    flag: int,
) -> object:
    """Run one task in a worker of :class:`ProcessPool`."""
    global _at_hand
    if _flags[flag]:
        return Unfinished()
    stop = bytearray(1)
    _at_hand = (flag, stop)
    try:
        return call(function, arguments, seconds, folder, stop)
    finally:
        _at_hand = None


def _begin(flags: object) -> None:
    global _flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _flags = flags
    threading.Thread(target=_watch, name="stop-flag", daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    sentinels = [] if parent is None else [parent.sentinel]
    while not wait(sentinels, timeout=WATCH_SECONDS):
        task = _at_hand
        if task is not None and _flags[task[0]]:
            task[1][0] = 1
    # Nobody is left to take a result, and the pool's queue would never tell: a worker holds both its ends.
    os._exit(1)
