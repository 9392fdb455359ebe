"""Plans: with which machines a shape is made from what the miners give.

>>> from shapewright.shapez.plan import plan
>>> plan("CuCuRuRu").cost
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.shapez.plan.steps import MACHINES, SOURCES, Plan, Step

if TYPE_CHECKING:
    from shapewright.shapez.plan.planner import EFFORTS, plan

__all__ = ["EFFORTS", "MACHINES", "SOURCES", "Plan", "Step", "plan"]


def __getattr__(name: str) -> Any:
    # The engine loads when a plan is made, not when one is looked at.
    if name in ("EFFORTS", "plan"):
        from shapewright.shapez.plan import planner

        return getattr(planner, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
