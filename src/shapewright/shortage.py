"""When the machine is short of memory, threads or open files: such errors are recognised, whatever form they take.

Python raises ``MemoryError``; a library may raise anything, or end the process. So the whole chain of causes of an
error is searched, an import that is known to end the process is not begun, and an error that nothing explains counts
as a shortage if the machine turns out to be short of something.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Any

from shapewright.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

__all__ = ["FILES", "MEMORY", "THREADS", "guard_imports", "room_for", "short_of", "shortage_behind"]

MEMORY = "not enough memory: free some, raise the limit of this process (ulimit -v), or ask a smaller question"
THREADS = "no more threads or processes can be started: raise the limits of the system (ulimit -u, ulimit -v)"
FILES = "too many files are open: raise the limit of the system (ulimit -n)"

# A process that cannot have so many bytes more is short of memory.
ROOM = 16 << 20
# What NumPy takes while it is imported (85 MB), with some to work with: its library for matrices would end the process.
ROOM_FOR_NUMPY = 100 << 20

# How libraries tell of it, where it is not by the class of an error: the system's loader, HDF5, SQLite, NumPy, threads.
_WORDS = {
    "failed to map segment": MEMORY,
    "cannot allocate memory": MEMORY,
    "memory allocation failed": MEMORY,
    "memory exhausted": MEMORY,
    "duplication failed": MEMORY,
    "no space available for allocation": MEMORY,
    "out of memory": MEMORY,
    "unable to allocate": MEMORY,
    "can't allocate": MEMORY,  # a lock
    "digital envelope routines": MEMORY,  # hashlib; nothing else can go wrong there
    "bad_alloc": MEMORY,
    "can't start new thread": THREADS,
    "resource temporarily unavailable": THREADS,
    "too many open files": FILES,
}
_ERRNO = {errno.ENOMEM: MEMORY, errno.EMFILE: FILES, errno.ENFILE: FILES}
_LONGEST_CHAIN = 50


def shortage_behind(error: BaseException) -> ResourceError | None:
    """The shortage that ``error`` comes from, or None if it has other reasons.

    >>> print(shortage_behind(MemoryError()))
    not enough memory: free some, raise the limit of this process (ulimit -v), or ask a smaller question
    >>> shortage_behind(ValueError("no such board"))
    """
    for each in _chain(error):
        if isinstance(each, ResourceError):
            return each
        known = _told_by(each)
        if known is not None:
            return ResourceError(known)
    return None


def short_of() -> str | None:
    """What this process is short of right now, in words, or None if it can have a bit of everything."""
    if not room_for(ROOM):
        return MEMORY
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return _ERRNO.get(error.errno or 0)
    return None


def room_for(size: int) -> bool:
    """Whether the system would give this process ``size`` more bytes."""
    try:
        import mmap
    except ImportError:  # in a browser nobody knows
        return True
    try:
        mmap.mmap(-1, size).close()
    except (OSError, MemoryError, ValueError):
        return False
    return True


def guard_imports() -> None:
    """From now on NumPy is imported only if there is memory for it; ``MemoryError`` if there is not."""
    if not any(isinstance(finder, _Guard) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Guard())


class _Guard:
    """A finder that finds nothing: it is asked first."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "numpy" and not room_for(ROOM_FOR_NUMPY):
            raise MemoryError
        return None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and all that it was raised from or while handling, also where that is not to be shown."""
    waiting: list[BaseException | None] = [error]
    seen: list[BaseException] = []
    while waiting and len(seen) < _LONGEST_CHAIN:
        each = waiting.pop()
        if each is None or any(each is other for other in seen):
            continue
        seen.append(each)
        yield each
        waiting += [each.__context__, each.__cause__]


def _told_by(error: Any) -> str | None:
    # A SystemError says that code in C failed and did not say why: it had no memory for an error either.
    if isinstance(error, MemoryError | SystemError):
        return MEMORY
    if isinstance(error, OSError) and error.errno in _ERRNO:
        return _ERRNO[error.errno]
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == 7:  # SQLITE_NOMEM
        return MEMORY
    if not isinstance(error, OSError | RuntimeError | ImportError | ValueError):
        return None
    text = str(error).lower()
    return next((what for words, what in _WORDS.items() if words in text), None)
