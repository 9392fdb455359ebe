"""The workers, seen from the server: a bounded number of processes, each answering one run at a time.

A request to stop a run is always met: a worker that does not stop within a moment is replaced. So is a worker that does
not get ready, or does not say soon that it has read its question; another one then gets the question.

While all workers are busy with long runs, a spare one gives each waiting run a short try, the latest first: short
questions need not wait for what others, or a page that was left, have asked before.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from shapewright.web.worker import HEADER, framed, memory_words

if TYPE_CHECKING:
    from shapewright.web.runs import Run
    from shapewright.web.settings import Settings

# Seconds for an engine to stop by itself; with the rest of the way it makes less than half a second.
GRACE = 0.25
# What a run that looks at its own clock may take beyond its limit: a machine with much else to do gives it no more.
SLACK = 2.0
# What drawing the files of an answer may take after it.
FILE_SECONDS = 120.0
# A worker that does not even start this often in a row will not; it is tried again when so many seconds have passed.
RESTARTS = 3
PAUSE = 10.0
# So many more workers than a pool has may fail to take a question up before it is given up: all of them may have been
# killed while they were idle, which says nothing of the question.
MORE_TRIES = 2

# Ends a process for good; Windows has one such signal only, by another name.
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)

# How a run ends whose answer is too large to be read, and a short try that brought no answer.
TOO_LARGE = "too large"
POSTPONED = "postponed"
NO_WORKERS = "the workers of the studio do not start; its log says why"


def command(settings: Settings) -> tuple[str, ...]:
    """What starts a worker."""
    return (sys.executable, "-m", "shapewright.web.worker", str(settings.memory))


class BusyError(Exception):
    """Every worker is occupied and too many runs wait already."""


class Pool:
    """``size`` workers and the runs that wait for one; ``has_spare`` says whether there is one more for short tries."""

    def __init__(self, size: int, settings: Settings, *, has_spare: bool = False) -> None:
        self.settings = settings
        self.workers = [_Worker(self) for _ in range(size)]
        self.spare = _Worker(self) if has_spare else None
        self.waiting: deque[Run] = deque()
        self._places = count()
        self.closing = False

    async def open(self) -> None:
        """Start the workers; they get ready in the background."""
        for worker in self.workers:
            worker.begin()

    async def close(self) -> None:
        """End the workers, with whatever they are at."""
        self.closing = True
        for run in list(self.waiting):
            run.end("cancelled", "the studio was closed")
        self.waiting.clear()
        await asyncio.gather(*(worker.end() for worker in self._all))

    @property
    def _all(self) -> list[_Worker]:
        return self.workers if self.spare is None else [*self.workers, self.spare]

    @property
    def runs(self) -> list[Run]:
        """The runs that wait or are being answered."""
        return [*self.waiting, *(worker.run for worker in self._all if worker.run is not None)]

    def submit(self, run: Run) -> None:
        """Give the run to a worker, or let it wait; raises ``BusyError``."""
        # One that is tried by the spare worker waits, too.
        if len(self.waiting) + (self.spare is not None and self.spare.run is not None) >= self.settings.waiting:
            raise BusyError
        run.place = next(self._places)
        self.waiting.append(run)
        for worker in self._all:
            worker.revive()
        self.hand_out()
        self.forsake()

    def hand_out(self) -> None:
        """Give runs that wait to workers that are free."""
        for worker in self.workers:
            if self.waiting and worker.is_free:
                worker.give(self.waiting.popleft())
        untried = [run for run in self.waiting if not run.was_tried]
        if self.spare is None or not untried or any(worker.run is None for worker in self.workers):
            return
        self.spare.begin()
        if self.spare.is_free:
            self.waiting.remove(untried[-1])
            self.spare.give(untried[-1], self.settings.try_seconds)

    @property
    def is_lost(self) -> bool:
        """Whether no worker will come."""
        return all(worker.is_gone for worker in self.workers)

    def forsake(self) -> None:
        """Give up the runs that wait, if no worker will come."""
        while self.is_lost and self.waiting:
            self.waiting.popleft().failed(NO_WORKERS, 70)

    def postpone(self, run: Run) -> None:
        """Let a run that a short try did not answer wait for its turn."""
        run.was_tried = True
        if self.closing:
            run.end("cancelled", "the studio was closed")
            return
        self.waiting = deque(sorted([*self.waiting, run], key=lambda each: each.place))
        self.hand_out()
        self.forsake()

    def again(self, run: Run) -> None:
        """Let a run that its worker never took up be answered by another one."""
        run.tries += 1
        if run.tries >= len(self.workers) + MORE_TRIES:
            run.failed(f"{run.tries} workers in a row did not accept the question; ask it again", 70)
            return
        self.waiting.appendleft(run)
        self.hand_out()
        self.forsake()

    def stop(self, run: Run, state: str, words: str) -> None:
        """End a run with this state, whether it waits or is being answered."""
        if run in self.waiting:
            self.waiting.remove(run)
            run.end(state, words)
            return
        for worker in self._all:
            if worker.run is run:
                worker.stop(state, words)


class _Worker:
    """One process, or the one that takes its place."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.run: Run | None = None
        self.is_ready = self.is_gone = self._has_begun = False
        self._process: Process | None = None
        self._life: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._killer: asyncio.TimerHandle | None = None
        self._gave_up = 0.0
        self._limit: float | None = None
        self._ending = ("", "")

    @property
    def is_free(self) -> bool:
        return self.is_ready and self.run is None

    def begin(self) -> None:
        if self._life is None:
            self._life = asyncio.create_task(self._live())

    def revive(self) -> None:
        """Try once more, if it was given up and some time has passed."""
        if self.is_gone and time.monotonic() - self._gave_up > PAUSE:
            self.is_gone, self._life = False, None
            self.begin()

    async def end(self) -> None:
        self._signal(KILL)
        if self._life is not None:
            await self._life

    async def _live(self) -> None:
        """Keep a process running and read what it says."""
        failures = 0
        while not self.pool.closing and failures < RESTARTS:
            try:
                # A session of its own: Ctrl-C at the terminal is for the server to deal with.
                self._process = await asyncio.create_subprocess_exec(
                    *command(self.pool.settings), stdin=PIPE, stdout=PIPE, start_new_session=True
                )
            except OSError as error:  # no descriptors, processes or memory at the moment
                failures += 1
                _tell(f"a worker does not start: {str(error.strerror).lower()}")
                await asyncio.sleep(min(1.0, self.pool.settings.start_seconds))
                continue
            was_ready = await self._listen(self._process)
            self._signal(KILL)
            # A process counts as ended when its pipes are: what it said and nobody read must not hold them.
            assert self._process.stdout is not None
            while await self._process.stdout.read(1 << 16):
                pass
            await self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
            failures = 0 if was_ready else failures + 1
            if not was_ready and not self.pool.closing:
                _tell("a worker ended before it was ready")
            self._lost()
        self.is_gone, self._gave_up = True, time.monotonic()
        self.pool.forsake()

    async def _listen(self, process: Process) -> bool:
        """Take what the process says until it ends; whether it ever said anything."""
        patience: float | None = self.pool.settings.start_seconds
        try:
            while not self.pool.closing:
                message = await asyncio.wait_for(self._message(process), patience)
                patience = None
                self._take(message)
        except TimeoutError:
            _tell(f"a worker was not ready within {patience:g} s")
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass
        return patience is None

    async def _message(self, process: Process) -> dict[str, object]:
        assert process.stdout is not None
        (length,) = HEADER.unpack(await process.stdout.readexactly(HEADER.size))
        if length > 2 * self.pool.settings.answer:
            self._ending = (TOO_LARGE, "")
            raise ValueError
        content = await process.stdout.readexactly(length)
        message: dict[str, object] = json.loads(content)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        kind, run = message["kind"], self.run
        if kind == "ready":
            self.is_ready = True
        elif kind == "begun":
            self._begun()
        elif kind == "found":
            self._found()
        elif kind == "progress" and run is not None:
            run.advance(message)
            return
        elif run is not None:
            self._done()
            state, words = self._ending
            self._ending = ("", "")
            if kind == "answer":
                run.answered(message)
            elif kind in ("error", "fault") and not state:
                run.failed(message["error"], message["exit_code"])
            elif state == POSTPONED:
                self.pool.postpone(run)
            else:  # some libraries make an error of their own of the interrupt
                run.end(state or "cancelled", words or "stopped")
        self.pool.hand_out()

    def give(self, run: Run, limit: float | None = None) -> None:
        """Let the process answer ``run``; with a ``limit`` in seconds, as long as it may try."""
        assert self._process is not None
        assert self._process.stdin is not None
        self.run, self._limit, self._ending, self._has_begun = run, limit, ("", ""), False
        self._process.stdin.write(framed(run.message()))
        self._timer = asyncio.get_running_loop().call_later(self.pool.settings.heard_seconds, self._unheard)

    def _begun(self) -> None:
        """The process has read its question; from now on the time counts."""
        run = self.run
        if run is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._has_begun = True
        loop = asyncio.get_running_loop()
        if self._limit is not None and self._limit < run.seconds:
            self._timer = loop.call_later(self._limit, self.stop, POSTPONED, "")
            return
        run.begin()
        words = f"the time limit of {run.seconds:g} s was reached before there was an answer"
        self._timer = loop.call_later(run.seconds + SLACK, self.stop, "stopped", words)

    def _found(self) -> None:
        """The process has the answer, and goes on to draw the files: no limit of the question is about that."""
        if self._timer is not None:
            self._timer.cancel()
        words = f"drawing the files of the answer took more than {FILE_SECONDS:g} s"
        self._timer = asyncio.get_running_loop().call_later(FILE_SECONDS, self.stop, "stopped", words)

    def _unheard(self) -> None:
        """The process was given a question and says nothing."""
        _tell(f"a worker did not accept its question within {self.pool.settings.heard_seconds:g} s")
        self._signal(KILL)

    def stop(self, state: str, words: str) -> None:
        """Stop the run: first as Ctrl-C does, then for good."""
        if self._process is None or self._process.returncode is not None:
            return
        if self._ending[0]:  # it is being stopped; who cancels does so for good
            if self._ending[0] == POSTPONED:
                self._ending = (state, words)
            return
        self._ending = (state, words)
        self._signal(signal.SIGINT)
        self._killer = asyncio.get_running_loop().call_later(GRACE, self._kill, self.run)

    def _kill(self, run: Run | None) -> None:
        if self.run is run:
            self._signal(KILL)

    def _signal(self, number: int) -> None:
        # Not by the methods of the process: these look whether it has ended and so take its end from asyncio.
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def _done(self) -> None:
        self.run = None
        for timer in (self._timer, self._killer):
            if timer is not None:
                timer.cancel()

    def _lost(self) -> None:
        """The process is gone, and with it the run it was at."""
        self.is_ready = False
        run, (state, words) = self.run, self._ending
        self._done()
        self._ending = ("", "")
        if run is None:
            return
        if state == TOO_LARGE:
            run.outgrown()
        elif state == POSTPONED:
            self.pool.postpone(run)
        elif state:
            run.end(state, words)
        elif not self._has_begun:
            self.pool.again(run)
        else:
            run.failed(f"the worker died; perhaps {memory_words(self.pool.settings.memory)}", 3)


def _tell(words: str) -> None:
    """For who runs the studio."""
    sys.stderr.write(f"shapewright web: {words}; another worker replaces it\n")
