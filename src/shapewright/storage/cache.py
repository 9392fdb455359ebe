"""The user's cache: where what was made once is kept, and a lock that keeps two from making the same thing."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Iterator
from pathlib import Path

from shapewright.errors import StoppedError
from shapewright.storage.files import tidy


def is_there() -> bool:
    """Whether anything can be kept from one run to the next; in a browser nothing is."""
    try:
        import filelock as filelock
        import platformdirs as platformdirs
    except ImportError:
        return False
    return True


def folder(family: str) -> Path:
    """The folder of a family in the user's cache (``$XDG_CACHE_HOME/shapewright/...`` on Linux); it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("shapewright", appauthor=False) / family


@contextlib.contextmanager
def alone(place: Path, time_limit: float | None = None) -> Iterator[bool]:
    """Keep others from making the same file; gives whether it can be written at all.

    Raises ``StoppedError`` if another process makes it for longer than the time limit (seconds).
    """
    from filelock import FileLock, Timeout

    lock = FileLock(f"{place}.lock")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        tidy(str(place))
        lock.acquire(timeout=-1 if time_limit is None else float(time_limit))
    except Timeout:
        raise StoppedError(
            f"the time limit of {time_limit:g} s was reached while another process makes {str(place)!r}"
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        remark(f"cannot write {str(place)!r}: {reason}; the result is not saved for the next time")
        yield False
        return
    try:
        # Remove a link or a pipe at ``place``, through which nothing must be written
        with contextlib.suppress(OSError):
            mode = place.lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                place.unlink()
        yield True
    finally:
        lock.release()


def remark(text: str) -> None:
    """Say something about the cache that no answer depends on."""
    import logging  # seldom anything is to be said

    logging.getLogger("shapewright").warning(text)
