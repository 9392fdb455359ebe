"""Answers of ``shapez check``: the plan is carried out again, the plan beside it replayed, its bound proven again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError
from shapewright.shapez.check import faults
from shapewright.shapez.claims.plans import compare_bound
from shapewright.shapez.claims.question import game_of, layers_of
from shapewright.shapez.claims.situations import bounded
from shapewright.shapez.game import GAMES
from shapewright.shapez.plans.own.player_plan import judge_plan, to_json
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import Problem
from shapewright.shapez.verdicts.verdicts import configuration_for

if TYPE_CHECKING:
    from shapewright.claims import Case


def check(case: Case) -> None:
    """An answer of ``shapez check --json``."""
    content = case.asked.content("file")
    if content is None:
        raise NotationError("the parameters have no 'file'")
    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    if "\n" not in text and ";" not in text and "{" not in text and "->" not in text:
        raise ElsewhereError("the plan is in a file, which is not in the answer")
    goals = [code for code in (case.asked.text("goals") or "").split(",") if code.strip()]
    judged = judge_plan(text, [code.strip() for code in goals], layers=layers_of(case), game=game_of(case))
    case.compare("complete", True, "nothing was left out")
    for key, value in to_json(judged).items():
        case.compare(key, value, "by the rules")
    case.findings.verdict(case.answer, "found" if judged else "none")
    if judged.plan is None:
        if "reason" in case.answer:
            case.compare("reason", str(judged.faults[0]), "by the rules")
        return
    own = Plan.from_json(case.claimed("plan"))
    kept = {"lower_bound", "optimal"}
    for key, value in judged.plan.to_json().items():
        if key not in kept:
            case.findings.compare(f"plan.{key}", case.answer["plan"].get(key), value, "by the rules")
    for fault in faults(own):
        case.findings.wrong("plan", fault)
    case.findings.right("plan", "carried out again")
    if case.claimed("known") is None:
        case.findings.unchecked("known", "that no other plan was found cannot be checked")
        return
    _known(case, own)


def _known(case: Case, own: Plan) -> None:
    """The plan beside it: for the same goals, replayed; its bound is that of both."""
    known = Plan.from_json(case.claimed("known"))
    for fault in faults(known):
        case.findings.wrong("known", fault)
    if known.game not in (own.game, GAMES[0]):
        case.findings.wrong("known", "it takes what came with version 1.0 of the game")
    case.findings.compare("known.goals", list(map(str, known.goals)), list(map(str, own.goals)), "by the plan")
    case.findings.compare("known.layers", known.layers, own.layers, "by the plan")
    bound = min(known.lower_bound, own.cost)
    case.findings.compare("plan.lower_bound", own.lower_bound, bound, "by the other plan")
    case.findings.compare("plan.optimal", own.optimal, known.lower_bound >= own.cost, "by the other plan")
    case.findings.compare("known.optimal", known.optimal, known.lower_bound == known.cost, "by the bound")
    case.findings.compare("known.have", list(map(str, known.have)), list(map(str, own.have)), "by the plan")
    if case.findings.faults:
        return
    problem = Problem(known.goals, known.layers, have=known.have, game=known.game) if known.have else None
    if problem is None or not bounded(case, known, problem, "known"):
        highest = max(known.goals, key=lambda goal: goal.height)
        configuration = configuration_for(highest.parts, highest.height, known.layers, None, highest.to_code())
        compare_bound(case, known, configuration, "known.lower_bound")
    case.findings.right("known", "replayed by the rules")
