"""Check solutions by the rules."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.clear import game
from shapewright.cli.output import envelope, json_text, print_text, remark, wants_progress
from shapewright.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.clear import Solution
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.rules import Drop
    from shapewright.clear.verify import Verification

_SHOWN = 20
"""So many wrong solutions of a file are named."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@game.told_kicks
@game.told_drop
@options.threads
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def verify(
    files: tuple[str, ...],
    kicks: str | None,
    drop: Drop | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check the solutions in FILE...: .pc files of any size, JSON Lines, fumens; - is standard input.

    Each is replayed: the order that queue and hold allow, that every piece fits, rests on something and can get there
    with the kicks, and that nothing is left. The exit code is 1 if any is wrong. Of a .pc file the faults of the first
    1000 wrong ones are told.
    """
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.notation.pc_file import PcFile
    from shapewright.clear.verify import verify as verify_file
    from shapewright.cli.clear.files import solutions_in

    started = time.monotonic()
    system = None if kicks is None else Kicks.find(kicks)
    reports: list[dict[str, Any]] = []
    for file in files:
        found = solutions_in(file, kicks or "srs")
        if isinstance(found, PcFile):
            left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
            checked = verify_file(
                found.source,
                kicks=system or "srs",
                drop=drop or "soft",
                threads=threads,
                progress=True if wants_progress() else None,
                time_limit=left,
            )
        else:
            checked = _each(found, file, system, drop)
        reports.append(
            {
                "file": file,
                "solutions": checked.solutions,
                "wrong": checked.wrong,
                "faults": [{"solution": number, "faults": list(told)} for number, told in checked.faults],
            }
        )
        if not as_json:
            _print(file, checked)
    is_right = not any(report["wrong"] for report in reports)
    seconds = time.monotonic() - started
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=seconds, valid=is_right, files=reports)))
    remark(f"replayed in {seconds:.2f} s")
    return ANSWER if is_right else NONE_EXISTS


def _each(solutions: Sequence[Solution], file: str, system: Kicks | None, drop: Drop | None) -> Verification:
    """Solutions of other notations than ``.pc``, which are few and say themselves by which rules they were made."""
    from shapewright.clear.check import faults
    from shapewright.clear.kicks import is_known
    from shapewright.clear.verify import Verification
    from shapewright.cli.input import place
    from shapewright.grid import quote

    wrong = []
    for number, solution in enumerate(solutions, 1):
        if system is None and not is_known(solution.kicks):
            raise FileError(
                f"{place(file)}: solution {number} is of the kicks {quote(solution.kicks)}, which are not known by "
                "name; give their file by --kicks"
            )
        found = faults(solution if drop is None else replace(solution, drop=drop), kicks=system)
        if found:
            wrong.append((number, tuple(found)))
    return Verification(len(solutions), len(wrong), tuple(wrong))


def _print(file: str, checked: Verification) -> None:
    name = file if len(file) <= 60 else file[:57] + "..."
    lines = [f"{name}: solution {number}: {told[0]}" for number, told in checked.faults[:_SHOWN]]
    count, wrong = checked.solutions, checked.wrong
    if wrong > _SHOWN:
        lines.append(f"{name}: and {wrong - _SHOWN} more")
    what = "1 solution" if count == 1 else f"{count} solutions"
    if wrong:
        lines.append(f"{name}: {wrong} of {what} {'is' if wrong == 1 else 'are'} wrong")
    else:
        lines.append(f"{name}: {what}, all right" if count > 1 else f"{name}: {what}{', right' if count else ''}")
    print_text("\n".join(lines))
