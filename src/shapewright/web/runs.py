"""Runs: one for each question that somebody asked, with how far it is and what came of it.

A run has an identity that nobody can guess; a page that is loaded again finds its run by it, as long as it is kept.
"""

from __future__ import annotations

import asyncio
import base64
import json
import math
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from shapewright.questions import find
from shapewright.questions.asked import check_parameters, given
from shapewright.questions.question import Question
from shapewright.web.answering import again, state_after
from shapewright.web.pool import BusyError, Pool
from shapewright.web.settings import Settings

# A question with at most so many seconds is answered by the workers for quick ones, if somebody waits for it.
SHORT_SECONDS = 2.0
# One in so many of the answers that are kept may be a short one, as long as there are others.
KEPT_SHORT = 10
# Who looks at the list of what is at work asks for it more often than this.
SEEN_SECONDS = 5.0

__all__ = ["BusyError", "Office", "Run"]


@dataclass(eq=False)
class Run:
    """One question on its way: ``state`` is waiting, running, done, failed, stopped (by its time limit) or cancelled.

    ``body`` are the parameters as they came, ``told`` those that were chosen while it was answered. A ``light`` one is
    asked for its view alone, by somebody who waits for it; one with a ``file`` for the file of that suffix alone. A run
    that is done has its ``document`` (the JSON envelope), its ``view`` for the page (JSON, too), and ``files``, and the
    ``names`` of files that there can be; one that ended otherwise has an ``error`` in one sentence.
    """

    family: str
    question: str
    body: dict[str, object]
    given: dict[str, object]
    seconds: float
    threads: int
    limit: int
    light: bool = False
    file: str = ""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "waiting"
    text: str = ""
    fraction: float | None = None
    document: str = ""
    view: str = ""
    names: list[str] = field(default_factory=list)
    told: dict[str, object] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    error: str = ""
    exit_code: int = 0
    is_too_large: bool = False
    tries: int = 0
    place: int = 0
    was_tried: bool = False
    followers: int = 0
    began: float = field(default_factory=time.monotonic)
    took: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state not in ("waiting", "running")

    @property
    def size(self) -> int:
        """The bytes that keeping it takes, about."""
        return len(self.document) + len(self.view) + sum(map(len, self.files.values())) + 4096

    @property
    def elapsed(self) -> float:
        """The seconds since it was given to a worker, or that it took."""
        return self.took if self.is_over else time.monotonic() - self.began

    def message(self) -> dict[str, object]:
        """The message for the worker."""
        return {
            "family": self.family,
            "question": self.question,
            "parameters": self.body,
            "given": self.given,
            "seconds": self.seconds,
            "threads": self.threads,
            "light": self.light,
            "file": self.file,
        }

    def begin(self) -> None:
        """A worker has it."""
        self.state, self.began = "running", time.monotonic()
        self._tell()

    def advance(self, message: dict[str, Any]) -> None:
        """It got further."""
        self.text, self.fraction = message["text"], message["fraction"]
        self.view = message.get("view", self.view)
        self._tell()

    def answered(self, message: dict[str, Any]) -> None:
        """It has its answer."""
        files = {
            name: base64.b64decode(packed["base64"]) if "base64" in packed else packed["text"].encode()
            for name, packed in message["files"].items()
        }
        if len(message["document"]) + sum(map(len, files.values())) > self.limit:
            self.outgrown()
            return
        self.document, self.view, self.files = message["document"], message.get("view", ""), files
        self.names, self.told = message.get("names", []), message.get("told", {})
        self.exit_code = message.get("exit_code", 0)
        self._end("done")

    def failed(self, error: str, exit_code: int) -> None:
        """It has no answer, and this is why."""
        self.error, self.exit_code = error, exit_code
        self._end(state_after(exit_code))

    def outgrown(self) -> None:
        """There is an answer, and it is too large to be kept."""
        self.is_too_large = True
        most = f"{self.limit >> 20} MB that the studio stores for one answer"
        self.failed(f"the answer is larger than the {most}; ask for fewer results at a time", 3)

    def end(self, state: str, words: str) -> None:
        """Somebody, or the clock, ended it."""
        self.error, self.exit_code = words, 3
        self._end(state)

    def record(self) -> dict[str, Any]:
        """Its state as plain data."""
        record: dict[str, Any] = {
            "run": self.id,
            "command": f"{self.family} {self.question}",
            "state": self.state,
            "seconds": round(self.elapsed, 3),
            "progress": {"text": self.text, "fraction": self.fraction},
        }
        if self.view and not self.is_over:
            record["progress"]["view"] = json.loads(self.view)
        if self.is_over:
            record["exit_code"] = self.exit_code
        if self.error:
            record["error"] = self.error
        if self.state == "done":
            record["files"] = self.names
        return record

    def _end(self, state: str) -> None:
        self.took = time.monotonic() - self.began
        self.state = state
        self._tell()

    def _tell(self) -> None:
        before, self.changed = self.changed, asyncio.Event()
        before.set()


