"""Files that are whole or absent: written under another name, flushed to the disk, and only then given their own.

And what is said of files that cannot be read.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from shapewright.errors import FileError, ShapewrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

__all__ = ["check_writable", "reading", "sync_folder", "whole_file", "write_file"]


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
    temporary = target if is_special else f"{target}.{os.urandom(4).hex()}.part"
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
        raise FileError(f"cannot read {name}: there can be no such file") from None


def _not_written(path: str, error: OSError) -> FileError:
    return FileError(f"cannot write {path!r}: {(error.strerror or str(error)).lower()}")
