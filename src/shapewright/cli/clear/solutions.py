"""All solutions of the empty field: how many there are, and which."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, output_format, print_text, wants_progress
from shapewright.cli.parameters import state
from shapewright.errors import LimitError, NotationError
from shapewright.jobs.limits import Clock
from shapewright.storage.files import whole_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.all_solutions import AllSolutions
    from shapewright.clear.order import Part
    from shapewright.clear.rules import Drop
    from shapewright.errors import StoppedError

MAX_LISTED = 200_000
"""One JSON object lists no more solutions; files of a line each have no such limit."""

BATCH = 500
"""So many solutions are written between two looks at the clock."""

_FORMATS = (".h5", ".hdf5", ".txt", ".jsonl")


@click.command()
@click.argument("height", metavar="HEIGHT", callback=options.whole_number(1, 20))
@click.option("--count", "only_count", is_flag=True, help="Tell how many there are.")
@click.option(
    "--random", "sample", callback=options.whole_number(1, 10**7), metavar="N", help="Draw N of them uniformly."
)
@options.seed
@game.kicks
@game.drop
@options.limit
@options.threads
@options.time_limit
@options.checkpoint
@options.cluster
@options.json_output
@options.output
@options.quiet
@options.verbose
def solutions(
    height: int,
    only_count: bool,
    sample: int | None,
    seed: int | None,
    kicks: str,
    drop: Drop,
    limit: int | None,
    threads: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """All solutions of the empty field with HEIGHT lines (2 or 4): which piece covers which cells, in any order.

    They are listed one a line, rows joined by /, top row first. Those of four lines under the usual rules come with the
    package; -o FILE.h5 searches for them anew and keeps them.

    \b
    shapewright clear solutions 2
    shapewright clear solutions 4 --count
    shapewright clear solutions 4 --random 3 --seed 1
    """
    from shapewright.clear.all_solutions import all_solutions, shipped
    from shapewright.clear.kicks import Kicks

    if sample is not None and (only_count or limit is not None):
        raise NotationError("--random says how many; it goes with neither --count nor --limit")
    form = None if output is None else output_format(output, _FORMATS)
    clock = Clock(time_limit)
    system = Kicks.find(kicks)
    keep = form in (".h5", ".hdf5")
    found = None if keep or checkpoint or cluster else shipped(height, kicks=system, drop=drop)
    if found is None:
        with workers(cluster, threads) as executor:
            found = all_solutions(
                height,
                kicks=system,
                drop=drop,
                threads=threads,
                executor=executor,
                progress=True if wants_progress() else None,
                checkpoint=checkpoint,
                time_limit=clock.left(),
            )
    wanted = sample if sample is not None else len(found) if limit is None else min(limit, len(found))
    if as_json and output is None and not only_count and wanted > MAX_LISTED:
        raise LimitError(
            f"one JSON object lists at most {MAX_LISTED} solutions, not {wanted}; use --limit, or -o FILE.jsonl"
        )
    chosen = iter(found.sample(sample, seed=_seed(seed))) if sample is not None else islice(found, limit)
    listing = _Listing(chosen, height, clock)
    listed: list[str] = []
    if output is not None and keep:
        found.write(output)
        only_count = True
    elif output is not None:
        listing.write(output, _json_line if form == ".jsonl" else line_of)
        only_count = True
    elif not only_count:
        for batch in listing.batches(line_of):
            if as_json:
                listed += batch
            else:
                print_text("\n".join(batch))
    if as_json:
        numbers = {"solutions": len(found), "from_bags": found.count_from_bags(), "sets_of_pieces": len(found.pieces)}
        complete = listing.stopped is None and (only_count or sample is not None or len(listed) == len(found))
        keys = {**numbers, "file": output} if only_count else {**numbers, "listed": listed}
        print_text(json_text(envelope(complete=complete, seconds=clock.seconds, **keys)))
    elif only_count and listing.stopped is None:
        print_text(_summary(found))
    if listing.stopped is not None:
        raise listing.stopped


class _Listing:
    """Solutions as lines of text, until the clock stops it; ``stopped`` then says so."""

    def __init__(self, chosen: Iterator[tuple[Part, ...]], lines: int, clock: Clock) -> None:
        self._chosen = chosen
        self._lines = lines
        self._clock = clock
        self.number = 0
        self.stopped: StoppedError | None = None

    def batches(self, line: Callable[[tuple[Part, ...], int], str]) -> Iterator[list[str]]:
        """The lines, some hundreds at a time."""
        while parts := list(islice(self._chosen, BATCH)):
            if self._clock.over():
                self.stopped = self._clock.stopped(f"all solutions were listed; {self.number} came before")
                return
            self.number += len(parts)
            yield [line(one, self._lines) for one in parts]

    def write(self, path: str, line: Callable[[tuple[Part, ...], int], str]) -> None:
        """The lines into a file, which is whole in the end, or as long as time was."""
        with whole_file(path) as file:
            for batch in self.batches(line):
                file.write("".join([text + "\n" for text in batch]).encode())


def _summary(found: AllSolutions) -> str:
    return (
        f"{len(found)}\n{found.count_from_bags()} of these with pieces that bags of seven may bring\n"
        f"{len(found.pieces)} sets of pieces"
    )


def line_of(parts: tuple[Part, ...], lines: int) -> str:
    """A solution in one line, its rows joined by /."""
    from shapewright.clear.all_solutions import text_of

    return text_of(parts, lines).replace("\n", "/")


def _json_line(parts: tuple[Part, ...], lines: int) -> str:
    return json_text([{"piece": part.piece, "cells": [list(cell) for cell in part.cells]} for part in parts])


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    # Drawn here, so that it can be told and the same solutions be drawn again; JSON's numbers are exact up to 2**53.
    drawn = int.from_bytes(os.urandom(4), "big")
    state(seed=drawn)
    return drawn
