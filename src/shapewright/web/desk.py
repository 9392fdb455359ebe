"""The desk at which a worker answers a question: its time, its threads, and how it tells of progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shapewright.jobs import Progress

# What is told more often than that nobody could read.
SECONDS_BETWEEN = 0.1


@dataclass
class Desk:
    """``seconds`` is what the answer may take, ``threads`` what it may use; ``tell`` gets each message of progress."""

    seconds: float
    threads: int
    tell: Callable[[dict[str, Any]], None]
    _told: float = field(default=0.0, init=False)

    def progress(self, progress: Progress) -> None:
        """For ``progress=`` of the Python API."""
        from shapewright.jobs.progress import describe

        if progress.total == 1 and progress.fraction == 0:
            self.say("one task, which does not tell how far it is")
            return
        self.say(describe(progress, progress.seconds), progress.fraction)

    def say(self, text: str, fraction: float | None = None, view: dict[str, Any] | None = None) -> None:
        """Tell how far it is, and what there is to see already; not everything said gets through."""
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN:
            self._told = now
            self.tell({"text": text, "fraction": fraction, **({"view": view} if view else {})})
