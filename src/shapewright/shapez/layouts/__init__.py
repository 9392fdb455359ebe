"""Plans of Shapez 2 laid out on a platform: machines placed, belts and pipes between them, as a blueprint.

Names load on first use, so that importing this package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.layouts.layout import MOST_MACHINES, Gate, Layout, lay_out

__all__ = ["MOST_MACHINES", "Gate", "Layout", "lay_out"]

_HOMES = {"MOST_MACHINES": "layout", "Gate": "layout", "Layout": "layout", "lay_out": "layout"}

__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
