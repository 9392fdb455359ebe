"""The limits a caller may set, checked in one place: how many answers, how many seconds."""

from __future__ import annotations

from shapewright.errors import ProblemError


def check_limits(limit: int | None = None, time_limit: float | None = None) -> None:
    """Raise ``ProblemError`` for a negative number of answers, or of seconds, or seconds that are no number."""
    if limit is not None and limit < 0:
        raise ProblemError(f"the limit must be at least 0, not {limit}")
    if time_limit is not None and not time_limit >= 0:
        raise ProblemError(f"the time limit must be a number of seconds from 0 on, not {time_limit}")
