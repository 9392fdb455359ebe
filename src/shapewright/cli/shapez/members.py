"""Shapes that can be built, one code a line: all of a set, or some drawn at random."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.output import remark
from shapewright.cli.parameters import state
from shapewright.cli.shapez import known
from shapewright.cli.shapez.lines import answer
from shapewright.jobs.limits import Clock
from shapewright.shapez.configuration import SETS, need_of
from shapewright.shapez.notation import Codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez import Configuration
    from shapewright.shapez.configuration import Which

# Codes that are written together.
BATCH = 4096

shown = options.combined(options.json_output, options.jsonl_output, options.output, options.quiet, options.verbose)


@click.command("list")
@known.configuration
@click.option(
    "--set",
    "which",
    type=click.Choice(SETS),
    default="all",
    help="Which shapes: all (unless given), those that a swapper can make last, the others, those that only pushing "
    "pins makes, or halves.",
)
@click.option("--canonical", is_flag=True, help="Of rotations and mirror images of each other one only.")
@options.limit
@known.data
@options.threads
@options.time_limit
@shown
def list_(
    configuration: Configuration,
    which: Which,
    canonical: bool,
    limit: int | None,
    data: str | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """List the codes of all shapes of CONFIG that can be built, as circles (hexagons in a ring of six)."""
    clock = Clock(time_limit)
    known_data = known.load(configuration, need_of(which), data, threads, clock.left())
    cut_short = False

    def batches() -> Iterator[list[str]]:
        nonlocal cut_short
        from shapewright.shapez.members import packed_members

        left = limit
        for batch in packed_members(configuration, which, canonical=canonical, limit=limit, data=known_data):
            for start in range(0, len(batch), BATCH):
                values = batch[start : start + BATCH].tolist()
                if left is not None:
                    cut_short = len(values) > left
                    values = values[:left]
                    left -= len(values)
                yield [code(value) for value in values]
                if cut_short:
                    return

    code = Codes(configuration.parts)
    answer(
        batches(),
        text=str,
        record=lambda text: {"code": text},
        key="shapes",
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        complete=lambda: not cut_short,
        time_limit=clock.left(),
        configuration=configuration.name,
        set=which,
    )


@click.command()
@known.configuration
@options.seed
@options.one_unless
@known.data
@options.threads
@options.time_limit
@shown
def random(
    configuration: Configuration,
    seed: int | None,
    limit: int,
    data: str | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Draw shapes of CONFIG that can be built, --limit of them, independent of each other.

    Every orientation of every shape is equally likely.
    """
    from shapewright.shapez.random import random as draw

    if seed is None:
        # Drawn here, so that it can be told and the same shapes be drawn again.
        seed = int.from_bytes(os.urandom(4), "big")
        remark(f"seed {seed}")
        state(seed=seed)
    clock = Clock(time_limit)
    known_data = known.load(configuration, "full", data, threads, clock.left())
    shapes = draw(configuration, seed=seed, limit=limit, data=known_data)
    answer(
        iter(lambda: list(map(str, islice(shapes, BATCH))), []),
        text=str,
        record=lambda text: {"code": text},
        key="shapes",
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        time_limit=clock.left(),
        configuration=configuration.name,
        seed=seed,
    )
