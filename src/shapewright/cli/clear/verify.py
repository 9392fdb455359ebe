"""Check solutions by the rules, and answers of the other commands."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.output import envelope, print_text, remark, verified_code, wants_progress
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.claims import Findings
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.replay import Verification
    from shapewright.clear.rules import Drop


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
    """Check FILE...: solutions (.pc files of any size, JSON Lines, fumens) or JSON answers; - is standard input.

    A solution is replayed: the order that queue and hold allow, that every piece fits, rests on something and can get
    there with the kicks, and that nothing is left. Of a .pc file the faults of the first 1000 wrong ones are reported.

    Of the answer of another command (--json), every claim is checked: solutions are replayed, "no clear" is refuted
    again, chances, counts and lists are recomputed, by another method where there is one. That takes 60 seconds at
    most, unless --time-limit says otherwise; what is not checked then is named.

    \b
    The exit code is 0 if all is right, 1 if something is wrong, 3 if nothing is
    wrong but something was not checked, or if the file is empty.

    A .pc file does not say how many records it has: if it was cut between two of them, nobody can tell.

    \b
    shapewright clear table 2 -o 2.pc; shapewright clear verify 2.pc
    shapewright clear percent -p '*p4' --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -o answer.json
    shapewright clear verify answer.json
    """
    from shapewright.clear.kicks import Kicks

    started = time.monotonic()
    system = None if kicks is None else Kicks.find(kicks)
    valid: list[bool | None] = []
    reports: list[dict[str, Any]] = []
    for file in files:
        left = None if time_limit is None else max(0.001, time_limit - (time.monotonic() - started))
        found = _looked_at(file, system, drop, threads, left)
        valid.append(found.valid)
        reports.append({"file": file, **found.to_json()})
        if not as_json:
            name = file if len(file) <= 60 else file[:57] + "..."
            print_text("\n".join([f"{name}: {line}" for line in report_lines(found)]))
    seconds = time.monotonic() - started
    whole = False if False in valid else None if None in valid else True
    if as_json:
        print_text(json_text(envelope(complete=whole is not None, seconds=seconds, valid=whole, files=reports)))
    remark(f"checked in {seconds:.2f} s")
    return verified_code(whole)


def _looked_at(
    file: str, kicks: Kicks | None, drop: Drop | None, threads: int | None, time_limit: float | None
) -> Findings | Verification:
    """What was found out about a file, or a fumen itself."""
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.clear.replay import replay
    from shapewright.clear.verify import verify_content
    from shapewright.cli.input import STDIN, parse_content, read_bytes

    def looked(content: bytes) -> Findings | Verification:
        return verify_content(
            content,
            kicks=kicks,
            drop=drop,
            may_be_pc=file == STDIN,
            time_limit=time_limit,
            threads=threads,
            progress=wants_progress(),
        )

    if is_fumen(file):
        return looked(file.encode())
    if file != STDIN and file.lower().endswith(".pc"):
        return replay(
            file,
            kicks=kicks or "srs",
            drop=drop or "soft",
            threads=threads,
            progress=wants_progress(),
            time_limit=time_limit,
        )
    return parse_content(file, read_bytes(file), looked)


def report_lines(found: Findings | Verification) -> list[str]:
    """What was found out in sentences, the verdict last."""
    from shapewright.claims import Findings
    from shapewright.claims.recheck import summary

    return summary(found) if isinstance(found, Findings) else found.lines()
