"""The progress bar on standard error: it has its own thread, appears only when a job takes long, goes at the end.

Where standard error is no terminal nothing is shown, and the terminal library is not even imported.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from shapewright.jobs.stage import Progress

__all__ = ["Bar"]

DELAY_SECONDS = 0.5
FRAME_SECONDS = 0.2


class Bar:
    """A callable for progress; use as a context manager.

    >>> from shapewright.jobs import Progress
    >>> with Bar() as bar:
    ...     bar(Progress("count", done=1, total=2, fraction=0.5, seconds=0.1))
    """

    def __init__(self) -> None:
        self._latest: Progress | None = None
        self._start = time.monotonic()
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        if sys.stderr is not None and sys.stderr.isatty():
            self._thread = threading.Thread(target=self._draw, name="progress-bar", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join()

    def __call__(self, progress: Progress) -> None:
        """Show this from the next frame on."""
        self._latest = progress

    def _draw(self) -> None:
        if self._end.wait(DELAY_SECONDS):
            return
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Lines

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[remark]}"))
        with Lines(
            *columns,
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        ) as lines:
            line = None
            while True:
                latest = self._latest
                if latest is not None:
                    done = int(latest.fraction * 1000)
                    remark = describe(latest, time.monotonic() - self._start)
                    if line is None:
                        line = lines.add_task(latest.stage, total=1000, completed=done, remark=remark)
                    else:
                        lines.update(line, description=latest.stage, completed=done, remark=remark)
                    lines.refresh()
                if self._end.wait(FRAME_SECONDS):
                    return


def describe(progress: Progress, seconds: float) -> str:
    """The text beside the bar, ``seconds`` after the start.

    >>> from shapewright.jobs import Progress
    >>> describe(Progress("count", done=12, total=169, fraction=0.25, seconds=40.0), 41.0)
    '25 % of 169 tasks, 0:41, about 2:03 left'
    """
    text = f"{int(progress.fraction * 100)} % of {progress.total} tasks, {_clock(seconds)}"
    gained = progress.fraction - progress.resumed
    # The first finished tasks say little about the rest.
    if gained < 0.01 or progress.fraction >= 1:
        return text
    return f"{text}, about {_clock(seconds * (1 - progress.fraction) / gained)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
