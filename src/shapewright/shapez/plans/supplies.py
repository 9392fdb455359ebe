"""What a plan may be made with: which machines, and which shapes and fluids are there at no cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.shapez.colours import mix
from shapewright.shapez.game import BLACK
from shapewright.shapez.machines import PLANNED

if TYPE_CHECKING:
    from shapewright.shapez.shape import Shape

__all__ = ["Supplies"]


@dataclass(frozen=True)
class Supplies:
    """``machines`` by their names (half-destroyers are cutters), and what is on hand: ``shapes``, ``fluids``.

    What miners give is always there. An uncoloured fluid stands for one of any colour. ``mixing`` says what the mixer
    makes of two colours.
    """

    machines: frozenset[str] = frozenset(PLANNED)
    shapes: tuple[Shape, ...] = ()
    fluids: frozenset[str] = frozenset("urgb" + BLACK)
    mixing: Callable[[str, str], str] = mix
