"""How many processors there are to use."""

from __future__ import annotations

import os

__all__ = ["processors"]


def processors() -> int:
    """The number of processors this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
