"""Is all that an answer says of stacks right? Plans by the rules, cell by cell, bounds and counts by another search.

What no rule looks at is reported as not checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.claims import (
    Budget,
    Findings,
    check_lines,
    flag,
    listed,
    read_answers,
    refuse_malformed,
    text,
    verb_of,
    whole,
)
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.stacking.check import faults
from shapewright.stacking.claims.adversary import judge_deadly, judge_survival
from shapewright.stacking.claims.games import judge_expect, judge_longest, judge_rate
from shapewright.stacking.claims.record import HOW, PLAN, Record, problem_of_answer, reaches
from shapewright.stacking.count import count
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.records import drops_from_json, drops_to_json
from shapewright.stacking.objective_words import beyond, told, unreached
from shapewright.stacking.proof.recount import values
from shapewright.stacking.replay import final_stack
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import bound_key, height, heights, holes, signed
from shapewright.stacking.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapewright.jobs.statistics import Statistics
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.problem import Problem


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``plans`` were looked at, and ``words`` for a single one."""

    plans: int | None = None
    words: str = ""

    def lines(self) -> list[str]:
        """The faults, what became of the plans, and what was not checked, a sentence each."""
        bad = {fault["plan"] for fault in self.faults if "plan" in fault}
        several = self.plans is not None and self.plans > 1
        told = []
        for fault in self.faults:
            place = f"plan {fault['plan']}: " if several and "plan" in fault else ""
            key = "" if fault["claim"] == "plan" else f"{fault['claim']}: "
            told.append(f"{place}{key}{fault['fault']}")
        if several and bad:
            told.append(f"{len(bad)} of {self.plans} plans {'is' if len(bad) == 1 else 'are'} wrong")
        elif several and self.valid is not False:
            told.append(f"{self.plans} plans, {'all right' if self.valid else 'nothing wrong was found'}")
        elif self.valid is not False:
            rest = self.words or (f": {', '.join(self.checked)}" if self.valid else "")
            told.append(f"right{rest}" if self.valid else f"nothing wrong was found{rest}")
        if self.valid is None:
            told += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        return told

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        more = {} if self.plans is None else {"plans": self.plans}
        return {**super().to_json(), **more}


