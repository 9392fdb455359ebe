"""Improve plans by large neighbourhood search: engine/shapez/plan/improve/neighbourhood.hpp, with types and colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.shapez import native
from shapewright.shapez.colours import EVERY_COLOUR, mix
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.game import BLACK
from shapewright.shapez.machines import PLANNED
from shapewright.shapez.plans.bounds import bound, fluids, mixers
from shapewright.shapez.plans.engine import NUMBERED, encoded, steps_of
from shapewright.shapez.plans.kinds import find_by_kinds, only_parts, packed
from shapewright.shapez.plans.known.library import Machine, columns, library
from shapewright.shapez.plans.proof import proven
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from shapewright.shapez.plans.rates import Rates
    from shapewright.shapez.plans.steps import Step
    from shapewright.shapez.problem import Effort


@dataclass(frozen=True)
class Supplies:
    """``machines`` by their names (half-destroyers are cutters), and what is on hand: ``shapes``, ``fluids``.

    What miners give is always there. An uncoloured fluid stands for one of any colour.
    """

    machines: frozenset[str] = frozenset(PLANNED)
    shapes: tuple[Shape, ...] = ()
    fluids: frozenset[str] = frozenset("urgb" + BLACK)


# A plan's rounds at the start of the first stage, and the machines tried out to make the plan for kinds cheaper.
ROUNDS, POLISH = 200, 100_000

# The engine reckons with thousandths of a machine.
_THOUSANDTHS, _HEAVIEST = 1000, 10**12


def improved(
    goals: Sequence[Shape],
    configuration: Configuration,
    supplies: Supplies,
    starts: Sequence[Sequence[Step]],
    plain: Sequence[Sequence[Machine]] = (),
    *,
    stages: int,
    rounds: int,
    seed: int,
    seconds: float | None,
    belt: Rates | None = None,
    deepest: int = 0,
    progress: bool | Callable[[Progress], None] | None = None,
) -> tuple[Step, ...] | None:
    """The steps of the best plan found from the best of ``starts`` and of ``plain`` ones; None if there is no start.

    A start is a plan's steps, sources left out. A ``plain`` one makes the goals' kinds, its machines in an order in
    which they can be built. The search takes so many ``stages``, of which the first begins with so many ``rounds`` for
    each plan, and each takes twice as long as the one before. By the rates ``belt``, which name every machine, the best
    plan is that with the fewest machines for a full belt; without them that with the fewest machines.
    Unless ``deepest`` is 0, plans have at most so many machines one after the other.
    """
    known = [[_taken(step) for step in each if step.machine != "mix"] for each in starts]
    # Most plans for halves of a lower limit hold for a higher one; the engine leaves out those that do not.
    lower = (Configuration(configuration.parts, layers) for layers in range(configuration.layers, 0, -1))
    halves = next((shipped for each in lower if (shipped := library(each)) is not None), None)
    machine, first, second, key, whole, start, steps = columns(halves)
    # Thousandths of a machine that one run takes of a full belt.
    runs = [] if belt is None else [belt.belt / belt.machines[name] for name in (*NUMBERED, "half-destroy")]
    weights = [max(1, min(int(weight * _THOUSANDTHS), _HEAVIEST)) for weight in runs]
    # Black is not mixed: with it there is nothing new.
    mixed = [EVERY_COLOUR.index(a if BLACK in (a, b) else mix(a, b)) for a in EVERY_COLOUR for b in EVERY_COLOUR]
    clock, words = Clock(None), "machines" if belt is None else "machines for a full belt"
    with listener(progress) as tell, interruptible() as stop:

        def report(cost: int) -> None:
            if tell is not None:
                tell(Progress("plan", 0, 1, 0.0, clock.seconds, remark=f"{cost} {words} so far"))

        found: Any = native.improved_plan(
            configuration.parts,
            configuration.layers,
            [encoded(goal) for goal in goals],
            known,
            [list(machines) for machines in plain],
            machine,
            first,
            second,
            key,
            whole,
            start,
            steps,
            sum(1 << number for number, name in enumerate(NUMBERED) if name in supplies.machines),
            [encoded(shape) for shape in supplies.shapes],
            sum(1 << EVERY_COLOUR.index(colour) for colour in supplies.fluids),
            mixed,
            stages,
            rounds,
            seed % 2**64,
            weights,
            deepest,
            stop,
            native.seconds_of(seconds),
            None if tell is None else report,
        )
    return None if found is None else steps_of(found[0], configuration.parts)


def find_improved(
    goals: Sequence[Shape],
    configuration: Configuration,
    supplies: Supplies,
    starts: Sequence[Sequence[Step]],
    efforts: Sequence[Effort],
    *,
    seed: int,
    left: Callable[[], float | None],
    progress: bool | Callable[[Progress], None] | None = None,
) -> tuple[Step, ...]:
    """The steps of the best plan found from the plans ``starts``, one at least, and from one for the goals' kinds.

    ``efforts`` are gone through one after the other, so what more of them find has no more machines. Nothing is looked
    for where a plan has no more machines than every plan has, by what ships and by proofs of the efforts before.
    ``left`` says how many seconds are left.
    """
    best = min((tuple(start) for start in starts), key=len)
    least = bound(goals, configuration)
    stages, clock = 0, Clock(None)
    for number, effort in enumerate(efforts):
        if number and len(best) > least:
            # A little more than that is soon proven, and then there is nothing to look for.
            least, fewer, _ = proven(goals, configuration, len(best), efforts[number - 1].proof, left(), progress)
            best = fewer or best
        if len(best) <= least:
            break
        plain = [] if number else _plain(goals, configuration, seed, left())
        more = effort.stages - stages
        found = improved(
            goals, configuration, supplies, [best] if number else starts, [plain] if plain else [], stages=more,
            rounds=ROUNDS << stages, seed=seed + number, seconds=left(), progress=progress,
        )  # fmt: skip
        if found is not None and len(found) < len(best):
            best = found
        stages = effort.stages
        # Where kinds are all, a few machines at a time are replaced much faster.
        with listener(progress) as tell:
            if tell is not None:
                words = f"{len(best)} machines so far, of which a few at a time are replaced"
                tell(Progress("plan", 0, 1, 0.0, clock.seconds, remark=words))
            steps = find_by_kinds(goals, configuration, best, effort.polish // 40, seed + number, left())
        if steps is not None and (whole := (*mixers(fluids(goals)), *steps)) and len(whole) < len(best):
            best = whole
    return best


def find_for_belt(
    goals: Sequence[Shape],
    configuration: Configuration,
    starts: Sequence[Sequence[Step]],
    belt: Rates,
    *,
    stages: int,
    seed: int,
    seconds: float | None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> tuple[Step, ...] | None:
    """The steps of the plan with the fewest machines for a full belt that is found from ``starts``, by rates of all."""
    plain = _plain(goals, configuration, seed, seconds)
    return improved(
        goals, configuration, Supplies(), starts, [plain] if plain else [], stages=stages, rounds=ROUNDS, seed=seed,
        seconds=seconds, belt=belt, progress=progress,
    )  # fmt: skip


def _plain(goals: Sequence[Shape], configuration: Configuration, seed: int, seconds: float | None) -> list[Machine]:
    """The machines of a plan for the goals' kinds; none if none is found, or if the goals have nothing else."""
    if only_parts(goals) is not None:
        return []
    by_kinds = list(dict.fromkeys(Shape.from_packed(goal.packed(), goal.parts) for goal in goals))
    steps = None
    if library(configuration) is not None:
        steps = find_by_kinds(by_kinds, configuration, (), POLISH, seed, seconds)
    if steps is None:
        steps = improved(
            by_kinds, configuration, Supplies(), [], stages=1, rounds=ROUNDS // 2, seed=seed, seconds=seconds
        )
    return [packed(step)[:3] for step in steps or () if step.machine != "mix"]


def _taken(step: Step) -> tuple[int, bytes, bytes | None, int]:
    """A step as the engine takes it: its machine, what it takes."""
    machine = NUMBERED.index("cut" if step.machine == "half-destroy" else step.machine)
    shapes = [encoded(value) for value in step.inputs if isinstance(value, Shape)]
    fluids = [EVERY_COLOUR.index(value) for value in step.inputs if isinstance(value, str)]
    return machine, shapes[0], shapes[1] if len(shapes) > 1 else None, fluids[0] if fluids else -1
