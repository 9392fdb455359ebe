"""One plan of an answer, or the word that there is none: is it what it says, and is it as good as it says?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import NotationError
from shapewright.stacking.check import faults
from shapewright.stacking.claims.question import asked_problem, stated_problem
from shapewright.stacking.claims.verdict import verdict_of
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.records import drops_from_json, stated_bound
from shapewright.stacking.objective_words import beyond, past_bound, told, unreached, why_none
from shapewright.stacking.proof.lower_bound import reprove, reprove_none
from shapewright.stacking.replay import final_stack
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import COUNTED, bound_key, height, signed

if TYPE_CHECKING:
    from shapewright.claims import Asked, Case
    from shapewright.jobs.limits import Clock
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.problem import Problem


# Above the height, the holes and the steps of any stack that a problem allows.
_BEYOND = 10**8

_BOUNDS = ("lower_bound", "upper_bound")  # whether the least is best, or the most
PLAN = ("height", "objective", "value", *_BOUNDS, "optimal", "plan", "text", "problem")
_NONE = ("height", "lower_bound", "optimal", "plan", "reason", "problem")


class Record:
    """One plan, or the word that there is none, and what is found out about it; the first fault ends that.

    ``ours`` says that it must have all that an answer of a command has.
    """

    def __init__(self, case: Case, data: Any, place: str, number: int, *, ours: bool = True) -> None:
        if not isinstance(data, dict) or "plan" not in data or "problem" not in data:
            raise NotationError(
                f"{place}: it has no 'plan' and 'problem'; expected what 'stacking solve --json' prints"
            )
        self.data, self.number = data, number
        self.clock, self.found = case.clock, verdict_of(case)
        self.problem = stated_problem(data["problem"])
        self.bound_key = bound_key(self.problem.objective)
        try:
            self.bound = stated_bound(data, self.problem)
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
        is_none = data["plan"] is None
        of_many = (self.bound_key, "reason") if is_none and "sequence" in data else ()
        for key in (_NONE if is_none else PLAN) if ours else ():
            own = self.bound_key if key in _BOUNDS else key
            if own not in data and own not in of_many:
                raise NotationError(f"{place}: it has no {own!r}")
        if ours and self.bound_key in data and self.bound is None:
            raise NotationError(f"{place}: its {self.bound_key!r} is not a whole number")
        self.drops = None if is_none else drops_from_json(data["plan"])
        self.numbers = {key: whole(data, key) for key in ("value", "height") if data.get(key) is not None}
        self.optimal = flag(data, "optimal") if "optimal" in data else None

    def judge(self, asked: Asked | None) -> None:
        """Look at everything; the problem must be ``asked``, with the record's own sequence if it has one."""
        own = text(self.data, "sequence") if "sequence" in self.data else None
        problem = stated_problem(self.data["problem"], own) if asked is None else asked_problem(asked, own)
        self.found.right("problem", "the question")
        if problem is not None and problem.to_json() != self.problem.to_json():
            self._wrong("problem", "is not the problem that the parameters of the answer ask about")
        elif self.drops is None:
            self._no_plan()
        else:
            self._plan(self.drops)
        for key in (*PLAN, "reason", "sequence"):
            if key in self.data:
                self.found.right(key, "by the rules and another search")

    def value(self) -> int:
        """What the plan reaches."""
        assert self.drops is not None
        return reached(self.problem, self.drops)

    def _wrong(self, key: str, fault: str) -> None:
        self.found.wrong(key, fault, plan=self.number)

    def _plan(self, drops: tuple[Drop, ...]) -> None:
        problem = self.problem
        wrong = faults(problem, drops, self.numbers.get("value"))
        if wrong:
            self._wrong("plan", wrong[0])
            return
        stack = final_stack(problem, drops)
        value, top = reached(problem, drops), height(stack)
        bound, goal = self.bound, problem.objective
        self.found.words = f": {told(problem.objective, value)}"
        if self.data.get("height", top) != top:
            self._wrong("plan", f"the height at the end is {top}, not {self.data['height']}")
        elif self.data.get("value", value) != value:
            self._wrong("plan", f"the {problem.objective} at the end is {value}, not {self.data['value']}")
        elif self.data.get("objective", problem.objective) != problem.objective:
            self._wrong("objective", f"the problem asks for {problem.objective}, not {self.data['objective']}")
        elif "text" in self.data and self.data["text"] != plan_text(drops, names=problem.hold):
            self._wrong("text", f"the plan as text is {plan_text(drops, names=problem.hold)}")
        elif self.data.get("reason") is not None:
            self._wrong("reason", "there is a plan, so there is no reason")
        elif bound is not None and signed(goal, bound) > signed(goal, value):
            self._wrong(self.bound_key, f"the {goal} of {value} is {past_bound(goal)}, {bound}")
        elif self.optimal is not None and bound is not None and self.optimal != (value == bound):
            self._wrong("optimal", f"the value is {value} and the {self.bound_key.replace('_', ' ')} {bound}")
        else:
            self._proven(value if self.optimal else bound)

    def _proven(self, bound: int | None) -> None:
        """That no plan is better than a bound."""
        goal = self.problem.objective
        if bound is not None and self._reaches(self.problem, bound) and (bound != 0 or goal in COUNTED):
            self.found.words += f"; that {unreached(goal, bound)} is proven again"

    def _reaches(self, problem: Problem, bound: int) -> bool:
        """Whether it is proven that no plan is better than a bound; anything else is noted."""
        proven = reaches(problem, bound, self.clock)
        if proven is None:
            said = unreached(problem.objective, bound)
            self.found.unchecked(self.bound_key, f"that {said} takes too long to prove again")
        elif not proven:
            self._wrong(self.bound_key, beyond(problem.objective, bound))
        return bool(proven)

    def _no_plan(self) -> None:
        """No plan keeps the height limit; the bound holds whatever the limit is."""
        problem = self.problem
        for key, must in (("height", None), ("optimal", True)):
            if self.data.get(key, must) is not must:
                self._wrong(key, "there is no plan, so there is nothing that it could be")
                return
        for key in ("value", "text", "objective"):
            if key in self.data:
                self._wrong(key, "there is no plan that has one")
                return
        proven, bound = reprove_none(problem, time_limit=self.clock.part(0.7).left()), self.bound
        if proven is False:
            self._wrong("plan", "there is a plan")
            return
        if proven is None:
            self.found.unchecked("plan", "that there is none takes too long to prove again")
        else:
            self.found.words = ": that there is no plan is proven again"
        if bound is not None:
            self._reaches(replace(problem, height_limit=None), bound)
        words = why_none(problem, bound or 0)
        if self.data.get("reason", words) != words:
            self._wrong("reason", f"is not why there is no plan: {words}")


def reaches(problem: Problem, bound: int, clock: Clock) -> bool | None:
    """Whether no plan is better than a bound; None if that is too much to show."""
    if bound <= 1 and problem.objective == "height" and problem.clear_lines and problem.area % problem.width:
        return True  # the rows that vanish take whole rows of cells, so something is left
    if bound > _BEYOND:
        return problem.objective in COUNTED
    return reprove(problem, bound, time_limit=clock.part(0.7).left())
