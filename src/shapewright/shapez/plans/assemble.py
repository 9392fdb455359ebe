"""From the engine's steps to a plan: sources in front, counts, what is known about the cost, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from shapewright.errors import LimitError
from shapewright.shapez.check import is_traded
from shapewright.shapez.plans.bounds import belt_bound, simple_bound, simple_depth
from shapewright.shapez.plans.rates import demand
from shapewright.shapez.plans.situation.inventory import run
from shapewright.shapez.plans.steps import METHODS, Plan, Step, Value, depths_of, surplus
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape

UNCOLOURED_CRYSTAL = (
    "cu stands for a crystal of any colour: the game has no uncoloured fluid, so take any colour for it"
)

UNMERGED_BELTS = (
    "the count for a full belt is for plans that do not merge belts: where a by-product gives the same shape, also "
    "after a rotation, a factory that merges both belts may need fewer machines"
)

_TURNS = ("rotate-cw", "rotate-ccw", "rotate-180")

FROM_TABLE = "taken from a table of known plans; the search found none with as few machines"


def assembled(problem: Problem, steps: Sequence[Step], layers: int, bound: int = 0, method: str = METHODS[0]) -> Plan:
    """A plan of ``steps``, which lack their sources, for a limit of ``layers``; ``bound`` was proven elsewhere.

    For a full belt ``bound`` is of the machines in the plan, from which that for the belt follows.
    """
    goals, minimize, inputs = problem.shapes, problem.minimize, problem.inputs
    sources, machines = _with_sources(goals, steps, inputs, problem.on_hand)
    halving = not problem.no_trash and (problem.machines is None or "half-destroy" in problem.machines)
    every = (*sources, *(_plainest(step, machines, goals) if halving else step for step in machines))
    depths = depths_of(every)
    cost, depth = len(machines), max(depths[goal] for goal in goals)
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


def with_fewer_runs(problem: Problem, steps: tuple[Step, ...], layers: int) -> tuple[Step, ...]:
    """Return steps of as many machines that run fewer times for each goal, if an exchange of one input leads there.

    A machine that takes a value of which too little is made takes another's by-product instead: ``swap`` gives
    CuCuRuRu and RuRuCuCu, and where both CuCuRuRu turned one way and CuCuRuRu turned the other way are needed, the
    second is RuRuCuCu turned the first way. So one swap is enough for both. Only plans in which a machine runs twice
    can gain, and only values that are left over are tried: some runs of the rules.
    """

    def measured(these: tuple[Step, ...]) -> tuple[int, int, int]:
        plan = assembled(problem, these, layers)
        return (
            plan.cost,
            sum(runs for step, runs in zip(plan.steps, plan.runs(), strict=True) if step.inputs),
            plan.depth,
        )

    best = measured(steps)
    while best[1] > best[0]:
        other = min(_exchanged(problem, steps, layers), key=measured, default=steps)
        if measured(other) >= best:
            break
        best, steps = measured(other), other
    return steps


def _exchanged(problem: Problem, steps: tuple[Step, ...], layers: int) -> Iterator[tuple[Step, ...]]:
    """The steps with one input exchanged for a shape that is left over, so that all that is needed is still made."""
    plan = assembled(problem, steps, layers)
    needed = {*plan.goals, *(value for step in steps for value in step.inputs)}
    spare: set[Value] = {value for value, *_ in surplus(plan.steps, plan.goals)}
    spare |= {value for step in steps for value in step.outputs} - needed
    made: list[Shape] = []
    for number, step in enumerate(steps):
        machines = _TURNS if step.machine in _TURNS else (step.machine,)
        outputs = needed.intersection(step.outputs)
        for slot, machine, other in product(range(len(step.inputs)), machines, made):
            if not isinstance(step.inputs[slot], Shape) or other == step.inputs[slot]:
                continue
            inputs = (*step.inputs[:slot], other, *step.inputs[slot + 1 :])
            try:
                given = run(machine, inputs, layers)
            except LimitError:
                continue
            if outputs <= {*given}:
                yield (*steps[:number], Step(machine, inputs, given), *steps[number + 1 :])
        made += [value for value in step.outputs if isinstance(value, Shape) and value.height and value in spare]


def notes_of(plan: Plan, *, no_trash: bool = False) -> tuple[str, ...]:
    """What there is to say about a plan, a sentence each."""
    notes = []
    if any(value == "u" for step in plan.steps for value in step.outputs):
        notes.append(UNCOLOURED_CRYSTAL)
    if plan.minimize == "belt":
        notes.append(UNMERGED_BELTS)
    if plan.method != METHODS[0]:
        notes.append(FROM_TABLE)
    if no_trash:
        left = [
            f"{value} of line {number + 1}{f' ({over} of {made})' if made > 1 else ''}"
            for value, number, over, made in surplus(plan.steps, plan.goals)
        ]
        notes.append(f"left over, not thrown away: {', '.join(left)}" if left else "nothing is left over")
    return tuple(notes)


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
