"""The progress bar: it has its own thread and appears only when a job takes long.

On a terminal it is drawn on standard error and goes at the end. In a notebook it is one line below the cell, written
over and over; it stays and shows how long the job took. Elsewhere nothing is shown, and the terminal library is not
even imported.
"""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from contextvars import copy_context
from html import escape
from typing import TYPE_CHECKING, Any, Self

from shapewright.errors import amount
from shapewright.jobs.limits import Clock
from shapewright.jobs.threads import start_if_possible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.jobs.stage import Progress

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
        self._clock = Clock(None)
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        draw: Callable[[], None] | None = None
        # Whether a notebook's kernel runs this; IPython on a terminal has no kernel
        ipython = sys.modules.get("IPython")
        if ipython is not None and getattr(ipython.get_ipython(), "kernel", None) is not None:
            draw = self._draw_in_notebook
        elif sys.stderr is not None and sys.stderr.isatty():
            draw = self._draw_on_terminal
        if draw is not None:
            # A kernel keeps in the context which cell it is that prints.
            context = copy_context()
            thread = threading.Thread(target=context.run, args=(draw,), name="progress-bar", daemon=True)
            self._thread = thread if start_if_possible(thread) else None
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join()

    def __call__(self, progress: Progress) -> None:
        """Show this from the next frame on."""
        self._latest = progress

    def _draw_on_terminal(self) -> None:
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
                    remark = describe(latest, self._clock.seconds)
                    if line is None:
                        line = lines.add_task(latest.stage, total=1000, completed=done, remark=remark)
                    else:
                        lines.update(line, description=latest.stage, completed=done, remark=remark)
                    lines.refresh()
                if self._end.wait(FRAME_SECONDS):
                    return

    def _draw_in_notebook(self) -> None:
        if self._end.wait(DELAY_SECONDS):
            return
        show = sys.modules["IPython"].display.display
        handle: Any = None
        shown = None
        ended = False
        while True:
            latest = self._latest
            if latest is not None:
                seconds = self._clock.seconds
                frame = (latest.stage, int(latest.fraction * 1000), describe(latest, seconds))
                if frame != shown:
                    shown = frame
                    if handle is None:
                        handle = show(_in_words(*frame), raw=True, display_id=True)
                    else:
                        handle.update(_in_words(*frame), raw=True)
            if ended:
                return
            ended = self._end.wait(FRAME_SECONDS)


@contextmanager
def listener(progress: bool | Callable[[Progress], None] | None) -> Iterator[Callable[[Progress], None] | None]:
    """What the ``progress`` of a public function stands for: a bar for True, a function as it is, None for nothing.

    >>> with listener(print) as notify:
    ...     notify("half of it")
    half of it
    """
    if progress is True:
        with Bar() as bar:
            yield bar
    else:
        yield progress or None


def _in_words(stage: str, thousandths: int, remark: str) -> dict[str, str]:
    """The line in a notebook, as HTML and as plain text.

    >>> _in_words("count", 250, "25 % of 8 tasks, 0:41")["text/plain"]
    'count: 25 % of 8 tasks, 0:41'
    """
    line = f"{stage}: {remark}"
    return {
        "text/plain": line,
        "text/html": f'<progress value="{thousandths}" max="1000"></progress> {escape(line)}',
    }


def describe(progress: Progress, seconds: float) -> str:
    """The text beside the bar, ``seconds`` after the start.

    >>> from shapewright.jobs import Progress
    >>> describe(Progress("count", done=12, total=169, fraction=0.25, seconds=40.0), 41.0)
    '25 % of 169 tasks, 0:41, about 2:03 left'
    >>> describe(Progress("minimal set", 21, 25, 0.84, 7.0, remark="25 suffice, 21 at least"), 7.0)
    '25 suffice, 21 at least, 0:07'
    >>> describe(Progress("assemblies", 0, 1, 0.0, 7.0, remark="8 so far", number=1, stages=2), 7.0)
    'stage 1 of 2: 8 so far, 0:07'
    """
    place = f"{progress.place}: " if progress.place else ""
    if progress.remark:
        return f"{place}{progress.remark}, {_clock(seconds)}"
    if is_unknown(progress):
        return f"{place}at work, {_clock(seconds)}"
    text = f"{place}{int(progress.fraction * 100)} % of {amount(progress.total, 'task')}, {_clock(seconds)}"
    gained = progress.fraction - progress.resumed
    # The first finished tasks say little about the rest.
    if gained < 0.01 or progress.fraction >= 1:
        return text
    return f"{text}, about {_clock(seconds * (1 - progress.fraction) / gained)} left"


def is_unknown(progress: Progress) -> bool:
    """Whether nobody can say how far it is: one task, which only reports its end."""
    return progress.total == 1 and progress.fraction == 0 and not progress.remark


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
