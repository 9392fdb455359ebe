"""Proofs that every plan has so many machines, by looking at all small plans (engine/shapez/plan/proof/exact.hpp).

Two kinds of plans are tried. Those of the goal itself tell most, but they are many. Those of the goal without paint
are far fewer, and painters come on top: without its painters, which change no types and let nothing fall, a plan of the
goal is one of the unpainted goal, and it has a painter for each colour at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, takewhile

from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans.bounds import (
    colour_machines,
    fluids,
    is_raw,
    kinds_bound,
    mixers,
    mixes_needed,
    shape_machines,
    simple_bound,
    together,
    without_paint,
)
from shapewright.shapez.plans.engine import exact
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

REACH = 8
"""Plans of more machines are too many to look at all of them, unless there is much time."""

MUCH = 100_000_000
"""Sets of steps that are tried if there is much time."""

ROUND = 1_000_000
"""How many sets of steps are tried in the first round of each search, and ten times as many in the next."""


def proven(
    goals: Sequence[Shape],
    configuration: Configuration,
    cost: int,
    nodes: int,
    seconds: float | None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> tuple[int, tuple[Step, ...] | None, int]:
    """A lower bound by looking at all small plans, and the steps of an optimal plan if that finds one below ``cost``.

    The third is how many sets of steps were looked at, for each goal and each kind of plan about ``nodes`` at most.
    With several goals each is bounded by itself, and :func:`~shapewright.shapez.plans.bounds.together` says what
    follows for all.
    """
    with listener(progress) as tell:
        search = _Proof(goals, configuration, cost, Clock(seconds), tell)
        smaller = takewhile(lambda budget: budget < nodes, (ROUND * 10**number for number in count()))
        for budget in (*smaller, nodes):
            steps = search.round(budget, nodes)
            if search.bound >= cost or steps is not None or search.clock.over():
                return search.bound, steps, search.looked_at
        return search.bound, None, search.looked_at


class _Proof:
    """What is proven so far, of each goal and of all.

    ``plain`` says how many machines each goal takes without its paint. ``whole`` says how many each takes, mixers not
    counted. ``known`` says how many besides the painters and mixers of its colours: there may be more painters than
    colours, so this is no bound for the goal without paint.
    """

    def __init__(
        self,
        goals: Sequence[Shape],
        configuration: Configuration,
        cost: int,
        clock: Clock,
        tell: Callable[[Progress], None] | None,
    ) -> None:
        self.goals, self.configuration, self.cost, self.clock = goals, configuration, cost, clock
        self._tell = tell
        kinds = [kinds_bound(goal, configuration) for goal in goals]
        self.plain = [
            max(least, shape_machines([without_paint(goal)])) for goal, least in zip(goals, kinds, strict=True)
        ]
        self.known = [max(least, shape_machines([goal])) for goal, least in zip(goals, kinds, strict=True)]
        self.whole = [0] * len(goals)
        self.bound = max(simple_bound(goals), together(goals, self.known))
        self.looked_at = 0

    def round(self, budget: int, nodes: int) -> tuple[Step, ...] | None:
        """Look at so many sets of steps for each goal; the steps of an optimal plan, if that finds one."""
        for place, goal in enumerate(self.goals):
            if self.bound >= self.cost or self.clock.over():
                break
            if self.known[place] > REACH and nodes < MUCH:
                continue
            self._unpainted(place, goal, budget)
            if self.bound >= self.cost or self.clock.over():
                break
            steps = self._painted(place, goal, budget)
            if steps is not None:
                return steps
        return None

    def _unpainted(self, place: int, goal: Shape, budget: int) -> None:
        """Look at plans of a goal without paint."""
        plain = without_paint(goal)
        below = self.cost - colour_machines([goal])
        if plain == goal or is_raw(plain) or self.plain[place] >= below:
            return
        self.plain[place], _ = self._exact(plain, self.plain[place], below, budget)
        self._learn(place, self.plain[place])

    def _painted(self, place: int, goal: Shape, budget: int) -> tuple[Step, ...] | None:
        """Look at plans of a goal; the steps of an optimal one if that is all that is asked, and it is found."""
        colours, mixes = colour_machines([goal]), mixes_needed(fluids([goal]))
        start = max(self.known[place] + colours - mixes, self.whole[place])
        least, steps = self._exact(goal, start, self.cost - mixes, budget)
        self.whole[place] = least
        self.bound = max(self.bound, least + mixes)
        self._learn(place, least + mixes - colours)
        if steps is None or len(self.goals) > 1:
            return None
        return (*mixers(fluids([goal])), *steps)

    def _learn(self, place: int, least: int) -> None:
        self.known[place] = max(self.known[place], least)
        self.bound = max(self.bound, together(self.goals, self.known))

    def _exact(self, goal: Shape, start: int, below: int, budget: int) -> tuple[int, tuple[Step, ...] | None]:
        """A lower bound on the machines without mixers, and the steps of a plan of fewer than ``below``."""
        before = self.looked_at

        def report(looked: int) -> None:
            if self._tell is not None:
                far = f"at least {self.bound} of {self.cost} machines, {before + looked:,} sets of steps"
                seconds = self.clock.seconds
                self._tell(Progress("proof", 0, 1, 0.0, seconds, remark=f"looking for a proof: {far}"))

        report(0)
        least, steps, looked = exact(self.configuration, goal, max(start, 1), below, budget, self.clock.left(), report)
        self.looked_at += looked
        return least, steps
