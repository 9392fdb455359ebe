"""Check what a solver said, whoever it was: solutions by the independent checker, the rest by another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.input import parse_content
from shapewright.cli.output import envelope, print_text, verified_code
from shapewright.cli.tiling.puzzle import Stated, stated
from shapewright.cli.tiling.search import Search, search_again
from shapewright.errors import ProblemError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.tiling.notation.reading import Given
    from shapewright.tiling.verdict import Verdict


@click.command()
@click.argument("files", nargs=-1, metavar="[PUZZLE] [SOLUTIONS]")
@stated
@click.option("--recount", is_flag=True, help="Count with two engines and compare.")
@search_again
@options.threads
@options.json_output
@options.quiet
@options.verbose
def verify(
    files: tuple[str, ...],
    stated: Stated,
    recount: bool,
    search: Search,
    threads: int | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check SOLUTIONS (in letters, JSON or JSON Lines) against PUZZLE, a file or stated by options.

    A JSON answer (of any command with --json) has its puzzle with it and needs no other file. Every claim in it is
    checked: counts, verdicts and that a list is complete by another engine, reasons by finding them once more.

    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.
    """
    from shapewright.cli.tiling.solutions import given

    found = verified(given(files, stated), recount, search, threads, files[0] if files else "")
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=search.seconds, **found.to_json())))
    else:
        print_text("\n".join(found.lines()))
    search.remark()
    return verified_code(found)


def verified(given: Given, recount: bool, search: Search, threads: int | None, file: str) -> Verdict:
    """What is found out about what was given; counted by two engines if there is a ``recount``."""
    from shapewright import tiling
    from shapewright.tiling.verify import verify_given

    if given.solutions is None and given.answer is None and not recount:
        raise ProblemError("there are no solutions to verify: name their file too, or count twice with --recount")
    found = None
    if given.answer is not None:
        found = parse_content(
            file,
            given.answer,
            lambda answer: tiling.verify(answer, time_limit=search.time_limit, threads=threads),
        )
        if not recount or found.counts:
            return found
    by_two = verify_given(
        given.puzzle,
        given.solutions if found is None else None,
        recounted=recount,
        up_to_symmetry=search.up_to_symmetry,
        rotations_only=search.rotations_only,
        engine=search.engine,
        time_limit=search.time_limit,
        threads=threads,
        report=search.report,
    )
    if found is None:
        return by_two
    found.counts = by_two.counts
    found.faults += by_two.faults
    found.not_checked |= by_two.not_checked
    return found
