"""Check solutions by the rules."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.clear import game
from shapewright.cli.output import envelope, json_text, print_text, remark
from shapewright.errors import FileError

if TYPE_CHECKING:
    from shapewright.clear.rules import Drop

_SHOWN = 20
"""So many wrong solutions of a file are named."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@game.told_kicks
@game.told_drop
@options.json_output
@options.quiet
@options.verbose
def verify(
    files: tuple[str, ...], kicks: str | None, drop: Drop | None, as_json: bool, quiet: bool, verbose: bool
) -> int:
    """Check the solutions in FILE...: .pc files, JSON Lines, fumens; - is standard input.

    Each is replayed: the order that queue and hold allow, that every piece fits, rests on something and can get there
    with the kicks, and that nothing is left. The exit code is 1 if any is wrong.
    """
    from shapewright.clear.check import faults
    from shapewright.clear.kicks import KICKS, Kicks
    from shapewright.cli.clear.files import stream_solutions
    from shapewright.cli.input import place
    from shapewright.grid import quote

    started = time.monotonic()
    system = None if kicks is None else Kicks.find(kicks)
    reports: list[dict[str, Any]] = []
    for file in files:
        count = 0
        wrong = []
        for count, solution in enumerate(stream_solutions(file, kicks or "srs"), 1):
            if system is None and solution.kicks not in KICKS:
                raise FileError(
                    f"{place(file)}: solution {count} is of the kicks {quote(solution.kicks)}, which are not known by "
                    "name; give their file by --kicks"
                )
            dropped = solution if drop is None else replace(solution, drop=drop)
            found = faults(dropped, kicks=system)
            if found:
                wrong.append({"solution": count, "faults": found})
        reports.append({"file": file, "solutions": count, "wrong": len(wrong), "faults": wrong})
        if not as_json:
            _print(file, count, wrong)
    is_right = not any(report["wrong"] for report in reports)
    seconds = time.monotonic() - started
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=seconds, valid=is_right, files=reports)))
    remark(f"replayed in {seconds:.2f} s")
    return ANSWER if is_right else NONE_EXISTS


def _print(file: str, count: int, wrong: list[dict[str, Any]]) -> None:
    name = file if len(file) <= 60 else file[:57] + "..."
    lines = [f"{name}: solution {report['solution']}: {report['faults'][0]}" for report in wrong[:_SHOWN]]
    if len(wrong) > _SHOWN:
        lines.append(f"{name}: and {len(wrong) - _SHOWN} more")
    what = "1 solution" if count == 1 else f"{count} solutions"
    if wrong:
        lines.append(f"{name}: {len(wrong)} of {what} {'is' if len(wrong) == 1 else 'are'} wrong")
    else:
        lines.append(f"{name}: {what}, all right" if count > 1 else f"{name}: {what}{', right' if count else ''}")
    print_text("\n".join(lines))
