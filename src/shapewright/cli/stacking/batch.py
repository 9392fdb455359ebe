"""Many sequences from a file, one a line, through the job system."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from shapewright.cli import ANSWER
from shapewright.cli.cluster import workers
from shapewright.cli.input import place, read_lines
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.cli.stacking.answer import plan_json, verdict
from shapewright.errors import FileError, LimitError, ShapewrightError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.cli.stacking.problem import Stated
    from shapewright.stacking import Plan, Problem, Unknown

MAX_SEQUENCES = 100_000

_REFUSED = dict.fromkeys(
    (".svg", ".png", ".gif", ".html"), "such a file shows one plan, and here are many; solve a sequence by itself"
)


def solve_file(
    file: str,
    stated: Stated,
    *,
    tie_break: str,
    time_limit: float | None,
    sequence_time_limit: float | None,
    threads: int | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
) -> int:
    """Solve every sequence of the file and write a line for each, in their order."""
    suffix = None if output is None else output_format(output, (".txt", ".json", ".jsonl"), _REFUSED)
    problems = _read(file, stated)
    started = time.monotonic()
    from shapewright.stacking import solve_many

    with workers(cluster, threads) as executor:
        plans = solve_many(
            [problem for _, problem in problems],
            tie_break=tie_break,
            time_limit=time_limit,
            sequence_time_limit=sequence_time_limit,
            executor=executor,
            threads=threads,
            progress=True if wants_progress() else None,
            checkpoint=checkpoint,
        )
    seconds = time.monotonic() - started
    rows = [(text, problem, plan) for (text, problem), plan in zip(problems, plans, strict=True)]
    forms = {
        ".txt": lambda: "".join(f"{text}  {_words(plan)}\n" for text, _, plan in rows),
        ".jsonl": lambda: "".join(json_text(_record(text, problem, plan)) + "\n" for text, problem, plan in rows),
        ".json": lambda: (
            json_text(
                envelope(
                    complete=all(plan is None or _is_proven(plan) for plan in plans),
                    seconds=seconds,
                    sequences=[_record(text, problem, plan) for text, problem, plan in rows],
                )
            )
            + "\n"
        ),
    }
    if output is not None and suffix is not None:
        write_file(output, forms[suffix]())
        remark(f"wrote {output!r}")
    shown = ".json" if as_json else ".jsonl" if as_jsonl else ".txt" if output is None else None
    if shown is not None:
        print_text(forms[shown]())
    proven = sum(map(_is_proven, plans))
    remark(f"stacking: {len(plans)} sequences, {proven} proven optimal, {seconds:.2f} s")
    return ANSWER


def _read(file: str, stated: Stated) -> list[tuple[str, Problem]]:
    """The sequences of the file; an error names its line. Lines that start with ``%`` are comments."""
    problems = []
    for batch in read_lines(file):
        for number, text in batch:
            if text.startswith("%"):
                continue
            try:
                problems.append((text, stated.problem(text)))
            except ShapewrightError as error:
                raise FileError(f"{place(file)}, line {number}: {error}") from None
            if len(problems) > MAX_SEQUENCES:
                raise LimitError(f"{place(file)} has more than the limit of {MAX_SEQUENCES} sequences")
    if not problems:
        raise FileError(f"{place(file)} has no sequences; expected one a line, such as IOTSLJZI")
    return problems


def _is_proven(plan: Plan | Unknown | None) -> bool:
    from shapewright.stacking import Plan

    return isinstance(plan, Plan) and plan.optimal


def _words(plan: Plan | Unknown | None) -> str:
    from shapewright.stacking import Unknown

    if plan is None:
        return "impossible: no plan keeps the height limit"
    return f"unknown: {plan.reason}" if isinstance(plan, Unknown) else f"{verdict(plan)}  {plan.to_text()}"


def _record(text: str, problem: Problem, plan: Plan | Unknown | None) -> dict[str, Any]:
    from shapewright.stacking import Unknown

    if plan is None:
        return {"sequence": text, "height": None, "optimal": True, "plan": None, "problem": problem.to_json()}
    if isinstance(plan, Unknown):
        return {"sequence": text, "height": None, "optimal": False, "reason": plan.reason}
    return {"sequence": text, **plan_json(plan)}
