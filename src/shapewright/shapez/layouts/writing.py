"""A layout as a blueprint of the game."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from shapewright.shapez.blueprints.blueprint import Blueprint
from shapewright.shapez.blueprints.settings import FLUIDS, SHAPES, pack_colour, pack_shape
from shapewright.shapez.layouts.blocks import Part

if TYPE_CHECKING:
    from shapewright.shapez.layouts.layout import Gate, Layout

__all__ = ["GAME_VERSION", "blueprint"]

GAME_VERSION = 1122
"""The version of the game whose buildings these are; later ones read blueprints of it."""


def blueprint(layout: Layout, *, producers: bool = False) -> Blueprint:
    """The blueprint of a layout, its north-west corner at (0, 0); producers stand in the column to the west of that."""
    parts = sorted(layout.parts, key=lambda part: (part.floor, part.y, part.x))
    entries = [_entry(part) for part in parts]
    if producers:
        entries += [_producer(gate) for gate in layout.inputs]
    icons = ["icon:Buildings", None, None, f"shape:{layout.plan.goals[0]}"]
    body = {"$type": "Building", "Icon": {"Data": icons}, "Entries": entries, "BinaryVersion": GAME_VERSION}
    return Blueprint(json.dumps({"V": GAME_VERSION, "BP": body}, separators=(",", ":")))


def _entry(part: Part) -> dict[str, Any]:
    """An entry as the game writes it: what is 0 is left out."""
    places = {"X": part.x, "Y": part.y, "L": part.floor, "R": part.rotation}
    return {**{key: value for key, value in places.items() if value}, "T": part.name}


def _producer(gate: Gate) -> dict[str, Any]:
    is_fluid = isinstance(gate.value, str)
    packed = pack_colour(gate.value) if isinstance(gate.value, str) else pack_shape(gate.value)
    entry = _entry(Part(FLUIDS if is_fluid else SHAPES, gate.x - 1, gate.y))
    return {**entry, "C": base64.b64encode(packed).decode()}
