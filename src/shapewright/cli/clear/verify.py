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
    from shapewright.clear.notation.pc_file import PcFile
    from shapewright.clear.rules import Drop
    from shapewright.clear.verify import Verification

_SHOWN = 20
"""So many wrong solutions of a file are named."""

EMPTY = "the file is empty, so there is nothing to check"


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
        found = _looked_at(file, kicks or "srs", system, drop, threads, left)
        valid.append(found.valid)
        reports.append({"file": file, **report_keys(found)})
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
    file: str, kicks: str, system: Kicks | None, drop: Drop | None, threads: int | None, time_limit: float | None
) -> Findings | Verification:
    """What was found out about a file, or a fumen itself."""
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.clear.notation.pc_file import PcFile
    from shapewright.cli.input import STDIN, parse_content, read_bytes

    def looked(content: bytes) -> Findings | Verification:
        return verified(content, kicks, system, drop, threads, time_limit, may_be_pc=file == STDIN)

    if is_fumen(file):
        return looked(file.encode())
    if file != STDIN and file.lower().endswith(".pc"):
        return _replayed(PcFile(file, kicks=kicks), system, drop, threads, time_limit)
    return parse_content(file, read_bytes(file), looked)


def verified(
    content: bytes,
    kicks: str,
    system: Kicks | None,
    drop: Drop | None,
    threads: int | None,
    time_limit: float | None,
    *,
    may_be_pc: bool,
) -> Findings | Verification:
    """What was found out about the content of a file: an answer, or solutions in any notation."""
    from shapewright.claims.recheck import TIME_LIMIT, answer_in
    from shapewright.clear.claims import verify_answer
    from shapewright.clear.claims.lines import verify_lines
    from shapewright.clear.notation.contents import solutions_of
    from shapewright.clear.notation.pc_file import PcFile
    from shapewright.clear.verify import verify_solutions

    answer = answer_in(content)
    if answer is not None:
        seconds = TIME_LIMIT if time_limit is None else time_limit
        return verify_answer(answer, time_limit=seconds, threads=threads, kicks=system)
    if content.lstrip()[:1] == b"{":
        return verify_lines(content.decode("utf-8-sig"), kicks=system, drop=drop)
    found = solutions_of(content, kicks=kicks, may_be_pc=may_be_pc)
    if isinstance(found, PcFile):
        return _replayed(found, system, drop, threads, time_limit)
    return verify_solutions(found, kicks=system, drop=drop)


def _replayed(
    file: PcFile, system: Kicks | None, drop: Drop | None, threads: int | None, time_limit: float | None
) -> Verification:
    from shapewright.clear.verify import verify as verify_file

    return verify_file(
        file.source,
        kicks=system or "srs",
        drop=drop or "soft",
        threads=threads,
        progress=True if wants_progress() else None,
        time_limit=time_limit,
    )


def report_keys(found: Findings | Verification) -> dict[str, Any]:
    """What was found out about a file, in JSON."""
    from shapewright.claims import Findings

    if isinstance(found, Findings):
        return found.to_json()
    return {
        "valid": found.valid,
        "solutions": found.solutions,
        "wrong": found.wrong,
        "faults": [{"solution": number, "faults": list(told)} for number, told in found.faults],
        "not_checked": dict(found.not_checked) if found.solutions or found.not_checked else {"solutions": EMPTY},
        **({"note": found.note} if found.note else {}),
    }


def report_lines(found: Findings | Verification) -> list[str]:
    """The same in sentences, the verdict last."""
    from shapewright.claims import Findings
    from shapewright.claims.recheck import summary

    if isinstance(found, Findings):
        return summary(found)
    lines = [f"solution {number}: {told[0]}" for number, told in found.faults[:_SHOWN]]
    count, wrong = found.solutions, found.wrong
    if wrong > _SHOWN:
        lines.append(f"and {wrong - _SHOWN} more")
    lines += [f"not checked: {key} ({reason})" for key, reason in found.not_checked.items()]
    what = "1 solution" if count == 1 else f"{count} solutions"
    if wrong:
        lines.append(f"{wrong} of {what} {'is' if wrong == 1 else 'are'} wrong")
    elif count:
        lines.append(f"{what}, {'all right' if count > 1 else 'right'}" + (f"; {found.note}" if found.note else ""))
    elif not found.not_checked:
        lines.append(f"0 solutions: {EMPTY}")
    return lines
