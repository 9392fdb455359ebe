"""Looking for a plan in a player's situation, or for a proof that there is none.

Every plan of a few machines is tried first. Then plans that use everything are rewritten for what there is
(:mod:`~shapewright.shapez.plans.situation.rewrite`), another one is put together layer by layer, and all are made
leaner. The best of them is improved by the search over whole plans (:mod:`~shapewright.shapez.plans.neighbourhood`),
and checked as any plan is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.shapez.check import check
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.bounds import fluid_depth, mixers, simple_bound, simple_depth
from shapewright.shapez.plans.neighbourhood import ROUNDS, Supplies, improved
from shapewright.shapez.plans.situation.inventory import Means
from shapewright.shapez.plans.situation.leaner_plan import lean
from shapewright.shapez.plans.situation.rewrite import Made, gathered, rewritten
from shapewright.shapez.plans.situation.small_plans import by_layers, few
from shapewright.shapez.plans.steps import MACHINES, Plan, Step, Value, surplus
from shapewright.shapez.problem import EFFORTS, Minimize, Problem
from shapewright.shapez.shape import Shape

LOOKED_AT = {"low": 3_000, "normal": 30_000, "high": 300_000, "highest": 3_000_000}
"""How many machines are tried out in the search through all plans of a few machines, by the effort's name."""

SEEDS = {"low": 2, "normal": 4, "high": 16, "highest": 64}
"""How many plans that use everything are rewritten, by the effort's name."""


@dataclass(frozen=True)
class NoPlan:
    """That no plan was found: ``proven`` if there is none, and why."""

    proven: bool
    reason: str

    def __str__(self) -> str:
        return f"impossible: {self.reason}" if self.proven else f"no plan was found: {self.reason}"


def means_of(problem: Problem, layers: int) -> Means:
    """What a problem lets plans use, under a limit of so many layers."""
    machines = frozenset(MACHINES if problem.machines is None else problem.machines)
    if problem.no_trash:
        machines -= {"half-destroy"}  # it throws a half away
    return Means(problem.shapes, problem.on_hand, machines, layers)


