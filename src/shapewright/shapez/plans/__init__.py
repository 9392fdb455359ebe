"""Plans: with which machines a shape is made from what the miners give.

>>> from shapewright.shapez.plans import plan
>>> plan("CuCuRuRu").cost
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.plans.planner import first, plan, solve, unbuildable
    from shapewright.shapez.plans.steps import MACHINES, SOURCES, Plan, Step

__all__ = ["MACHINES", "SOURCES", "Plan", "Step", "first", "plan", "solve", "unbuildable"]

# The engine loads when a plan is made, not when one is looked at.
__getattr__ = lazy_names(
    __name__,
    {
        "MACHINES": "steps",
        "SOURCES": "steps",
        "Plan": "steps",
        "Step": "steps",
        "first": "planner",
        "plan": "planner",
        "solve": "planner",
        "unbuildable": "planner",
    },
)
