"""``packing chances``: the exact probability that a random bag fits into a small box."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, print_text
from shapewright.cli.packing.bag import box
from shapewright.errors import ProblemError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.packing.chances import Chances


@click.command()
@box
@click.option(
    "--pieces-count",
    "number",
    metavar="N",
    callback=options.whole_number(1, 64),
    help="How many pieces; as many as there is room for unless given.",
)
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def chances(
    box: tuple[int, int] | None,
    number: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Count the bags of N pieces that fit into --box WxH, and how likely a random bag is one of them.

    Every bag is decided, by dynamic programming over sets of bags; boxes have at most 64 cells.
    """
    from shapewright.packing import chances as chances_of

    if box is None:
        raise ProblemError("--box is missing, such as --box 6x6")
    started = time.monotonic()
    found = chances_of(box, number, time_limit=time_limit)
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **chances_keys(found))))
        return
    print_text(
        f"{found.bags} of {found.of} bags of {found.pieces} pieces fit {found.box[0]}x{found.box[1]}\n"
        f"probability of a random bag       {float(found.probability):.5f}\n"
        f"given an even number of T         {float(found.probability_even_t):.5f}"
    )


def chances_keys(found: Chances) -> dict[str, Any]:
    """What chances have in JSON."""
    every, even = found.probability, found.probability_even_t
    return {
        "box": list(found.box),
        "pieces": found.pieces,
        "bags": found.bags,
        "of": found.of,
        "probability": float(every),
        "probability_exact": str(every),
        "probability_even_t": float(even),
        "probability_even_t_exact": str(even),
    }
