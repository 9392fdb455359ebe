"""A perfect clear for every queue, in one file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.clear.rules import Drop

_NAMES = {
    "opener": "empty hold, whole bag",
    "none": "empty hold, any bag",
    "any": "any hold, any bag",
}


@click.command()
@click.argument("height", metavar="HEIGHT", callback=options.whole_number(1, 20))
@game.kicks
@game.drop
@game.net
@click.option("--impossible", is_flag=True, help="List the queues without a perfect clear, [held]current and the rest.")
@options.threads
@options.time_limit
@options.checkpoint
@options.cluster
@options.json_output
@options.output
@options.quiet
@options.verbose
def table(
    height: int,
    kicks: str,
    drop: Drop,
    net: str | None,
    impossible: bool,
    threads: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Find a perfect clear of HEIGHT lines (2 or 4) from the empty field for every queue, and tell the chances.

    A queue is a held piece and as many others as are placed. -o FILE.pc keeps the clears, one record a queue that has
    one. Height 4 takes minutes; stopped, it goes on from its --checkpoint. A table needs no order of the moves; with
    --net each queue is searched for by itself, which takes many times as long.

    \b
    shapewright clear table 2 -o 2.pc
    shapewright clear table 4 -o 4.pc --checkpoint 4.sqlite
    """
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.table import table as find

    if output is not None:
        output_format(
            output, (".pc",), dict.fromkeys((".txt", ".json", ".jsonl"), "clear show turns .pc files into it")
        )
    started = time.monotonic()
    with workers(cluster, threads) as executor:
        found = find(
            height,
            output,
            kicks=Kicks.find(kicks),
            drop=drop,
            threads=threads,
            executor=executor,
            progress=True if wants_progress() else None,
            checkpoint=checkpoint,
            time_limit=time_limit,
            net=net,
        )
    if output is not None:
        remark(f"wrote {output!r}")
    chances = found.chances()
    listed = [f"[{pair[0]}]{pair[1]}{rest}" for pair, rest in found.impossible()] if impossible else []
    if as_json:
        seconds = time.monotonic() - started
        keys = {"height": height, "sequences": found.sequences, "solved": found.solved, "chances": chances}
        more = {"impossible": listed} if impossible else {}
        print_text(json_text(envelope(complete=True, seconds=seconds, **keys, **more)))
        return
    if impossible:
        print_text("\n".join(listed))
        return
    lines = [f"{found.solved} of {found.sequences} queues have a perfect clear of {height} lines"]
    for kind, (solved, total) in chances.items():
        lines.append(f"{_NAMES[kind]:<22} {solved:>11} of {total:>11} = {100 * solved / total:.4f} %")
    print_text("\n".join(lines))