def in_situation(
    problem: Problem,
    layers: int,
    solve: Callable[[Problem, int], Plan | NoPlan],
    effort: str,
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan | NoPlan:
    """Return a plan for a problem with what is on hand, with some machines or without trash; or why there is none.

    ``solve`` answers problems with fewer options, and plain ones, by the problem and a number to vary the plan. Their
    plans are starts, so no option makes a plan worse that obeys it. What is proven of plans that may use more machines
    or throw shapes away holds for this problem, too.
    """
    if not problem.have:
        plain = solve(replace(problem, machines=None, no_trash=False), 0)
        if isinstance(plain, NoPlan) and plain.proven:
            return plain
    means = means_of(problem, layers)
    if reason := means.against():
        return NoPlan(True, reason)
    with listener(progress) as tell:
        looked = few(means, LOOKED_AT[effort], _watching(clock, tell, "all plans of a few machines are tried"))
    if looked.makers is None and looked.ends:
        goals = ", ".join(map(str, problem.shapes))
        return NoPlan(True, f"all that these machines can make was looked at, and {goals} is not among it")
    least = looked.least + means.mixers_needed

    def better(made: Made) -> tuple[float, ...]:
        first = made.leftovers if problem.no_trash else 0
        if problem.minimize == "depth":
            return first, made.depth, made.cost
        if problem.minimize == "belt":
            return first, assembled(problem, made.steps, layers).reached, made.cost, made.depth
        return first, made.cost, made.depth

    starts = [] if looked.makers is None else [looked.makers]
    made = gathered(means, looked.makers or {})
    is_least = made is not None and made.cost == least and problem.minimize == "machines" and not problem.no_trash
    known = 0
    if not is_least:
        for other in relaxed(problem):
            plan = solve(other, 0)
            if isinstance(plan, NoPlan):
                if plan.proven:
                    return plan
                continue
            known = max(known, plan.lower_bound)
            starts.append(_makers(means, plan))
            made = gathered(means, starts[-1])
            # What is no worse than the best plan that was found with more freedom is taken as it is.
            left = sum(over for _, _, over, _ in surplus(plan.steps, plan.goals)) if other.no_trash else 0
            if made is not None and better(made)[:2] <= (left, plan.reached):
                return _finished(problem, made, layers, least, known)
        if problem.have:
            plan = solve(replace(problem, have=()), 0)
            if isinstance(plan, Plan):
                starts.append(_makers(means, plan))
        starts.extend(_starts(problem, means, solve, effort, clock.over))
    found: list[Made] = []
    distinct = [makers for number, makers in enumerate(starts) if makers not in starts[:number]]
    for number, makers in enumerate(distinct, 1):
        with listener(progress) as tell:
            stop = _watching(clock, tell, f"plan {number} is made leaner")
            made = gathered(means, lean(means, makers, better, stop))
        if made is not None:
            found.append(made)
    if not found:
        return NoPlan(False, "plans for all machines cannot be rewritten for these, and none that short has them")
    best = min(found, key=better)
    if problem.minimize == "belt" or (problem.minimize == "machines" and best.cost > max(least, known)):
        best = min([best, *_by_neighbourhood(means, problem, best, effort, clock, progress)], key=better)
    if problem.minimize == "depth":
        least = int(any(goal not in means.free for goal in problem.shapes))
    if problem.have and better(best)[1] > least:
        least = max(least, _without_supplies(problem, layers, solve))
    return _finished(problem, best, layers, least, known)


def relaxed(problem: Problem) -> Iterator[Problem]:
    """Yield the problems that lack one of the options that forbid something."""
    if problem.machines is not None:
        yield replace(problem, machines=None)
    if problem.no_trash:
        yield replace(problem, no_trash=False)


def _finished(problem: Problem, made: Made, layers: int, least: int, known: int) -> Plan:
    """The plan with its bounds: ``least`` machines in it, or its depth, and ``known`` of what is to be small."""
    plan = assembled(problem, made.steps, layers, least)
    bound = min(max(plan.lower_bound, known), plan.reached)
    plan = replace(plan, lower_bound=bound, optimal=bound == plan.reached)
    check(plan)
    return plan


def _makers(means: Means, plan: Plan) -> dict[Value, Step]:
    return rewritten(means, [step for step in plan.steps if step.inputs])


def _without_supplies(problem: Problem, layers: int, solve: Callable[[Problem, int], Plan | NoPlan]) -> int:
    """Bound the plans that use what is on hand by those that have to make it first.

    A plan of n machines, behind a factory of m machines that makes all that is on hand, is a plan from raw inputs. So n
    is at least the bound of these, less m. The same holds for depths.
    """
    minimize: Minimize = "depth" if problem.minimize == "depth" else "machines"
    plain = replace(problem, have=(), machines=None, no_trash=False, rates=None, minimize=minimize)
    shapes = [value for value in problem.on_hand if isinstance(value, Shape)]
    colours = {value for value in problem.on_hand if isinstance(value, str)}
    if any(shape.height > layers for shape in shapes):
        return 0
    without = solve(plain, 0)
    if isinstance(without, NoPlan):
        return 0
    in_advance = max(map(fluid_depth, colours), default=0) if minimize == "depth" else len(mixers(colours))
    if shapes:
        counted = simple_depth(shapes) if minimize == "depth" else simple_bound(shapes)
        if counted >= without.lower_bound:
            return 0
        supplies = solve(replace(plain, goals=shapes, layers=layers), 0)
        if isinstance(supplies, NoPlan):
            return 0
        in_advance = max(in_advance, supplies.depth) if minimize == "depth" else in_advance + supplies.cost
    return without.lower_bound - in_advance


def _watching(clock: Clock, tell: Callable[[Progress], None] | None, words: str) -> Callable[[], bool]:
    """Whether the time is over; whoever asks is said to be at work."""

    def over() -> bool:
        if tell is not None:
            tell(Progress("plan", 0, 1, 0.0, clock.seconds, remark=words))
        return clock.over()

    over()
    return over


def _by_neighbourhood(
    means: Means,
    problem: Problem,
    best: Made,
    effort: str,
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None,
) -> Iterator[Made]:
    """The plan improved by a search over whole plans, which knows half-destroyers as cutters."""
    if clock.over():
        return
    supplies = Supplies(
        means.machines | ({"cut"} if "half-destroy" in means.machines else frozenset()),
        tuple(value for value in means.have if isinstance(value, Shape)),
        frozenset(value for value in (*means.free, "u") if isinstance(value, str)),
    )
    configuration = Configuration(problem.parts, means.layers)
    stages = EFFORTS[effort].stages
    steps = improved(
        problem.shapes,
        configuration,
        supplies,
        [best.steps],
        stages=stages,
        rounds=ROUNDS,
        seed=0,
        seconds=clock.left(),
        belt=problem.belt_rates if problem.minimize == "belt" else None,
        progress=progress,
    )
    made = None if steps is None else gathered(means, rewritten(means, steps))
    if made is not None:
        yield made


def _starts(
    problem: Problem,
    means: Means,
    solve: Callable[[Problem, int], Plan | NoPlan],
    effort: str,
    stop: Callable[[], bool],
) -> Iterator[dict[Value, Step]]:
    """By value the machines of plans, from different sides."""
    if by_layer := by_layers(means):
        yield by_layer
    plain = replace(problem, have=(), machines=None, no_trash=False, rates=None, minimize="machines")
    for number in range(SEEDS[effort]):
        if stop() and number:
            return
        try:
            plan = solve(plain if number % 2 == 0 else replace(plain, minimize="depth"), number // 2)
        except LimitError:
            return
        if isinstance(plan, NoPlan):
            return
        yield _makers(means, plan)
