"""One plan of an answer, or the word that there is none: is it what it says, and is it as good as it says?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import NotationError
from shapewright.stacking.check import faults
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.records import drops_from_json, stated_bound
from shapewright.stacking.objective_words import beyond, past_bound, told, unreached, why_none
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.lower_bound import reprove, reprove_none
from shapewright.stacking.replay import final_stack
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import COUNTED, bound_key, height, signed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.claims import Budget, Findings
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.verify import Verdict


# How an answer was found is no claim about the stacks.
HOW = ("states", "sets")

# Above the height, the holes and the steps of any stack that a problem allows.
_BEYOND = 10**8

_BOUNDS = ("lower_bound", "upper_bound")  # whether the least is best, or the most
PLAN = ("height", "objective", "value", *_BOUNDS, "optimal", "plan", "text", "problem")
_NONE = ("height", "lower_bound", "optimal", "plan", "reason", "problem")


def problem_of_answer(
    data: Mapping[str, Any], keys: Sequence[str], parameters: Mapping[str, Any] | None, found: Findings
) -> Problem | None:
    """Return the problem of an answer that must have these keys; None, noted as wrong, if the parameters ask another.

    Without ``parameters`` any problem will do.
    """
    for key in keys:
        if key not in data:
            raise NotationError(f"it has no {key!r}")
    problem = Problem.from_json(data.get("problem"))
    asked = None if parameters is None else asked_problem(parameters)
    if asked is not None and asked.to_json() != problem.to_json():
        found.wrong("problem", "is not the problem that the parameters of the answer ask about")
        return None
    return problem


class Record:
    """One plan, or the word that there is none, and what is found out about it; the first fault ends that."""

    def __init__(
        self, data: Any, place: str, found: Verdict, number: int, budget: Budget, *, ours: bool = True
    ) -> None:
        if not isinstance(data, dict) or "plan" not in data or "problem" not in data:
            raise NotationError(
                f"{place}: it has no 'plan' and 'problem'; expected what 'stacking solve --json' prints"
            )
        needed = _NONE if data["plan"] is None else PLAN
        self.problem = Problem.from_json(data["problem"])
        try:
            self.bound = stated_bound(data, self.problem)
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
        self.bound_key = bound_key(self.problem.objective)
        for key in needed if ours else ():
            own = self.bound_key if key in _BOUNDS else key
            of_many = own in (self.bound_key, "reason") and "sequence" in data and data["plan"] is None
            if own not in data and not of_many:
                raise NotationError(f"{place}: it has no {own!r}")
        self.data = data
        self.found = found
        self.number = number
        self.budget = budget
        if ours and self.bound_key in data and self.bound is None:
            raise NotationError(f"{place}: its {self.bound_key!r} is not a whole number")
        self.drops = None if data["plan"] is None else drops_from_json(data["plan"])
        self.numbers = {key: whole(data, key) for key in ("value", "height") if data.get(key) is not None}
        self.optimal = flag(data, "optimal") if "optimal" in data else None

    def question(self, parameters: Mapping[str, Any] | None) -> None:
        """The problem is the one that the parameters ask about, with the record's own sequence if it has one."""
        said = text(self.data, "sequence") if "sequence" in self.data else None
        asked = None
        if parameters is not None:
            asked = asked_problem(parameters, said)
        elif said is not None:
            asked = replace(self.problem, sequence=said)  # read by the problem's own pieces
        if asked is not None and asked.to_json() != self.problem.to_json():
            self._wrong("problem", "is not the problem that the parameters of the answer ask about")
        self.found.right("problem", "the question")

    def judge(self) -> None:
        """Look at everything."""
        if any(fault.get("plan") == self.number for fault in self.found.faults):
            return
        if self.drops is None:
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
        if bound is None:
            return
        proven = reaches(self.problem, bound, self.budget)
        if proven is None:
            self.found.unchecked(
                self.bound_key, f"that {unreached(self.problem.objective, bound)} takes too long to prove again"
            )
        elif proven:
            if bound != 0 or self.problem.objective in COUNTED:
                self.found.words += f"; that {unreached(self.problem.objective, bound)} is proven again"
        else:
            self._wrong(self.bound_key, beyond(self.problem.objective, bound))

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
        proven = reprove_none(problem, time_limit=self.budget.left(0.7))
        bound = self.bound
        if proven is False:
            self._wrong("plan", "there is a plan")
            return
        if proven is None:
            self.found.unchecked("plan", "that there is none takes too long to prove again")
        else:
            self.found.words = ": that there is no plan is proven again"
        free = replace(problem, height_limit=None)
        low = None if bound is None else reaches(free, bound, self.budget)
        if low is False:
            self._wrong(self.bound_key, beyond(problem.objective, bound or 0))
        elif bound is not None and low is None:
            self.found.unchecked(
                self.bound_key, f"that {unreached(problem.objective, bound)} takes too long to prove again"
            )
        if "reason" in self.data:
            words = why_none(self.problem, 0 if bound is None else bound)
            if self.data["reason"] != words:
                self._wrong("reason", f"is not why there is no plan: {words}")


def reaches(problem: Problem, bound: int, budget: Budget) -> bool | None:
    """Whether no plan is better than a bound; None if that is too much to show."""
    if bound <= 1 and problem.objective == "height" and problem.clear_lines and problem.area % problem.width:
        return True  # the rows that vanish take whole rows of cells, so something is left
    if bound > _BEYOND:
        return problem.objective in COUNTED
    return reprove(problem, bound, time_limit=budget.left(0.7))
