"""What a command writes: text, at once, and remarks that keep out of the way."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext

import click

from shapewright.errors import ProblemError

_printed = [False]


def begin() -> None:
    """Begin a command, which has printed nothing yet."""
    _printed[0] = False


def has_printed() -> bool:
    """Return whether anything of an answer is on standard output."""
    return _printed[0]


def print_text(text: str, end: str = "\n") -> None:
    """Print an answer on standard output, at once, even if it is half of a line of a slow list; it ends in ``end``."""
    with _uninterrupted():
        _printed[0] = True
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
    from shapewright.storage.files import check_writable  # few commands write files

    if not value:
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file, and the name is empty")
    if value == "-":
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file; answers go to standard output without it")
    check_writable(value)
    return value


def complain(text: str) -> None:
    """Say on standard error why there is nothing on standard output; ``-q`` keeps it quiet."""
    context = click.get_current_context(silent=True)
    if context is None or not context.params.get("quiet"):
        click.echo(text, err=True)


def wants_progress() -> bool:
    """Whether the running command should show a progress bar: standard error is a terminal and ``-q`` is not given."""
    context = click.get_current_context(silent=True)
    return sys.stderr.isatty() and not (context is not None and context.params.get("quiet"))