def verify(answer: Mapping[str, Any] | str, *, time_limit: float | None = None, threads: int | None = None) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` or ``--jsonl``, or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> from shapewright.stacking.problem import Problem
    >>> problem = Problem("LLLL", width=6).to_json()
    >>> verify({"count": 51, "objective": "height", "value": 3, "problem": problem}).valid
    True
    >>> verify({"count": 50, "objective": "height", "value": 3, "problem": problem}).valid
    False

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    budget = Budget(time_limit)
    found = Verdict()
    with refuse_malformed():
        if len(answers) == 1:
            if not check_lines(
                answers[0][1], "sequence", found, lambda one: verify(one, time_limit=budget.left(), threads=threads)
            ):
                _Answer(answers[0][1], found, budget).judge()
            return found
        found.plans = len(answers)
        for position, (place, data) in enumerate(answers, start=1):
            record = Record(data, place, found, position, budget)
            record.question(None)
            record.judge()
            found.finish(data, HOW)
    return found


def verify_plan(
    problem: Problem,
    drops: Sequence[Drop],
    *,
    claim: int | None = None,
    prove: bool = False,
    time_limit: float | None = None,
) -> Verdict:
    """Replay a plan that stands beside its problem; ``claim`` is what it is said to reach.

    With ``prove`` that no plan is better is proven by another search than the one that finds plans.
    """
    found = Verdict(plans=1)
    wrong = faults(problem, drops, claim)
    if wrong:
        found.wrong("plan", wrong[0], plan=1)
        return found
    found.right("plan", "replayed by the rules alone")
    value = reached(problem, drops)
    found.words = f": {told(problem.objective, value)}"
    if prove:
        budget, key = Budget(time_limit), bound_key(problem.objective)
        proven = reaches(problem, value, budget)
        if proven is None:
            found.unchecked(key, f"that {unreached(problem.objective, value)} takes too long to prove again")
        elif proven:
            found.right(key, "proven by another search")
            found.words += f"; that {unreached(problem.objective, value)} is proven again"
        else:
            found.wrong("plan", beyond(problem.objective, value), plan=1)
    return found


_GAMES = {
    "deadly": judge_deadly,
    "expect": judge_expect,
    "longest": judge_longest,
    "rate": judge_rate,
    "survive": judge_survival,
}

# What an answer is about that names no verb of these, by the keys that it has.
_KEYS = {
    "count": {"count"},
    "survive": {"for_ever"},
    "deadly": {"lower_bound", "sets"},
    "sequences": {"sequences"},
    "longest": {"upper_bound", "pieces"},
    "plans": {"plans"},
}


class _Answer:
    """One answer and what is found out about it."""

    def __init__(self, data: Mapping[str, Any], found: Verdict, budget: Budget) -> None:
        self.data = data
        self.found = found
        self.budget = budget
        self.verb = verb_of(data, "stacking", ("solve", "count", "play", "show", *_GAMES))
        if self.verb:
            for key in ("parameters", "complete"):
                if key not in data:
                    raise NotationError(f"it has no {key!r}, which every answer of 'stacking {self.verb}' has")
        parameters = data.get("parameters", {})
        if not isinstance(parameters, dict):
            raise NotationError("its 'parameters' are not an object")
        self.parameters = parameters
        self.complete = flag(data, "complete") if "complete" in data else False

    def judge(self) -> None:
        """Look at everything."""
        rules: dict[str, Callable[[], None]] = {
            "count": self._count,
            "play": self._play,
            "show": self._show,
            "sequences": self._sequences,
            "plans": self._plans,
            "plan": self._single,
        }
        is_known = self.verb not in ("", "solve")
        kinds = ("sequences", "plans") if self.verb else tuple(_KEYS)
        kind = self.verb if is_known else next((kind for kind in kinds if _KEYS[kind] <= self.data.keys()), "plan")
        if kind in _GAMES:
            _GAMES[kind](self.data, self.parameters, self.found, self.budget, asked=bool(self.verb))
        else:
            rules[kind]()
        if is_known and self.verb not in ("longest", "deadly") and not self.complete:
            self.found.wrong("complete", f"'stacking {self.verb}' answers in full or not at all")
        elif "complete" in self.data:
            self.found.right(
                "complete", "nothing was left out" if self.complete else "it states that something is missing"
            )
        is_none = self.data.get("plan", "") is None or self.data.get("count") == 0 or self.data.get("for_ever") is False
        if self.verb == "deadly" or ("sets" in self.data and "plan" not in self.data):
            is_none = self.data["sequence"] is None
        self.found.verdict(self.data, "none" if is_none else "found")
        self.found.finish(self.data, HOW)

    # --- Plans --------------------------------------------------------------------------------------------------------

    def _single(self) -> None:
        if self.parameters.get("best") is not None or self.parameters.get("file") is not None:
            raise NotationError("it has no list of plans, which its parameters ask for")
        self.found.plans = 1
        record = Record(self.data, "the JSON", self.found, 1, self.budget, ours=bool(self.verb))
        record.question(self.parameters if self.verb else None)
        record.judge()
        if self.found.faults:
            return
        lexicographic = self.parameters.get("tie_break") == "lexicographic"
        first = flag(self.data, "first") if "first" in self.data else False
        if first:
            self._first(record)
        elif "first" in self.data:
            self.found.right("first", "it claims nothing")
        proven = record.drops is None or (record.optimal is True and (first or not lexicographic))
        if self.complete and not proven and self.verb:
            self.found.wrong("complete", "the plan is not proven to be the best" + (" and the first" if first else ""))

    def _first(self, record: Record) -> None:
        """The plan comes first of the equally good ones: they are listed again, in order."""
        if record.drops is None:
            self.found.wrong("first", "there is no plan")
            return
        listed_again = self._listed(record.problem, 1)
        if listed_again is None:
            self.found.unchecked("first", f"listing the plans again: {self.budget.reason}")
        else:
            self.found.compare("first", drops_to_json(record.drops), listed_again[0], "listed again")

    def _listed(self, problem: Problem, most: int) -> list[Any] | None:
        """The best plans in order, as plain data; None if they could not be listed."""
        complete: list[bool] = []
        left = self.budget.left()
        try:
            plans = list(solve(problem, limit=most, time_limit=left, report=lambda s: complete.append(s.complete)))
        except (StoppedError, LimitError):
            return None
        if not all(complete) or not plans:
            return None
        return [drops_to_json(plan.drops) for plan in plans]

    def _plans(self) -> None:
        records = self.data["plans"]
        if not isinstance(records, list):
            raise NotationError("its plans are not a list")
        if not records:
            raise NotationError("there are no plans in the answer")
        self.found.plans = len(records)
        judged = [
            Record(one, f"plan {position}", self.found, position, self.budget)
            for position, one in enumerate(records, start=1)
        ]
        for record in judged:
            record.question(self.parameters if self.verb == "solve" else None)
            record.judge()
            if record.drops is None:
                raise NotationError("one of its plans is not a plan")
        for key in PLAN:
            if key in self.data:
                self.found.compare(key, self.data[key], records[0].get(key), "the first of the plans")
            elif self.verb == "solve" and key in records[0]:
                raise NotationError(f"it has no {key!r}")
        self.found.right("plans", "each replayed by the rules")
        if not self.found.faults and self.verb == "solve":
            self._best(judged)

    def _best(self, judged: list[Record]) -> None:
        """The plans are the best ones, in order, and none is left out."""
        most = whole(self.parameters, "best")
        if len(judged) > most:
            self.found.wrong("plans", f"there are {len(judged)}, and {most} were asked for")
            return
        reached = [record.value() for record in judged]
        seen = {record.drops for record in judged}
        if len(seen) < len(judged):
            self.found.wrong("plans", "one of them is listed twice")
        elif reached != sorted(reached, key=lambda value: signed(judged[0].problem.objective, value)):
            self.found.wrong("plans", "a better plan is listed after a worse one")
        elif self.complete:
            again = self._listed(judged[0].problem, most)
            if again is None:
                self.found.unchecked("plans", f"listing the plans again: {self.budget.reason}")
            elif again != [drops_to_json(record.drops or ()) for record in judged]:
                self.found.wrong("plans", "are not the best plans in order")

    def _sequences(self) -> None:
        records = listed(self.data, "sequences")
        self.found.plans = len(records)
        done = []
        for position, one in enumerate(records, start=1):
            if isinstance(one, dict) and "plan" not in one and one.get("optimal") is False:
                if one.get("height") is not None:
                    self.found.wrong("height", "there is no plan that has one", plan=position)
                text(one, "sequence")
                if "is proven" in text(one, "reason"):
                    self.found.unchecked("sequences", "what was proven before a search gave up is not checked")
                done.append(False)
                continue
            record = Record(one, f"sequence {position}", self.found, position, self.budget)
            if "sequence" not in one:
                raise NotationError(f"sequence {position}: it has no 'sequence'")
            record.question(self.parameters)
            record.judge()
            done.append(record.optimal is True)
        self.found.right("sequences", "each replayed by the rules")
        if self.complete and not all(done):
            self.found.wrong("complete", "not every plan is proven to be the best")

    def _show(self) -> None:
        if "plans" in self.data:
            self._plans()
            return
        asked = asked_problem(self.parameters, "I")
        if asked is None:
            self.found.unchecked("pieces", "the file with the pieces is not in the answer")
            return
        drawn = {piece.name: [shape.to_text().split("\n") for shape in piece.orientations] for piece in asked.pieces}
        self.found.compare("pieces", self.data.get("pieces"), drawn, "the pieces as they are drawn")

    def _play(self) -> None:
        """The stack of a game is what its drops make."""
        for key in ("height", "heights", "holes", "sequence", "plan", "text"):
            if key not in self.data:
                raise NotationError(f"it has no {key!r}")
        drops = drops_from_json(self.data["plan"])
        problem = asked_problem(self.parameters, [drop.piece for drop in drops] or ["I"])
        if problem is None:
            self.found.unchecked("plan", "the file with the board or the pieces is not in the answer")
            return
        self.found.plans = 1
        wrong = faults(problem, drops) if drops else []
        if wrong:
            self.found.wrong("plan", wrong[0], plan=1)
            return
        stack = final_stack(problem, drops)
        self.found.compare("height", self.data["height"], height(stack), "replayed")
        self.found.compare("heights", self.data["heights"], list(heights(stack, problem.width)), "replayed")
        self.found.compare("holes", self.data["holes"], holes(stack, problem.width), "replayed")
        self.found.compare("sequence", self.data["sequence"], [drop.piece for drop in drops], "the drops")
        self.found.compare("text", self.data["text"], plan_text(drops), "the drops")
        self.found.right("plan", "replayed by the rules alone")

    # --- Counts -------------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        keys = ("count", "objective", "value", "problem")
        problem = problem_of_answer(self.data, keys, self.parameters if self.verb else None, self.found)
        if problem is None:
            return
        self.found.right("problem", "the question")
        self.found.compare("objective", text(self.data, "objective"), problem.objective, "the problem")
        number = whole(self.data, "count")
        value = None if self.data["value"] is None else whole(self.data, "value")
        again = self._counted(problem, value)
        if again is None:
            self.found.unchecked("count", f"counting again: {self.budget.reason}")
            self.found.unchecked("value", f"counting again: {self.budget.reason}")
            return
        self.found.compare("value", value, again[0], again[2])
        self.found.compare("count", number, again[1], again[2])

    def _counted(self, problem: Problem, value: int | None) -> tuple[int | None, int, str] | None:
        """The best value, how many plans reach it, and how that was found: by the rules, or else by the engine."""
        by_rules = values(problem, value, self.budget.left(0.25))
        if by_rules is not None:
            if by_rules:
                best = min(by_rules, key=lambda one: signed(problem.objective, one))
                return best, by_rules[best], "counted by the rules alone"
            if value is None:
                return None, 0, "counted by the rules alone"
        seen: list[Statistics] = []
        try:
            number = count(problem, time_limit=self.budget.left(), report=seen.append)
        except (StoppedError, LimitError):
            return None
        return (getattr(seen[0], bound_key(problem.objective)) if number else None), number, "counted again"
