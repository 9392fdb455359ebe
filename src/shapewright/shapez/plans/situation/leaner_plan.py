"""A plan made leaner: values are made by other machines, of what there is besides, if that is better for the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from shapewright.shapez import rules
from shapewright.shapez.plans.situation.inventory import Means
from shapewright.shapez.plans.situation.rewrite import Made, gathered
from shapewright.shapez.plans.steps import Step, Value
from shapewright.shapez.shape import Shape

_TURNS = {"rotate-cw": -1, "rotate-ccw": 1}


def lean(
    means: Means,
    makers: Mapping[Value, Step],
    better: Callable[[Made], tuple[float, ...]],
    stop: Callable[[], bool],
) -> dict[Value, Step]:
    """Makers by which the plan is smallest by ``better``, as far as single changes lead; until ``stop`` says so."""
    best = dict(makers)
    plan = gathered(means, best)
    if plan is None:
        return best
    improved = True
    while improved and not stop():
        improved = False
        nearby = _nearby(means)
        there = [
            value
            for value in dict.fromkeys(
                chain(sorted(means.free, key=str), (out for step in plan.steps for out in step.outputs))
            )
            if isinstance(value, Shape)
        ]
        for value in reversed([out for step in plan.steps for out in step.outputs if isinstance(out, Shape)]):
            if stop():
                break
            for step in _ways(means, value, there, nearby):
                changed = {**nearby, **best, **dict.fromkeys(step.outputs, step)}
                # What the new machine gives besides keeps its maker.
                changed |= {out: best[out] for out in step.outputs if out != value and out in best}
                other = gathered(means, changed)
                if other is not None and better(other) < better(plan):
                    # Of two machines that give a shape the first makes it: the second may need it.
                    best = {out: each for each in reversed(other.steps) for out in each.outputs}
                    plan, improved = other, True
                    break
            if improved:
                break
    return best


def _nearby(means: Means) -> dict[Value, Step]:
    """What one machine makes of shapes that are on hand."""
    found: dict[Value, Step] = {}
    for shape in means.have:
        if isinstance(shape, Shape):
            for machine in ("rotate-cw", "rotate-ccw", "rotate-180", "cut", "half-destroy", "push-pin"):
                if machine in means.machines:
                    step = means.step(machine, shape)
                    for out in step.outputs:
                        if isinstance(out, Shape) and out.height and out not in means.free:
                            found.setdefault(out, step)
    return found


def _ways(means: Means, goal: Shape, there: list[Shape], nearby: Mapping[Value, Step]) -> Iterator[Step]:
    """Machines that make a shape of what is there, or of what one machine makes of what is on hand."""
    shapes = [*there, *(shape for shape in nearby if isinstance(shape, Shape) and shape not in there)]
    shapes = [shape for shape in shapes if shape != goal and shape.height and shape.parts == goal.parts]
    known = set(shapes)
    for machine, back in {**_TURNS, "rotate-180": goal.parts // 2}.items():
        if machine in means.machines and goal.rotated(back) in known:
            yield means.step(machine, goal.rotated(back))
    halves = {shape: shape.cut() for shape in shapes}
    for machine in ("cut", "half-destroy"):
        if machine in means.machines:
            for shape, (east, west) in halves.items():
                if goal == east or (goal == west and machine == "cut"):
                    yield means.step(machine, shape)
    if "swap" in means.machines:
        yield from _swaps(means, goal, halves)
    for machine in ("push-pin", "paint", "crystal"):
        if machine in means.machines:
            for shape in shapes:
                step = _treated(means, machine, shape, goal)
                if step is not None:
                    yield step
    if "stack" in means.machines:
        for bottom in shapes:
            if rules.is_bottom(bottom, goal):
                for top in shapes:
                    if top.height <= goal.height and means.step("stack", bottom, top).outputs == (goal,):
                        yield means.step("stack", bottom, top)


def _swaps(means: Means, goal: Shape, halves: Mapping[Shape, tuple[Shape, Shape]]) -> Iterator[Step]:
    half = goal.parts // 2
    east, west = rules.masked(goal, range(half)), rules.masked(goal, range(half, goal.parts))
    firsts = [shape for shape, (one, _) in halves.items() if one == east]
    seconds = [shape for shape, (_, other) in halves.items() if other == west]
    for one in firsts:
        for other in seconds:
            step = means.step("swap", one, other)
            if goal in step.outputs:
                yield step


def _treated(means: Means, machine: str, shape: Shape, goal: Shape) -> Step | None:
    if machine == "push-pin":
        step = means.step(machine, shape) if shape.height >= goal.height - 1 else None
        return step if step is not None and step.outputs == (goal,) else None
    if shape.height != goal.height or not goal.height:
        return None
    layer = goal.layers[-1] if machine == "paint" else tuple(chain.from_iterable(goal.layers))
    wanted = {part[1] for part in layer if (part[0] == "c") == (machine == "crystal") and part[0] not in "P-"}
    for colour in sorted(wanted & means.fluids):
        step = means.step(machine, shape, colour)
        if step.outputs == (goal,) and not (machine == "paint" and colour == "u"):
            return step
    return None
