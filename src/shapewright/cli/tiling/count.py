"""How many tilings there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.cli.tiling.puzzle import puzzle
from shapewright.cli.tiling.search import Search, reason, search
from shapewright.errors import ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import integers_of_any_length, json_text

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle

_NO_PICTURE = dict.fromkeys((".svg", ".png", ".gif", ".html"), "a number is no picture; 'tiling solve' draws a tiling")


@click.command()
@puzzle
@search
@options.threads
@options.checkpoint
@options.cluster
@options.json_output
@options.output
@options.quiet
@options.verbose
def count(
    puzzle: Puzzle,
    search: Search,
    threads: int | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Count the tilings, exactly, however many; print the number alone.

    Tilings that differ only by exchanging equal pieces count once.
    """
    suffix = None if output is None else output_format(output, (".txt", ".json"), _NO_PICTURE)
    number = counted(puzzle, search, threads=threads, checkpoint=checkpoint, cluster=cluster)
    whole = {
        **search.keys,
        "count": number,
        "up_to_symmetry": search.up_to_symmetry,
        "rotations_only": search.rotations_only,
        "puzzle": puzzle.to_text(),
    }
    with integers_of_any_length():
        plain = f"{number}\n"
    document = json_text(envelope(complete=True, seconds=search.seconds, **whole)) + "\n"
    if output is not None:
        write_file(output, document if suffix == ".json" else plain)
        remark(f"wrote {output!r}")
    if as_json:
        print_text(document)
    elif output is None:
        print_text(plain)
    search.remark()
    if number == 0:
        remark(f"impossible: {reason(puzzle, search)}")
    return 0


def counted(
    puzzle: Puzzle,
    search: Search,
    *,
    threads: int | None = None,
    checkpoint: str | None = None,
    cluster: str | None = None,
) -> int:
    """The number of tilings or exact covers, found as ``search`` says, with a progress bar if a person watches."""
    from shapewright import tiling

    if not isinstance(puzzle, tiling.Problem):
        search.without_board()
        if threads is not None or checkpoint is not None or cluster is not None:
            name = "--threads" if threads is not None else "--checkpoint" if checkpoint is not None else "--cluster"
            raise ProblemError(f"an exact cover (DLX) is counted on one thread in one go; {name} needs a board")
        return tiling.count_cover(puzzle, time_limit=search.time_limit, engine=search.engine, report=search.report)
    with workers(cluster, threads) as executor:
        return tiling.count(
            puzzle,
            up_to_symmetry=search.up_to_symmetry,
            rotations_only=search.rotations_only,
            engine=search.engine,
            threads=threads,
            time_limit=search.time_limit,
            executor=executor,
            progress=True if wants_progress() else None,
            checkpoint=checkpoint,
            report=search.report,
        )
