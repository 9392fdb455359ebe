"""The remark that live boards, once kept, make questions like the one just answered shorter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.graph.graph import lacks_live_boards

if TYPE_CHECKING:
    from shapewright.clear import Setup
    from shapewright.questions.desk import Desk

__all__ = ["live_notes"]

LONG = 2.0
"""Who waited for fewer seconds does not care."""


def live_notes(setup: Setup, seconds: float, desk: Desk) -> list[str]:
    """How such a search takes half the time from now on, if it was long and would."""
    if desk.studio or seconds < LONG or not lacks_live_boards(setup.height, setup.needed, setup.kicks, setup.drop):
        return []
    rules = "" if setup.kicks.name == "srs" else f" --kicks {setup.kicks.name}"
    rules += "" if setup.drop == "soft" else f" --drop {setup.drop}"
    command = f"'clear table 4 --live{rules}'"
    return [f"clear: {command} takes half a minute, once; from then on this takes about half the time"]
