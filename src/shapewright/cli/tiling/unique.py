"""Whether a puzzle has exactly one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.output import envelope, print_text
from shapewright.cli.tiling.answer import picture_text, solution_json
from shapewright.cli.tiling.puzzle import puzzle
from shapewright.cli.tiling.search import Search, reason, search
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle


@click.command()
@puzzle
@search
@options.json_output
@options.quiet
@options.verbose
def unique(puzzle: Puzzle, search: Search, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Say "unique", "not unique" or "impossible", and show the tiling, or two that differ.

    On a board with symmetries --up-to-symmetry is most likely what you mean. The exit code is 1 only if there is no
    tiling at all.
    """
    solutions = list(search.solutions(puzzle, 2))
    verdict = ("impossible", "unique", "not unique")[len(solutions)]
    why = "" if solutions else reason(puzzle, search)
    if as_json:
        keys = {"verdict": verdict, **search.keys, **({"reason": why} if why else {})}
        listed = [solution_json(solution) for solution in solutions]
        whole = envelope(complete=True, seconds=search.seconds, **keys, solutions=listed, puzzle=puzzle.to_text())
        print_text(json_text(whole))
    else:
        print_text(f"{verdict}: {why}" if why else verdict)
        for solution in solutions:
            print_text("\n" + picture_text(solution))
    search.remark()
    return ANSWER if solutions else NONE_EXISTS
