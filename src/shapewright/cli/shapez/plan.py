"""Plans: which machines build the goals, as text, JSON, a flowchart or a graph."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.cli.shapez import known
from shapewright.cli.shapez.codes import CONTEXT, codes, shapes
from shapewright.errors import ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.shapez import Plan, Verdict
    from shapewright.shapez.plan.rates import Rates

_FORMATS = (".svg", ".png", ".html", ".dot", ".txt", ".json")
_REFUSED = {
    ".gif": "a .gif file shows one step after the other; a plan is drawn as one chart, in .svg or .png",
    ".jsonl": "a .jsonl file is a list of answers, and a plan is one; use .json",
}
# Who wants a picture wants to read the machines, too; these hold the same text.
_INSTEAD = (".txt", ".json")


@click.command(context_settings=CONTEXT)
@codes()
@known.layers
@click.option(
    "--minimize",
    type=click.Choice(["machines", "depth"]),
    default="machines",
    help="What is to be small: the number of machines, or of machines one after the other.",
)
@click.option(
    "--inputs",
    type=click.Choice(["raw", "halves"]),
    default="raw",
    help="Where the plan starts: raw shapes of the miners, or the seeds of halves (printed as a tree).",
)
@click.option(
    "--effort",
    type=click.Choice(["low", "normal", "high", "highest"]),
    default="low",
    help="How long to look for a better plan, and for a proof that there is none.",
)
@click.option(
    "--rates",
    metavar="FILE",
    help="A TOML file of your rates; says how many machines a full belt takes (examples/invented_rates.toml).",
)
@options.seed
@options.time_limit
@known.data
@options.json_output
@options.output
@options.quiet
@options.verbose
def plan(
    codes: tuple[str, ...],
    layers: int | None,
    minimize: str,
    inputs: str,
    effort: str,
    rates: str | None,
    seed: int | None,
    time_limit: float | None,
    data: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Plan the machines that build the shapes CODE..., all in one factory, from what the miners give.

    Each line is a machine, the lines that its inputs come from (a and b are the first and the second output), and what
    it makes; what is in brackets goes to the trash. Every machine counts 1, miners and trash nothing. Every step has
    been replayed by the rules. The exit code is 1 if a shape cannot be built.

    A CODE must say every part: wildcards are refused, since 'shapez buildable' finds shapes that they stand for.

    \b
    shapewright shapez plan 'CrRg----:cbP---Sw'
    shapewright shapez plan 'CrRg----:cbP---Sw' -o plan.svg    (.png .html .dot .txt .json)
    """
    from shapewright.shapez.plan import first, unbuildable
    from shapewright.shapez.problem import Problem

    suffix = None if output is None else output_format(output, _FORMATS, _REFUSED)
    goals = list(shapes(codes))
    if not goals:
        raise ProblemError("there is no shape to plan for")
    started = time.monotonic()
    given = known.read(data)
    stated = None
    if rates is not None:
        from shapewright.shapez.plan.rates import read

        stated = read(rates)
    problem = Problem(goals, layers, minimize, inputs)  # type: ignore[arg-type]
    progress = True if wants_progress() else None
    found = first(problem, effort=effort, seed=seed or 0, time_limit=time_limit, data=given, progress=progress)
    if found is None:
        _refuse(unbuildable(problem, data=given), as_json, time.monotonic() - started)
        return NONE_EXISTS
    seconds = time.monotonic() - started
    if output is not None and suffix is not None:
        write_file(output, _content(found, stated, suffix, seconds))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(_whole(found, stated, seconds)))
    elif suffix not in _INSTEAD:
        print_text(_text(found, stated))
        if found.inputs == "halves":
            remark(f"{found.verdict()}; every step replayed")
    return ANSWER


def _refuse(verdicts: Sequence[Verdict], as_json: bool, seconds: float) -> None:
    if as_json:
        reasons = [
            {"code": str(verdict.shape), "reason": verdict.reason, "nearest": list(map(str, verdict.nearest))}
            for verdict in verdicts
        ]
        print_text(json_text(envelope(complete=True, seconds=seconds, plan=None, impossible=reasons)))
        return
    for verdict in verdicts:
        print_text(f"{verdict.shape}: {verdict}")


def _text(plan: Plan, rates: Rates | None) -> str:
    belts: list[str] = []
    if rates is not None:
        from shapewright.shapez.plan.rates import demand

        belts = ["", *demand(plan, rates).lines(plan, rates)]
    if plan.inputs == "halves":
        return "\n".join([str(plan.to_tree()), *belts])
    notes = [f"note: {note}" for note in plan.notes]
    return "\n".join([*plan.lines(), f"{plan.verdict()}; every step replayed", *notes, *belts])


def _whole(plan: Plan, rates: Rates | None, seconds: float) -> dict[str, Any]:
    if rates is None:
        return envelope(complete=True, seconds=seconds, plan=plan.to_json())
    from shapewright.shapez.plan.rates import demand

    belt = demand(plan, rates).to_json(plan, rates)
    return envelope(complete=True, seconds=seconds, plan=plan.to_json(), full_belt=belt)


def _content(plan: Plan, rates: Rates | None, suffix: str, seconds: float) -> str | bytes:
    if suffix == ".json":
        return json_text(_whole(plan, rates, seconds)) + "\n"
    if suffix == ".txt":
        return _text(plan, rates) + "\n"
    if suffix == ".dot":
        from shapewright.shapez.dot import to_dot

        return to_dot(plan) + "\n"
    from shapewright.drawing import to_png, to_svg
    from shapewright.shapez.flowchart import draw_plan

    scene = draw_plan(plan)
    if suffix == ".html":
        from shapewright.drawing import Figure, Section, to_html

        goals = ", ".join(map(str, plan.goals))
        return to_html("A plan", [Section(goals, figures=(Figure(scene, text=_text(plan, rates), whole=True),))])
    return to_svg(scene) if suffix == ".svg" else to_png(scene)
