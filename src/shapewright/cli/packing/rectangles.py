"""``packing rectangles``: the inventory of rectangles, made or read."""

from __future__ import annotations

import time
from collections import Counter

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.storage.files import check_writable
from shapewright.storage.json import json_text


@click.command()
@click.option("--area", metavar="A", callback=options.whole_number(4, 40), help="Up to A cells; 32 unless given.")
@click.option("--data", metavar="FILE", help="An inventory that was written before, instead of what is kept or made.")
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def rectangles(
    area: int | None,
    data: str | None,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Find every bag of every rectangle up to --area cells, each with a tiling; -o FILE.h5 writes them."""
    from shapewright.packing import rectangles as rectangles_up_to
    from shapewright.packing.inventory import write

    if output is not None:
        output_format(output, (".h5",))
        check_writable(output)
    started = time.monotonic()
    found = rectangles_up_to(area or 32, data, time_limit=time_limit)
    if output is not None:
        write(output, area or 32, found)
        remark(f"wrote {output!r}")
    by_size = Counter(f"{one.width}x{one.height}" for one in found)
    if as_json:
        keys = {"rectangles": len(found), "by_size": dict(by_size)}
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **keys)))
    else:
        width = max(map(len, by_size), default=0)
        lines = [f"{size:>{width}}  {number}" for size, number in by_size.items()]
        print_text("\n".join([*lines, f"{len(found)} rectangles in all"]))
