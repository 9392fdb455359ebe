"""Answers of any family, several at once, each checked by the rules of its command."""

from __future__ import annotations

from typing import Any

import click

from shapewright.any_answer import verify as look
from shapewright.claims import TIME_LIMIT, Findings, summary
from shapewright.cli.command import option_of
from shapewright.cli.output import print_text
from shapewright.errors import FileError
from shapewright.questions.fields import THREADS
from shapewright.questions.findings import EFFORT
from shapewright.questions.source import parsed
from shapewright.questions.words import named_source
from shapewright.storage.json import json_text

_CODES = {True: 0, False: 1, None: 3}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@option_of(EFFORT)
@option_of(THREADS)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object, with the findings for each file.")
def verify(files: tuple[str, ...], time_limit: float | None, threads: int | None, as_json: bool) -> int:
    """Check every claim of answers of any family: what commands print with --json (- is standard input).

    Of several files, one that cannot be read is wrong. The exit code is 0 if all is right, 1 if something is wrong,
    and 3 if nothing is wrong but something was not checked. The limit of time is that of each file.
    """
    records: dict[str, Any] = {}
    codes = set()
    for file in files:
        source = named_source(file, "FILE")

        def findings(text: str) -> Findings:
            return look(text, time_limit=TIME_LIMIT if time_limit is None else time_limit, threads=threads)

        try:
            found = parsed(source.place, source.text(), findings)
        except FileError as error:
            if len(files) == 1:
                raise
            codes.add(1)
            records[file] = {"valid": False, "error": str(error)}
            lines = [str(error).removeprefix(f"{source.place}: ")]
        else:
            codes.add(_CODES[found.valid])
            records[file] = found.to_json()
            lines = summary(found)
        if not as_json:
            print_text("\n".join(lines if len(files) == 1 else [f"{source.place}: {line}" for line in lines]))
    if as_json:
        print_text(json_text(records))
    return next(code for code in (1, 3, 0) if code in codes)
