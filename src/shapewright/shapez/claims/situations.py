"""Plans in a player's situation: what was on hand, which machines there were, and what became of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import NotationError, ProblemError
from shapewright.shapez.claims.question import data_of, game_of, is_for_belt, layers_of, own_rates
from shapewright.shapez.colours import EVERY_NAME, colour
from shapewright.shapez.plans.bounds import belt_bound
from shapewright.shapez.plans.plan_for_shapes import plan_or_why
from shapewright.shapez.plans.situation.search import LOOKED_AT, NoPlan, means_of
from shapewright.shapez.plans.situation.small_plans import few
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.claims import Case
    from shapewright.shapez.pattern import Pattern


def plain(goals: Iterable[Shape | Pattern]) -> dict[Shape | Pattern, Shape]:
    """The goals by themselves; patterns are not asked for in a situation."""
    return {goal: goal for goal in goals if isinstance(goal, Shape)}


def situation_of(case: Case, goals: Sequence[Shape | Pattern]) -> Problem | None:
    """The problem of the question, if it states a situation."""
    have, machines = _words(case, "have"), _words(case, "machines")
    if not have and not machines and not case.asked.flag("no_trash"):
        return None
    if any(not isinstance(goal, Shape) for goal in goals):
        raise NotationError("a code in a situation states every part")
    try:
        return Problem(
            tuple(plain(goals).values()),
            layers_of(case),
            case.asked.text("minimize") or "machines",  # type: ignore[arg-type]  # checked there
            have=[colour(word, game_of(case)) if word.lower() in EVERY_NAME.values() else word for word in have],
            machines=machines or None,
            no_trash=case.asked.flag("no_trash"),
            rates=own_rates(case) if is_for_belt(case) else None,
            game=game_of(case),
        )
    except ProblemError as error:
        raise NotationError(str(error)) from None


def _words(case: Case, name: str) -> list[str]:
    return [word.strip() for word in (case.asked.text(name) or "").split(",") if word.strip()]


def compare_situation(case: Case, made: Plan, problem: Problem, name: str) -> None:
    """Whether a plan keeps to the machines that there are, and takes no more than is on hand."""
    case.findings.compare(f"{name}.have", list(map(str, made.have)), list(map(str, problem.on_hand)), "what was asked")
    allowed = means_of(problem, made.layers).machines
    for machine in made.machines():
        if machine not in allowed:
            case.findings.wrong(f"{name}.machines", f"it uses {machine}, which there is not")
    case.findings.right(f"{name}.machines", "those that there are")


def bounded(case: Case, made: Plan, problem: Problem, name: str) -> bool:
    """Whether the lower bound follows from a look at all plans of few machines; noted if it does.

    What every plan for all machines needs holds for these machines, too. With something on hand the bound is looked for
    again.
    """
    means = means_of(problem, made.layers)
    if made.minimize == "depth":
        least = int(any(goal not in means.free for goal in made.goals))
    else:
        least = few(means, LOOKED_AT[_effort(case)], lambda: False).least + means.mixers_needed
        if made.minimize == "belt":
            least = belt_bound((), least, problem.belt_rates.weights())
    key = f"{name}.lower_bound"
    if made.lower_bound <= least:
        case.findings.right(key, "by a look at all plans of few machines")
        return True
    if not made.have:
        return False
    again = _again(case, problem)
    if isinstance(again, Plan) and again.reached < made.lower_bound:
        case.findings.wrong(key, f"it is {made.lower_bound}, and there is a plan that reaches {again.reached}")
    elif isinstance(again, Plan) and made.lower_bound <= again.lower_bound:
        case.findings.right(key, "proven again")
    else:
        case.findings.unchecked(key, f"the answer states {made.lower_bound}, which was not proven again")
    return True


def compare_none(case: Case, problem: Problem) -> None:
    """That there is no plan, or that none was found: looked for again."""
    found = _again(case, problem)
    if isinstance(found, Plan):
        case.findings.wrong("plan", f"there is one of {found.cost} machines")
        return
    case.findings.right("plan", "looked for again")
    case.compare("proven", found.proven, "looked for again")
    case.compare("complete", found.proven, "by whether it is proven")
    if "reason" in case.answer:
        case.compare("reason", found.reason, "looked for again")
    case.findings.verdict(case.answer, "none" if found.proven else "unknown")


def compare_lost(case: Case, problems: Sequence[Problem]) -> None:
    """The goals without a plan of several that are planned by themselves: looked for again."""
    records = []
    for problem in problems:
        found = _again(case, problem)
        if isinstance(found, Plan):
            case.findings.wrong("impossible", f"there is a plan for {problem.shapes[0]}")
            return
        records.append({"code": str(problem.shapes[0]), "reason": found.reason, "proven": found.proven})
    case.compare("impossible", records, "looked for again")
    sure = [record for record in records if record["proven"]]
    case.compare("complete", len(sure) == len(records), "by what is proven")
    first = (sure or records)[0]
    if "reason" in case.answer:
        case.compare("reason", f"{first['code']} cannot be built: {first['reason']}", "looked for again")
    case.findings.verdict(case.answer, "none" if sure else "unknown")


def _again(case: Case, problem: Problem) -> Plan | NoPlan:
    seed = case.asked.whole("seed") or 0
    return plan_or_why(problem, data=data_of(case), effort=_effort(case), seed=seed, time_limit=case.left())


def _effort(case: Case) -> str:
    return case.asked.text("effort") or "low"
