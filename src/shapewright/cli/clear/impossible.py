"""Which queues cannot clear four lines of the empty field."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.clear import game
from shapewright.cli.input import STDIN, place, read_lines
from shapewright.cli.output import envelope, print_text
from shapewright.errors import FileError, NotationError, ShapewrightError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.impossible import Verdict
    from shapewright.cli.clear.game import Game

_BATCH = 10_000


@click.command()
@click.argument("queues", nargs=-1, metavar="[QUEUE...]")
@click.option(
    "--file", "file", metavar="FILE", help="Judge the queues in a file, one a line, or in - (standard input)."
)
@click.option("--list", "as_list", is_flag=True, help="List the queues: [held]current, in either order, and the rest.")
@game.hold
@options.limit
@options.time_limit
@options.json_output
@options.jsonl_output
@options.quiet
@options.verbose
def impossible(
    queues: tuple[str, ...],
    file: str | None,
    as_list: bool,
    hold: str | None,
    limit: int | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Tell whether QUEUE, such as TIOLJSZTIOL or [T]IOLJSZTIOL, cannot clear four lines of the empty field.

    Meant are SRS, soft drop and hold. A list of all such queues that bags of seven can give answers at once; for others
    there is a search. - reads queues, one a line. The exit code is 1 if a QUEUE on the command line is impossible.

    \b
    shapewright clear impossible TIOLJSZTIOL [I]IOTSZIOSZT
    shapewright clear impossible --file queues.txt
    shapewright clear impossible --list --limit 10
    """
    started = time.monotonic()
    if as_list:
        if queues or file is not None or hold is not None:
            raise NotationError("--list lists all of them; it goes with neither queues nor --file and --hold")
        return _list(limit, started, as_json, as_jsonl)
    if limit is not None:
        raise NotationError("--limit goes with --list")
    sources = [*queues, *([] if file is None else [file])]
    if not sources:
        raise NotationError("no queue is given; write it like TIOLJSZTIOL, or give --file or --list")
    asked = game.read_game(None, hold, False, None, "srs", "soft", None)
    if not asked.use_hold:
        raise NotationError("the list is of queues with hold; 'clear solve --height 4 --no-hold' asks without")
    verdicts = []
    is_impossible = False
    is_single = len(queues) == 1 and file is None and queues[0] != STDIN
    for verdict in _verdicts(asked, queues, file, time_limit):
        is_impossible = is_impossible or verdict.is_impossible
        if as_json:
            verdicts.append(_record(verdict))
        elif as_jsonl:
            print_text(json_text(_record(verdict)))
        else:
            answer = "impossible" if verdict.is_impossible else "possible"
            print_text(f"{answer}: {verdict.reason}" if is_single else f"{verdict.queue} {answer}")
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, verdicts=verdicts)))
    is_batch = file is not None or STDIN in queues
    return NONE_EXISTS if is_impossible and not is_batch else ANSWER


def _verdicts(asked: Game, queues: tuple[str, ...], file: str | None, time_limit: float | None) -> Iterator[Verdict]:
    from shapewright.clear.impossible import judge

    started = time.monotonic()

    def left() -> float | None:
        return None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))

    # All arguments are read before the first answer.
    read = [None if text == STDIN else asked.read_queue(text) for text in queues]
    for queue in read:
        if queue is not None:
            yield judge(queue, time_limit=left())
    for source in [*[STDIN for queue in read if queue is None], *([] if file is None else [file])]:
        for lines in read_lines(source):
            for number, line in lines:
                try:
                    queue = asked.read_queue(line)
                except ShapewrightError as error:
                    raise FileError(f"{place(source)}, line {number}: {error}") from None
                yield judge(queue, time_limit=left())


def _record(verdict: Verdict) -> dict[str, Any]:
    queue = verdict.queue
    return {
        "queue": queue.pieces,
        "hold": queue.hold,
        "impossible": verdict.is_impossible,
        "method": verdict.method,
        "reason": verdict.reason,
    }


def _list(limit: int | None, started: float, as_json: bool, as_jsonl: bool) -> int:
    from shapewright.clear.impossible_list import known

    found = known()
    listed = (f"[{pair[0]}]{pair[1]}{rest}" for pair, rest in islice(found, limit))
    if as_json:
        shown = list(listed)
        seconds = time.monotonic() - started
        keys = {"sequences": found.sequences, "impossible": len(found), "queues": shown}
        print_text(json_text(envelope(complete=len(shown) == len(found), seconds=seconds, **keys)))
        return ANSWER
    while batch := list(islice(listed, _BATCH)):
        print_text("\n".join(map(json_text, batch) if as_jsonl else batch))
    return ANSWER
