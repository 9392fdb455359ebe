"""Check a data file from every side, or the answer of another command."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.input import STDIN, parse_content, read_bytes
from shapewright.cli.output import envelope, print_text, verified_code, wants_progress
from shapewright.cli.shapez import known
from shapewright.errors import NotationError
from shapewright.storage.files import reading
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.claims import Findings

MAX_SAMPLES = 1_000_000


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--samples",
    metavar="N",
    callback=options.whole_number(1, MAX_SAMPLES),
    help="Of a data file, how many random shapes are tried by the slow rules (200 unless given).",
)
@known.data
@options.seed
@options.threads
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def verify(
    file: str,
    samples: int | None,
    data: str | None,
    seed: int | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check FILE: data that 'shapez search' wrote, or the JSON answer of another command (- is standard input).

    Of a data file, each check is a line, with the codes of the first shapes that fail it.

    Of an answer (--json), every claim is checked: plans are replayed step by step and their bounds proven again, what
    machines make is worked out by the rules, verdicts are given again, numbers and lists recomputed. That takes 60
    seconds at most, unless --time-limit says otherwise; what is not checked then is named.

    \b
    The exit code is 0 if all is right, 1 if something is wrong, and 3 if nothing
    is wrong but something was not checked.

    \b
    shapewright shapez search quad2 -o quad2.h5; shapewright shapez verify quad2.h5
    shapewright shapez plan 'CrRg----:cbP---Sw' --json | shapewright shapez verify -
    """
    if _is_answer(file):
        if samples is not None or seed is not None:
            raise NotationError("--samples and --seed only apply to a data file, and this is an answer")
        return _answer(file, data, threads, time_limit, as_json)
    from shapewright.shapez.verify_data import SAMPLES, verify_data

    if data is not None or threads is not None:
        raise NotationError("--data and --threads only apply to an answer, and this is a data file")
    started = time.monotonic()
    report = verify_data(
        file,
        samples=samples or SAMPLES,
        seed=seed or 0,
        progress=True if wants_progress() else None,
        time_limit=time_limit,
    )
    if as_json:
        whole = envelope(complete=not report.skipped, seconds=time.monotonic() - started, **report.to_json())
        print_text(json_text(whole))
    else:
        print_text(str(report))
    return ANSWER if report.passed else NONE_EXISTS


def _answer(file: str, data: str | None, threads: int | None, time_limit: float | None, as_json: bool) -> int:
    from shapewright.claims.recheck import TIME_LIMIT, parse, summary
    from shapewright.shapez.verify import verify as verify_answer

    started = time.monotonic()
    given, seconds = known.read(data), TIME_LIMIT if time_limit is None else time_limit

    def look(content: bytes) -> Findings:
        return verify_answer(parse(content), time_limit=seconds, threads=threads, data=given)

    found = parse_content(file, read_bytes(file), look)
    if as_json:
        taken = time.monotonic() - started
        print_text(json_text(envelope(complete=found.valid is not None, seconds=taken, **found.to_json())))
    else:
        print_text("\n".join(summary(found)))
    return verified_code(found)


def _is_answer(file: str) -> bool:
    """Whether a file is the answer of a command, by its first character, and not data."""
    if file == STDIN:
        return True
    with reading(repr(file)), open(file, "rb") as source:
        return source.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
