"""How shapes are made, machine by machine, from what the miners give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from shapewright.errors import InternalError, ProblemError, StoppedError, quote
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.jobs.statistics import Report, Statistics
from shapewright.shapez.check import check, faults
from shapewright.shapez.data import data_file, source
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.plans.assemble import assembled, with_fewer_runs
from shapewright.shapez.plans.bounds import fluids, mixers
from shapewright.shapez.plans.depth import depth_bound
from shapewright.shapez.plans.engine import Planner
from shapewright.shapez.plans.kinds import find_by_kinds, only_parts
from shapewright.shapez.plans.known.library import library
from shapewright.shapez.plans.known.table import Table, renaming, shipped_table
from shapewright.shapez.plans.neighbourhood import ROUNDS, Supplies, find_for_belt, find_improved, improved
from shapewright.shapez.plans.proof import proven
from shapewright.shapez.plans.shallow import find_shallow
from shapewright.shapez.plans.situation.search import NoPlan, in_situation
from shapewright.shapez.plans.steps import METHODS, Plan, Step
from shapewright.shapez.problem import EFFORTS, Effort, Problem
from shapewright.shapez.verdicts.buildable import Verdict, buildable, is_buildable
from shapewright.shapez.verdicts.verdicts import configuration_for

# Of a time limit as much is for making the plan cheaper; the rest is for proving that it cannot be.
IMPROVING = 0.6

# Plans of as many seeds are made for few machines and for little depth, to begin with for a full belt.
BELT_SEEDS = 3

# Data of this many cells at most are there at once; for larger ones it is first tried without.
SMALL = 16

# Before data are made for shapes much lower than their limit, so many times as many are taken apart without.
MORE = 4


def solve(
    problem: Problem,
    *,
    data: Data | str | os.PathLike[str] | None = None,
    effort: str = "low",
    seed: int = 0,
    table: Table | bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    report: Report | None = None,
) -> Iterator[Plan]:
    """Yield the plan that :func:`first` finds, or nothing if a goal cannot be built."""
    found = first(
        problem, data=data, effort=effort, seed=seed, table=table, time_limit=time_limit, progress=progress,
        report=report,
    )  # fmt: skip
    if found is not None:
        yield found


def first(
    problem: Problem,
    *,
    data: Data | str | os.PathLike[str] | None = None,
    effort: str = "low",
    seed: int = 0,
    table: Table | bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    report: Report | None = None,
) -> Plan | None:
    """Find a plan for ``problem``, every step of it replayed by the rules; None if a goal cannot be built.

    In a player's situation (``have``, ``machines``, ``no_trash``) None may also mean that none was found;
    :func:`plan_or_why` says which of the two it is.

    ``data`` is the configuration's data, or a file of it; by default it comes from the cache, which searches for it
    where it is missing and needed. ``effort`` is one of :data:`~shapewright.shapez.problem.EFFORTS`; improving and
    proving end early after ``time_limit`` seconds, and so does the search for missing data, which ``progress`` is for.
    The same ``seed`` gives the same plan. Where ``table`` knows a plan for the only goal with fewer machines than the
    search finds, that plan is taken, once it has been replayed: True is the table that ships, and with False only the
    search counts. ``report`` is called with the run's :class:`~shapewright.jobs.statistics.Statistics`; its ``reason``
    says why there is no plan.

    >>> first(Problem(["CuCu----", "----CuCu"])).cost
    1

    Raises ``ProblemError`` for an unknown effort and a negative time limit, ``LimitError`` for goals of more layers
    than the limit or of rings and heights that cannot be judged, ``StoppedError`` when the time limit was reached
    before there was a plan; what was searched by then is kept.
    """
    clock = Clock(time_limit)
    if effort not in EFFORTS:
        raise ProblemError(f"{quote(effort)} is not an effort; efforts are {', '.join(EFFORTS)}")
    if problem.in_situation:
        told = plan_or_why(problem, data=data, effort=effort, seed=seed, time_limit=time_limit, progress=progress)
        found = told if isinstance(told, Plan) else None
        if report is not None:
            reason = "" if isinstance(told, Plan) else told.reason
            complete = found.optimal if found is not None else isinstance(told, NoPlan) and told.proven
            report(Statistics("planner", 0, clock.seconds, int(found is not None), complete=complete, reason=reason))
        return found
    known = _of_file(problem, data) if isinstance(data, (str, os.PathLike)) else data
    configuration = _configuration_of(problem, known)
    search = _Search(problem, configuration, known, EFFORTS[effort], seed, clock, progress)
    steps = search.steps()
    method = METHODS[0]
    if steps is not None and search.proving and table is not False:
        plans = table if isinstance(table, Table) else shipped_table()
        known_steps = plans.steps(problem, configuration.layers)
        if known_steps is not None and len(known_steps) < len(steps):
            steps, method = known_steps, METHODS[1]
    if steps is None:
        refused = unbuildable(problem, data=known, nearest=False)
        if not refused:
            clock.check("a plan was found")
            codes = ", ".join(shape.to_code() for shape in problem.shapes)
            raise InternalError(f"no plan was found for {codes}, although it can be built")
        if report is not None:
            reason = f"{quote(refused[0].shape.to_code())} cannot be built: {refused[0].reason}"
            report(Statistics("planner", 0, clock.seconds, 0, complete=True, reason=reason))
        return None
    found, nodes = _proven(search, steps, method)
    if report is not None:
        bound = found.lower_bound
        report(Statistics("planner", nodes, clock.seconds, 1, complete=found.optimal, lower_bound=bound))
    return found


def _configuration_of(problem: Problem, data: Data | None) -> Configuration:
    highest = max(problem.shapes, key=lambda shape: shape.height)
    return configuration_for(highest.parts, highest.height, problem.layers, data, highest.to_code())


def plan_or_why(
    problem: Problem,
    *,
    data: Data | str | os.PathLike[str] | None = None,
    effort: str = "low",
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan | NoPlan:
    """A plan for a player's situation, or why there is none: proven, or only that none was found.

    >>> print(plan_or_why(Problem("CuCu----:CrCr----", machines=["cut", "stack", "mix"])))
    impossible: CuCu----:CrCr---- has Cr, which needs paint

    The keywords and errors are those of :func:`first`.
    """
    clock = Clock(time_limit)
    known = _of_file(problem, data) if isinstance(data, (str, os.PathLike)) else data
    configuration = _configuration_of(problem, known)
    found: dict[tuple[object, ...], Plan | NoPlan] = {}

    def solve(asked: Problem, more: int = 0) -> Plan | NoPlan:
        key = (asked.shapes, asked.layers, asked.minimize, asked.have, asked.machines, asked.no_trash, more)
        if key not in found:
            found[key] = (
                in_situation(asked, configuration.layers, solve, effort, clock, progress)
                if asked.in_situation
                else unrestricted(asked, more)
            )
        return found[key]

    def unrestricted(asked: Problem, more: int) -> Plan | NoPlan:
        left = clock.left()
        try:
            plan = first(asked, data=known, effort=effort, seed=seed + more, time_limit=left, progress=progress)
        except StoppedError:
            return NoPlan(False, "the time limit was reached")
        if plan is not None:
            return plan
        refused = unbuildable(asked, data=known, nearest=False)[0]
        return NoPlan(True, f"{refused.shape} cannot be built: {refused.reason}")

    return solve(problem)


def unbuildable(problem: Problem, *, data: Data | None = None, nearest: bool = True) -> tuple[Verdict, ...]:
    """The verdicts on those goals that cannot be built, which are why there is no plan; ``nearest`` as for verdicts.

    >>> [verdict.reason for verdict in unbuildable(Problem(["CuCuCuCu", "--Cu----:CuP-----"]))]
    ['not stable (layer 2, top right, has nothing below it)']
    """
    verdicts = [buildable(goal, layers=problem.layers, data=data, nearest=nearest) for goal in problem.shapes]
    return tuple(verdict for verdict in verdicts if not verdict)


def _proven(search: _Search, steps: tuple[Step, ...], method: str) -> tuple[Plan, int]:
    """The plan of these steps, or a better one that the proof found, checked; and what the proof looked at."""
    problem, configuration = search.problem, search.configuration
    known = nodes = 0
    if problem.inputs == "raw" and problem.minimize == "depth":
        known = max(depth_bound(goal, configuration) for goal in problem.shapes)
    found = assembled(problem, steps, configuration.layers, known, method)
    check(found)
    if (search.proving or problem.minimize == "belt") and not found.optimal:
        most, left = search.effort.proof, search.clock.left()
        bound, better, nodes = proven(problem.shapes, configuration, found.cost, most, left, search.progress)
        # Fewer machines may be more for a full belt: those plans are compared before.
        fewest = None if problem.minimize == "belt" else better
        steps, method = fewest or steps, METHODS[0] if fewest else method
        found = assembled(problem, steps, configuration.layers, bound, method)
        check(found)
    if search.proving:
        evened = with_fewer_runs(problem, steps, configuration.layers)
        found = assembled(problem, evened, configuration.layers, found.lower_bound, method)
        check(found)
    return found, nodes


def _of_file(problem: Problem, path: str | os.PathLike[str]) -> Data:
    """The data in that file, for the configuration that the goals ask for or, without ``layers``, the file's own."""
    own = data_file.read(os.fspath(path)).configuration
    layers, parts, height = problem.layers, problem.parts, problem.height
    wanted = own if layers is None and own.parts == parts and own.layers >= height else None
    return source.load(wanted or Configuration(parts, layers or max(4, height)), "pp", path)


