"""Looking for a plan in a player's situation, or for a proof that there is none.

Every plan of a few machines is tried first. Then plans that use everything are rewritten for what there is
(:mod:`~shapewright.shapez.plans.situation.rewrite`), another one is put together layer by layer, and all are made
leaner. The best of them is improved by the search over whole plans (:mod:`~shapewright.shapez.plans.neighbourhood`),
and checked as any plan is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapewright.errors import LimitError
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.shapez.check import check
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.neighbourhood import ROUNDS, improved
from shapewright.shapez.plans.situation.by_layers import by_layers
from shapewright.shapez.plans.situation.few import few
from shapewright.shapez.plans.situation.lean import lean
from shapewright.shapez.plans.situation.made import gathered
from shapewright.shapez.plans.situation.means import Means
from shapewright.shapez.plans.situation.rewrite import rewritten
from shapewright.shapez.plans.steps import MACHINES, Plan
from shapewright.shapez.plans.supplies import Supplies
from shapewright.shapez.problem import EFFORTS
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.jobs.limits import Clock
    from shapewright.shapez.plans.situation.made import Made
    from shapewright.shapez.plans.steps import Step, Value
    from shapewright.shapez.problem import Problem

__all__ = ["NoPlan", "in_situation", "means_of"]

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
    unrestricted: Callable[[Problem, int], Plan | None],
    bound: int,
    effort: str,
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan | NoPlan:
    """A plan for a problem with what is on hand, with some machines or without trash; or that none was found.

    ``unrestricted`` gives a plan that may use everything, by a problem and a number to vary it; None if there is none.
    ``bound`` is what such plans cost at least.
    """
    means = means_of(problem, layers)
    if reason := means.against():
        return NoPlan(True, reason)
    with listener(progress) as tell:
        looked = few(means, LOOKED_AT[effort], _watching(clock, tell, "all plans of a few machines are tried"))
    if looked.makers is None and looked.ends:
        return NoPlan(True, f"all that these machines can make was looked at, and {_listed(problem)} is not among it")

    def better(made: Made) -> tuple[float, ...]:
        first = made.leftovers if problem.no_trash else 0
        if problem.minimize == "depth":
            return first, made.depth, made.cost
        if problem.minimize == "belt":
            return first, assembled(problem, made.steps, layers).reached, made.cost, made.depth
        return first, made.cost, made.depth

    found: list[Made] = []
    for number, makers in enumerate(_starts(problem, means, looked.makers, unrestricted, effort, clock.over), 1):
        with listener(progress) as tell:
            stop = _watching(clock, tell, f"plan {number} is made leaner")
            made = gathered(means, lean(means, makers, better, stop))
        if made is not None:
            found.append(made)
    if not found:
        return NoPlan(False, "plans for all machines cannot be rewritten for these, and none that short has them")
    best = min(found, key=better)
    if problem.minimize == "belt" or (problem.minimize == "machines" and best.cost > looked.least):
        best = min([best, *_by_neighbourhood(means, problem, best, effort, clock, progress)], key=better)
    if problem.minimize != "depth":
        bound = max(0 if problem.have else bound, looked.least)
    elif problem.have:
        bound = int(any(goal not in means.free for goal in problem.shapes))
    plan = assembled(problem, best.steps, layers, bound)
    check(plan)
    return plan


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


def _listed(problem: Problem) -> str:
    return ", ".join(map(str, problem.shapes))


def _starts(
    problem: Problem,
    means: Means,
    looked: dict[Value, Step] | None,
    unrestricted: Callable[[Problem, int], Plan | None],
    effort: str,
    stop: Callable[[], bool],
) -> Iterator[dict[Value, Step]]:
    """By value the machines of plans, from different sides."""
    if looked is not None:
        yield looked
        if problem.minimize == "machines" and not problem.no_trash:
            return
    if by_layer := by_layers(means):
        yield by_layer
    plain = replace(problem, have=(), machines=None, no_trash=False, rates=None)
    for number in range(SEEDS[effort]):
        if stop() and number:
            return
        minimize = ("machines", "depth")[number % 2]
        try:
            plan = unrestricted(replace(plain, minimize=minimize), number // 2)  # type: ignore[arg-type]
        except LimitError:
            return
        if plan is None:
            return
        yield rewritten(means, [step for step in plan.steps if step.inputs])
