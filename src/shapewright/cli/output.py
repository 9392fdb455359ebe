"""What a command writes: the JSON envelope, files that are whole or absent, and remarks that keep out of the way."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from shapewright.errors import FileError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import BinaryIO


def envelope(*, complete: bool, seconds: float, **keys: object) -> dict[str, Any]:
    """The answer of the running command as one JSON object: the keys every command has, then the family's ``keys``.

    ``complete`` says that nothing was left out (by a limit or a stop); ``seconds`` is how long the answer took.
    """
    from shapewright import __version__
    from shapewright.cli.options import given_parameters

    context = click.get_current_context()
    return {
        "version": __version__,
        "command": context.command_path.partition(" ")[2],
        "parameters": given_parameters(context),
        "complete": complete,
        "seconds": round(seconds, 6),
        **keys,
    }


def print_text(text: str) -> None:
    """Print an answer on standard output, at once, even if it is half of a line of a slow list."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def json_text(value: object, *, indent: int | None = None) -> str:
    """``value`` as JSON text in one line (or indented), with integers of any length."""
    import json

    with integers_of_any_length():
        return json.dumps(value, ensure_ascii=True, indent=indent)


@contextmanager
def integers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of an integer while an answer, which may be that long, is written."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def remark(text: str) -> None:
    """Say something about the answer on standard error: only to a person at a terminal, or when ``-v`` asks for it."""
    context = click.get_current_context(silent=True)
    parameters = {} if context is None else context.params
    if parameters.get("quiet"):
        return
    if sys.stderr.isatty() or parameters.get("verbose"):
        click.echo(text, err=True)


def wants_progress() -> bool:
    """Whether the running command should show a progress bar: standard error is a terminal and ``-q`` is not given."""
    context = click.get_current_context(silent=True)
    return sys.stderr.isatty() and not (context is not None and context.params.get("quiet"))


def output_format(path: str, formats: Collection[str], refused: Mapping[str, str] | None = None) -> str:
    """The suffix of ``path`` if it is one of ``formats`` (``".txt"``, ...); call it before the long work begins.

    ``refused`` gives the reason for formats that exist but cannot hold this answer. Raises ``ProblemError``.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix in formats:
        return suffix
    if refused and suffix in refused:
        raise ProblemError(f"{path!r} cannot be written: {refused[suffix]}")
    known = " ".join(formats)
    what = f"{suffix!r} is not a format" if suffix else "it has no suffix that names a format"
    raise ProblemError(f"{path!r} cannot be written: {what} of this answer; there are {known}")


def write_file(path: str, content: str | bytes) -> None:
    """Write a whole file or none; an existing one stays as it was until the new one is complete on the disk."""
    with whole_file(path) as file:
        file.write(content if isinstance(content, bytes) else content.encode("utf-8", errors="replace"))


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
            _sync_folder(os.path.dirname(target))
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


def _sync_folder(folder: str) -> None:
    # The name is in the folder, so the folder too must reach the disk; not every system can do that.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _not_written(path: str, error: OSError) -> FileError:
    return FileError(f"cannot write {path!r}: {(error.strerror or str(error)).lower()}")
