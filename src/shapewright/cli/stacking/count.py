"""How many optimal plans there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, options
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.stacking.problem import Stated, rules
from shapewright.storage.files import write_file
from shapewright.storage.json import integers_of_any_length, json_text

if TYPE_CHECKING:
    from shapewright.stacking import Statistics

_NO_PICTURE = dict.fromkeys((".svg", ".png", ".gif", ".html"), "a number is no picture; 'stacking solve' draws a plan")


@click.command()
@click.argument("sequence")
@rules
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def count(
    sequence: str,
    stated: Stated,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Count the optimal plans for SEQUENCE, exactly, however many; print the number alone."""
    from shapewright import stacking

    suffix = None if output is None else output_format(output, (".txt", ".json"), _NO_PICTURE)
    problem = stated.problem(sequence)
    seen: list[Statistics] = []
    number = stacking.count(problem, time_limit=time_limit, report=seen.append)
    statistics = seen[0]
    with integers_of_any_length():
        plain = f"{number}\n"
    whole = {
        "count": number,
        "objective": problem.objective,
        "value": statistics.lower_bound if number else None,
        "states": statistics.nodes,
        "problem": problem.to_json(),
    }
    document = json_text(envelope(complete=True, seconds=statistics.seconds, **whole)) + "\n"
    if output is not None:
        write_file(output, document if suffix == ".json" else plain)
        remark(f"wrote {output!r}")
    if as_json:
        print_text(document)
    elif output is None:
        print_text(plain)
    if number:
        remark(f"each has a {problem.objective} of {statistics.lower_bound}")
    remark(f"stacking: {statistics}")
    return ANSWER