@dataclass(frozen=True)
class _Search:
    """A search for the steps of a plan: what is asked, by which data (None: those of the cache), with which effort."""

    problem: Problem
    configuration: Configuration
    data: Data | None
    effort: Effort
    seed: int
    clock: Clock
    progress: bool | Callable[[Progress], None] | None

    @property
    def proving(self) -> bool:
        """Whether a proof that there is no better plan is looked for when there is one."""
        return self.problem.inputs == "raw" and self.problem.minimize == "machines"

    @property
    def by_kinds(self) -> bool:
        """Whether only kinds of parts matter."""
        return self.proving and only_parts(self.problem.shapes) is not None

    def steps(self) -> tuple[Step, ...] | None:
        """The steps of a plan; None if a goal cannot be built."""
        if self.problem.minimize == "belt":
            return self._for_belt()
        if not self.proving:
            return self._shallow() if self.problem.inputs == "raw" else self._start()
        # What the names are makes no difference, and is to make none to the search.
        names = renaming(self.problem.shapes)
        goals = [names.shape(goal) for goal in self.problem.shapes]
        # More effort goes on where less effort ends, so that it never finds a dearer plan.
        search = replace(self, problem=Problem(goals, self.problem.layers), effort=EFFORTS["low"])
        start = search._start()
        if start is None:
            return None
        efforts = [each for each in EFFORTS.values() if each.stages <= self.effort.stages]
        # Little depth may lead to fewer machines than few machines do, where types and colours matter.
        starts = [start]
        if not search.by_kinds:
            shallow = Planner(self.configuration, self.data).find(
                goals, effort=search.effort, depth=True, seed=self.seed, seconds=self._improving()
            )
            starts += [] if shallow is None else [shallow]
        improving = self.clock.part(IMPROVING)  # the rest is for the proof in the end
        steps = find_improved(
            goals, self.configuration, Supplies(), starts, efforts, seed=self.seed, left=improving.left,
            progress=self.progress,
        )  # fmt: skip
        back = names.reversed()
        return tuple(map(back.step, steps))

    def _shallow(self) -> tuple[Step, ...] | None:
        """The steps of the plan of least depth, and of those of the fewest machines; names make no difference."""
        names = renaming(self.problem.shapes)
        goals = [names.shape(goal) for goal in self.problem.shapes]
        search = replace(self, problem=Problem(goals, self.problem.layers, "depth"))
        best, stages = None, 0
        # More effort goes on where less effort ends.
        for number, effort in enumerate(each for each in EFFORTS.values() if each.stages <= self.effort.stages):
            steps = replace(search, effort=effort)._least_deep()
            if steps is None:
                return None
            starts = [steps] if best is None else [best, steps]
            best = min(starts, key=search._measured)
            deepest, machines = search._measured(best)
            if machines > deepest > 0:
                found = improved(
                    goals, self.configuration, Supplies(), starts, stages=effort.stages - stages,
                    rounds=ROUNDS << stages, seed=self.seed + number, seconds=self._improving(), deepest=deepest,
                    progress=self.progress,
                )  # fmt: skip
                best = best if found is None else min(best, found, key=search._measured)
            stages = effort.stages
        return None if best is None else tuple(map(names.reversed().step, best))

    def _least_deep(self) -> tuple[Step, ...] | None:
        """The steps of the less deep of two plans: by way of shapes whose depths are known, and without."""
        goals, seconds = self.problem.shapes, self._improving()
        steps = find_shallow(goals, self.configuration, stages=self.effort.stages, seed=self.seed, seconds=seconds)
        if steps is None:
            return self._start()
        if self._measured(steps)[0] <= max(depth_bound(goal, self.configuration) for goal in goals):
            return steps
        others = self._start()
        return steps if others is None else min(others, steps, key=self._measured)

    def _measured(self, steps: tuple[Step, ...]) -> tuple[int, int]:
        """The depth of a plan with these steps, and the number of its machines."""
        made = assembled(self.problem, steps, self.configuration.layers)
        return made.depth, made.cost

    def _for_belt(self) -> tuple[Step, ...] | None:
        """The steps of a plan with few machines for a full belt; None if a goal cannot be built."""
        names = renaming(self.problem.shapes)
        goals = [names.shape(goal) for goal in self.problem.shapes]
        asked = Problem(goals, self.problem.layers, "belt", rates=self.problem.rates)
        few = Problem(goals, self.problem.layers)
        least = replace(self, problem=few, effort=EFFORTS["low"], progress=None).steps()
        if least is None:
            return None
        # With any effort the same starts, and longer searches of which the shorter ones are the beginning.
        starts: list[tuple[Step, ...]] = [least]
        machines = assembled(few, least, self.configuration.layers).cost
        _, fewer, _ = proven(goals, self.configuration, machines, EFFORTS["low"].proof, self.clock.left())
        if fewer is not None:
            starts.append(fewer)
        for seed in range(self.seed, self.seed + BELT_SEEDS):
            for minimize in ("machines", "depth"):
                problem = Problem(goals, self.problem.layers, minimize)
                start = replace(self, problem=problem, effort=EFFORTS["low"], seed=seed)._start()
                if start is None:
                    return None
                starts.append(start)
            if self.clock.over():
                break
        found = find_for_belt(
            goals, self.configuration, starts, asked.belt_rates, stages=self.effort.stages, seed=self.seed,
            seconds=self._improving(), progress=self.progress,
        )  # fmt: skip

        def cost(steps: tuple[Step, ...]) -> tuple[int, int, int]:
            plan = assembled(asked, steps, self.configuration.layers)
            return plan.reached, plan.cost, plan.depth

        best = min(starts if found is None else [*starts, found], key=cost)
        back = names.reversed()
        return tuple(map(back.step, best))

    def _start(self) -> tuple[Step, ...] | None:
        """The steps of a plan, found without looking at whole plans; None if a goal cannot be built."""
        # Where plans for all halves ship, they are nearly always enough.
        shipped = library(self.configuration) if self.by_kinds else None
        if shipped is not None and shipped.has_all_halves and (steps := self._from_kinds()) is not None:
            return steps
        if self.data is not None:
            return self._found(self.configuration, self.data) if self._can_be_built() else None
        if self.configuration.cells > SMALL and all(goal.is_stable() for goal in self.problem.shapes):
            steps = self._found(self.configuration, None)
            if steps is not None:
                return steps
        if shipped is not None and (steps := self._from_kinds()) is not None:
            return steps
        return self._with_data() if self._can_be_built() else None

    def _can_be_built(self) -> bool:
        layers, data = self.problem.layers, self.data
        return all(is_buildable(goal, layers=layers, data=data) for goal in self.problem.shapes)

    def _with_data(self) -> tuple[Step, ...] | None:
        """The steps by data of the cache, of lower limits first."""
        choices = _lower(self.configuration, self.problem.height)
        for lower in choices:
            steps = self._found(lower, self._loaded(lower))
            if steps is not None and not faults(assembled(self.problem, steps, self.configuration.layers)):
                return steps
        if choices and (steps := self._found(self.configuration, None, MORE)) is not None:
            return steps
        return self._found(self.configuration, self._loaded(self.configuration))

    def _loaded(self, configuration: Configuration) -> Data:
        return source.load(configuration, "pp", progress=self.progress, time_limit=self.clock.left())

    def _improving(self) -> float | None:
        """The seconds for making the plan cheaper."""
        left = self.clock.left()
        return None if left is None else (1.0 if self.problem.minimize == "depth" else IMPROVING) * left

    def _from_kinds(self, known: tuple[Step, ...] = ()) -> tuple[Step, ...] | None:
        goals = self.problem.shapes
        steps = find_by_kinds(goals, self.configuration, known, self.effort.polish, self.seed, self._improving())
        return None if steps is None else (*mixers(fluids(goals)), *steps)

    def _found(self, by: Configuration, data: Data | None, times: int = 1) -> tuple[Step, ...] | None:
        """The steps by the engine's planner, which with data finds some if there are any."""
        effort = self.effort
        polish = 0 if self.by_kinds else effort.polish
        with listener(self.progress) as tell:
            if tell is not None:
                tell(Progress("plan", 0, 1, 0.0, self.clock.seconds, remark="a first plan is looked for"))
            steps = Planner(by, data).find(
                self.problem.shapes,
                effort=replace(effort, expansions=times * effort.expansions, polish=polish),
                depth=self.problem.minimize == "depth",
                from_halves=self.problem.inputs == "halves",
                seed=self.seed,
                seconds=self._improving(),
            )
        return self._from_kinds(steps) if self.by_kinds and steps else steps


def _lower(configuration: Configuration, height: int) -> list[Configuration]:
    """Configurations of lower limits by which goals of that height may be planned first, those that ship at the front.

    What is made below a lower limit is nearly always made so below a higher one, and the data of the higher one may
    take hundreds of times as long to find. Where they ship or are small, there is no need. The order must not depend on
    what the cache holds, so that the plan does not.
    """
    if configuration.cells <= SMALL or source.ships(configuration):
        return []
    lower = [Configuration(configuration.parts, layers) for layers in range(max(2, height), configuration.layers)]
    return sorted(lower, key=lambda each: (not source.ships(each), each.layers))
