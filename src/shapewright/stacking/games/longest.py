"""How many pieces of a sequence can fall before one passes the height limit.

Where rows do not vanish, and without a hold slot, it is the longest beginning of the sequence that has a plan: plans
and refutations are those of the plain search. Otherwise the graph of all stacks says which layer is the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from shapewright.cells.grid import Cell
from shapewright.drawing.mosaic import Mosaic
from shapewright.errors import InternalError, ProblemError, StoppedError, amount
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.check import game_faults
from shapewright.stacking.native import drops
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.picture import stack_mosaic
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import heights
from shapewright.stacking.search.other_objectives import ANY, MOST_STATES, WIDTHS, graph
from shapewright.stacking.solve import first


@dataclass(frozen=True)
class Longest:
    """The longest game found: its drops, and how many pieces no game has more than.

    ``states`` are the stacks looked at.
    """

    problem: Problem
    drops: tuple[Drop, ...]
    bound: int
    states: int = 0

    @property
    def pieces(self) -> int:
        """How many pieces fell."""
        return len(self.drops)

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no game has more."""
        return self.pieces == self.bound

    @cached_property
    def stack(self) -> dict[Cell, int]:
        """The filled cells at the end, each with the number of its drop, -1 for the board."""
        return final_stack(self.problem, self.drops)

    def mosaic(self) -> Mosaic:
        """The stack at the end before it is drawn."""
        return stack_mosaic(self.problem, self.drops, self.stack)

    def to_text(self) -> str:
        """The drops, as plans are written."""
        return plan_text(self.drops, names=self.problem.hold)

    def __str__(self) -> str:
        all_of_them = len(self.problem.sequence)
        if self.pieces == all_of_them:
            return f"all {amount(all_of_them, 'piece')} can fall"
        said = f"{self.pieces} of {amount(all_of_them, 'piece')} can fall"
        return f"{said} (optimal)" if self.optimal else f"{said} (not proven: at most {self.bound})"


def longest(
    problem: Problem | str,
    *,
    time_limit: float | None = None,
    stop: bytearray | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Longest:
    """As many pieces of ``problem`` as can fall before one passes its height limit, with a proven bound.

    The objective of the problem does not matter. With a hold slot the game ends when neither piece can fall.
    ``time_limit`` is in seconds; ``stop`` is a byte that ends the search when it is set.

    >>> from shapewright.stacking.problem import Problem
    >>> str(longest(Problem("OOSZT", width=4, height_limit=5)))
    '4 of 5 pieces can fall (optimal)'

    Raises ``ProblemError`` for a problem without a height limit.
    """
    problem = problem_of(problem)
    if problem.height_limit is None:
        raise ProblemError("without a height limit every piece can fall; give one")
    clock = Clock(time_limit, stop)
    problem = replace(problem, objective="height")
    with listener(progress) as tell:

        def report(pieces: int, bound: int) -> None:
            if tell is not None:
                known = f"{pieces} of {len(problem.sequence)} pieces, " if pieces else ""
                remark = f"{known}at most {bound}"
                tell(Progress("stacking", pieces, bound, pieces / max(1, bound), clock.seconds, remark=remark))

        search = _by_plans if problem.is_plain else _by_layers
        found = search(problem, clock, report)
    wrong = game_faults(problem, found.drops)
    if wrong or found.pieces > found.bound:
        raise InternalError(f"a game found failed its check: {wrong[:1] or found.bound}")
    return found


def cell_bound(problem: Problem) -> int:
    """How many pieces at most have room by their cells; all, where rows vanish.

    >>> from shapewright.stacking.problem import Problem
    >>> cell_bound(Problem("OOOOO", width=4, height_limit=4))
    4
    """
    length = len(problem.sequence)
    if problem.clear_lines:
        return length
    assert problem.height_limit is not None
    room = problem.width * problem.height_limit - sum(heights(problem.board, problem.width))
    areas = [problem.piece(name).area for name in problem.sequence]
    cells, largest = list(accumulate(areas)), list(accumulate(areas, max))
    for number in range(1, length + 1):
        came = min(number + problem.hold, length)
        waiting = largest[came - 1] if came > number else 0  # with hold one of the pieces that came may wait
        if cells[came - 1] - waiting > room:
            return number - 1
    return length


def _by_plans(problem: Problem, clock: Clock, report: Callable[[int, int], None]) -> Longest:
    """The longest beginning that has a plan, from above; if there is no time for that, a game that looks ahead."""
    whole, limit = problem.sequence, problem.height_limit
    assert limit is not None
    low, bound = 0, len(whole)
    while low < bound:
        # What even a row more is not enough for has no plan, and nothing that begins with it has one.
        middle = (low + bound + 1) // 2
        if lower_bound(replace(problem, sequence=whole[:middle])) > limit + 1:
            bound = middle - 1
        else:
            low = middle
    for length in range(bound, 0, -1):
        beginning = replace(problem, sequence=whole[:length])
        report(0, bound)
        try:
            plan = first(beginning, time_limit=clock.part(0.5).left(), stop=clock.stop)
        except StoppedError:
            if clock.over():
                break
            continue
        if plan is not None:
            return Longest(problem, plan.drops, bound)
        bound = length - 1
    found = _by_layers(problem, Clock(0.0, clock.stop), report)
    return replace(found, bound=min(bound, found.bound))


def _by_layers(problem: Problem, clock: Clock, report: Callable[[int, int], None]) -> Longest:
    """The last layer of the graph of all stacks that is not empty."""
    whole = graph(problem)
    best: tuple[Drop, ...] = ()
    bound = cell_bound(problem)
    with interruptible(clock.stop):
        for width in WIDTHS:
            widest = max(1, min(width, MOST_STATES // len(problem.sequence)))
            # There is always time for the first one.
            patient = width == WIDTHS[0]
            stop, left = (None, -1.0) if patient else (clock.stop, clock.native())
            outcome = whole.beam(ANY, widest, stop, left)
            made = drops(problem, whole.longest)
            if len(made) > len(best):
                best = made
            if outcome == "complete":
                bound = len(best)
            report(len(best), bound)
            if len(best) == bound or outcome == "stopped" or clock.over():
                break
    return Longest(problem, best, bound, whole.states)
