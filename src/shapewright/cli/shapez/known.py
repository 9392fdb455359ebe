"""What the commands know of a configuration: the argument CONFIG, the option --data, and work that shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.output import wants_progress
from shapewright.storage.json import integers_of_any_length

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapewright.shapez import Configuration, Data
    from shapewright.shapez.configuration import Need

Command = TypeVar("Command", bound="Callable[..., Any]")

MAX_LAYERS = 64


def _configuration(context: click.Context, parameter: click.Parameter, value: str) -> Configuration:
    from shapewright.shapez import Configuration

    options.remember(context, parameter, value)
    return Configuration.from_name(value)


layers = click.option(
    "--layers",
    metavar="N",
    callback=options.whole_number(1, MAX_LAYERS),
    help="The game's layer limit; by default 4, or the code's own height if that is more.",
)

configuration = click.argument("configuration", metavar="CONFIG", callback=_configuration)

data = click.option("--data", metavar="FILE", help="A data file of 'shapez search', instead of what is kept or made.")


def table(numbers: Mapping[str, int]) -> str:
    """Numbers with their names, one a line, in columns."""
    with integers_of_any_length():
        rows = [(name.replace("_", " "), str(number)) for name, number in numbers.items()]
    name_width, number_width = max(len(name) for name, _ in rows), max(len(number) for _, number in rows)
    return "\n".join(f"{name:{name_width}}  {number:>{number_width}}" for name, number in rows)


def read(path: str | None) -> Data | None:
    """The data in the file of ``--data``, if it is given; they must do for verdicts."""
    if path is None:
        return None
    from shapewright.shapez import cache, datafile

    return cache.sufficient(datafile.read(path), "pp", path)


def load(
    configuration: Configuration,
    need: Need,
    path: str | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Data:
    """The data of a configuration, from the file of ``--data`` or those that are kept.

    If they must be made first, a person who waits sees the progress.
    """
    from shapewright.shapez import cache

    progress = True if wants_progress() else None
    return cache.load(configuration, need, path, progress=progress, threads=threads, time_limit=time_limit)
