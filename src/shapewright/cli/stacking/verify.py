"""Replay plans, whoever made them, by the independent checker; prove their bounds by another search."""

from __future__ import annotations

import time

import click

from shapewright.cli import options
from shapewright.cli.input import names_file, parse_content, read_text
from shapewright.cli.output import envelope, print_text, verified_code
from shapewright.cli.parameters import state
from shapewright.cli.stacking.problem import Stated, rules
from shapewright.errors import ProblemError
from shapewright.storage.json import json_text


@click.command()
@click.argument("plan", nargs=-1, metavar="ANSWER | SEQUENCE PLAN")
@rules
@click.option("--claim", callback=options.whole_number(0, 10**9), metavar="N", help="What the plan is said to reach.")
@click.option("--prove", is_flag=True, help="Prove that no plan reaches less; of an ANSWER that is always proven.")
@options.effort
@options.json_output
@options.quiet
@options.verbose
def verify(
    plan: tuple[str, ...],
    stated: Stated,
    claim: int | None,
    prove: bool,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check ANSWER, a JSON file of a 'stacking' command, or replay PLAN as text for SEQUENCE.

    \b
    shapewright stacking verify answer.json
    shapewright stacking verify LLLL '0 3 1(180) 4(180)' --width 6 --claim 3

    Plans are replayed cell by cell; bounds, counts and lists of the best plans of an ANSWER are worked out again.
    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.
    """
    from shapewright import stacking
    from shapewright.stacking.notation.plan import parse_plan
    from shapewright.stacking.verify import verify_plan

    started = time.monotonic()
    if len(plan) == 1 and names_file(plan[0]):
        if stated.is_given or claim is not None:
            raise ProblemError("a JSON answer has its problem and its claim with it; the options are too many")
        state(plan=None, answer=plan[0])
        found = parse_content(plan[0], read_text(plan[0]), lambda it: stacking.verify(it, time_limit=time_limit))
    elif len(plan) == 2:
        state(sequence=plan[0], plan=plan[1])
        problem = stated.problem(plan[0])
        drops = parse_plan(plan[1], problem)
        found = verify_plan(problem, drops, claim=claim, prove=prove, time_limit=time_limit)
    else:
        raise ProblemError("there is nothing to verify; give a JSON answer of solve, or a sequence and a plan")
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **found.to_json())))
    else:
        print_text("\n".join(found.lines()))
    return verified_code(found)