class Office:
    """Takes questions in, has them answered, and keeps the latest answers, as many as may be kept."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.quick = Pool(settings.quick_workers, settings)
        self.long = Pool(settings.workers, settings, has_spare=True)
        self.seen = -math.inf  # when somebody last looked at what is at work
        self._runs: dict[str, Run] = {}
        self._left: dict[str, asyncio.TimerHandle] = {}

    async def open(self) -> None:
        """Start the workers."""
        await self.quick.open()
        await self.long.open()

    async def close(self) -> None:
        """End the workers."""
        for timer in self._left.values():
            timer.cancel()
        await self.quick.close()
        await self.long.close()

    def ask(
        self,
        family: str,
        question: Question,
        body: dict[str, object],
        values: dict[str, object],
        *,
        light: bool = False,
        file: str = "",
    ) -> Run:
        """A run for this question, whose parameters were read as ``values``; raises ``BusyError``."""
        run = Run(
            family,
            question.name,
            body,
            given(question.at("studio"), values),
            self.settings.seconds_for(question, values),
            self.settings.threads,
            self.settings.answer,
            light,
            file,
        )
        is_short = question.quick or ((light or bool(file)) and run.seconds <= SHORT_SECONDS)
        (self.quick if is_short else self.long).submit(run)
        self._runs[run.id] = run
        self._tidy()
        return run

    def again(self, run: Run, suffix: str) -> Run:
        """A run for a file of an answer: the same question again, with the same random choices."""
        question = find(run.family, run.question, "studio")
        body = again(question, run.body, run.told)
        return self.ask(run.family, question, body, check_parameters(question.at("studio"), body), file=suffix)

    def find(self, identity: str) -> Run | None:
        """The run of that identity, if it is still kept."""
        run = self._runs.get(identity)
        if run is not None:  # who is asked for is kept longest
            self._runs[identity] = self._runs.pop(identity)
        return run

    def cancel(self, run: Run) -> None:
        """End a run because somebody wants so."""
        for pool in (self.quick, self.long):
            pool.stop(run, "cancelled", f"cancelled after {run.elapsed:.1f} s")

    def leave(self, run: Run, seconds: float) -> None:
        """The page that asked was left: cancel the run in so many seconds, unless it is followed again by then.

        While somebody looks at what is at work it is not taken away.
        """
        before = self._left.pop(run.id, None)
        if before is not None:
            before.cancel()
        if not run.is_over:
            self._left[run.id] = asyncio.get_running_loop().call_later(seconds, self._left_for_good, run, seconds)

    def _left_for_good(self, run: Run, seconds: float) -> None:
        del self._left[run.id]
        if run.is_over or run.followers:
            return
        if time.monotonic() - self.seen < SEEN_SECONDS:
            self.leave(run, max(seconds, SEEN_SECONDS))
        else:
            self.cancel(run)

    @property
    def is_lost(self) -> bool:
        """Whether there are questions that no worker will answer."""
        return self.quick.is_lost or self.long.is_lost

    def latest(self) -> list[Run]:
        """The runs that are kept, the long ones only, the latest first."""
        names = {run.id for run in self.long.runs}
        return [run for run in reversed(self._runs.values()) if run.id in names]

    def _tidy(self) -> None:
        """Let go of the oldest answers, first of those that are had again at once; runs that are not over stay."""
        over = [run for run in self._runs.values() if run.is_over]
        # A page that asks with every painted cell must not take away what somebody waited for; but its latest answers
        # are those that somebody looks at and may want to take along.
        short = [run for run in over if run.light and run.took <= SHORT_SECONDS]
        first = {run.id for run in short[: max(0, len(short) - self.settings.kept // KEPT_SHORT)]}
        over.sort(key=lambda run: run.id not in first)
        size = sum(run.size for run in over)
        for run in over:
            if len(self._runs) <= self.settings.kept and size <= self.settings.kept_bytes:
                return
            size -= run.size
            del self._runs[run.id]
