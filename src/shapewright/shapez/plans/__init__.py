"""Plans: with which machines a shape is made from what the miners give.

>>> from shapewright.shapez.plans import plan
>>> plan("CuCuRuRu").cost
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.plans.choice import Choice
    from shapewright.shapez.plans.compare import Comparison, compared
    from shapewright.shapez.plans.own_plan import Fault, Judged, judge_plan
    from shapewright.shapez.plans.planned import Planned, planned
    from shapewright.shapez.plans.planner import first, plan, plan_or_why, solve, unbuildable
    from shapewright.shapez.plans.situation.search import NoPlan
    from shapewright.shapez.plans.steps import MACHINES, SOURCES, Plan, Step

__all__ = [
    "MACHINES",
    "SOURCES",
    "Choice",
    "Comparison",
    "Fault",
    "Judged",
    "NoPlan",
    "Plan",
    "Planned",
    "Step",
    "compared",
    "first",
    "judge_plan",
    "plan",
    "plan_or_why",
    "planned",
    "solve",
    "unbuildable",
]

# The engine loads when a plan is made, not when one is looked at.
__getattr__ = lazy_names(
    __name__,
    {
        "MACHINES": "steps",
        "SOURCES": "steps",
        "Choice": "choice",
        "Comparison": "compare",
        "Fault": "own_plan",
        "Judged": "own_plan",
        "NoPlan": "situation.search",
        "Plan": "steps",
        "Planned": "planned",
        "Step": "steps",
        "compared": "compare",
        "first": "planner",
        "judge_plan": "own_plan",
        "plan": "planner",
        "plan_or_why": "planner",
        "planned": "planned",
        "solve": "planner",
        "unbuildable": "planner",
    },
)
