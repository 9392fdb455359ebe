"""The lowest stack of a sequence, the best few plans, or the lowest stacks of many sequences."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.output import envelope, print_text, remark
from shapewright.cli.stacking.answer import content, plan_format, plan_json, screen_text, whole_json
from shapewright.cli.stacking.problem import Stated, rules
from shapewright.errors import ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.stacking import Problem, Statistics

# What one answer may list.
MAX_BEST = 100_000


@click.command()
@click.argument("sequence", required=False)
@rules
@click.option(
    "--tie-break",
    type=click.Choice(["any", "lexicographic"]),
    default="any",
    help="Which of equally good plans: any, or the first by (rotation, column), the first piece slowest.",
)
@click.option("--best", callback=options.whole_number(1, MAX_BEST), metavar="K", help="The K best plans, in order.")
@click.option("--file", metavar="FILE", help="Solve every sequence of FILE (or -), one a line.")
@options.time_limit
@click.option(
    "--sequence-time-limit",
    callback=options.seconds,
    metavar="SECONDS",
    help="With --file: at most so many seconds for each sequence.",
)
@options.threads
@options.checkpoint
@options.cluster
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def solve(
    sequence: str | None,
    stated: Stated,
    tie_break: str,
    best: int | None,
    file: str | None,
    time_limit: float | None,
    sequence_time_limit: float | None,
    threads: int | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find the plan for SEQUENCE whose stack is lowest, and prove that none is lower.

    Where the proof takes too long, the best plan found is shown with the bound that is proven. Each plan has been
    replayed cell by cell. With --file the limit of time is for all sequences together; those that it leaves out are
    unknown. The exit code is 1 only if it is proven that no plan keeps the height limit.
    """
    if file is not None:
        if sequence is not None or best is not None:
            other = "a sequence" if sequence is not None else "--best"
            raise ProblemError(f"--file and {other} are given; one of them is too many")
        from shapewright.cli.stacking.batch import solve_file

        return solve_file(
            file,
            stated,
            tie_break=tie_break,
            time_limit=time_limit,
            sequence_time_limit=sequence_time_limit,
            threads=threads,
            checkpoint=checkpoint,
            cluster=cluster,
            as_json=as_json,
            as_jsonl=as_jsonl,
            output=output,
        )
    for_many = {
        "--threads": threads,
        "--checkpoint": checkpoint,
        "--cluster": cluster,
        "--sequence-time-limit": sequence_time_limit,
    }
    for name, value in for_many.items():
        if value is not None:
            raise ProblemError(f"{name} is for the many sequences of --file; here is one")
    if sequence is None:
        raise ProblemError("there is no sequence; give one such as IOTSLJZI, or a file of them with --file")
    suffix = None if output is None else plan_format(output, several=best is not None and best > 1)
    problem = stated.problem(sequence)
    return _answer(problem, tie_break, best, time_limit, as_json, as_jsonl, output, suffix)


def _answer(
    problem: Problem,
    tie_break: str,
    best: int | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    suffix: str | None,
) -> int:
    from shapewright import stacking

    started = time.monotonic()
    seen: list[Statistics] = []
    if best is None:
        plan = stacking.first(problem, tie_break=tie_break, time_limit=time_limit, report=seen.append)
        plans = [] if plan is None else [plan]
    else:
        plans = list(stacking.solve(problem, limit=best, time_limit=time_limit, report=seen.append))
    seconds = time.monotonic() - started
    statistics = seen[0]
    if not plans:
        return _none(problem, statistics, as_json or as_jsonl, output if suffix == ".json" else None, seconds)
    keys = {"states": statistics.nodes}
    if best is None and tie_break == "lexicographic":
        keys["first"] = plans[0].first
    whole = whole_json(plans, complete=statistics.complete, seconds=seconds, several=best is not None, **keys)
    if output is not None and suffix is not None:
        write_file(output, content(plans, suffix, whole))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(whole))
    elif as_jsonl:
        print_text("".join(json_text(plan_json(plan)) + "\n" for plan in plans))
    elif output is None:
        print_text("\n\n".join(screen_text(plan, plans[0]) for plan in plans))
    remark(f"stacking: {statistics}")
    if best is None and tie_break == "lexicographic" and not plans[0].first:
        remark("that it is the first such plan is not proven")
    if best is not None and len(plans) < best:
        remark("there are no more plans" if statistics.complete else "what follows could not be listed in order")
    return ANSWER


def _none(problem: Problem, statistics: Statistics, as_json: bool, output: str | None, seconds: float) -> int:
    """Say that there is no plan; a JSON file says so, too."""
    keys = none_keys(problem, statistics)
    whole = json_text(envelope(complete=True, seconds=seconds, **keys))
    if output is not None:
        write_file(output, whole + "\n")
        remark(f"wrote {output!r}")
    print_text(whole if as_json else f"impossible: {keys['reason']}")
    return NONE_EXISTS


def none_keys(problem: Problem, statistics: Statistics) -> dict[str, Any]:
    """The keys of a JSON answer that tell that no plan keeps the height limit."""
    from shapewright import stacking

    return {
        "height": None,
        "lower_bound": statistics.lower_bound,
        "optimal": True,
        "plan": None,
        "reason": stacking.why_none(problem, statistics.lower_bound or 0),
        "states": statistics.nodes,
        "problem": problem.to_json(),
    }
