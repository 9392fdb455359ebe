"""A player's own plan beside the best that the planner finds for the same goals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.shapez.plans.own.player_plan import to_json
from shapewright.shapez.plans.plan_for_shapes import first
from shapewright.shapez.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.jobs import Progress
    from shapewright.shapez.plans.own.player_plan import Judged
    from shapewright.shapez.plans.steps import Plan


@dataclass(frozen=True)
class Comparison:
    """A right plan that somebody wrote, and a plan for the same goals that was found; None if none was."""

    judged: Judged
    own: Plan
    known: Plan | None

    @property
    def notes(self) -> tuple[str, ...]:
        """What else there is to say, a sentence each."""
        spare = "can be left out: what it makes is not needed, or there already"
        found = [f"{place} {spare}" for place in self.judged.idle]
        if self.judged.mixed:
            found.append(f"mixers were added for {', '.join(self.judged.mixed)}, which the text does not mix")
        if self.own.have:
            found.append(f"it starts from {', '.join(map(str, self.own.have))} on hand")
        return tuple(found)

    def __str__(self) -> str:
        """One line: right, with how many machines, and how many are known.

        >>> from shapewright.shapez.plans.own.player_plan import judge_plan
        >>> text = "1 miner CuCuCuCu\\\\n2 rotate-cw 1\\\\n3 half-destroy 1"
        >>> print(compared(judge_plan("1 miner CuCuCuCu\\n2 cut 1 -> CuCu----  (----CuCu)")))
        right: 1 machine, proven minimal
        """
        cost = self.own.cost
        words = f"right: {cost} machine{'' if cost == 1 else 's'}"
        if self.known is None:
            return words
        if self.own.optimal:
            return f"{words}, proven minimal"
        if self.known.cost < cost:
            proof = " (proven minimal)" if self.known.optimal else f", at least {self.known.lower_bound} needed"
            return f"{words}; {self.known.cost} {'is' if self.known.cost == 1 else 'are'} known{proof}"
        fewer = "no fewer are known" if self.known.cost == cost else f"the planner finds {self.known.cost}"
        return f"{words}; {fewer}, at least {self.known.lower_bound} needed"

    def to_json(self) -> dict[str, Any]:
        """Plain data: whether it is right, the ``plan``, and the ``known`` one."""
        known = None if self.known is None else self.known.to_json()
        return {**to_json(self.judged), "plan": self.own.to_json(), "known": known}


def compared(
    judged: Judged,
    *,
    effort: str = "low",
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Comparison:
    """Look for a plan of fewer machines than a right one has; the keywords are those of
    :func:`~shapewright.shapez.plans.plan_for_shapes.first`.

    Raises ``ProblemError`` for a plan that is wrong, and what :func:`~shapewright.shapez.plans.plan_for_shapes.first`
    raises.
    """
    own = judged.plan
    if own is None:
        raise ProblemError("a plan that is wrong cannot be compared with others")
    problem = Problem(own.goals, own.layers, have=own.have, game=own.game)
    known = first(problem, effort=effort, seed=seed, time_limit=time_limit, progress=progress)
    if known is not None:
        bound = min(known.lower_bound, own.cost)
        own = replace(own, lower_bound=bound, optimal=known.lower_bound >= own.cost)
    return Comparison(judged, own, known)
