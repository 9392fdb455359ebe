"""Plans: with which machines a shape is made from what the miners give.

>>> from shapewright.shapez.plans import plan
>>> plan("CuCuRuRu").cost
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.plans.compare import Comparison, compared
    from shapewright.shapez.plans.own_plan import Fault, Judged, judge_plan
    from shapewright.shapez.plans.planner import first, plan, solve, unbuildable
    from shapewright.shapez.plans.steps import MACHINES, SOURCES, Plan, Step

__all__ = [
    "MACHINES",
    "SOURCES",
    "Comparison",
    "Fault",
    "Judged",
    "Plan",
    "Step",
    "compared",
    "first",
    "judge_plan",
    "plan",
    "solve",
    "unbuildable",
]

# The engine loads when a plan is made, not when one is looked at.
__getattr__ = lazy_names(
    __name__,
    {
        "MACHINES": "steps",
        "SOURCES": "steps",
        "Comparison": "compare",
        "Fault": "own_plan",
        "Judged": "own_plan",
        "Plan": "steps",
        "Step": "steps",
        "compared": "compare",
        "first": "planner",
        "judge_plan": "own_plan",
        "plan": "planner",
        "solve": "planner",
        "unbuildable": "planner",
    },
)
