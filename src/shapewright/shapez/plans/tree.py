"""Plans from halves as indented trees, in the notation of the C++ program they come from.

Each line is ``[operation] shape``; what the operation takes stands below it, two spaces further in. Operations are
``swap`` (the east of the first with the west of the second), ``cut_east``, ``pin_push``, ``stack`` (a base and the
pieces dropped on it, one after the other), ``rotate_cw n``, ``rotate_180`` and ``input``; operands that are empty are
left out. Source: the README of https://github.com/cpcp1998/shapez2-solver, "Build Plan Decomposition".
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.errors import ProblemError
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.shape import Shape


def write(plan: Plan) -> str:
    """Write the tree of each goal, one below the other; raise ``ProblemError`` for plans that start from parts."""
    if plan.inputs != "halves":
        raise ProblemError("only a plan that starts from halves (--inputs halves) is written as a tree")
    return "\n".join(line for goal in plan.goals for line in _lines(plan, goal, 0))


def _lines(plan: Plan, shape: Shape, depth: int) -> Iterator[str]:
    step = plan.steps[plan.producers[shape]]
    inputs = [value for value in step.inputs if isinstance(value, Shape)]
    turned = None
    match step.machine:
        case "rotate-cw":
            name = "rotate_cw 1"
        case "rotate-ccw":
            name = f"rotate_cw {shape.parts - 1}"
        case "rotate-180":
            name = "rotate_180" if shape.parts == 4 else f"rotate_cw {shape.parts // 2}"
        case "swap":
            name = "swap"
            if step.outputs[0] != shape:
                inputs.reverse()
        case "stack":
            name = "stack"
        case "push-pin":
            name = "pin_push"
        case "cut" | "half-destroy":
            name = "cut_east"
            if step.outputs[0] != shape:  # the west is the east of the shape turned by half a ring, turned back
                turned = inputs[0]
        case _:
            name = "input"
    pad = "  " * depth
    if turned is None:
        yield f"{pad}[{name}] {shape}"
        for value in inputs:
            yield from _lines(plan, value, depth + 1)
        return
    half = shape.parts // 2
    turn = "rotate_180" if shape.parts == 4 else f"rotate_cw {half}"
    yield f"{pad}[{turn}] {shape}"
    yield f"{pad}  [cut_east] {shape.rotated(half)}"
    yield f"{pad}    [{turn}] {turned.rotated(half)}"
    yield from _lines(plan, turned, depth + 3)
