"""``packing verify``: every claim of an answer checked or recomputed."""

from __future__ import annotations

import time

import click

from shapewright.cli import options
from shapewright.cli.input import parse_content, read_text
from shapewright.cli.output import envelope, print_text, verified_code
from shapewright.storage.json import json_text


@click.command()
@click.argument("file", metavar="FILE")
@options.effort
@options.threads
@options.json_output
@options.quiet
@options.verbose
def verify(file: str, time_limit: float | None, threads: int | None, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Check FILE, a JSON answer of a 'packing' command, or JSON Lines of packings.

    Placements, sizes and scores are checked by the rules alone; "optimal", "infeasible", bounds and refuted boxes are
    shown again by another search; chances, rectangles, rounds and evaluations are worked out again.

    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.
    """
    from shapewright import packing

    started = time.monotonic()
    found = parse_content(
        file, read_text(file), lambda answer: packing.verify(answer, time_limit=time_limit, threads=threads)
    )
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **found.to_json())))
    else:
        print_text("\n".join(found.lines()))
    return verified_code(found)
