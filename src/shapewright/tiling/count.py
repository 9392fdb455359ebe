"""How many tilings there are."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs import Budget, Partial, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import check_limits
from shapewright.jobs.processors import enough_tasks, processors
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling import native
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.search.clock import Clock, count_below, tasks_of
from shapewright.tiling.search.dominoes import domino_board, number, residues
from shapewright.tiling.search.engines import (
    COUNTERS,
    checked,
    frontier_bytes,
    make_search,
    memory_for_leaps,
    search_engine,
)
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.symmetries.orbits import Orbits, Part

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shapewright.tiling.native import DominoBoard, Leaps, Search, Sweep

BySymmetry = Literal["none", "mean", "types"]

# Below that many nodes (by estimate) cutting costs more than it gains.
SMALL = 200_000


def count(
    problem: Problem | str,
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    engine: str = "auto",
    threads: int | None = None,
    time_limit: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    report: Report | None = None,
) -> int:
    """Count the tilings of ``problem``, exactly, however many.

    Tilings that differ only by exchanging equal pieces count once; tilings that are rotations or reflections of each
    other count separately unless ``up_to_symmetry`` is set (``rotations_only``: mirror images still do). The number is
    found without listing: by symmetry, by merging equal frontiers, see :mod:`shapewright.tiling.search.engines`.

    >>> from shapewright.tiling.problem import Problem
    >>> count(Problem.from_text("board 6x10\\npieces pentominoes"), up_to_symmetry=True)
    2339

    The other keywords are those of :func:`shapewright.jobs.run`; ``report`` is called with the :class:`Statistics` at
    the end. Raises ``StoppedError`` when the time limit (seconds) ends it, ``LimitError`` if the engine asked for
    cannot take the problem. Sources: Knuth, TAOCP 7.2.2.1; Burnside's lemma.
    """
    problem = problem_of(problem, of_cover="cover.count()")
    counted = counted_parts(
        problem,
        "mean" if up_to_symmetry or rotations_only else "none",
        rotations_only=rotations_only,
        engine=engine,
        threads=threads,
        time_limit=time_limit,
        executor=executor,
        progress=progress,
        checkpoint=checkpoint,
    )
    total = sum(part.weight * solutions for part, solutions in counted.parts)
    total //= len(counted.orbits.group) if (up_to_symmetry or rotations_only) and counted.orbits else 1
    if report is not None:
        report(counted.statistics(total))
    return total


@dataclass(frozen=True)
class Counted:
    """The parts of a count with their numbers of solutions, and what it took; without ``orbits`` there is no tiling."""

    orbits: Orbits | None
    parts: tuple[tuple[Part, int], ...]
    engines: Mapping[str, int]
    seconds: float
    reason: str

    def statistics(self, solutions: int) -> Statistics:
        """What to report of it."""
        name = " + ".join(self.engines) or "invariants"
        return Statistics(name, sum(self.engines.values()), self.seconds, solutions, True, self.reason)


def counted_parts(
    problem: Problem,
    symmetry: BySymmetry,
    *,
    rotations_only: bool = False,
    engine: str = "auto",
    threads: int | None = None,
    time_limit: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Counted:
    """Count all tilings, and for ``symmetry`` "mean" those that each symmetry leaves as they are, for "types" those
    that each subgroup does: one of each class of conjugate ones. Keywords and errors are those of :func:`count`.
    """
    check_limits(time_limit=time_limit)
    clock = Clock(time_limit)
    settings = (problem.to_text(), symmetry, rotations_only, checked(engine))
    plan = _plan(*settings, problem=problem, look=clock.look)
    done: dict[int, int] = {}  # part -> solutions
    engines: dict[str, int] = {}  # name -> nodes, in the order of their use

    def add(results: list[Any]) -> None:
        for part, solutions, nodes, name in results:
            done[part] = done.get(part, 0) + solutions
            engines[name] = engines.get(name, 0) + nodes

    # Parts that turn out too large to sweep make a search necessary that nobody could foresee.
    stages = [plan.dominoes is not None, bool(plan.sweeps), bool(plan.searches([]))]

    def stage(
        place: int,
        name: str,
        function: Callable[[Any, Budget], object],
        tasks: list[object],
        weights: list[float] | None = None,
    ) -> list[Any]:
        return run(
            Stage(name, function, tasks, weights, sum(stages[:place]), sum(stages)),
            fingerprint=fingerprint(["tiling count", *settings]),
            executor=executor,
            threads=1 if len(tasks) == 1 and threads is None else threads,  # no pool for a single task
            progress=progress,
            checkpoint=checkpoint,
            time_limit=clock.left(),
        )

    if plan.dominoes is not None:

        def modulo(batches: list[int]) -> list[list[int]]:
            name = "determinant" if batches[0] == 0 else f"determinant by more than {batches[0]} primes"
            return stage(1, name, _residues, [[*settings, skipped] for skipped in batches])

        add([[0, number(plan.dominoes, modulo), len(plan.cover.cells) // 2, "determinant"]])
    if plan.sweeps:
        # A sweep that is alone uses all threads, of many each one.
        own = (threads or processors()) if executor is None and len(plan.sweeps) == 1 else 1
        add(stage(2, "frontier", _sweep, [[*settings, part, own] for part in plan.sweeps]))
    too_large = [part for part, solutions in done.items() if solutions < 0]
    for part in too_large:
        del done[part]
    searches = plan.searches(too_large)
    if searches:
        alone = executor is None and checkpoint is None and progress is None and threads == 1
        tasks = 1 if alone else enough_tasks(threads, elsewhere=executor is not None or checkpoint is not None)
        stages[2] = True
        add(stage(3, "search", _search, *_cut(plan, settings, searches, clock, tasks)))
    parts = tuple((plan.parts[part], solutions) for part, solutions in done.items())
    return Counted(None if plan.reason else plan.orbits, parts, engines, clock.seconds, plan.reason)


class _Plan:
    """Which parts a count has, and which engine takes each."""

    def __init__(
        self,
        problem: Problem,
        symmetry: BySymmetry,
        rotations_only: bool,
        engine: str,
        look: Callable[[], None] | None = None,
    ) -> None:
        self.engine = engine
        self.parts: list[Part] = []
        self.sweeps: list[int] = []  # parts to be swept
        self._searches: list[int] = []
        self._instead: list[int] = []  # parts that together replace part 0, the whole
        self.dominoes: DominoBoard | None = None  # what counts part 0 without sweep or search
        cover = prepared(problem, look)
        self.reason = "" if isinstance(cover, Cover) else cover.sentence
        if not isinstance(cover, Cover):
            return
        self.cover = cover
        self.orbits = Orbits(self.cover, rotations_only=rotations_only, look=look)
        self.memory = frontier_bytes(self.cover, engine if engine != "determinant" else "auto")
        self.dominoes = domino_board(self.cover) if engine in ("auto", "determinant") else None
        if engine == "determinant" and self.dominoes is None:
            raise LimitError(
                "the determinant counts dominoes that may be used freely on a board of one layer without cells that "
                "may stay empty, and nothing else"
            )
        reduced = self.orbits.parts()
        self.parts = [Part(1), *reduced]
        self._instead = list(range(1, 1 + len(reduced)))
        if symmetry == "mean":
            self.parts += self.orbits.parts_fixed()
        elif symmetry == "types":
            self.parts += self.orbits.parts_by_symmetry()
        quotients = range(1 + len(reduced), len(self.parts))
        if self.memory or self.dominoes is not None:
            whole = [0] if self.dominoes is None else []
            self.sweeps = whole + [
                part for part in quotients if native.sweep(self.orbits.instance(self.parts[part])) is not None
            ]
        elif engine == "frontier":
            raise LimitError(
                "the frontier engine cannot handle this problem: the board is too wide for the number of pieces"
            )
        else:
            self._searches = list(self._instead)
        self._searches += [part for part in quotients if part not in self.sweeps]

    def searches(self, too_large: list[int]) -> list[int]:
        """The parts to search, given those that turned out too large to sweep."""
        if too_large and self.engine == "frontier":
            raise LimitError("the frontier of this problem does not fit into memory; try the engine bit-sliced")
        replaced = [part for part in too_large if part != 0] + (self._instead if 0 in too_large else [])
        return sorted(self._searches + replaced)

    def search(self, part: int) -> tuple[str, Search]:
        """A search of one part."""
        asked = "auto" if self.engine in COUNTERS else self.engine
        name = search_engine(self.cover, asked)
        # What a symmetry leaves as it is may use several copies at once, which not every engine takes.
        symmetric = bool(self.parts[part].fixed_by)
        return make_search(name, self.orbits.instance(self.parts[part]), fallback=asked == "auto" or symmetric)

    def mirrors(self, part: int) -> list[list[int]]:
        """The symmetries of a part, as permutations of its cells."""
        if self.parts[part] != Part(1):
            return []
        return [list(image) for image in dict.fromkeys(map(tuple, self.orbits.cells[1:]))]


_plans: dict[tuple[object, ...], _Plan] = {}  # the latest few, by their settings


def _plan(
    text: str,
    symmetry: BySymmetry,
    rotations_only: bool,
    engine: str,
    *,
    problem: Problem | None = None,
    look: Callable[[], None] | None = None,
) -> _Plan:
    """The plan for these settings; tasks have only the text of the problem, its own process has the problem.

    ``look`` is called now and then while anything of the plan is made; what it raises ends the work.
    """
    key = (text, symmetry, rotations_only, engine)
    plan = _plans.get(key)
    if plan is None:
        if problem is None:
            problem = Problem.from_text(text)
        plan = _Plan(problem, symmetry, rotations_only, engine, look)
        for old in list(_plans)[:-3]:
            _plans.pop(old, None)
        _plans[key] = plan
    if not plan.reason:
        plan.orbits.look = look or (lambda: None)  # parts are made when they are needed, by then by another clock
    return plan


def _clock_of(budget: Budget) -> Callable[[], None]:
    """Looks at what a task may take."""

    def look() -> None:
        if budget.stopped():
            raise StoppedError("stopped before the task was done")

    return look


def _cut(
    plan: _Plan, settings: tuple[object, ...], parts: list[int], clock: Clock, most: int
) -> tuple[list[object], list[float] | None]:
    """Tasks of the search, at most about so many of a part, and the estimated shares of the work of those."""
    if most == 1:
        return [[*settings, part, []] for part in parts], None
    tasks: list[object] = []
    weights: list[float] = []
    for part in parts:
        if plan.parts[part].fixed_by:  # few tilings are symmetric: next to nothing to search
            tasks.append([*settings, part, []])
            weights.append(1)
            continue
        _, search = _searches.get(settings, part, clock.look)
        clock.look()
        prefixes, nodes = tasks_of(search, most, clock, SMALL)
        tasks += [[*settings, part, prefix] for prefix in prefixes]
        weights += [nodes / len(prefixes)] * len(prefixes)
    return tasks, None if inf in weights else weights


class _Searches(threading.local):
    """The search each thread made last: its rows are built once, then started below one prefix after the other."""

    key: object = None
    made: Any = None

    def get(self, settings: tuple[Any, ...], part: int, look: Callable[[], None]) -> tuple[str, Search]:
        if self.key != (settings, part):
            self.made = _plan(*settings, look=look).search(part)
            self.key = (settings, part)
        made: tuple[str, Search] = self.made
        return made


_searches = _Searches()


def _search(arguments: list[Any], budget: Budget) -> list[Any] | Partial:
    """One task: count below a prefix; returns [part, solutions, nodes, engine]."""
    *head, part, prefix = arguments
    settings = tuple(head)
    name, search = _searches.get(settings, part, _clock_of(budget))
    solutions, nodes, left = count_below(search, prefix, budget)
    result = [part, solutions, nodes, name]
    return Partial(result, [[*settings, part, below] for below in left]) if left else result


def _sweep(arguments: list[Any], budget: Budget) -> list[object]:
    """One task: count a part by frontier; returns [part, solutions, states, engine], solutions -1: too large."""
    *settings, part, threads = arguments
    plan = _plan(*settings, look=_clock_of(budget))
    instance = plan.orbits.instance(plan.parts[part])
    seconds = budget.clock.native()
    sweep: Leaps | Sweep
    leaps = native.leaps(instance, plan.mirrors(part))
    if leaps is not None:
        sweep, outcome = leaps, leaps.run(budget.stop, seconds, memory_for_leaps(plan.memory), threads)
    else:
        layered = native.sweep(instance)
        assert layered is not None  # only parts that fit are swept
        sweep, outcome = layered, layered.run(budget.stop, seconds, plan.memory, False)
    if outcome == "stopped":
        raise StoppedError("stopped before the count was complete")
    if outcome == "too large":
        return [part, -1, sweep.states, "frontier"]
    return [part, int.from_bytes(sweep.count, "little"), sweep.states, "frontier"]


def _residues(arguments: list[Any], budget: Budget) -> list[int]:
    """One task: some primes and the determinant modulo each, or nothing."""
    *settings, skipped = arguments
    board = _plan(*settings, look=_clock_of(budget)).dominoes
    assert board is not None
    found = residues(board, skipped, budget.stop, budget.clock.native())
    if found is None:
        raise StoppedError("stopped before the count was complete")
    return found
