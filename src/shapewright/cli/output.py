"""What a command writes: the JSON envelope, text, and remarks that keep out of the way."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from contextlib import AbstractContextManager

    from shapewright.claims import Findings


def envelope(*, complete: bool, seconds: float, **keys: object) -> dict[str, Any]:
    """The answer of the running command as one JSON object: the keys every command has, then the family's ``keys``.

    ``complete`` says that nothing was left out (by a limit or a stop); ``seconds`` is how long the answer took.
    """
    from shapewright import __version__
    from shapewright.cli.parameters import given_parameters

    context = click.get_current_context()
    return {
        "version": __version__,
        "command": " ".join(context.command_path.split()[1:3]),
        "parameters": given_parameters(context),
        "complete": complete,
        "seconds": round(seconds, 6),
        **keys,
    }


def print_text(text: str, end: str = "\n") -> None:
    """Print an answer on standard output, at once, even if it is half of a line of a slow list; it ends in ``end``."""
    with _uninterrupted():
        sys.stdout.write(text if text.endswith(end) else text + end)
        sys.stdout.flush()


def _uninterrupted() -> AbstractContextManager[None]:
    """A block that no time limit interrupts: half a line of an answer is worse than a late one."""
    deadline = sys.modules.get("shapewright.cli.deadline")  # loaded where there is a limit
    return nullcontext() if deadline is None else deadline.being_written()


def remark(text: str) -> None:
    """Say something about the answer on standard error: only to a person at a terminal, or when ``-v`` asks for it."""
    context = click.get_current_context(silent=True)
    parameters = {} if context is None else context.params
    if parameters.get("quiet"):
        return
    if sys.stderr.isatty() or parameters.get("verbose"):
        click.echo(text, err=True)


def writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The callback of an option that names a file to write; one that cannot be written is refused before the work."""
    if value is None:
        return None
    from shapewright.storage.files import check_writable

    if not value:
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file, and the name is empty")
    if value == "-":
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file; answers go to standard output without it")
    check_writable(value)
    return value


def verified_code(found: Findings | bool | None) -> int:
    """The exit code of ``verify``: all is right, something is wrong, or something could not be checked."""
    from shapewright.claims import Findings
    from shapewright.cli import ANSWER, NONE_EXISTS, STOPPED

    return {True: ANSWER, False: NONE_EXISTS, None: STOPPED}[found.valid if isinstance(found, Findings) else found]


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
