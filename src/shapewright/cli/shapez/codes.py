"""Shape codes as arguments of a command, although many begin with two hyphens; ``-`` or a file is a list of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli.input import names_file, place, read_lines
from shapewright.errors import ShapewrightError
from shapewright.shapez.notation import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from shapewright.shapez import Shape

Command = TypeVar("Command", bound="Callable[..., Any]")
Value = TypeVar("Value")

# Options are written small, and none begins like a crystal and another part.
_LIKE_A_CODE = re.compile(r"--(?:[A-Z?:-]|c[urgbcmyw?-](?:[A-Zc?:-]|$))")


# For click.command: what begins with a hyphen and is no option gets as far as the argument.
CONTEXT = {"ignore_unknown_options": True}


def codes(metavar: str = "CODE...", *, required: bool = True) -> Callable[[Command], Command]:
    """Decorator: shape codes as arguments; the command gets ``codes``, a tuple of texts.

    The command must be made with ``context_settings=CONTEXT``.
    """
    return click.argument("codes", nargs=-1, required=required, metavar=metavar, callback=_checked)


def _checked(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if value.startswith("-") and value != "-" and not is_like_a_code(value):
            raise click.NoSuchOption(value.partition("=")[0], ctx=context)
    return values


def is_like_a_code(argument: str) -> bool:
    """Whether an argument that begins with a hyphen is meant as a shape code.

    >>> [is_like_a_code(text) for text in ("--------", "--Cu----", "--cr--cr", "--color", "--json", "-x")]
    [True, True, True, False, False, False]
    """
    return _LIKE_A_CODE.match(argument) is not None


def batches(arguments: Iterable[str]) -> Iterator[list[Code]]:
    """The codes that the arguments are or name: one by one, those of a file or of standard input as they come."""
    for argument in arguments:
        if not names_file(argument):
            yield [Code(argument)]
            continue
        name = place(argument)
        for lines in read_lines(argument):
            yield [Code(text, f"{name}, line {number}") for number, text in lines]


def each(arguments: Iterable[str], work: Callable[[Code], Value]) -> Iterator[list[Value]]:
    """What ``work`` makes of each code, in the same batches; what came before a fault is given before it is raised."""
    for batch in batches(arguments):
        done: list[Value] = []
        try:
            for code in batch:
                done.append(work(code))  # noqa: PERF401 - what is done is needed when work raises
        except ShapewrightError:
            yield done
            raise
        yield done


def is_batch(arguments: Iterable[str]) -> bool:
    """Whether any of the arguments is a list of codes."""
    return any(names_file(argument) for argument in arguments)


def shapes(arguments: Iterable[str]) -> Iterator[Shape]:
    """The shapes of the codes, one after the other."""
    from shapewright.shapez import Shape

    for batch in each(arguments, lambda code: code.parsed(Shape.from_code)):
        yield from batch
