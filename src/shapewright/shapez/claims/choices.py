"""Shapes that were planned in place of a pattern, or of one that a delivery accepts another for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError
from shapewright.shapez.claims.question import data_of, game_of, layers_of, prepare
from shapewright.shapez.claims.verdicts import agreed
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.plans.plan_for_delivery import PLANNED, accepted
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import buildable
from shapewright.shapez.verdicts.matches import judge
from shapewright.shapez.verdicts.verdicts import configuration_for, enough_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.claims import Case


def chosen(case: Case, goals: Sequence[Shape | Pattern]) -> dict[Shape | Pattern, Shape]:
    """The shape that was to be planned for each goal: the goal as it is, or the shape that ``choices`` names for it."""
    vortex = case.asked.flag("vortex")
    records = case.answer.get("choices", [])
    known: dict[Shape | Pattern, Shape] = {}
    for number, record in enumerate(records, 1):
        asked = wanted(record["asked"], game_of(case))
        known[asked] = Shape.from_code(record["shape"], game=game_of(case))
        if asked not in goals:
            raise NotationError(f"choice {number} is for {asked}, which was not asked for")
        _compare(case, record, asked, known[asked], number)
    for goal in goals:
        if goal not in known:
            if isinstance(goal, Pattern) or (vortex and goal.height > 0):
                raise NotationError(f"the answer does not say which shape was planned for {goal}")
            known[goal] = goal
    if records:
        case.findings.unchecked("choices", f"the cheapest of {PLANNED} at most was chosen; none was planned again")
    return {goal: known[goal] for goal in goals}


def _compare(case: Case, record: Mapping[str, Any], asked: Shape | Pattern, shape: Shape, number: int) -> None:
    """That the shape is one of those it was chosen from, which are so many, and why there was a choice."""
    pattern = asked if isinstance(asked, Pattern) else accepted(asked)
    if shape not in pattern:
        case.findings.wrong("choices.shape", f"{shape} is not accepted for {asked}", choice=number)
    why, reason = "pattern", None
    if isinstance(asked, Shape):
        why = "vortex" if case.asked.flag("vortex") else "delivery"
        if why == "delivery":
            verdict = agreed(asked, buildable(asked, layers=layers_of(case), data=data_of(case), nearest=False), case)
            if verdict.buildable:
                case.findings.wrong("choices.why", f"{asked} can be built as it is written", choice=number)
            reason = verdict.reason
    _prepare(case, pattern)
    count = judge(pattern, layers=layers_of(case), data=data_of(case)).count
    for key, value in {"why": why, "reason": reason, "count": count}.items():
        case.findings.compare(f"choices.{key}", record[key], value, choice=number)
    if not 1 <= record["planned"] <= PLANNED or not record["looked_at"]:
        case.findings.wrong("choices.planned", f"1 to {PLANNED} shapes are planned of those looked at", choice=number)


def refused(case: Case, goal: Shape | Pattern) -> dict[str, Any] | None:
    """Why there is no shape to plan for a pattern or a delivery; None if there is one."""
    layers, given = layers_of(case), data_of(case)
    _prepare(case, goal if isinstance(goal, Pattern) else accepted(goal))
    if isinstance(goal, Pattern):
        judged = judge(goal, layers=layers, data=given)
        return None if judged else {"code": str(goal), "reason": judged.reason, "nearest": []}
    verdict = buildable(goal, layers=layers, data=given, vortex=True)
    if verdict:
        return None
    return {"code": str(goal), "reason": verdict.reason, "nearest": list(map(str, verdict.nearest))}


def _prepare(case: Case, pattern: Pattern) -> None:
    given = data_of(case)
    configuration = configuration_for(pattern.parts, pattern.height, layers_of(case), given, str(pattern))
    prepare(case, enough_for(pattern.height, configuration, given), "pp")
