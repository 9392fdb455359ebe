"""Files that are whole or absent: written under another name, flushed to the disk, and only then given their own.

Files are opened for reading here, too, and nowhere else: anything that is not a file, has no end or is too large is
refused.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, Protocol

from shapewright.errors import FileError, ShapewrightError

_STREAMS = ("/dev/fd/", "/proc/self/fd/")
"""What a shell hands over under these names, such as ``<(command)``, is meant to be read to its end."""


class Readable(Protocol):
    """What content is read from."""

    def read(self, size: int = -1, /) -> bytes:
        """At most ``size`` bytes, all without it."""


def write_file(path: str, content: str | bytes | memoryview) -> None:
    """Write a whole file or none; an existing one stays as it was until the new one is complete on the disk."""
    with whole_file(path) as file:
        file.write(content.encode("utf-8", errors="replace") if isinstance(content, str) else content)


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file to write into, which takes its place at ``path`` only when the block ends without an error.

    It is written under another name in the same folder, flushed to the disk, and renamed. A pipe or a device is written
    directly. Raises ``FileError`` if that cannot be.
    """
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    temporary = target if is_special else temporary_name(target, "part")
    try:
        file = open(temporary, "wb" if is_special else "xb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise _not_written(path, error) from None
    try:
        with file:
            yield file
            file.flush()
            if not is_special:
                os.fsync(file.fileno())
        if not is_special:
            with suppress(FileNotFoundError):
                os.chmod(temporary, os.stat(target).st_mode & 0o7777)
            os.replace(temporary, target)
            # The new name is in the folder, so the folder too must reach the disk.
            sync_folder(os.path.dirname(target))
    except BaseException as error:
        if not is_special:
            with suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, OSError) and error.filename is None and not isinstance(error, BrokenPipeError):
            raise _not_written(path, error) from None  # such as a full disk
        raise


def check_writable(path: str) -> None:
    """Raise ``FileError`` if a file could not be written at ``path``: better now than after an hour of work."""
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        raise FileError(f"cannot write {path!r}: it is a folder")
    if not os.path.isdir(folder):
        raise FileError(f"cannot write {path!r}: there is no folder {folder!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError(f"cannot write {path!r}: no permission to write in {folder!r}")
    tidy(os.path.realpath(path))


# --- What killed processes leave ------------------------------------------------------------------------------------


def temporary_name(target: str, suffix: str) -> str:
    """A name beside ``target`` that says which process of which machine writes there."""
    return f"{target}.{_mark()}-{os.urandom(4).hex()}.{suffix}"


def tidy(target: str) -> None:
    """Remove what processes that are dead by now left half-written beside ``target``, if they ran on this machine."""
    folder, base = os.path.split(target)
    _remove_dead(folder or ".", f"{base}.", lambda place: os.unlink(place))


def tidy_folders(folder: str, prefix: str) -> None:
    """Remove the folders in ``folder`` whose names are ``prefix``, a dead process of this machine, and any more."""
    import shutil

    _remove_dead(folder, prefix, lambda place: shutil.rmtree(place, ignore_errors=True))


def _remove_dead(folder: str, prefix: str, remove: Callable[[str], None]) -> None:
    if os.name != "posix":
        return  # no harmless way to ask whether a process lives
    machine = _machine()
    with suppress(OSError):
        for name in os.listdir(folder):
            pid, _, rest = name.removeprefix(prefix).partition("-")
            is_ours = name.startswith(prefix) and rest.startswith(f"{machine}-") and len(pid) < 10
            if is_ours and pid.isascii() and pid.isdigit() and not _is_alive(int(pid)):
                with suppress(OSError):
                    remove(os.path.join(folder, name))


def folder_mark(prefix: str) -> str:
    """How the name of a temporary folder begins that :func:`tidy_folders` finds."""
    return f"{prefix}{_mark()}-"


def _mark() -> str:
    return f"{os.getpid()}-{_machine()}"


def _machine() -> str:
    """Eight digits for this machine and the processes that can be seen from here: a container has its own numbers."""
    import hashlib
    import platform

    seen = ""
    with suppress(OSError):
        seen = os.readlink("/proc/self/ns/pid")
    return hashlib.sha256(f"{platform.node()} {seen}".encode()).hexdigest()[:8]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


# --- Reading --------------------------------------------------------------------------------------------------------


def is_stream(path: str) -> bool:
    """Whether ``path`` is what a shell writes for a pipe: ``/dev/stdin``, or ``/dev/fd/63`` for ``<(command)``."""
    return path == "/dev/stdin" or path.startswith(_STREAMS)


def is_readable(path: str) -> bool:
    """Whether there is something at ``path`` that is meant as a file, be it one that can be read or not."""
    with suppress(OSError, ValueError):
        return not stat.S_ISDIR(os.stat(path).st_mode)
    return False


@contextmanager
def opened(path: str, *, streams: bool = True) -> Iterator[BinaryIO]:
    """The file at ``path``, open for reading; a device or a named pipe, which may have no end, is not a file.

    With ``streams`` it may also be a pipe that a shell hands over (:func:`is_stream`). Raises ``FileError``.
    """
    # A named pipe must not be waited for.
    waiting = 0 if is_stream(path) else getattr(os, "O_NONBLOCK", 0)
    with reading(repr(path)):
        descriptor = os.open(path, os.O_RDONLY | waiting | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise FileError(f"cannot read {path!r}: it is a folder")
        if not stat.S_ISREG(mode) and not (streams and is_stream(path)):
            what = "a named pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
            advice = "; to read what a command prints, give <(command)" if streams and stat.S_ISFIFO(mode) else ""
            raise FileError(f"cannot read {path!r}: it is {what}, not a file{advice}")
        file = open(descriptor, "rb")  # noqa: SIM115 (closed below)
    except BaseException:
        os.close(descriptor)
        raise
    with file:
        yield file


def read_file(path: str, most: int) -> bytes:
    """The content of the file at ``path``; raises ``FileError`` for more than ``most`` bytes."""
    with reading(repr(path)), opened(path) as file:
        return read_at_most(file, most, repr(path))


def read_at_most(file: Readable, most: int, name: str) -> bytes:
    """All of ``file``, which messages call ``name``; raises ``FileError`` for more than ``most`` bytes."""
    content = file.read(most + 1)
    if len(content) > most:
        size = f"{most >> 20} MB" if most >= 1 << 20 else f"{most >> 10} kB"
        raise FileError(f"{name} is larger than the limit of {size}")
    return content


def sync_folder(folder: str) -> None:
    """Bring the names in ``folder`` to the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """A block that reads what messages call ``name``; raises ``FileError`` if the system will not have it read."""
    try:
        yield
    except ShapewrightError:
        raise
    except OSError as error:
        raise FileError(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    except ValueError:  # a zero byte in the name
        raise FileError(f"cannot read {name}: a file cannot have this name") from None


def _not_written(path: str, error: OSError) -> FileError:
    return FileError(f"cannot write {path!r}: {(error.strerror or str(error)).lower()}")
