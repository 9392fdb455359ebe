"""The search for all halves by operations on halves alone, each half with the operation that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright import _core
from shapewright.errors import StoppedError
from shapewright.shapez.data import HalfTable

if TYPE_CHECKING:
    from shapewright.jobs import Budget
    from shapewright.shapez.configuration import Configuration

__all__ = ["find_halves"]


def find_halves(configuration: Configuration, *, threads: int = 1, budget: Budget | None = None) -> HalfTable:
    """Find the halves of ``configuration``; the table does not depend on ``threads``.

    Raises ``StoppedError`` if the budget ends first.
    """
    stop, seconds = (None, -1.0) if budget is None else (budget.stop, budget.left())
    table = _core.shapez_halves(
        configuration.parts, configuration.layers, threads, stop, -1.0 if seconds is None else seconds
    )
    if table is None:
        raise StoppedError(f"stopped while searching the halves of {configuration}")
    return HalfTable(*table)
