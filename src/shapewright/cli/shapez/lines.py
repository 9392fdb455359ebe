"""Answers that are a list, perhaps a long one: written as they come, as lines, JSON Lines or one JSON object."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar

from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.storage.files import whole_file, write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Value = TypeVar("Value")

# What is kept until the end must fit into memory.
MAX_LISTED = 100_000

_FORMATS = (".txt", ".json", ".jsonl")
_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".html"), "a list of codes is no picture; 'shapez show - -o FILE.html' draws one"
)


def answer(
    batches: Iterable[Sequence[Value]],
    *,
    text: Callable[[Value], str],
    record: Callable[[Value], object],
    key: str,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    complete: Callable[[], bool] = lambda: True,
    time_limit: float | None = None,
    **keys: object,
) -> None:
    """Write every value in each form that was asked for: ``text`` gives its lines, ``record`` its plain data.

    Standard output is flushed after each batch. One JSON object has the records under ``key``, besides ``keys``;
    ``complete`` is asked at the end whether nothing was left out. A file is whole or absent.

    When the time limit (seconds) is over, what came by then is written before ``StoppedError`` is raised.
    """
    clock = Clock(time_limit)
    number = 0
    stopped: StoppedError | None = None
    suffix = None if output is None else output_format(output, _FORMATS, _NO_PICTURE)
    shown = ".json" if as_json else ".jsonl" if as_jsonl else ".txt" if output is None else None
    kinds = {suffix, shown}
    started = time.monotonic()
    kept: list[object] = []
    with ExitStack() as stack:
        file = None
        if output is not None and suffix != ".json":
            file = stack.enter_context(whole_file(output))
        source = iter(batches)
        while True:
            try:
                batch = next(source, None)
                if batch is None:
                    break
                clock.check(f"all of the list was written; {number} came before" if number else "there was an answer")
            except StoppedError as error:
                if not number:
                    raise
                stopped = error
                break
            number += len(batch)
            forms: dict[str | None, str] = {}
            if ".txt" in kinds:
                forms[".txt"] = "".join([text(value) + "\n" for value in batch])
            if kinds & {".json", ".jsonl"}:
                records = [record(value) for value in batch]
                forms[".jsonl"] = "".join([json_text(one) + "\n" for one in records]) if ".jsonl" in kinds else ""
                if ".json" in kinds:
                    kept += records
                    _check_length(kept)
            if file is not None:
                file.write(forms[suffix].encode())
            if shown in forms:
                print_text(forms[shown], end="")
    if ".json" in kinds:
        seconds = time.monotonic() - started
        document = (
            json_text(envelope(complete=stopped is None and complete(), seconds=seconds, **keys, **{key: kept})) + "\n"
        )
        if output is not None and suffix == ".json":
            write_file(output, document)
        if as_json:
            print_text(document)
    if output is not None:
        remark(f"wrote {output!r}")
    if stopped is not None:
        raise stopped


def _check_length(kept: list[object]) -> None:
    if len(kept) > MAX_LISTED:
        raise LimitError(
            f"there are more than the {MAX_LISTED} answers that one JSON object may hold; "
            "use JSON Lines (--jsonl, or -o with .jsonl), or --limit"
        )
