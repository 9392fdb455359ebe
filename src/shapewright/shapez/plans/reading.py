"""Plans in plain data, as ``--json`` has them, read back."""

from __future__ import annotations

from typing import Any

from shapewright.claims import entry, refuse_malformed, same
from shapewright.claims.findings import shown
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.plans.steps import MACHINES, METHODS, SOURCES, Plan, Step, Value
from shapewright.shapez.shape import Shape

_KEYS = {list: "goals steps notes", int: "cost depth lower_bound layers", bool: "optimal", str: "minimize inputs"}
_FLUIDS = ("fluid", "mix")
MAX_STEPS = 100_000


def read_plan(data: Any) -> Plan:
    """What :meth:`Plan.from_json` gives."""
    keys: dict[str, Any] = {
        key: entry(data, key, kind, "the plan") for kind, some in _KEYS.items() for key in some.split()
    }
    machines = entry(data, "machines", dict, "the plan")
    if keys["minimize"] not in ("machines", "depth", "belt") or keys["inputs"] not in ("raw", "halves"):
        raise NotationError("a plan minimizes machines, depth or belt, and its inputs are raw or halves")
    belt = entry(data, "belt", int, "the plan") if keys["minimize"] == "belt" else None
    if not 1 <= keys["layers"] <= 64:
        raise NotationError(f"a plan is for 1 to 64 layers, not {quote(str(keys['layers']))}")
    if len(keys["steps"]) > MAX_STEPS:
        raise NotationError(f"the plan has {len(keys['steps'])} steps, more than the limit of {MAX_STEPS}")
    with refuse_malformed():
        plan = _plan(dict(data), keys, belt)
        written = plan.to_json()
    # The plan, if it would be written so again.
    for number, (step, again) in enumerate(zip(keys["steps"], written["steps"], strict=True), 1):
        if not same(step, again):
            raise NotationError(f"step {number} would be written as {quote(str(again))}, not {quote(str(step))}")
    if list(machines.items()) != list(written["machines"].items()):
        raise NotationError(f"the machines are {written['machines']}, not {quote(str(machines))}")
    for key, value in data.items():
        if key not in written or not same(value, written[key]):
            raise NotationError(f"the plan would be written without {quote(str(key))}: {shown(value)}")
    return plan


def _plan(data: dict[str, Any], keys: dict[str, Any], belt: int | None) -> Plan:
    goals = tuple([_shape(code, f"goal {number}") for number, code in enumerate(keys["goals"], 1)])
    if not goals or any(not isinstance(note, str) for note in keys["notes"]):
        raise NotationError("a plan has goals, and its notes are texts")
    if len({goal.parts for goal in goals}) > 1:
        raise NotationError("the goals have different rings; a plan has one ring")
    have = tuple([_value(each, len(each) == 1, "what is on hand") for each in data.get("have", ())])
    plain = {**keys, "goals": goals, "steps": _steps(keys["steps"]), "notes": tuple(keys["notes"])}
    return Plan(**plain, have=have, belt=belt, method=METHODS["method" in data])


def _steps(data: list[Any]) -> tuple[Step, ...]:
    """The steps; first what each gives, then what each takes."""
    found: list[tuple[Value, ...]] = []
    for number, step in enumerate(data, 1):
        machine, where = step["machine"], f"step {number}"
        if machine not in MACHINES and machine not in SOURCES:
            raise NotationError(f"{where}: {quote(str(machine))} is not a machine")
        fluid = machine in _FLUIDS
        outputs = step["outputs"]
        found.append(tuple([_value(text, fluid or (machine == "input" and len(text) == 1), where) for text in outputs]))
    steps = []
    for number, (step, outputs) in enumerate(zip(data, found, strict=True), 1):
        inputs = tuple([found[place][output] for place, output in step["inputs"]])
        if len(inputs) == 2 and isinstance(inputs[0], str) and isinstance(inputs[1], Shape):
            raise NotationError(f"step {number} takes a fluid and a shape; the shape comes first")
        steps.append(Step(step["machine"], inputs, outputs))
    return tuple(steps)


def _value(text: str, is_fluid: bool, where: str) -> Value:
    if is_fluid and (len(text) != 1 or text not in EVERY_COLOUR):
        raise NotationError(f"{where} gives {quote(str(text))}, which is not a colour")
    return text if is_fluid else _shape(text, where)


def _shape(code: str, where: str) -> Shape:
    try:
        return Shape.from_code(code, game="1.0")
    except (NotationError, ProblemError) as error:
        raise NotationError(f"{where}: {error}") from None
