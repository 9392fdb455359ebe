"""The plain question: the least height of a stack, no hold, no line clears.

A height is found or refuted by layers of stacks from both ends, and what these leave open by a depth-first search. The
greedy plan comes first, so that there is always an answer; then heights from the lower bound upward until one is
found, with little effort; then, of few kinds of pieces, what they leave empty wherever they lie; then, in narrow wells,
profiles modulo height; then, with growing effort, heights between the bound and the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress
from shapewright.stacking.bounds.lower_bound import fitting, least_room, lower_bound
from shapewright.stacking.native import Question, depth_first, drops, layers, least_cost, question
from shapewright.stacking.objective_words import at_best, told
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import height, heights, signed

# --- Narrow wells ----------------------------------------------------------------------------------------------------
# In a narrow well waste cannot be avoided, and a height is far above the number of cells divided by the width; but only
# the steps between neighbouring columns matter, and those are few. Steps up to a reach give plans. Higher ones, called
# cliffs, whose height is forgotten, give a bound that holds for every plan: the least cost of a walk, from behind, is a
# potential that no fall raises by more than it costs.

_REACHES = (4, 6, 9, 14, 20, 30, 45)
_MOST_CONTOURS = 100_000


def reaches(problem: Problem) -> list[int]:
    """The reaches that are worth while, ascending; none where the well is too wide.

    >>> from shapewright.stacking.problem import Problem
    >>> reaches(Problem("IOT", width=4)), reaches(Problem("IOT", width=10))
    ([4, 6, 9, 14, 20], [])
    """
    least = max(shape.size[1] for name in set(problem.sequence) for shape in problem.orientations(name))
    steps = problem.width - 1
    fits = [reach for reach in sorted({*_REACHES, least}) if reach >= least]
    return [reach for reach in fits if (2 * reach + 3) ** steps <= _MOST_CONTOURS]


def narrow_plan(problem: Problem, asked: Question, clock: Clock) -> tuple[Drop, ...] | None:
    """The lowest plan whose neighbouring columns differ little; None if there is none, or no time."""
    tops = heights(problem.board, problem.width)
    steepest = max((abs(left - right) for left, right in pairwise(tops)), default=0)
    for reach in [reach for reach in reaches(problem) if reach >= steepest][:3][-1:]:
        found = least_cost(asked, reach, [1] * problem.width, clock, cliffs=False)
        if found is not None and len(found.moves) == len(problem.sequence):
            return drops(problem, found.moves)
    return None


def narrow_bounds(problem: Problem, asked: Question, clock: Clock) -> Iterator[int]:
    """What no plan is below, proven with higher and higher steps; each takes longer than the one before."""
    for reach in reaches(problem):
        found = least_cost(asked, reach, [1] * problem.width, clock, cliffs=True)
        if found is None:
            return
        yield -(-found.least // problem.width)


# --- Towers of S and Z -----------------------------------------------------------------------------------------------
# A tower two columns wide of k pieces of one kind is 2k + 1 rows high, without waste. One more tower may hold both
# kinds: some of the first of one kind, then some of the last of the other; it is 2k + 2 rows high. Where the towers
# grow unevenly, no search for even tops finds them.

_UPRIGHT = {Polyomino.from_text("#./##/.#").cells, Polyomino.from_text(".#/##/#.").cells}


def towers(problem: Problem) -> tuple[Drop, ...] | None:
    """The lowest plan of towers on an empty grid; None if the pieces are others or cannot stand, or two kinds have one.

    >>> from shapewright.stacking.problem import Problem
    >>> [drop.column for drop in towers(Problem("SZSZ", width=4))]
    [2, 0, 2, 0]
    """
    kinds = sorted(set(problem.sequence))
    upright: dict[str, int] = {}
    for name in kinds:
        for number, shape in enumerate(problem.orientations(name)):
            if shape.cells in _UPRIGHT:
                upright[name] = number
    if problem.board or problem.width < 2 or len(upright) < len(kinds) or len(kinds) > 2:
        return None
    number = problem.width // 2
    first, last = kinds[0], kinds[-1]
    if first == last:
        return _built(problem, upright, {first: list(range(number))}, {}, number)
    if number == 1:
        return None
    height = 1 + 2 * (len(problem.sequence) // number)
    while True:  # with two towers, one for each kind is a plan
        for (early, late), own in product(((first, last), (last, first)), range(number)):
            cap = (height - 1) // 2
            counts = {name: problem.sequence.count(name) for name in kinds}
            before = max(0, counts[early] - own * cap)
            after = max(0, counts[late] - (number - 1 - own) * cap)
            if 2 * (before + after) + 1 + (before > 0 and after > 0) > height:
                continue
            places = {name: [k for k, piece in enumerate(problem.sequence) if piece == name] for name in kinds}
            if before and after and places[early][before - 1] > places[late][-after]:
                continue
            mixed = {early: places[early][:before], late: places[late][counts[late] - after :]}
            return _built(
                problem, upright, {early: list(range(own)), late: list(range(own, number - 1))}, mixed, number
            )
        height += 1


def _built(
    problem: Problem, upright: dict[str, int], own: dict[str, list[int]], mixed: dict[str, list[int]], number: int
) -> tuple[Drop, ...]:
    """The drops: every piece of a kind on the lowest of its towers, those of ``mixed`` on the last tower."""
    standing = {k for places in mixed.values() for k in places}
    load = [0] * number
    made = []
    for k, name in enumerate(problem.sequence):
        tower = number - 1 if k in standing else min(own[name], key=load.__getitem__)
        load[tower] += 1
        made.append(Drop(name, 2 * tower, 90 * upright[name]))
    return tuple(made)


# --- The search ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effort:
    """Profiles in a layer built backward and in one built forward, profiles of a depth-first search."""

    table: int
    beam: int
    depth_first: int


EFFORTS = (
    Effort(2_000, 60, 0),
    Effort(20_000, 500, 100_000),
    Effort(100_000, 4_000, 1_000_000),
    Effort(500_000, 30_000, 5_000_000),
    Effort(1_500_000, 200_000, 20_000_000),
)

# In wells up to this width tables of profiles modulo height are quicker than more efforts of the layers.
_NARROWEST = 4

# Steps that are kept to rebuild the plan: a long sequence gets narrower layers.
_MOST_STEPS = 30_000_000


@dataclass
class Findings:
    """What is known of a problem: the best drops so far, their height, and the bound."""

    lower: int
    upper: int = 0
    drops: tuple[Drop, ...] | None = None
    states: int = 0
    none: bool = False  # it is proven that there is no plan

    @property
    def optimal(self) -> bool:
        """Whether the best drops are proven to be the best there are."""
        return self.drops is not None and self.upper == self.lower

    def report(self, problem: Problem, clock: Clock, tell: Callable[[Progress], None] | None) -> None:
        """Tell the best so far and the bound."""
        if tell is not None and self.drops is not None:
            goal = problem.objective
            known = f"{told(goal, signed(goal, self.upper))}, {at_best(goal, signed(goal, self.lower))}"
            tell(Progress("stacking", 0, 1, 0.0, clock.seconds, remark=known))


class Search:
    """The search for one problem. ``limit`` is a height that a plan must keep to be one."""

    def __init__(
        self,
        problem: Problem,
        clock: Clock,
        efforts: Sequence[Effort] = EFFORTS,
        tell: Callable[[Progress], None] | None = None,
    ) -> None:
        self.problem = problem
        self._tell = tell
        self.clock = clock
        self._efforts = efforts
        self.found = Findings(lower_bound(problem))
        self._question = question(problem)
        self._layers = layers(self._question)

    def run(self) -> Findings:
        """Find the least height as far as effort and time allow."""
        found = self.found
        with interruptible(self.clock.stop):
            self._greedy()
            found.report(self.problem, self.clock, self._tell)
            limit = self.problem.height_limit
            if limit is not None and found.upper > limit:
                found.drops, found.upper = None, limit + 1
            for effort in self._efforts:
                if found.lower >= found.upper or self.clock.over():
                    break
                self._work(effort)
                if effort is EFFORTS[0] and found.lower < found.upper:
                    made = towers(self.problem)
                    if made is not None and height(final_stack(self.problem, made)) < self.found.upper:
                        self._accept(made)
                    found.lower = least_room(self.problem, found.lower, found.upper, self.clock)
                if effort is EFFORTS[0 if self.problem.width <= _NARROWEST else 2] and found.lower < found.upper:
                    # In a narrow well profiles modulo height settle it, or nearly.
                    found = self.found
                    made = narrow_plan(self.problem, self._question, self.clock)
                    if made is not None and height(final_stack(self.problem, made)) < found.upper:
                        self._accept(made)
                    for bound in narrow_bounds(self.problem, self._question, self.clock):
                        found.lower = max(found.lower, min(bound, found.upper))
                        if found.lower >= found.upper or self.clock.over():
                            break
        found.states = self._layers.states
        found.none = found.drops is None and found.lower >= found.upper
        return found

    def _greedy(self) -> None:
        """A plan that looks one piece ahead; it has all the time it needs, which is little."""
        tallest = {name: max(shape.size[1] for shape in fitting(self.problem, name)) for name in self.problem.sequence}
        top = max((y + 1 for _, y in self.problem.board), default=0)
        height = top + sum(tallest[name] for name in self.problem.sequence)
        for beam in (1, 100, 10_000):
            if self._layers.attempt(height, 0, beam, 0, None, -1.0) == "found":
                self._take()
                return
        raise LimitError("the columns of every stack found differ by more than the limit of 255 rows")

    def _work(self, effort: Effort) -> None:
        """Narrow the gap by one effort: upward in growing steps until a height is found, then down again."""
        found = self.found
        tried = found.lower - 1
        step = 1
        while found.lower < found.upper and not self.clock.over():
            height = min(tried + step, found.upper - 1)
            if height <= tried:
                break
            verdict = self._attempt(height, effort)
            found.report(self.problem, self.clock, self._tell)
            if verdict == "found":
                step = 1
                if found.upper - 1 <= tried:
                    break
                continue
            if verdict == "refuted":
                step = 1
            else:
                step *= 2
            tried = height

    def _attempt(self, height: int, effort: Effort) -> str:
        words = 1 + self.problem.width // 16
        beam = max(50, min(effort.beam // words, _MOST_STEPS // len(self.problem.sequence)))
        budget = self.problem.width * height - (
            sum(heights(self.problem.board, self.problem.width)) + self.problem.area - len(self.problem.board)
        )
        # Small budgets can be exhausted from behind as well.
        waste = budget if effort.depth_first and 0 < budget <= 2 else 0
        for backward in sorted({0, waste}):
            verdict = self._layers.attempt(
                height, effort.table // words, beam, backward, self.clock.stop, self.clock.native()
            )
            if verdict in ("found", "refuted", "stopped"):
                break
        if verdict == "unknown" and effort.depth_first:
            search = depth_first(self._question)
            search.start(height)
            verdict = search.next(effort.depth_first, self.clock.stop, self.clock.native())
            if verdict == "found":
                self._accept(drops(self.problem, search.plan))
        elif verdict == "found":
            self._take()
        if verdict == "refuted":
            self.found.lower = max(self.found.lower, height + 1)
        return verdict

    def _take(self) -> None:
        self._accept(drops(self.problem, self._layers.plan))

    def _accept(self, made: tuple[Drop, ...]) -> None:
        self.found.drops = made
        self.found.upper = height(final_stack(self.problem, made))
