"""How much memory there is to use, so that a job that cannot end well is refused before it begins."""

from __future__ import annotations

import os
import re
from pathlib import Path

from shapewright.errors import LimitError
from shapewright.jobs.processors import alone

_IN_A_BROWSER = 1 << 30
"""The bytes that work in a browser may use: its memory ends at 2 to 4 GB, some of which is in use."""

_CGROUP = Path("/sys/fs/cgroup")
_MEMINFO = Path("/proc/meminfo")
_STATUS = Path("/proc/self/status")


def available_memory() -> int | None:
    """The bytes available without swapping, within the limits of a container and of this process; None if unknown."""
    if alone():
        return _IN_A_BROWSER
    known = [amount for amount in (_of_machine(), _of_container(), memory_left_to_process()) if amount is not None]
    return min(known, default=None)


def require_memory(needed: int, what: str) -> None:
    """Raise ``LimitError`` if ``what`` needs more bytes than there are; nothing happens where that is not known."""
    available = available_memory()
    if available is not None and needed > available:
        raise LimitError(
            f"{what} needs about {memory_text(needed)} of memory, but only {memory_text(available)} is available"
        )


def memory_left_to_process() -> int | None:
    """The bytes that this process may still use by limits of its own, as ``ulimit -d`` and ``-v`` set them, or None."""
    left: list[int] = []
    try:
        import resource

        status = _STATUS.read_text()
    except (ImportError, OSError):
        return None
    for kind, field in ((resource.RLIMIT_DATA, "VmData"), (resource.RLIMIT_AS, "VmSize")):
        limit, _ = resource.getrlimit(kind)
        used = re.search(rf"^{field}:\s*(\d+) kB$", status, re.MULTILINE)
        if limit != resource.RLIM_INFINITY and used is not None:
            left.append(max(0, limit - int(used[1]) * 1024))
    return min(left, default=None)


def _of_machine() -> int | None:
    try:
        found = re.search(r"^MemAvailable:\s*(\d+) kB$", _MEMINFO.read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found is not None:
        return int(found[1]) * 1024
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_container() -> int | None:
    # The group's own limit; a file that says "max" sets none.
    try:
        limit, used = (int((_CGROUP / name).read_text()) for name in ("memory.max", "memory.current"))
    except (OSError, ValueError):
        return None
    return max(0, limit - used)


def memory_text(amount: int) -> str:
    """A number of bytes for people, such as '2.5 GB'."""
    if amount >= 10 * 2**30:
        return f"{amount / 2**30:.0f} GB"
    return f"{amount / 2**30:.1f} GB" if amount >= 2**30 else f"{amount / 2**20:.0f} MB"
