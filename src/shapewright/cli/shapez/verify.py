"""Check a data file from every side."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.output import envelope, json_text, print_text, wants_progress

if TYPE_CHECKING:
    from shapewright.shapez.verify import Outcome, Report

MAX_SAMPLES = 1_000_000


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--samples",
    metavar="N",
    callback=options.whole_number(1, MAX_SAMPLES),
    help="How many random shapes are tried by the slow rules (200 unless given).",
)
@options.seed
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def verify(
    file: str,
    samples: int | None,
    seed: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check FILE, which 'shapez search' wrote: each check on a line, with the codes of the first shapes that fail it.

    The exit code is 1 if any check fails.
    """
    from shapewright.shapez.verify import SAMPLES
    from shapewright.shapez.verify import verify as check

    started = time.monotonic()
    report = check(
        file,
        samples=samples or SAMPLES,
        seed=seed or 0,
        progress=True if wants_progress() else None,
        time_limit=time_limit,
    )
    if as_json:
        whole = envelope(complete=not report.skipped, seconds=time.monotonic() - started, **report_keys(report))
        print_text(json_text(whole))
    else:
        print_text(str(report))
    return ANSWER if report.passed else NONE_EXISTS


def report_keys(report: Report) -> dict[str, Any]:
    """What the checks found, in JSON."""
    return {
        "configuration": report.configuration,
        "valid": report.passed,
        "checks": [_record(outcome) for outcome in report.outcomes],
        "skipped": list(report.skipped),
    }


def _record(outcome: Outcome) -> dict[str, Any]:
    return {
        "check": outcome.name,
        "passed": outcome.passed,
        "looked_at": outcome.looked_at,
        "failures": outcome.failures,
        "failing": list(outcome.failing),
    }
