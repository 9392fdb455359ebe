"""Plans: with which machines a shape is made from what the miners give."""

from __future__ import annotations

from shapewright.shapez.plan.steps import MACHINES, SOURCES, Plan, Step

__all__ = ["MACHINES", "SOURCES", "Plan", "Step"]
