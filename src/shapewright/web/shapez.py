"""The questions about Shapez 2 shapes: those of ``shapewright shapez``, with the same answers."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.shapez.machines import MACHINES
from shapewright.shapez.problem import EFFORTS, INPUTS, MINIMIZE
from shapewright.web import shapez_sets, views
from shapewright.web.fields import Choice, Field, Flag, Text
from shapewright.web.questions import TIME_LIMIT, Answer, Question
from shapewright.web.shapez_shape import CODES, LAYERS, SEED, TIME, picture_of, read_code, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.shapez import Plan, Verdict
    from shapewright.shapez.plan.rates import Rates
    from shapewright.web.desk import Desk

EXAMPLES = 3


def warm_up() -> None:
    """Load the data of the game's own configuration."""
    from shapewright.shapez import Shape, buildable

    shape = Shape.from_code("--Cu----:CuP-----")
    buildable(shape)
    shape._repr_svg_()


# --- Shapes -----------------------------------------------------------------------------------------------------------


def _show(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.shapez.show import described
    from shapewright.shapez.picture import draw_layers

    shapes = [read_code(text) for text in asked["codes"]]
    drawn = [
        views.picture(draw_layers(shape), code=str(shape)) if asked["exploded"] else picture_of(shape)
        for shape in shapes
    ]
    shown = views.view("", sections=[views.pictures(drawn, size="whole" if asked["exploded"] else "medium")])
    files: dict[str, str | bytes] = {"shape.svg": views.whole(drawn)} if drawn else {}
    return Answer({"shapes": [described(shape) for shape in shapes]}, shown, files, seconds=0.0)


def _buildable(asked: dict[str, Any], desk: Desk) -> Answer:
    verdicts = [_judged(text.strip(), asked) for text in asked["codes"]]
    if not verdicts:
        raise ProblemError("there is no shape to judge; 'codes' is empty")
    records = [record for record, _ in verdicts]
    one = verdicts[0][1] if len(verdicts) == 1 else _all_verdicts(records)
    files: dict[str, str | bytes] = {}
    shapes = []
    for code in asked["codes"]:
        with suppress(NotationError):  # patterns are not drawn
            shapes.append(picture_of(read_code(code)))
    if shapes:
        files["shape.svg"] = views.whole(shapes)
    return Answer({"verdicts": records}, one, files, exit_code=0 if all(r["buildable"] for r in records) else 1)


def _judged(text: str, asked: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record that ``shapez buildable --json`` has of a code, and a view of it."""
    from shapewright.cli.shapez.buildable import matched_keys, verdict_keys
    from shapewright.shapez import Pattern, buildable
    from shapewright.shapez.pattern import is_pattern
    from shapewright.shapez.verdicts import configuration_for, enough_for

    layers, vortex, nearest = asked["layers"], asked["vortex"], asked["nearest"]
    if is_pattern(text):
        pattern = Pattern.from_code(text)
        require(
            enough_for(pattern.height, configuration_for(pattern.parts, pattern.height, layers, None, text), None), "pp"
        )
        able, words, keys = matched_keys(text, pattern, layers, None, vortex)
        found = [picture_of(read_code(code), put=True) for code in keys["examples"]]
        section = views.pictures(found, title="Such as", size="small")
        return {"code": text, "buildable": able, **keys}, views.view(
            words, "good" if able else "bad", sections=[section]
        )
    shape = read_code(text)
    configuration = configuration_for(shape.parts, shape.height, layers, None, text)
    require(enough_for(shape.height, configuration, None), "pp")
    verdict = buildable(shape, layers=layers, nearest=False, vortex=vortex)
    notes = []
    if nearest and not verdict:
        try:
            require(configuration, "pp")
            verdict = buildable(shape, layers=layers, vortex=vortex)
        except LimitError as error:
            notes.append(f"what comes nearest is not known: {error}")
    record = {"code": text, "buildable": verdict.buildable, **verdict_keys(verdict, vortex, nearest)}
    shown = _verdict_view(verdict)
    return record, {**shown, "notes": [*shown["notes"], *notes]}


def _verdict_view(verdict: Verdict) -> dict[str, Any]:
    if verdict.buildable:
        last = {"swap": "the last machine can be a swapper", "stack": "the last machine can be a stacker"}
        notes = [last.get(verdict.via or "", "the last machine must be a pin pusher")]
        variant = verdict.variant
        if variant is not None and variant != verdict.shape:
            near = views.pictures([picture_of(variant, put=True)], title="To be delivered as", size="small")
            return views.view("buildable as a variant", "good", notes=notes, sections=[near])
        return views.view("buildable", "good", notes=notes)
    parts = "1 part" if verdict.changed == 1 else f"{verdict.changed} parts"
    fewer = "" if verdict.nearest_proven else " or fewer"
    title = f"Nearest buildable, {parts}{fewer} changed"
    near = views.pictures([picture_of(shape, put=True) for shape in verdict.nearest], title=title, size="small")
    return views.view(f"impossible: {verdict.reason}", "bad", sections=[near] if verdict.nearest else [])


def _all_verdicts(records: list[dict[str, Any]]) -> dict[str, Any]:
    able = sum(bool(record["buildable"]) for record in records)
    rows = [
        [record["code"], "buildable" if record["buildable"] else "impossible", record["reason"] or ""]
        for record in records
    ]
    found = views.table(["code", "verdict", "reason"], rows)
    return views.view(
        f"{able} of {len(records)} can be built", "good" if able == len(records) else "plain", sections=[found]
    )


# --- The operations bench ---------------------------------------------------------------------------------------------


def _op(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.colours import colour
    from shapewright.shapez.shape import Shape

    machine, codes = asked["machine"], asked["codes"]
    takes = MACHINES[machine].takes
    if len(codes) < takes:
        raise ProblemError(f"{machine} takes {takes} shapes, and {len(codes)} is given")
    inputs = tuple(read_code(code) for code in codes)
    keywords: dict[str, Any] = {}
    if machine in ("stack", "push-pin"):
        keywords["layers"] = asked["layers"]
    elif machine in ("paint", "crystal"):
        if asked["colour"] is None:
            raise ProblemError(f"{machine} needs a 'colour': u r g b c m y w, or a name such as red")
        keywords["colour"] = colour(asked["colour"])
    elif machine == "rotate":
        keywords["steps"] = {"cw": 1, "ccw": -1, "180": None}[asked["steps"]]
    runs = [inputs] if takes == 2 else [(shape,) for shape in inputs]
    if takes == 2 and len(inputs) != 2:
        raise ProblemError(f"{machine} takes two shapes, and {len(inputs)} are given")
    results = [(run, MACHINES[machine].run(*run, **keywords)) for run in runs]
    records = [{"inputs": list(map(str, run)), "outputs": list(map(str, outputs))} for run, outputs in results]
    names = MACHINES[machine].outputs or ("", "")
    drawn = [
        picture_of(shape, name, put=True)
        for _, outputs in results
        for shape, name in zip(outputs, names, strict=False)
        if isinstance(shape, Shape)  # mixers, which make no shapes, are not on this bench
    ]
    for each in drawn:
        each["ask"] = ""
    codes_out = "\n".join(code for record in records for code in record["outputs"]) + "\n"
    files: dict[str, str | bytes] = {"shapes.txt": codes_out}
    if drawn:
        files["shapes.svg"] = views.whole(drawn)
    shown = views.view("", sections=[views.pictures(drawn)])
    return Answer({"results": records}, shown, files, seconds=0.0)


# --- Plans ------------------------------------------------------------------------------------------------------------


def _plan(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.plan import first, unbuildable
    from shapewright.shapez.plan.rates import parse
    from shapewright.shapez.problem import Problem

    goals = [read_code(text) for text in asked["codes"]]
    if not goals:
        raise ProblemError("there is no shape to plan for")
    rates = None if asked["rates"] is None else parse(asked["rates"].encode(), "rates")
    started = time.monotonic()
    desk.say("looking for machines")
    problem = Problem(goals, asked["layers"], asked["minimize"], asked["inputs"])
    how: dict[str, Any] = {name: asked[name] for name in ("effort", TIME_LIMIT)}
    found = first(problem, **how, seed=asked["seed"] or 0, progress=desk.progress)
    if found is None:
        return _no_plan(unbuildable(problem))
    return _planned(found, rates, time.monotonic() - started)


def _no_plan(verdicts: Sequence[Verdict]) -> Answer:
    records = [
        {"code": str(verdict.shape), "reason": verdict.reason, "nearest": list(map(str, verdict.nearest))}
        for verdict in verdicts
    ]
    return Answer({"plan": None, "impossible": records}, _verdict_view(verdicts[0]), exit_code=1)


def _planned(plan: Plan, rates: Rates | None, seconds: float) -> Answer:
    from shapewright.drawing import to_svg
    from shapewright.shapez.dot import to_dot
    from shapewright.shapez.flowchart import draw_plan
    from shapewright.shapez.plan.rates import demand

    text = str(plan.to_tree()) if plan.inputs == "halves" else "\n".join(plan.lines())
    svg = to_svg(draw_plan(plan))
    keys: dict[str, Any] = {"plan": plan.to_json()}
    sections = [
        views.counts((name.replace("-", " "), number) for name, number in plan.machines().items()),
        views.pictures([views.picture(svg)], size="whole"),
        views.text(text, title="In words", label="plan"),
    ]
    if rates is not None:
        belt = demand(plan, rates)
        keys["full_belt"] = belt.to_json(plan, rates)
        sections.append(views.text("\n".join(belt.lines(plan, rates)), title="For a full belt", label="machines"))
    shown = views.view(f"{plan.verdict()}; every step replayed", "good", notes=plan.notes, sections=sections)
    files: dict[str, str | bytes] = {"plan.svg": svg, "plan.txt": text + "\n", "plan.dot": to_dot(plan) + "\n"}
    return Answer(keys, shown, files, seconds=seconds)


# Mixers make no shapes, and are not on this bench.
_SHAPED = tuple(name for name, machine in MACHINES.items() if not machine.takes_colours)
_RULES: tuple[Field, ...] = (CODES, LAYERS)

QUESTIONS = (
    Question(
        "show",
        "Draw shapes.",
        (CODES, Flag("exploded", "beside each shape each of its layers alone")),
        _show,
        quick=True,
        example={"codes": ["CuRrSgWb:P-cw----"]},
    ),
    Question(
        "buildable",
        "Can these shapes be built, and if not, why?",
        (
            *_RULES,
            Flag("vortex", "judge deliveries: below other parts the vortex takes a pin for a gap"),
            Flag("nearest", "name the nearest buildable shapes", default=True),
        ),
        _buildable,
        quick=True,
        example={"codes": ["cu------:--------:cu------"]},
    ),
    Question(
        "plan",
        "Plan the machines that build shapes, down to what the miners give.",
        (
            *_RULES,
            Choice("minimize", "what is to be small", default="machines", choices=MINIMIZE),
            Choice("inputs", "where the plan starts", default="raw", choices=INPUTS),
            Text("rates", "the content of a TOML file of your rates; says how many machines a full belt takes"),
            Choice("effort", "how long to look", default="low", choices=tuple(EFFORTS)),
            SEED,
            TIME,
        ),
        _plan,
        example={"codes": ["CuCu----:RrRr----"]},
    ),
    Question(
        "op",
        "Do to shapes what a machine does.",
        (
            Choice(
                "machine",
                "the machine",
                required=True,
                choices=_SHAPED,
            ),
            *_RULES,
            Text("colour", "u r g b c m y w, or a name such as red", limit=20),
            Choice("steps", "how far to turn", default="cw", choices=("cw", "ccw", "180")),
        ),
        _op,
        quick=True,
        example={"machine": "stack", "codes": ["CuCuCuCu", "Rr------"]},
    ),
    *shapez_sets.QUESTIONS,
)
