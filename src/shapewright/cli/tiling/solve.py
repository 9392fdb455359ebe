"""Tilings one after the other: the first, all of them, or some drawn at random."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.output import remark
from shapewright.cli.parameters import state
from shapewright.cli.tiling.answer import MAX_LISTED, answer
from shapewright.cli.tiling.puzzle import on_board, puzzle
from shapewright.cli.tiling.search import Search, search
from shapewright.errors import LimitError

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle

shown = options.combined(options.json_output, options.jsonl_output, options.output, options.quiet, options.verbose)


@click.command()
@puzzle
@search
@shown
def solve(
    puzzle: Puzzle,
    search: Search,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find a tiling and show it; it has been checked.

    If there is none, that is proven: the exit code is 1, and the reason is given in words if one is known.
    """
    return answer(
        search.solutions(puzzle, 1), puzzle, search, as_json=as_json, as_jsonl=as_jsonl, output=output, several=False
    )


@click.command("list")
@puzzle
@search
@options.limit
@shown
def list_(
    puzzle: Puzzle,
    search: Search,
    limit: int | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find every tiling, each shown as soon as it is found and checked.

    Tilings that differ only by exchanging equal pieces come once.
    """
    return answer(
        search.solutions(puzzle, limit),
        puzzle,
        search,
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        several=limit != 1,
    )


@click.command()
@puzzle
@options.seed
@options.one_unless
@options.time_limit
@shown
def random(
    puzzle: Puzzle,
    seed: int | None,
    limit: int,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Draw tilings at random, --limit of them, each equally likely and independent of the others."""
    from shapewright.tiling import sample

    problem = on_board(puzzle, "drawing at random")
    if limit > MAX_LISTED:
        raise LimitError(f"--limit {limit} is more than the {MAX_LISTED} tilings that are drawn at a time")
    if seed is None:
        # Drawn here, so that it can be told and the same tilings be drawn again.
        seed = int.from_bytes(os.urandom(4), "big")
        remark(f"seed {seed}")
        state(seed=seed)
    search = Search(time_limit=time_limit)
    return answer(
        sample(problem, limit=limit, seed=seed, time_limit=time_limit, report=search.report),
        problem,
        search,
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        several=limit != 1,
        seed=seed,
    )
