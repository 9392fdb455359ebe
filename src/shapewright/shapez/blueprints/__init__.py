"""Blueprints of Shapez 2: their strings, what is in them, and what flows through them.

Names load on first use, so that importing this package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.blueprints.blueprint import Blueprint, Entry
    from shapewright.shapez.blueprints.coding import FORMATS
    from shapewright.shapez.blueprints.inside import Inside, inside
    from shapewright.shapez.blueprints.simulate import Arrivals, End, Simulation, read_arrivals, simulate
    from shapewright.shapez.blueprints.wiring import Fault

__all__ = [
    "FORMATS",
    "Arrivals",
    "Blueprint",
    "End",
    "Entry",
    "Fault",
    "Inside",
    "Simulation",
    "inside",
    "read_arrivals",
    "simulate",
]

_HOMES = {
    "FORMATS": "coding",
    "Arrivals": "simulate",
    "Blueprint": "blueprint",
    "End": "simulate",
    "Entry": "blueprint",
    "Fault": "wiring",
    "Inside": "inside",
    "Simulation": "simulate",
    "inside": "inside",
    "read_arrivals": "simulate",
    "simulate": "simulate",
}

__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
