"""From the engine's steps to a plan: sources in front, counts, what is known about the cost, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.shapez.plans.bounds import simple_bound, simple_depth
from shapewright.shapez.plans.steps import Plan, Step
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.shapez.plans.steps import Value
    from shapewright.shapez.problem import Problem

UNCOLOURED_CRYSTAL = (
    "cu stands for a crystal of any colour: the game has no uncoloured fluid, so take any colour for it"
)


def assembled(problem: Problem, steps: Sequence[Step], layers: int, bound: int = 0) -> Plan:
    """A plan of ``steps``, which lack their sources, for a limit of ``layers``; ``bound`` was proven elsewhere."""
    goals, minimize, inputs = problem.shapes, problem.minimize, problem.inputs
    sources, machines = _with_sources(goals, steps, inputs)
    every = (*sources, *(_plainest(step, machines, goals) for step in machines))
    cost, depth = len(machines), _depth(every, goals)
    if inputs == "halves":
        # A machine makes two goals at most, and what is no seed is made by one.
        seeds = sum(len(step.inputs) == 0 and step.outputs[0] in goals for step in every)
        rest = len(goals) - seeds
        bound = (rest + 1) // 2 if minimize == "machines" else min(rest, 1)
    else:
        bound = max(bound, simple_bound(goals) if minimize == "machines" else simple_depth(goals))
    reached = cost if minimize == "machines" else depth
    uncoloured = any(value == "u" for step in every for value in step.outputs)
    return Plan(
        goals=goals,
        steps=every,
        cost=cost,
        lower_bound=min(bound, reached),
        optimal=bound >= reached,
        depth=depth,
        layers=layers,
        minimize=minimize,
        inputs=inputs,
        notes=(UNCOLOURED_CRYSTAL,) if uncoloured else (),
    )


def _with_sources(goals: Sequence[Shape], steps: Sequence[Step], inputs: str) -> tuple[list[Step], list[Step]]:
    made: set[Value] = set()
    sources: dict[Value, Step] = {}

    def need(value: Value) -> None:
        if value not in made and value not in sources:
            machine = "fluid" if isinstance(value, str) else "miner" if inputs == "raw" else "input"
            sources[value] = Step(machine, (), (value,))

    for step in steps:
        for value in step.inputs:
            need(value)
        made.update(step.outputs)
    for goal in goals:
        need(goal)
    return list(sources.values()), list(steps)


def _plainest(step: Step, steps: Sequence[Step], goals: Sequence[Shape]) -> Step:
    """A cutter whose west nobody takes is a half-destroyer."""
    if step.machine != "cut" or not isinstance(step.outputs[0], Shape):
        return step
    west = step.outputs[1]
    if west in goals or any(west in other.inputs for other in steps):
        return step
    return Step("half-destroy", step.inputs, step.outputs[:1])


def _depth(steps: Sequence[Step], goals: Sequence[Shape]) -> int:
    depths: dict[Value, int] = {}
    for step in steps:
        depth = 1 + max((depths[value] for value in step.inputs), default=-1)
        for value in step.outputs:
            depths.setdefault(value, depth)
    return max(depths[goal] for goal in goals)
