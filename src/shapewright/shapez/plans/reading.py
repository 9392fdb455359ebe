"""Plans in plain data, as ``--json`` has them, read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.plans.steps import MACHINES, METHODS, SOURCES, UNMERGED, Plan, Step, Value
from shapewright.shapez.shape import Shape

_KEYS: dict[str, type] = {
    "goals": list,
    "cost": int,
    "depth": int,
    "lower_bound": int,
    "optimal": bool,
    "minimize": str,
    "layers": int,
    "inputs": str,
    "machines": dict,
    "steps": list,
    "notes": list,
}
_WORDS: dict[type, str] = {
    list: "a list",
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    dict: "an object",
}
_FLUIDS = ("fluid", "mix")
MAX_STEPS = 100_000


def read_plan(data: object) -> Plan:
    """What :meth:`Plan.from_json` gives."""
    keys = _object(data, _KEYS, "the plan", {"have": list, "belt": int, "proof_of": str, "method": str})
    if keys["minimize"] not in ("machines", "depth", "belt") or keys["inputs"] not in ("raw", "halves"):
        raise NotationError("a plan minimizes machines, depth or belt, and its inputs are raw or halves")
    if ("belt" in keys) != (keys["minimize"] == "belt"):
        raise NotationError("a plan that minimizes belt has a number 'belt', and no other has")
    if keys.get("proof_of", UNMERGED) != UNMERGED or ("proof_of" in keys and "belt" not in keys):
        raise NotationError(f"only a plan that minimizes belt has 'proof_of', which is {UNMERGED!r}")
    if keys.get("method", METHODS[1]) != METHODS[1]:
        raise NotationError(f"a plan's method, where it is stated, is {METHODS[1]}, not {quote(keys['method'])}")
    if not 1 <= keys["layers"] <= 64:
        raise NotationError(f"a plan is for 1 to 64 layers, not {quote(str(keys['layers']))}")
    if len(keys["steps"]) > MAX_STEPS:
        raise NotationError(f"the plan has {len(keys['steps'])} steps, more than the limit of {MAX_STEPS}")
    goals = tuple([_shape(code, f"goal {number}") for number, code in enumerate(keys["goals"], 1)])
    if not goals or any(not isinstance(note, str) for note in keys["notes"]):
        raise NotationError("a plan has goals, and its notes are texts")
    if len({goal.parts for goal in goals}) > 1:
        raise NotationError("the goals have different rings; a plan has one ring")
    plan = Plan(
        goals=goals,
        steps=_steps(keys["steps"]),
        cost=keys["cost"],
        lower_bound=keys["lower_bound"],
        optimal=keys["optimal"],
        depth=keys["depth"],
        layers=keys["layers"],
        minimize=keys["minimize"],
        inputs=keys["inputs"],
        notes=tuple(keys["notes"]),
        have=tuple([_value(each, _is_fluid(each), "what is on hand") for each in keys.get("have", [])]),
        belt=keys.get("belt"),
        method=keys.get("method", METHODS[0]),
    )
    # The plan, if it would be written so again.
    written = plan.to_json()
    for number, (step, again) in enumerate(zip(keys["steps"], written["steps"], strict=True), 1):
        if step != again:
            raise NotationError(f"step {number} would be written as {quote(str(again))}, not {quote(str(step))}")
    if list(keys["machines"].items()) != list(written["machines"].items()) or keys["goals"] != written["goals"]:
        raise NotationError(f"the machines are {written['machines']}, not {quote(str(keys['machines']))}")
    return plan


def _object(
    data: object, keys: Mapping[str, type], where: str, more: Mapping[str, type] | None = None
) -> Mapping[str, Any]:
    """An object with these keys and some or none of ``more``."""
    if not isinstance(data, Mapping):
        raise NotationError(f"{where} is not an object")
    some = more or {}
    if strange := sorted(map(str, data.keys() - keys.keys() - some.keys())):
        raise NotationError(f"{where} has the unknown key {quote(strange[0])}")
    for key in keys:
        if key not in data:
            raise NotationError(f"{where} has no {key!r}")
    for key, kind in {**keys, **{key: kind for key, kind in some.items() if key in data}}.items():
        if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
            raise NotationError(f"{where}: {key!r} is {quote(str(data[key]))}, not {_WORDS[kind]}")
    return data


def _steps(data: list[Any]) -> tuple[Step, ...]:
    """The steps; first what each gives, then what each takes."""
    found: list[tuple[Value, ...]] = []
    for number, record in enumerate(data, 1):
        step = _object(record, {"machine": str, "inputs": list, "outputs": list}, f"step {number}")
        machine = step["machine"]
        if machine not in MACHINES and machine not in SOURCES:
            raise NotationError(f"step {number}: {quote(machine)} is not a machine")
        fluid = machine in _FLUIDS
        where = f"step {number}"
        given = [_value(text, fluid or (machine == "input" and _is_fluid(text)), where) for text in step["outputs"]]
        found.append(tuple(given))
    steps = []
    for number, (record, outputs) in enumerate(zip(data, found, strict=True), 1):
        inputs = tuple([_taken(place, found, f"step {number}") for place in record["inputs"]])
        if len(inputs) == 2 and isinstance(inputs[0], str) and isinstance(inputs[1], Shape):
            raise NotationError(f"step {number} takes a fluid and a shape; the shape comes first")
        steps.append(Step(record["machine"], inputs, outputs))
    return tuple(steps)


def _taken(place: object, found: list[tuple[Value, ...]], where: str) -> Value:
    if not isinstance(place, list) or len(place) != 2 or any(type(each) is not int for each in place):
        raise NotationError(f"{where} takes {quote(str(place))}, which is not a pair of a step and one of its outputs")
    step, output = place
    if not 0 <= step < len(found) or not 0 <= output < len(found[step]):
        raise NotationError(f"{where} takes output {output} of step {step}, counted from 0, which does not exist")
    return found[step][output]


def _is_fluid(text: object) -> bool:
    return isinstance(text, str) and len(text) == 1


def _value(text: object, is_fluid: bool, where: str) -> Value:
    if not is_fluid:
        return _shape(text, where)
    if not isinstance(text, str) or len(text) != 1 or text not in EVERY_COLOUR:
        raise NotationError(f"{where} gives {quote(str(text))}, which is not a colour")
    return text


def _shape(code: object, where: str) -> Shape:
    if not isinstance(code, str):
        raise NotationError(f"{where}: {quote(str(code))} is not a code")
    try:
        shape = Shape.from_code(code, game="1.0")
    except (NotationError, ProblemError) as error:
        raise NotationError(f"{where}: {error}") from None
    if str(shape) != code:
        raise NotationError(f"{where}: {quote(code)} is written {shape}")
    return shape
