"""Replay plans, whoever made them, by the independent checker; prove their bounds anew if wanted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.input import names_file, parse_content, read_text
from shapewright.cli.output import envelope, json_text, print_text
from shapewright.cli.parameters import state
from shapewright.cli.stacking.problem import Stated, rules
from shapewright.errors import NotationError, ProblemError
from shapewright.jsonlines import json_or_lines
from shapewright.limits import Clock

if TYPE_CHECKING:
    from shapewright.stacking import Drop, Problem


@dataclass(frozen=True)
class Claim:
    """A plan, what it is said to reach, and what no plan is said to be below; or that there is none."""

    problem: Problem
    drops: tuple[Drop, ...] | None
    value: int | None = None
    bound: int | None = None
    height: int | None = None


@click.command()
@click.argument("plan", nargs=-1, metavar="ANSWER | SEQUENCE PLAN")
@rules
@click.option("--claim", callback=options.whole_number(0, 10**9), metavar="N", help="What the plan is said to reach.")
@click.option("--prove", is_flag=True, help="Prove the bound of the answer (or of --claim) anew, by another search.")
@options.time_limit
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
    """Replay a plan cell by cell: of ANSWER, a JSON file of solve, or PLAN as text for SEQUENCE.

    \b
    shapewright stacking verify answer.json
    shapewright stacking verify LLLL '0 3 1(180) 4(180)' --width 6 --claim 3

    The exit code is 1 if anything is wrong, also when the bound cannot be proven again within --time-limit.
    """
    started = time.monotonic()
    claims = _claims(plan, stated, claim)
    is_right, lines, keys = verified(claims, prove, time_limit)
    if as_json:
        seconds = time.monotonic() - started
        print_text(json_text(envelope(complete=True, seconds=seconds, **keys)))
    else:
        print_text("\n".join(lines))
    return ANSWER if is_right else NONE_EXISTS


def verified(claims: list[Claim], prove: bool, time_limit: float | None) -> tuple[bool, list[str], dict[str, Any]]:
    """Whether all claims are right, what there is to say, and the same as JSON."""
    lines: list[str] = []
    faults: list[dict[str, Any]] = []
    clock = Clock(time_limit)
    for number, one in enumerate(claims, start=1):
        place = f"plan {number}: " if len(claims) > 1 else ""
        fault, words = _judged(one, prove, clock.left())
        if fault is not None:
            faults.append({"plan": number, "fault": fault})
        if fault is not None or len(claims) == 1:
            lines.append(f"{place}{fault or words}")
    if len(claims) > 1:
        lines.append(
            f"{len(faults)} of {len(claims)} plans {'is' if len(faults) == 1 else 'are'} wrong"
            if faults
            else f"{len(claims)} plans, all right"
        )
    return not faults, lines, {"valid": not faults, "plans": len(claims), "faults": faults}


def _judged(claim: Claim, prove: bool, time_limit: float | None) -> tuple[str | None, str]:
    """The first fault of a claim, and what to say if it has none."""
    from shapewright.stacking import faults
    from shapewright.stacking.replay import final_stack
    from shapewright.stacking.rules import goal, height

    problem = claim.problem
    if claim.drops is None:
        return _judged_none(problem, prove, time_limit)
    found = faults(problem, claim.drops, claim.value)
    if found:
        return found[0], ""
    stack = final_stack(problem, claim.drops)
    if claim.height is not None and claim.height != height(stack):
        return f"the height at the end is {height(stack)}, not {claim.height}", ""
    value = goal(stack, problem.width, problem.objective)
    words = f"right: {problem.objective} {value}"
    if claim.bound is not None and claim.bound > value:
        return f"the {problem.objective} of {value} is below what is said to be the least, {claim.bound}", ""
    if not prove:
        return None, words
    from shapewright.stacking.reprove import reprove

    bound = value if claim.bound is None else claim.bound
    proven = reprove(problem, bound, time_limit=time_limit)
    if proven is None:
        return f"that every plan needs at least {bound} could not be proven again", ""
    if not proven:
        return f"there is a plan that needs less than {bound}", ""
    return None, f"{words}; that every plan needs at least {bound} is proven again"


def _judged_none(problem: Problem, prove: bool, time_limit: float | None) -> tuple[str | None, str]:
    from shapewright.stacking.reprove import reprove_none

    if not prove:
        raise ProblemError(
            "the answer says that there is no plan: nothing can be replayed; --prove has it proven again"
        )
    proven = reprove_none(problem, time_limit=time_limit)
    if proven is None:
        return "that there is no plan could not be proven again", ""
    return (None, "right: that there is no plan is proven again") if proven else ("there is a plan", "")


def _claims(arguments: tuple[str, ...], stated: Stated, claim: int | None) -> list[Claim]:
    if len(arguments) == 1 and names_file(arguments[0]):
        if stated.is_given or claim is not None:
            raise ProblemError("a JSON answer has its problem and its claim with it; the options are too many")
        state(plan=None, answer=arguments[0])
        return parse_content(arguments[0], read_text(arguments[0]), claims_in)
    if len(arguments) != 2:
        raise ProblemError("there is nothing to verify; give a JSON answer of solve, or a sequence and a plan")
    from shapewright.stacking.notation.plan import parse_plan

    state(sequence=arguments[0], plan=arguments[1])
    problem = stated.problem(arguments[0])
    return [Claim(problem, parse_plan(arguments[1], problem), claim)]


def claims_in(text: str) -> list[Claim]:
    """The plans in a JSON answer of solve, or in JSON Lines; ``NotationError`` says what is wrong."""
    found = []
    for place, record in _records(text):
        try:
            found.append(_claim(record))
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
    if not found:
        raise NotationError("there are no plans in the answer")
    return found


def _records(text: str) -> list[tuple[str, Any]]:
    records = []
    for place, whole in json_or_lines(text):
        several = [whole[key] for key in ("plans", "sequences") if isinstance(whole, dict) and key in whole]
        if not several:
            records.append((place, whole))
        elif not isinstance(several[0], list):
            raise NotationError(f"{place}: its plans are no list")
        else:
            records += [(f"{place}, plan {number}", one) for number, one in enumerate(several[0], start=1)]
    return records


def _claim(record: Any) -> Claim:
    from shapewright.stacking import Problem
    from shapewright.stacking.notation.records import drops_from_json

    if not isinstance(record, dict) or "plan" not in record or "problem" not in record:
        raise NotationError("it has no 'plan' and 'problem'; expected what 'stacking solve --json' prints")
    numbers = []
    for key in ("value", "lower_bound", "height"):
        number = record.get(key)
        if number is not None and type(number) is not int:
            raise NotationError(f"its {key!r} is no whole number")
        numbers.append(number)
    drops = None if record["plan"] is None else drops_from_json(record["plan"])
    return Claim(Problem.from_json(record["problem"]), drops, *numbers)
