"""The desk at which a question is answered: its time, its threads, its workers, and how progress is shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from shapewright import jobs
from shapewright.errors import LimitError
from shapewright.questions.parts import Part

# What is said more often than that nobody could read.
SECONDS_BETWEEN = 0.1


@dataclass(repr=False, eq=False)
class Desk:
    """``seconds`` is what the answer may take (None: any time), ``threads`` what it may use.

    ``checkpoint`` is for ``jobs``, and so is the executor, which ``connect`` makes on demand; ``output`` is the file of
    a format that the question itself writes (see ``Formats.own``). ``tell`` gets each message of progress at a page; at
    a shell ``shows_progress`` says that a person looks at a bar, and ``talks`` that a person at a terminal can be
    asked, since neither a file nor data was wanted. ``remark`` says something beside the answer while it is worked out,
    where somebody wants such remarks. ``studio`` says that the machine is shared with others, so that lower limits
    hold.
    """

    seconds: float | None = None
    threads: int | None = None
    checkpoint: str | None = None
    connect: Callable[[], object] | None = None
    output: str | None = None
    studio: bool = False
    tell: Callable[[dict[str, object]], None] | None = None
    shows_progress: bool = False
    remark: Callable[[str], None] = lambda _: None
    talks: bool = False
    _told: float = field(default=0.0, init=False)

    @cached_property
    def executor(self) -> Any:
        """For ``executor=`` of the Python API. Raises ``ShapewrightError`` if the cluster cannot be reached."""
        return None if self.connect is None else self.connect()

    @property
    def progress(self) -> Callable[[jobs.Progress], None] | bool | None:
        """For ``progress=`` of the Python API."""
        if self.tell is not None:
            return self._advanced
        return True if self.shows_progress else None

    @property
    def working(self) -> dict[str, Any]:
        """How long work runs, as the keywords that all of it takes in the Python API."""
        return {
            "threads": self.threads,
            "time_limit": self.seconds,
            "executor": self.executor,
            "progress": self.progress,
            "checkpoint": self.checkpoint,
        }

    def say(self, text: str, fraction: float | None = None, parts: tuple[Part, ...] = ()) -> None:
        """Tell a page how far the answer is, and what there is to see already; not every message gets through."""
        now = time.monotonic()
        if self.tell is not None and now - self._told >= SECONDS_BETWEEN:
            self._told = now
            self.tell({"text": text, "fraction": fraction, **({"parts": parts} if parts else {})})

    def at_most(self, number: int, most: int, what: str) -> None:
        """Raise ``LimitError`` if the studio is asked for more than ``most``; ``what`` says of what, with its verb.

        >>> Desk(studio=True).at_most(600, 500, "the sequence has {} pieces")
        Traceback (most recent call last):
        shapewright.errors.LimitError: the sequence has 600 pieces; the studio takes at most 500, the command line more
        """
        if self.studio and number > most:
            raise LimitError(f"{what.format(number)}; the studio takes at most {most}, the command line more")

    def option(self, name: str) -> str:
        """What a message calls the field ``name``: the option at the shell, the parameter in JSON."""
        return repr(name) if self.studio else f"--{name.replace('_', '-')}"

    def _advanced(self, progress: jobs.Progress) -> None:
        from shapewright.jobs.progress import describe, is_unknown  # only a page that waits is told

        if progress.remark and progress.seconds == 0:  # a notice before long work, which is to get through
            self._told = 0.0
            self.say(progress.remark, progress.fraction)
            return
        if is_unknown(progress):
            self.say(f"{progress.stage}: {describe(progress, progress.seconds)}")
            return
        self.say(describe(progress, progress.seconds), progress.fraction)
