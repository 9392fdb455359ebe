"""From the engine's steps to a plan: sources in front, counts, what is known about the cost, and notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.shapez.check import is_traded
from shapewright.shapez.plans.bounds import belt_bound, simple_bound, simple_depth
from shapewright.shapez.plans.rates import demand
from shapewright.shapez.plans.steps import METHODS, Plan, Step
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.shapez.plans.steps import Value
    from shapewright.shapez.problem import Problem

UNCOLOURED_CRYSTAL = (
    "cu stands for a crystal of any colour: the game has no uncoloured fluid, so take any colour for it"
)

FROM_TABLE = "taken from a table of known plans; the search found none with as few machines"


def assembled(problem: Problem, steps: Sequence[Step], layers: int, bound: int = 0, method: str = METHODS[0]) -> Plan:
    """A plan of ``steps``, which lack their sources, for a limit of ``layers``; ``bound`` was proven elsewhere.

    For a full belt ``bound`` is of the machines in the plan, from which that for the belt follows.
    """
    goals, minimize, inputs = problem.shapes, problem.minimize, problem.inputs
    sources, machines = _with_sources(goals, steps, inputs, problem.on_hand)
    halving = not problem.no_trash and (problem.machines is None or "half-destroy" in problem.machines)
    every = (*sources, *(_plainest(step, machines, goals) if halving else step for step in machines))
    cost, depth = len(machines), _depth(every, goals)
    if inputs == "halves":
        # A machine makes two goals at most, and what is no seed is made by one.
        seeds = sum(len(step.inputs) == 0 and step.outputs[0] in goals for step in every)
        rest = len(goals) - seeds
        bound = (rest + 1) // 2 if minimize == "machines" else min(rest, 1)
    elif not problem.have:
        bound = max(bound, simple_depth(goals) if minimize == "depth" else simple_bound(goals))
    plan = Plan(
        goals=goals,
        steps=every,
        cost=cost,
        lower_bound=0,
        optimal=False,
        depth=depth,
        layers=layers,
        minimize=minimize,
        inputs=inputs,
        have=problem.on_hand,
        method=method,
    )
    if minimize == "belt":
        plan = replace(plan, belt=demand(plan, problem.belt_rates).cost)
        bound = belt_bound(() if problem.have else goals, bound, problem.belt_rates.weights())
    least, is_optimal = min(bound, plan.reached), bound >= plan.reached
    return replace(plan, lower_bound=least, optimal=is_optimal, notes=notes_of(plan, no_trash=problem.no_trash))


def notes_of(plan: Plan, *, no_trash: bool = False) -> tuple[str, ...]:
    """What there is to say about a plan, a sentence each."""
    notes = []
    if any(value == "u" for step in plan.steps for value in step.outputs):
        notes.append(UNCOLOURED_CRYSTAL)
    if plan.method != METHODS[0]:
        notes.append(FROM_TABLE)
    if no_trash:
        left = [f"{value} of line {number}{often}" for value, number, often in _left_over(plan)]
        notes.append(f"left over, not thrown away: {', '.join(left)}" if left else "nothing is left over")
    return tuple(notes)


def _left_over(plan: Plan) -> Iterator[tuple[Shape, int, str]]:
    """Shapes that are not taken as often as they are made: which, by which line, and how many of how many."""
    runs = plan.runs()
    demand = Counter(plan.goals)
    for step, times in zip(plan.steps, runs, strict=True):
        for value in step.inputs:
            demand[value] += times  # type: ignore[index]  # a fluid is counted, too, and not asked for
    for number, step in enumerate(plan.steps):
        if not step.inputs or step.machine == "mix":
            continue
        for value in dict.fromkeys(step.outputs):
            if not isinstance(value, Shape) or not value.height or plan.producers[value] != number:
                continue
            made = runs[number] * step.outputs.count(value)
            if demand[value] < made:
                yield value, number + 1, f" ({made - demand[value]} of {made})" if made > 1 else ""


def _with_sources(
    goals: Sequence[Shape], steps: Sequence[Step], inputs: str, have: Sequence[Value]
) -> tuple[list[Step], list[Step]]:
    made: set[Value] = set()
    sources: dict[Value, Step] = {}

    def need(value: Value) -> None:
        if value not in made and value not in sources:
            machine = "fluid" if isinstance(value, str) else "miner" if inputs == "raw" else "input"
            is_input = value in have or (isinstance(value, Shape) and is_traded(value))
            machine = "input" if is_input else machine
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
