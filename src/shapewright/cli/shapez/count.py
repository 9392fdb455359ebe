"""How many shapes can be built."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.shapez import known
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.shapez import Configuration

_NO_PICTURE = dict.fromkeys((".svg", ".png", ".html"), "a number is no picture; 'shapez random' draws shapes")


@click.command()
@known.configuration
@known.data
@options.threads
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def count(
    configuration: Configuration,
    data: str | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Count the shapes of CONFIG that can be built, the empty one included.

    The total counts shapes that are rotations or mirror images of each other once; it is the sum of the swappable
    ones (in some rotation both halves can be built) and the others. The pin-push-essential ones are made by no last
    machine but the pin pusher.
    """
    from shapewright.shapez.count import count as count_all

    suffix = None if output is None else output_format(output, (".txt", ".json"), _NO_PICTURE)
    started = time.monotonic()
    counts = count_all(
        configuration, data=known.load(configuration, "full", data, threads, time_limit), threads=threads
    )
    whole = envelope(
        complete=True, seconds=time.monotonic() - started, configuration=configuration.name, **asdict(counts)
    )
    document = json_text(whole) + "\n"
    if output is not None:
        write_file(output, document if suffix == ".json" else known.table(asdict(counts)) + "\n")
        remark(f"wrote {output!r}")
    if as_json:
        print_text(document)
    elif output is None:
        print_text(known.table(asdict(counts)))
