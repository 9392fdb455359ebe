"""Which queues can build given solutions."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear.setup import rules
from shapewright.cli.input import names_file, parse_content, read_text
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.cli.parameters import state
from shapewright.errors import LimitError, ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.clear.cover import Built, Coverage
    from shapewright.cli.clear.setup import Rules

MAX_LISTED = 5_000_000

_NO_PICTURE = dict.fromkeys((".svg", ".png", ".gif", ".html"), "chances are no picture; 'clear path' draws solutions")


@click.command()
@click.argument("solutions", metavar="[SOLUTION]...", nargs=-1)
@click.option("-t", "--tetfu", "fumens", metavar="FUMEN", multiple=True, help="A solution, too; repeatable.")
@rules
@click.option("--failed", is_flag=True, help="List the queues that can build none of them.")
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def cover(
    solutions: tuple[str, ...],
    fumens: tuple[str, ...],
    rules: Rules,
    failed: bool,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Which queues of a pattern can build each SOLUTION, and what are the chances of any (OR) and of every one (AND).

    A SOLUTION is a fumen, several with blanks between them, a file of them, or - (standard input). If pages have pieces
    to place, the fumen is one solution; if not, each page is one, its coloured cells the pieces and its grey ones the
    field. It need not be a perfect clear. #1:3 behind a fumen chooses pages 1 to 3.

    \b
    shapewright clear cover 'v115@...' 'v115@...#1:3' -p '*p7'
    shapewright clear path -t 'v115@...' -p '*p4' --minimal -o few.fumen; shapewright clear cover few.fumen -p '*p4'
    """
    from shapewright.clear.cover import cover as covered

    suffix = None if output is None else output_format(output, (".txt", ".json", ".csv"), _NO_PICTURE)
    state(failed=None)  # it says what is printed; JSON has all queues that fail
    built = [one for argument in (*solutions, *fumens) for one in _read(argument)]
    if not built:
        raise ProblemError("no solutions are given; write fumens, or the name of a file with fumens")
    started = time.monotonic()
    coverage = covered(
        built,
        rules.pattern,
        kicks=rules.kicks,
        drop=rules.drop,
        hold=rules.hold,
        time_limit=time_limit,
        progress=True if wants_progress() else None,
    )
    seconds = time.monotonic() - started
    text = _text(coverage, failed) + "\n"
    if output is not None and suffix is not None:
        if suffix == ".txt":
            write_file(output, text)
        else:
            write_file(output, _csv(coverage) if suffix == ".csv" else json_text(_record(coverage, seconds)) + "\n")
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(_record(coverage, seconds)))
    elif output is None:
        print_text(text)


def _read(argument: str) -> list[Built]:
    from shapewright.clear.cover import read_built

    if not _is_file(argument):
        return read_built(argument)
    return parse_content(argument, read_text(argument), read_built)


def _is_file(argument: str) -> bool:
    from shapewright.clear.notation.fumen import is_fumen

    return names_file(argument) or not is_fumen(argument)


def _text(coverage: Coverage, failed: bool) -> str:
    width = len(str(len(coverage.solutions)))
    lines = [
        f"{number:>{width}}  {chance}  {built.pieces}"
        for number, (built, chance) in enumerate(zip(coverage.solutions, coverage.each, strict=True), 1)
    ]
    lines += ["", f"OR   {coverage.any}", f"AND  {coverage.every}"]
    cut = coverage.cut()
    if cut is not None:
        lines += ["", cut]
    if failed:
        lines += ["", *coverage.any.failing()]
    return "\n".join(lines)


def _record(coverage: Coverage, seconds: float) -> dict[str, object]:
    return envelope(complete=True, seconds=seconds, **coverage_keys(coverage))


def coverage_keys(coverage: Coverage) -> dict[str, object]:
    """What a coverage has in JSON."""
    _limited(coverage)
    return {
        "queues": len(coverage.queues),
        "pieces": coverage.queues.pattern.length,
        "pieces_counted": coverage.queues.length,
        "any": coverage.any.solved,
        "every": coverage.every.solved,
        "solutions": [
            {"pieces": built.pieces, "cells": [part.cells for part in built.parts], "queues": chance.solved}
            for built, chance in zip(coverage.solutions, coverage.each, strict=True)
        ],
        "failed": list(coverage.any.failing()),
    }


def _csv(coverage: Coverage) -> str:
    _limited(coverage)
    lines = ["queue," + ",".join([str(number) for number in range(1, len(coverage.solutions) + 1)])]
    for queue, cells in coverage.table():
        lines.append(",".join([queue, *["yes" if can else "no" for can in cells]]))
    return "\n".join(lines) + "\n"


def _limited(coverage: Coverage) -> None:
    if len(coverage.queues) > MAX_LISTED:
        raise LimitError(f"{len(coverage.queues)} queues are more than the limit of {MAX_LISTED} to list")
