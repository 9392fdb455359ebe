"""How many processors there are to use, and whether there can be threads and processes at all."""

from __future__ import annotations

import os
import sys

# Work is cut into about so many tasks a processor, so that all end at about the same time; and into no fewer than the
# second number, so that progress is seen and a checkpoint loses little.
_TASKS_EACH, _FEWEST_TASKS = 16, 256
# How many processors a cluster, or the next machine that goes on with a checkpoint, may have.
_PROCESSORS_ELSEWHERE = 64


def alone() -> bool:
    """Whether all work is done in this thread, since there can be no other thread or process: in a browser."""
    return sys.platform == "emscripten"


def processors() -> int:
    """The number of processors this process may use, at least 1."""
    if alone():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def enough_tasks(threads: int | None = None, *, elsewhere: bool = False) -> int:
    """Into how many tasks to cut work for so many threads (default: one per processor).

    With ``elsewhere`` other machines may take part or go on with a checkpoint: then it is the same number on each.
    """
    workers = _PROCESSORS_ELSEWHERE if elsewhere else threads or processors()
    return max(_FEWEST_TASKS, _TASKS_EACH * workers)
