"""Results too large for a row of the checkpoint: files beside it, known by the SHA-256 of their content.

A task keeps its bytes with ``budget.keep`` and returns the small :class:`Large` it gets for them; later tasks get that
among their arguments and read the bytes with ``budget.fetch``, which compares them with the digest. A task that runs
twice writes the same file twice. Workers on other machines need the folder to be shared with them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.errors import CheckpointError, FileError
from shapewright.storage.files import folder_mark, opened, reading, tidy_folders, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.jobs.ledger import Outcome, Path

SUFFIX = ".part"  # of files that are being written
PREFIX = "shapewright-"  # of temporary folders


@dataclass(frozen=True)
class Large:
    """A file in the folder of a job: the SHA-256 of its content, and how many bytes it has. Counts as plain data."""

    digest: str
    size: int

    def __post_init__(self) -> None:
        if not (
            isinstance(self.digest, str) and len(self.digest) == 64 and set(self.digest) <= set("0123456789abcdef")
        ):
            raise ValueError(f"{self.digest!r} is not a SHA-256")
        if not (type(self.size) is int and self.size >= 0):
            raise ValueError(f"{self.size!r} is not a number of bytes")


@dataclass(frozen=True)
class Folder:
    """The folder ``path`` with the large results of a job; made when the first one is kept."""

    path: str

    def keep(self, content: bytes | memoryview) -> Large:
        """Write a result; it is on the disk when this returns.

        Raises ``FileError`` if it cannot be written.
        """
        large = Large(hashlib.sha256(content).hexdigest(), memoryview(content).nbytes)
        try:
            os.mkdir(self.path)
        except FileExistsError:
            pass
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise FileError(f"cannot make the folder {self.path!r}: {reason}; {_SHARED}") from None
        write_file(self.place_of(large), content)
        return large

    def fetch(self, large: Large) -> bytes:
        """Read a result that was kept.

        Raises ``FileError`` if it is not there, ``CheckpointError`` if it is damaged.
        """
        place = self.place_of(large)
        try:
            os.stat(place)
        except OSError:
            raise self.missing(large) from None
        with reading(repr(place)), opened(place, streams=False) as file:
            content = file.read(large.size + 1)
        if len(content) != large.size or hashlib.sha256(content).hexdigest() != large.digest:
            raise self._damaged(large)
        return content

    def holds(self, large: Large) -> bool:
        """Whether the file is there.

        Raises ``CheckpointError`` if it has not as many bytes as were written.
        """
        try:
            size = os.stat(self.place_of(large)).st_size
        except OSError:
            return False
        if size != large.size:
            raise self._damaged(large)
        return True

    def place_of(self, large: Large) -> str:
        """Where the file is, or would be."""
        return os.path.join(self.path, large.digest)

    def missing(self, large: Large) -> FileError:
        """The error that says that a file is not there, and why that may be."""
        return FileError(f"the file {self.place_of(large)!r}, which a task wrote, is missing; {_SHARED}")

    def tidy(self) -> None:
        """Remove the half-written files of a job that was killed; only for the holder of the checkpoint."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self.path):
                if name.endswith(SUFFIX):
                    os.unlink(os.path.join(self.path, name))

    def lost(self, recorded: Mapping[Path, Outcome]) -> list[Path]:
        """The recorded tasks that must run again, with all their parts, since large results of theirs are gone.

        Raises ``CheckpointError`` for a file that has not as many bytes as were written.
        """
        gone = set()
        for path, outcome in recorded.items():
            wanted = [outcome.result]
            wanted += [rest for part, rest in enumerate(outcome.rest) if (*path, part) not in recorded]
            if not all(self.holds(large) for large in find(wanted)):
                gone.add(path[0])
        return [path for path in recorded if path[0] in gone]

    def _damaged(self, large: Large) -> CheckpointError:
        return CheckpointError(
            f"{self.place_of(large)!r} is damaged: it does not match its SHA-256; remove it to run its task again"
        )


_SHARED = "a cluster job with large results needs its checkpoint in a folder that all workers share"


@contextlib.contextmanager
def folder_beside(checkpoint: str | os.PathLike[str] | None) -> Iterator[Folder]:
    """The folder for large results beside a checkpoint, or, without one, a temporary one that goes at the end."""
    if checkpoint is not None:
        yield Folder(os.path.realpath(checkpoint) + ".files")
        return
    import tempfile

    tidy_folders(tempfile.gettempdir(), PREFIX)
    with tempfile.TemporaryDirectory(prefix=folder_mark(PREFIX)) as path:
        yield Folder(path)


def find(value: object) -> Iterator[Large]:
    """All large results that are named somewhere in plain data."""
    if isinstance(value, Large):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from find(item)
    elif isinstance(value, dict):
        for item in value.items():
            yield from find(item)
