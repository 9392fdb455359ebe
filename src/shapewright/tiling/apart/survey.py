"""All assemblies of a puzzle: which of them come apart, and by how many moves."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs import Budget, Partial, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import check_limits
from shapewright.jobs.processors import enough_tasks
from shapewright.jobs.progress import listener
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling.apart.search import axes_of, disassemble, lattice_of, left_together, part_of, taken_apart
from shapewright.tiling.apart.values import Disassembly, level_text
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.proof.reason import why_none
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shapewright.tiling.solution import Solution

MAX_ASSEMBLIES = 1_000_000
# Assemblies of one task: enough to be worth handing out, few enough that workers finish together.
MOST_OF_A_TASK = 500


@dataclass(frozen=True)
class Survey:
    """The ``assemblies`` of a puzzle and, of each, the numbers of its level; None of those that do not come apart.

    ``states`` is how many arrangements were looked at in all; ``reason`` says why no assembly comes apart, if so.
    """

    assemblies: Sequence[Solution] = field(repr=False)
    levels: Sequence[tuple[int, ...] | None] = field(repr=False)
    lift: bool = False
    states: int = 0
    reason: str = ""

    @property
    def apart(self) -> int:
        """How many come apart."""
        return sum(level is not None for level in self.levels)

    def table(self) -> list[tuple[str, int]]:
        """The levels, the highest first, and how many assemblies have each."""
        numbers = Counter(level for level in self.levels if level is not None)
        return [(level_text(level), numbers[level]) for level in sorted(numbers, reverse=True)]

    def best(self, *, highest: bool = False) -> Iterator[Disassembly]:
        """How those that come apart do so, the highest level first; with ``highest`` those of that level alone."""
        ranked = sorted(((level, -k) for k, level in enumerate(self.levels) if level is not None), reverse=True)
        for level, negative in ranked:
            if highest and level != ranked[0][0]:
                return
            k = -negative
            yield disassemble(self.assemblies[k], lift=self.lift)

    def __str__(self) -> str:
        if not self.apart:
            return f"impossible: {self.reason}"
        number, comes = len(self.assemblies), "comes" if self.apart == 1 else "come"
        lines = [f"{number:,} {'assembly' if number == 1 else 'assemblies'}, {self.apart:,} {comes} apart"]
        table = self.table()
        width = max([len("level"), *(len(level) for level, _ in table)])
        lines += [f"{'level':{width}}  assemblies"] if table else []
        lines += [f"{level:{width}}  {number:>10,}" for level, number in table]
        return "\n".join(lines)


def takeapart(
    problem: Problem | str,
    *,
    rotations_only: bool = False,
    lift: bool = False,
    threads: int | None = None,
    time_limit: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    report: Report | None = None,
) -> Survey:
    """Take all assemblies of ``problem`` apart, those that are rotations or reflections of each other once.

    With ``rotations_only`` mirror images are two assemblies. Pieces move along the axes of the board, or the lines
    of its lattice, several at a time; with ``lift`` pieces of a flat puzzle may leave its plane, too. Moves are counted
    as BurrTools does, see :mod:`shapewright.tiling.apart.values`.

    >>> from shapewright.tiling.problem import Problem
    >>> print(takeapart(Problem.from_text("board 4x2\\npieces 2*L4")))
    1 assembly, 1 comes apart
    level  assemblies
    1               1

    The other keywords are those of :func:`shapewright.jobs.run`. Raises ``StoppedError`` when the time limit (seconds)
    is over, ``LimitError`` for more than a million assemblies, more than 64 pieces, or too many arrangements.
    """
    problem = problem_of(problem)
    check_limits(time_limit=time_limit)
    clock = Clock(time_limit)
    axes = axes_of(problem, lift=lift)
    with listener(progress) as tell:
        assemblies, reason = _assemblies(problem, rotations_only, clock, tell)
    number = enough_tasks(threads, elsewhere=executor is not None or checkpoint is not None)
    size = max(1, min(MOST_OF_A_TASK, len(assemblies) // number))
    pieces = [[placement.cells for placement in one.placements] for one in assemblies]
    names = [[placement.piece for placement in one.placements] for one in assemblies] if problem.together else []
    tasks: list[Any] = [
        [axes, pieces[k : k + size], names[k : k + size], problem.together] for k in range(0, len(pieces), size)
    ]
    results = run(
        Stage("disassembly", _taken_apart, tasks, [float(len(task[1])) for task in tasks], 2, 2),
        fingerprint=fingerprint(["tiling takeapart", problem.to_text(), rotations_only, lift]),
        executor=executor,
        threads=1 if len(tasks) < 2 and threads is None else threads,
        progress=progress,
        checkpoint=checkpoint,
        time_limit=clock.left(),
    )
    found = [(None if level is None else tuple(level), states) for result in results for level, states in result]
    levels: list[tuple[int, ...] | None] = [level for level, _ in found]
    if assemblies and not any(level is not None for level in levels):
        reason = none_apart(len(assemblies))
    survey = Survey(assemblies, levels, lift, sum(states for _, states in found), reason)
    if report is not None:
        report(Statistics("disassembly", survey.states, clock.seconds, survey.apart, True, reason))
    return survey


def disassemblies(
    problem: Problem | str,
    *,
    rotations_only: bool = False,
    lift: bool = False,
    time_limit: float | None = None,
    report: Report | None = None,
) -> Iterator[Disassembly]:
    """What becomes of one assembly after the other, as they are found; those of :func:`takeapart`, in the same order.

    ``report`` is called with the :class:`Statistics` of the search for assemblies at its end. Raises as
    :func:`takeapart` does, but knows no limit for the number of assemblies.
    """
    problem = problem_of(problem)
    check_limits(time_limit=time_limit)
    axes_of(problem, lift=lift)
    clock = Clock(time_limit)
    for solution in solve(
        problem, up_to_symmetry=True, rotations_only=rotations_only, time_limit=time_limit, report=report
    ):
        yield disassemble(solution, lift=lift, time_limit=clock.left())


def _assemblies(
    problem: Problem, rotations_only: bool, clock: Clock, tell: Callable[[Progress], None] | None
) -> tuple[list[Solution], str]:
    """All of them, and why there is none."""
    seen: list[Statistics] = []
    found: list[Solution] = []
    for solution in solve(
        problem, up_to_symmetry=True, rotations_only=rotations_only, time_limit=clock.left(), report=seen.append
    ):
        found.append(solution)
        if tell is not None:
            tell(Progress("assemblies", 0, 1, 0.0, clock.seconds, remark=f"{len(found)} found", number=1, stages=2))
        if len(found) > MAX_ASSEMBLIES:
            raise LimitError(
                f"there are more than {MAX_ASSEMBLIES:,} assemblies; 'tiling count' says how many, and --first takes "
                "one after the other until one comes apart"
            )
    return found, "" if found else why_none(problem, seen[0])


def _taken_apart(arguments: list[Any], budget: Budget) -> list[Any] | Partial:
    """One task: [level or None, states] of each assembly."""
    axes, assemblies, names, groups = arguments
    found: list[object] = []
    for number, pieces in enumerate(assemblies):
        if budget.stopped() and number:
            return Partial(found, [[axes, assemblies[number:], names[number:], groups]])
        try:
            states, separations = taken_apart(pieces, axes, budget.stop, budget.clock.native())
        except StoppedError:
            if not number:
                raise
            return Partial(found, [[axes, assemblies[number:], names[number:], groups]])
        whole = part_of(separations, lattice_of(axes))
        if whole is not None and groups:
            whole = left_together(whole, names[number], groups)
        is_apart = whole is None or all(part.is_done for part in whole.parts())
        found.append([list(whole.levels() if whole is not None else ()) if is_apart else None, states])
    return found


def none_apart(number: int) -> str:
    """That none of so many assemblies comes apart, as a reason."""
    if number == 1:
        return "there is one assembly, and it does not come apart"
    return f"there are {number:,} assemblies, and none of them comes apart"
