"""The independent checker: does this plan make these shapes?

It replays every step by the rules, and shares no code with what made the plan.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from shapewright.errors import InternalError
from shapewright.shapez import rules
from shapewright.shapez.colours import mix
from shapewright.shapez.game import BLACK, UNPAINTED_TYPES
from shapewright.shapez.parts import CRYSTAL, kind_of
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from shapewright.shapez.plans.steps import Plan, Step, Value

_FLUIDS = "rgb" + BLACK
_NO_FLUID = "with an uncoloured fluid, which does not exist"


def faults(plan: Plan) -> list[str]:
    """What keeps ``plan`` from being one for its goals, one sentence each; an empty list if nothing does.

    Checked are the sources, every step, the goals, and the counts ``cost`` and ``depth`` (not the machines for a full
    belt, which rates decide; and not the lower bound, which nothing but another search could refute, beyond its being
    no more than what was reached).
    """
    found: list[str] = []
    depths: dict[Value, int] = {}
    cost = 0
    for number, step in enumerate(plan.steps, 1):
        where = f"step {number} ({step.machine})"
        missing = [value for value in step.inputs if value not in depths]
        if missing:
            found.append(f"{where} takes {missing[0]}, which no earlier step makes")
            continue
        outputs = source(step, plan.inputs, plan.have) if not step.inputs else replay(step, plan.layers)
        if isinstance(outputs, str):
            found.append(f"{where} {outputs}")
            continue
        if outputs != step.outputs:
            given, said = (" and ".join(map(str, values)) for values in (outputs, step.outputs))
            found.append(f"{where} gives {given}, not {said}")
            continue
        depth = 0
        if step.inputs:
            cost += 1
            depth = 1 + max(depths[value] for value in step.inputs)
        for value in outputs:
            depths.setdefault(value, depth)
    found += [f"the goal {goal} is never made" for goal in plan.goals if goal not in depths]
    if found:
        return found
    if cost != plan.cost:
        found.append(f"there are {cost} machines, not {plan.cost}")
    depth = max((depths[goal] for goal in plan.goals), default=0)
    if depth != plan.depth:
        found.append(f"the plan is {depth} machines deep, not {plan.depth}")
    reached = plan.reached
    if plan.lower_bound > reached or (plan.optimal and plan.lower_bound != reached):
        found.append(f"a lower bound of {plan.lower_bound} contradicts {reached}")
    return found


def check(plan: Plan) -> None:
    """Raise ``InternalError`` with the first fault if ``plan`` does not make its goals."""
    found = faults(plan)
    if found:
        raise InternalError(f"a plan found failed its check: {found[0]}")


def source(step: Step, inputs: str = "raw", have: Collection[Value] = ()) -> tuple[Value, ...] | str:
    """The outputs of a step that takes no input, or what is wrong with it.

    ``inputs`` is what a plan starts from, ``have`` what is on hand besides.
    """
    if len(step.outputs) != 1:
        return "takes no input and does not have exactly one output"
    (value,) = step.outputs
    if step.machine == "input" and value in have:
        return step.outputs
    if step.machine == "fluid":
        if isinstance(value, str) and (value in _FLUIDS or value == "u") and len(value) == 1:
            return step.outputs
        return f"gives {value}, which is not a raw fluid"
    if not isinstance(value, Shape):
        return "gives a fluid where a shape is expected"
    if step.machine == "miner":
        raw = (
            value.height == 1
            and len(set(value.layers[0])) == 1
            and value.layers[0][0][0] not in "-Pc" + UNPAINTED_TYPES
        )
        return step.outputs if raw and value.layers[0][0][1] == "u" else f"gives {value}, which no miner delivers"
    if step.machine == "input" and is_traded(value):
        return step.outputs
    if step.machine == "input" and inputs == "halves":
        return step.outputs if _is_seed(value) else f"gives {value}, which is not a seed"
    return "takes no input"


def is_traded(shape: Shape) -> bool:
    """Whether a shape is one that plans take as trade stations give it: a ring of one part of version 1.0.

    >>> [is_traded(Shape.from_code(code, game="1.0")) for code in ("XrXrXrXr", "XrXr----", "CuCuCuCu")]
    [True, False, False]
    """
    return shape.height == 1 and len(set(shape.layers[0])) == 1 and shape.layers[0][0][0] in UNPAINTED_TYPES


def _is_seed(shape: Shape) -> bool:
    """Whether a shape is what a plan from halves may start with.

    That is a half whose columns are, from the bottom without gaps, any normal parts and crystals; or a stacking piece:
    neighbouring normal parts of one layer, or a single pin.
    """
    filled = [
        (layer, column) for layer in range(shape.height) for column in range(shape.parts) if shape.kind(layer, column)
    ]
    if not filled:
        return False
    pins = [place for place in filled if shape.layers[place[0]][place[1]] == "P-"]
    if pins:
        return filled == pins == [(0, pins[0][1])]
    columns = sorted({column for _, column in filled})
    gapless = all((layer - 1, column) in filled for layer, column in filled if layer)
    arc = sum((column + 1) % shape.parts not in columns for column in columns) <= 1
    crystals = any(kind_of(shape.layers[layer][column]) == CRYSTAL for layer, column in filled)
    piece = shape.height == 1 and arc and not crystals
    half = any(
        all((column - turn) % shape.parts < shape.parts // 2 for column in columns) for turn in range(shape.parts)
    )
    return gapless and (piece or half)


def replay(step: Step, layers: int) -> tuple[Value, ...] | str:
    """What a step gives by the rules, or what is wrong with it."""
    shapes = [value for value in step.inputs if isinstance(value, Shape)]
    fluids = [value for value in step.inputs if isinstance(value, str)]
    slots = (len(shapes), len(fluids))
    expected = _SLOTS.get(step.machine)
    if expected is None:
        return "is not a machine"
    if slots != expected:
        return f"takes {slots[0]} shapes and {slots[1]} fluids, not {expected[0]} and {expected[1]}"
    if len({shape.parts for shape in shapes}) > 1:
        return "takes shapes of different rings"
    match step.machine:
        case "mix" if BLACK in fluids:
            return "mixes black, and what that gives is not settled"
        case "mix":
            return (mix(*fluids),) if "u" not in fluids else f"mixes {_NO_FLUID}"
        case "paint" if fluids == ["u"]:
            return f"paints {_NO_FLUID}"
        case machine:
            return rules.made(machine, shapes, "".join(fluids), layers)


_SLOTS = {
    "rotate-cw": (1, 0),
    "rotate-ccw": (1, 0),
    "rotate-180": (1, 0),
    "cut": (1, 0),
    "half-destroy": (1, 0),
    "swap": (2, 0),
    "stack": (2, 0),
    "push-pin": (1, 0),
    "paint": (1, 1),
    "mix": (0, 2),
    "crystal": (1, 1),
}
"""How many shapes and fluids each machine takes, in this order."""
