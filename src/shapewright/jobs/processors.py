"""How many processors there are to use, and whether there can be threads and processes at all."""

from __future__ import annotations

import os
import sys

__all__ = ["alone", "processors"]


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
