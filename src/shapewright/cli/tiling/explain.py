"""Whether there is a tiling, and why not if there is none."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, NONE_EXISTS, STOPPED, options
from shapewright.cli.output import envelope, print_text
from shapewright.cli.tiling.answer import picture_text
from shapewright.cli.tiling.puzzle import on_board, puzzle
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle

_CODES = {"possible": ANSWER, "impossible": NONE_EXISTS, "unknown": STOPPED}


@click.command()
@puzzle
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def explain(puzzle: Puzzle, time_limit: float | None, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Say whether there is a tiling, and if not, why: areas, pieces without a place, colourings, or a whole search.

    The exit code is 0 if there is a tiling, 1 if there is none, 3 if the time limit came first.
    """
    from shapewright import tiling

    problem = on_board(puzzle, "an explanation")
    started = time.monotonic()
    found = tiling.explain(problem, time_limit=time_limit)
    if as_json:
        solutions = [] if found.solution is None else [found.solution.to_json()]
        whole = envelope(
            complete=found.verdict != "unknown",
            seconds=time.monotonic() - started,
            verdict=found.verdict,
            reason=found.reason,
            solutions=solutions,
            puzzle=problem.to_text(),
        )
        print_text(json_text(whole))
    else:
        print_text(str(found))
        if found.solution is not None:
            print_text("\n" + picture_text(found.solution))
    return _CODES[found.verdict]
