"""Answers of ``shapez plan``: plans are replayed by the checker, their bounds proven again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError, quote
from shapewright.shapez import cache
from shapewright.shapez.buildable import buildable
from shapewright.shapez.check import faults
from shapewright.shapez.claims.choices import chosen, refused
from shapewright.shapez.claims.question import codes_of, data_of, layers_of, prepare
from shapewright.shapez.claims.verdicts import agreed
from shapewright.shapez.nearest import configuration_of_nearest
from shapewright.shapez.pattern import wanted
from shapewright.shapez.plans.assemble import UNCOLOURED_CRYSTAL
from shapewright.shapez.plans.bounds import proven, simple_bound, simple_depth
from shapewright.shapez.plans.depth import depth_bound
from shapewright.shapez.plans.rates import demand, parse
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import EFFORTS
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import configuration_for, enough_for

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.configuration import Configuration
    from shapewright.shapez.pattern import Pattern

__all__ = ["plan"]


def plan(case: Case) -> None:
    """An answer of ``shapez plan --json``."""
    lines = codes_of(case)
    if lines is None:
        raise ElsewhereError("the goals are in a file, which is not in the answer")
    asked = tuple(dict.fromkeys(map(wanted, lines)))
    if not asked:
        raise NotationError("the parameters have no codes")
    case.compare("complete", True, "nothing was left out")
    if case.claimed("plan") is None:
        _compare_impossible(case, asked)
        return
    goals = chosen(case, asked)
    if "impossible" in case.answer:
        raise NotationError("the answer has a plan and goals that cannot be built")
    made = Plan.from_json(case.answer["plan"])
    for fault in faults(made):
        case.findings.wrong("plan", fault)
    configuration = _configuration(case, goals)
    stated = {
        "goals": [str(goal) for goal in goals],
        "minimize": case.asked.text("minimize") or "machines",
        "inputs": case.asked.text("inputs") or "raw",
        "layers": configuration.layers,
    }
    for key, value in stated.items():
        case.findings.compare(f"plan.{key}", case.answer["plan"][key], value, "what was asked")
    uncoloured = any(value == "u" for step in made.steps for value in step.outputs)
    case.findings.compare("plan.notes", list(made.notes), [UNCOLOURED_CRYSTAL] if uncoloured else [])
    reached = made.cost if made.minimize == "machines" else made.depth
    case.findings.compare("plan.optimal", made.optimal, made.lower_bound == reached, "by the bound")
    if not case.findings.faults:
        _compare_bound(case, made, configuration)
    case.findings.right("plan", "replayed by the rules")
    case.findings.verdict(case.answer, "found")
    _compare_belt(case, made)


def _configuration(case: Case, goals: tuple[Shape, ...]) -> Configuration:
    highest = max(goals, key=lambda goal: goal.height)
    return configuration_for(highest.parts, highest.height, layers_of(case), data_of(case), highest.to_code())


# --- Bounds ---------------------------------------------------------------------------------------------------------


def _compare_bound(case: Case, made: Plan, configuration: Configuration) -> None:
    """Prove the lower bound again: right if as much is proven, not checked if there is no time for it."""
    if made.lower_bound < 0:
        case.findings.wrong("plan.lower_bound", f"it is {made.lower_bound}, and no plan has fewer than 0 machines")
        return
    bound, better = _proven(case, made, configuration)
    if better is not None and better < made.lower_bound:
        case.findings.wrong("plan.lower_bound", f"it is {made.lower_bound}, and there is a plan of {better} machines")
    elif made.lower_bound <= bound:
        case.findings.right("plan.lower_bound", "proven again")
    else:
        case.findings.unchecked(
            "plan.lower_bound", f"a bound of {bound} was proven, and the answer states {made.lower_bound}"
        )


def _proven(case: Case, made: Plan, configuration: Configuration) -> tuple[int, int | None]:
    """A lower bound, and the machines of a better plan if there happened to be one."""
    if made.inputs == "halves":
        seeds = sum(not step.inputs and step.outputs[0] in made.goals for step in made.steps)
        rest = len(made.goals) - seeds
        return ((rest + 1) // 2 if made.minimize == "machines" else min(rest, 1)), None
    if made.minimize == "depth":
        known = max(depth_bound(goal, configuration) for goal in made.goals)
        return max(known, simple_depth(made.goals)), None
    bound = simple_bound(made.goals)
    if bound >= made.lower_bound:
        return bound, None
    effort = case.asked.text("effort") or "low"
    if effort not in EFFORTS:
        raise NotationError(f"the parameter 'effort' is {quote(effort)}; efforts are {', '.join(EFFORTS)}")
    better = None
    for nodes in sorted({EFFORTS[effort].proof, EFFORTS["normal"].proof}):  # as it was proven, then with more effort
        least, steps, _ = proven(made.goals, configuration, made.cost, nodes, case.left())
        bound, better = max(bound, least), None if steps is None else len(steps)
        if bound >= made.lower_bound or better is not None:
            break
    return bound, better


# --- The rest -------------------------------------------------------------------------------------------------------


def _compare_impossible(case: Case, goals: tuple[Shape | Pattern, ...]) -> None:
    """The goals that cannot be built, which are why there is no plan."""
    if (refusal := refused(case, goals)) is not None:
        _compare_reasons(case, [refusal], is_sure=True)
        return
    layers, given = layers_of(case), data_of(case)
    reasons: list[dict[str, Any]] = []
    is_sure = True
    for goal in (goal for goal in goals if isinstance(goal, Shape)):
        configuration = configuration_for(goal.parts, goal.height, layers, given, goal.to_code())
        prepare(case, enough_for(goal.height, configuration, given), "pp")
        verdict = agreed(goal, buildable(goal, layers=layers, data=given, nearest=False), case)
        if verdict:
            continue
        near = configuration_of_nearest(goal, layers, given)
        prepare(case, near, "pp")
        is_sure = is_sure and (given is not None or cache.ships(near))
        verdict = buildable(goal, layers=layers, data=given)
        reasons.append({"code": str(goal), "reason": verdict.reason, "nearest": list(map(str, verdict.nearest))})
    if not reasons:
        case.findings.wrong("plan", "there is no plan, although every goal can be built")
        return
    _compare_reasons(case, reasons, is_sure)


def _compare_reasons(case: Case, reasons: list[dict[str, Any]], is_sure: bool) -> None:
    case.findings.right("plan", "a goal cannot be built")
    case.findings.verdict(case.answer, "none")
    if "reason" in case.answer:
        case.compare("reason", f"{reasons[0]['code']} cannot be built: {reasons[0]['reason']}")
    if is_sure or case.claimed("impossible") == reasons:
        case.compare("impossible", reasons)
    else:
        case.findings.unchecked("impossible", "the nearest shapes depend on the data on this machine")


def _compare_belt(case: Case, made: Plan) -> None:
    """The machines for a full belt, by the rates that were given."""
    try:
        content = case.asked.content("rates")
    except ElsewhereError as error:
        case.findings.unchecked("full_belt", str(error))
        return
    if content is None:
        if "full_belt" in case.answer:
            raise NotationError("the answer has a full belt, and no rates were given")
        return
    if isinstance(content, str) and "\n" not in content:
        case.findings.unchecked("full_belt", "the file of the rates is not in the answer")
        return
    rates = parse(content.encode() if isinstance(content, str) else content, "the rates")
    if not case.findings.faults:
        case.compare("full_belt", demand(made, rates).to_json(made, rates))
