"""``packing show``: packings drawn."""

from __future__ import annotations

import time

import click

from shapewright.cli import options
from shapewright.cli.input import parse_content, read_text
from shapewright.cli.packing.answer import answer, packing_format
from shapewright.errors import ProblemError


@click.command()
@click.argument("file", metavar="FILE")
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def show(file: str, as_json: bool, as_jsonl: bool, output: str | None, quiet: bool, verbose: bool) -> int:
    """Draw the packings in FILE, a JSON answer of 'packing pack' or JSON Lines, after checking them."""
    from shapewright.packing.check import faults
    from shapewright.packing.notation import from_json

    started = time.monotonic()
    packings = parse_content(file, read_text(file), from_json)
    for number, packing in enumerate(packings, start=1):
        wrong = faults(packing)
        if wrong:
            raise ProblemError(f"packing {number} of {file!r} is none: {wrong[0]}")
    if not packings:
        raise ProblemError(f"there are no packings in {file!r}")
    suffix = None if output is None else packing_format(output, several=len(packings) > 1)
    return answer(
        packings,
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        suffix=suffix,
        several=len(packings) > 1,
        seconds=time.monotonic() - started,
        complete=True,
    )
