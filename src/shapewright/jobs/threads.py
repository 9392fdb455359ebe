"""Threads, as many as the system allows."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from shapewright.jobs.processors import alone
from shapewright.shortage import room_for

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


# What must be left when all threads of a pool run: the C library ends a process that has no memory for the variables
# of one of its threads.
ROOM = 24 << 20
_M_ARENA_MAX = -8  # of glibc's mallopt


def thread_pool(threads: int) -> ThreadPoolExecutor:
    """A pool of ``threads`` threads, each ready for the engine; ask :func:`startable` how many there can be."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(threads, thread_name_prefix="shapewright", initializer=_prepare)


def startable(threads: int) -> int:
    """How many threads, at most ``threads``, can be started now and leave memory to work with: tried out."""
    if alone():
        return 0
    _share_arenas()
    gate = threading.Event()

    def wait() -> None:
        with suppress(RuntimeError, MemoryError):  # there is no memory even to wait
            gate.wait()

    started: list[threading.Thread] = []
    possible = 0
    try:
        for _ in range(threads):
            thread = threading.Thread(target=wait, daemon=True)
            thread.start()
            started.append(thread)
            if not room_for(ROOM):
                break
            possible += 1
    except (RuntimeError, MemoryError):  # can't start new thread
        pass
    finally:
        gate.set()
        for thread in started:
            thread.join()
    return possible


def start_if_possible(thread: threading.Thread) -> bool:
    """Start a thread that the work can do without; False if the system has none left."""
    if alone():
        return False
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        return False
    return True


def _prepare() -> None:
    """A new thread of a pool readies the engine's variables while there is memory for them."""
    engine = sys.modules.get("shapewright._core")
    if engine is not None:
        engine.prepare_thread()


def _share_arenas() -> None:
    """Under a limit of address space threads share what C hands out: else each reserves 64 MB of its own."""
    try:
        import resource

        if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
            return
        import ctypes

        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
    except (ImportError, OSError, AttributeError):  # another system, or another C library
        return
