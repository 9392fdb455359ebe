"""All solutions of the empty field: how many there are, and which."""

from __future__ import annotations

import os
import time
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, json_text, output_format, print_text, wants_progress
from shapewright.cli.parameters import state
from shapewright.errors import NotationError

if TYPE_CHECKING:
    from shapewright.clear.all_solutions import AllSolutions
    from shapewright.clear.order import Part
    from shapewright.clear.rules import Drop

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
    started = time.monotonic()
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
                time_limit=time_limit,
            )
    chosen = iter(found.sample(sample, seed=_seed(seed))) if sample is not None else islice(found, limit)
    if output is not None and keep:
        found.write(output)
        only_count = True
    elif output is not None:
        from shapewright.files import write_file

        line = _json_line if form == ".jsonl" else line_of
        write_file(output, "".join([f"{line(parts, height)}\n" for parts in chosen]).encode())
        only_count = True
    if as_json:
        numbers = {"solutions": len(found), "from_bags": found.count_from_bags(), "sets_of_pieces": len(found.pieces)}
        listed = [] if only_count else [line_of(parts, height) for parts in chosen]
        complete = only_count or sample is not None or len(listed) == len(found)
        seconds = time.monotonic() - started
        keys = {**numbers, "file": output} if only_count else {**numbers, "listed": listed}
        print_text(json_text(envelope(complete=complete, seconds=seconds, **keys)))
    elif only_count:
        print_text(_summary(found))
    else:
        while batch := list(islice(chosen, 10_000)):
            print_text("\n".join([line_of(parts, height) for parts in batch]))


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
