"""``packing feasible``: does a bag fit into a box."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, NONE_EXISTS, STOPPED, options
from shapewright.cli.output import envelope, print_text
from shapewright.cli.packing.answer import picture_text
from shapewright.cli.packing.bag import asked, box
from shapewright.errors import ProblemError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bag


@click.command()
@asked
@box
@options.threads
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def feasible(
    asked: Bag | tuple[Piece, ...],
    seed: int,
    box: tuple[int, int] | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Say whether BAG fits into --box WxH: with a packing, or with a reason (exit code 1), exactly up to 64 cells."""
    from shapewright.packing import feasible as is_feasible

    if box is None:
        raise ProblemError("--box is missing, such as --box 8x8")
    started = time.monotonic()
    found = is_feasible(asked, box=box, seed=seed, threads=threads, time_limit=time_limit)
    if as_json:
        keys = {**found.packing.to_json(), "verdict": found.verdict, "reason": found.reason}
        whole = envelope(complete=found.verdict != "unknown", seconds=time.monotonic() - started, **keys)
        print_text(json_text(whole))
    else:
        print_text(str(found))
        if found.packing.placements:
            print_text(picture_text(found.packing))
    return {"possible": ANSWER, "impossible": NONE_EXISTS, "unknown": STOPPED}[found.verdict]
