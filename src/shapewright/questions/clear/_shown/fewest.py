"""The search for a minimal set within the time of a question, and what is said of what is not proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import amount

if TYPE_CHECKING:
    from shapewright.clear import Minimal, Path
    from shapewright.jobs.limits import Clock
    from shapewright.questions.desk import Desk

__all__ = ["COVER_SECONDS", "minimal_notes", "minimal_of"]

COVER_SECONDS = 10.0
"""The seconds for which the fewest solutions are looked for, unless a time limit says otherwise."""

COVER_SHARE = 0.7
"""The share of the time left that this may take; the rest is for writing."""


def minimal_of(found: Path, desk: Desk, clock: Clock, groups: int = 1) -> Minimal:
    """The fewest solutions, in their share of the time that is left to so many groups."""
    desk.say(f"{amount(len(found), 'solution')}; searching for the smallest set that covers all queues")
    left = clock.left()
    seconds = COVER_SECONDS if left is None else COVER_SHARE * left / groups
    return found.minimal(time_limit=seconds, progress=desk.progress)


def minimal_notes(minimal: Minimal | None, label: str = "") -> list[str]:
    """What is to be said of a minimal set: what is not proven."""
    if minimal is None or not minimal:
        return []
    of = f" for {label}" if label else ""
    if not minimal.is_optimal:
        return [f"clear: at least {minimal.bound} solutions are needed{of}; more time (--time-limit) may find fewer"]
    if all(tie.is_least for tie in minimal.ties) and minimal.ties:
        return []
    proven = [tie.by for tie in minimal.ties if tie.is_least]
    known = f"only {' and '.join(proven)} proven" if proven else "none of them proven"
    return [f"clear: of the smallest sets{of} an easy one was chosen, by tucked, held and unplayable; {known}"]
