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
    from shapewright.shapez.plans.planned import Planned, planned
    from shapewright.shapez.plans.planner import first, plan, solve, unbuildable
    from shapewright.shapez.plans.steps import MACHINES, SOURCES, Plan, Step

__all__ = [
    "MACHINES",
    "SOURCES",
    "Choice",
    "Plan",
    "Planned",
    "Step",
    "first",
    "plan",
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
        "Plan": "steps",
        "Planned": "planned",
        "Step": "steps",
        "first": "planner",
        "plan": "planner",
        "planned": "planned",
        "solve": "planner",
        "unbuildable": "planner",
    },
)
