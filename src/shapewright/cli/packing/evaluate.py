"""``packing evaluate``: how often a solver fills the best box of a level."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, print_text, wants_progress
from shapewright.cli.packing.bag import even_t, solver
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.packing import Evaluation


@click.command()
@click.option("--level", metavar="L", callback=options.whole_number(1, 10), help="A level of the contest, 1 to 10.")
@click.option(
    "--pieces-count", "number", metavar="N", callback=options.whole_number(1, 1 << 17), help="Or bags of N pieces."
)
@click.option(
    "--rounds", metavar="N", callback=options.whole_number(1, 10**7), help="How many bags; 1000 unless given."
)
@even_t
@click.option(
    "--bag-time-limit",
    metavar="SECONDS",
    callback=options.seconds,
    help="At most so many seconds for each bag; 1 unless given.",
)
@solver
@options.seed
@options.threads
@options.time_limit
@options.cluster
@options.checkpoint
@options.json_output
@options.quiet
@options.verbose
def evaluate(
    level: int | None,
    number: int | None,
    rounds: int | None,
    even_t: bool,
    bag_time_limit: float | None,
    solver: str,
    seed: int | None,
    threads: int | None,
    time_limit: float | None,
    cluster: str | None,
    checkpoint: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Draw random bags, try the box that scores best, and say how often it is filled (with the 95 % Wilson interval)
    and how long that takes.

    After Ctrl-C the same command with the same --checkpoint goes on where it stopped.
    """
    from shapewright.packing import evaluate as evaluate_level

    started = time.monotonic()
    with workers(cluster, threads) as executor:
        found = evaluate_level(
            level,
            pieces_count=number,
            rounds=rounds or 1000,
            even_t=even_t,
            solver=solver,
            bag_time_limit=bag_time_limit or 1.0,
            seed=seed or 0,
            threads=threads,
            executor=executor,
            progress=wants_progress(),
            checkpoint=checkpoint,
            time_limit=time_limit,
        )
    if not as_json:
        print_text(str(found))
        return
    seconds, complete = time.monotonic() - started, found.rounds == (rounds or 1000)
    print_text(json_text(envelope(complete=complete, seconds=seconds, **evaluation_keys(found))))


def evaluation_keys(found: Evaluation) -> dict[str, Any]:
    """The keys of a JSON answer that tell of an evaluation."""
    return {
        "pieces": found.pieces,
        "box": list(found.box),
        "rounds": found.rounds,
        "successes": found.successes,
        "probability": found.probability,
        "interval": list(found.interval),
        "median_seconds": found.median,
        "p99_seconds": found.p99,
    }
