"""How many queues there are, and which."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, print_text
from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LISTED = 1_000_000
"""One JSON object lists no more queues; lines of text have no such limit."""

BATCH = 2000
"""So many are written between two looks at the clock."""


@click.command()
@click.argument("length", metavar="N", callback=options.whole_number(0, 100))
@click.option("--list", "as_list", is_flag=True, help="List the queues of N pieces and the held one.")
@options.limit
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def queues(
    length: int,
    as_list: bool,
    limit: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """How many different queues of 0 to N pieces there are besides the held one, if bags of seven are shuffled.

    Held and current piece are a pair without order; any number of pieces may be left of the first bag. The README of
    perfect-tetris has smaller numbers for 8 and 15 pieces: it leaves out one way that the bags may lie.

    \b
    shapewright clear queues 20
    shapewright clear queues 3 --list        [held]current, and what follows
    """
    from shapewright.clear.sequences import number_of_sequences

    clock = Clock(time_limit)
    if not as_list:
        numbers = [number_of_sequences(number) for number in range(length + 1)]
        if as_json:
            print_text(json_text(envelope(complete=True, seconds=clock.seconds, numbers=numbers)))
        else:
            width = len(str(length))
            print_text("\n".join([f"{number:>{width}}  {count}" for number, count in enumerate(numbers)]))
        return
    found = _listed(length)
    number = number_of_sequences(length)
    wanted = number if limit is None else min(limit, number)
    if as_json and wanted > MAX_LISTED:
        raise LimitError(
            f"one JSON object lists at most {MAX_LISTED} queues, not {wanted}; use --limit, or leave --json"
        )
    some = islice(found, limit)
    listed: list[str] = []
    written = 0
    while not clock.over() and (batch := list(islice(some, BATCH))):
        written += len(batch)
        if as_json:
            listed += batch
        else:
            print_text("\n".join(batch))
    if as_json:
        print_text(json_text(envelope(complete=len(listed) == number, seconds=clock.seconds, queues=listed)))
    if written < wanted:
        raise clock.stopped(f"all queues were listed; {written} came before")


def _listed(length: int) -> Iterator[str]:
    from shapewright.clear.sequences import list_sequences

    return (f"[{pair[0]}]{pair[1:]}{rest}" for pair, rest in list_sequences(length))
