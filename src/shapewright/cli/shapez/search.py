"""Find everything that can be built in a configuration, and keep it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, output_format, print_text, wants_progress
from shapewright.cli.shapez import known
from shapewright.errors import FileError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from pathlib import Path

    from shapewright.shapez import Configuration, Data
    from shapewright.shapez.configuration import Need

_FORMATS = (".h5", ".hdf5")
_REFUSED = dict.fromkeys(
    (".txt", ".json", ".jsonl"), "what a search finds is kept in .h5; 'shapez list' and 'shapez count' tell it in text"
)


@click.command()
@known.configuration
@click.option(
    "--only",
    type=click.Choice(["halves", "pp", "full"]),
    default="full",
    help="Halves, pin-push-essential shapes too, or everything (unless given).",
)
@options.threads
@options.time_limit
@options.checkpoint
@options.cluster
@options.json_output
@options.output
@options.quiet
@options.verbose
def search(
    configuration: Configuration,
    only: Need,
    threads: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Find everything that can be built in CONFIG, with the proof that it is everything, and keep it.

    The data go to the file of -o (HDF5), else to the user's cache, where the other commands look for them.
    A search that is stopped goes on from its --checkpoint.
    """
    from shapewright.shapez.count import known_numbers

    if output is not None:
        output_format(output, _FORMATS, _REFUSED)
    started = time.monotonic()
    place: str | None
    if output is None and (time_limit, checkpoint, cluster) == (None, None, None):
        data = known.load(configuration, only, threads=threads)
        place = str(_cache_file(configuration)) if _cache_file(configuration).exists() else None
    else:
        from shapewright.shapez.search import search as find

        place = output or _writable(_cache_file(configuration))
        with workers(cluster, threads) as executor:
            data = find(
                configuration,
                only,
                known=_known(place) if output is None else None,
                threads=threads,
                executor=executor,
                progress=True if wants_progress() else None,
                checkpoint=checkpoint,
                time_limit=time_limit,
                output=place,
            )
    numbers = known_numbers(data)
    if as_json:
        seconds = time.monotonic() - started
        whole = envelope(
            complete=True, seconds=seconds, configuration=configuration.name, only=only, file=place, **numbers
        )
        print_text(json_text(whole))
    else:
        print_text(f"{known.table(numbers)}\n{_kept(configuration, place)}")


def _kept(configuration: Configuration, place: str | None) -> str:
    """Where the data are now."""
    from shapewright.shapez import cache

    if place:
        return f"kept in {place}"
    if cache.shipped(configuration) is not None:
        return "known from the package; -o FILE searches anew"
    return "not kept, since the cache cannot be written; -o FILE keeps them"


def _cache_file(configuration: Configuration) -> Path:
    from shapewright.shapez import cache

    return cache.cache_file(configuration)


def _writable(place: Path) -> str:
    """The file, in a folder that exists."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write {str(place)!r}: {(error.strerror or str(error)).lower()}") from None
    return str(place)


def _known(place: str) -> Data | None:
    from shapewright.shapez import datafile

    try:
        return datafile.read(place)
    except FileError:
        return None
