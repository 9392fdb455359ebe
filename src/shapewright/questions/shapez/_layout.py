"""A plan's blueprint in an answer: laid out, simulated, drawn, and written as a string that the game reads."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.errors import InternalError
from shapewright.jobs.limits import Clock
from shapewright.questions.desk import Desk
from shapewright.questions.parts import Part, Picture, Pictures, Text
from shapewright.questions.python import call
from shapewright.shapez.blueprints import simulate
from shapewright.shapez.layouts import Layout, lay_out
from shapewright.shapez.layouts.picture import draw_layout
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import EFFORTS

SUFFIX = ".spz2bp"
"""What the game's own files of blueprints end with."""

_ROUNDS = dict(zip(EFFORTS, (1, 3, 8, 20), strict=True))


def laid_out(plan: Plan, seed: int, effort: str, desk: Desk, clock: Clock) -> Layout:
    """The plan laid out, and its blueprint simulated."""
    desk.say("laying out the machines")
    layout = lay_out(plan, seed=seed, rounds=_ROUNDS[effort], time_limit=clock.left())
    simulated = simulate(layout.blueprint(), layout.arrivals, goals=plan.goals, layers=plan.layers)
    if not simulated.right:
        raise InternalError(f"the blueprint does not do what the plan does: {simulated.faults[0]}")
    return layout


def keys(layout: Layout) -> dict[str, object]:
    """The key of the envelope: the string, the size, and where something enters and leaves."""
    return {"blueprint": {"string": layout.blueprint().to_string(), **layout.to_json()}}


def lines(layout: Layout) -> Iterator[str]:
    """The blueprint in words, its string last."""
    floors = layout.floors
    size = f"{layout.width} by {layout.height} tiles, {floors} floor{'' if floors == 1 else 's'}"
    yield f"blueprint: {size}, {len(layout.parts)} buildings; simulated tile by tile"
    for words, gates in (("enters from the west", layout.inputs), ("leaves to the east", layout.outputs)):
        for gate in sorted(gates, key=lambda gate: gate.y):
            yield f"row {gate.y + 1}: {gate.value} {words}"
    yield layout.blueprint().to_string()


def file(layout: Layout) -> str:
    """The game's own file of the blueprint."""
    return layout.blueprint().to_string()


def parts(layout: Layout) -> Iterator[Part]:
    """The picture, and the string to be copied."""
    *words, string = lines(layout)
    yield Pictures([Picture(draw_layout(layout))], title="On the platform", size="whole")
    yield Text(string, title="Blueprint", label="blueprint")
    yield Text("\n".join(words), title="Where it enters and leaves", label="rows")


def python(how: dict[str, object], effort: str) -> str:
    """The line of Python that prints the blueprint of ``plan``."""
    rounds = {} if effort == "low" else {"rounds": _ROUNDS[effort]}
    return f"    print({call('shapez.lay_out', 'plan', **how, **rounds)}.blueprint().to_string())"
