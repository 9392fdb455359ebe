"""The loop that runs a stage: hands tasks to workers, records what they give, and ends well however it ends."""

from __future__ import annotations

import contextlib
import os
from contextlib import ExitStack
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from shapewright.errors import FileError, ProblemError, StoppedError, WorkerError, amount
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.large import Folder, find, folder_beside
from shapewright.jobs.ledger import Ledger, Outcome, Path, Task
from shapewright.jobs.limits import Clock
from shapewright.jobs.processors import alone, processors
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress, Stage, Unfinished, call
from shapewright.jobs.threads import startable, thread_pool

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

    from shapewright.jobs.checkpoint import Checkpoint
    from shapewright.jobs.executors import Crew

# A pool that breaks this often in a row before any task finishes will not do better the next time.
REBUILDS = 3
# The loop looks up at least this often, for systems where Ctrl-C does not wake a waiting thread.
LONGEST_WAIT = 0.5
# Seconds of a task between two looks of who waits, where nothing can look meanwhile.
SLICE = 1.0
# Seconds that tasks which were told to stop may take to do so before they are left alone.
GRACE = 2.0


def run(
    stage: Stage,
    *,
    fingerprint: str = "",
    executor: Executor | Callable[[], Executor] | None = None,
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    folder: Folder | None = None,
    time_limit: float | None = None,
    told: Callable[[object], None] | None = None,
) -> list[Any]:
    """Run every task of ``stage`` and return their results, ordered by task number and then by part.

    Without ``executor`` tasks run on ``threads`` threads (default: one per processor); with one thread they run here,
    one after the other. ``executor`` is a ``concurrent.futures.Executor`` or a function without arguments that makes
    one; one that is made here can be replaced when its workers die, and is shut down at the end. ``progress`` is True
    for a bar on standard error or a function that is called with each :class:`Progress`. ``checkpoint`` is a file that
    keeps the results of finished tasks: run again with the same stage and ``fingerprint``, only the other tasks run.
    Large results go to ``folder``, by default one beside the checkpoint. ``time_limit`` is in seconds. ``told``
    is called with the result of each task that this run finishes, as soon as it is kept.

    >>> from shapewright.jobs import Budget, Stage, run
    >>> def square(number: int, budget: Budget) -> int:
    ...     return number * number
    >>> run(Stage("squares", square, range(5)))
    [0, 1, 4, 9, 16]

    Raises ``StoppedError`` when the time limit ends it, ``KeyboardInterrupt`` after Ctrl-C (a second Ctrl-C does not
    wait for the tasks to stop), ``WorkerError`` when workers died and cannot be replaced, ``CheckpointError`` or
    ``FileError`` about the checkpoint, and what a task raises. The errors have the attributes ``done``, ``total``,
    ``progress``, ``checkpoint`` (the path or None) and ``kept`` (whether the checkpoint holds any work, of this or
    another stage); finished tasks are in the checkpoint by then. ``StoppedError`` also has ``results``: what finished
    tasks that left nothing over gave, by their number.
    """
    if threads is not None and threads < 1:
        raise ProblemError(f"the number of threads must be at least 1, not {threads}")
    clock = Clock(time_limit)
    inline = False
    if executor is None:
        threads = threads or processors()
        inline = threads == 1
    with ExitStack() as stack:
        store: Checkpoint | None = None
        if checkpoint is not None:
            from shapewright.jobs.checkpoint import Checkpoint  # SQLite is loaded by jobs that need it

            store = stack.enter_context(Checkpoint(checkpoint, fingerprint))
            if folder is None:
                folder = stack.enter_context(folder_beside(checkpoint))
            folder.tidy()
        try:
            ledger = Ledger(stage, _recorded(stage, store, folder), in_order=inline)
        except ValueError as error:
            if store is None or isinstance(error, FileError):
                raise
            raise store.damaged(str(error)) from error
        job = _Job(stage, ledger, store, folder, stack.enter_context(listener(progress)), clock)
        job.told = told
        try:
            job.notify()
            if inline:
                _run_here(job)
            else:
                _run_with(job, executor, threads)
        except BaseException as error:
            _annotate(error, job.progress(), store)
            if isinstance(error, StoppedError):
                error.results = ledger.whole()
            raise
        return ledger.results()


def _recorded(stage: Stage, store: Checkpoint | None, folder: Folder | None) -> dict[Path, Outcome]:
    """The finished tasks that a checkpoint knows, without those whose large results are gone."""
    if store is None:
        return {}
    recorded = store.begin(stage)
    lost = [] if folder is None else folder.lost(recorded)
    if lost:
        store.forget(lost)
        for path in lost:
            del recorded[path]
    return recorded


class _Job:
    """One call of :func:`run`: the books, the file, the clock, and the listener."""

    def __init__(
        self,
        stage: Stage,
        ledger: Ledger,
        store: Checkpoint | None,
        folder: Folder | None,
        listener: Callable[[Progress], None] | None,
        clock: Clock,
    ) -> None:
        self.stage = stage
        self.ledger = ledger
        self.store = store
        self.folder = folder
        self.told: Callable[[object], None] | None = None
        self._listener = listener
        self._clock = clock

    @property
    def has_listener(self) -> bool:
        return self._listener is not None

    def progress(self) -> Progress:
        return self.ledger.progress(self._clock.seconds)

    def notify(self) -> None:
        if self._listener is not None:
            self._listener(self.progress())

    def left(self) -> float | None:
        """Seconds left of the time limit; None if there is none."""
        return self._clock.left()

    def look_up(self, interrupt: Interrupt) -> None:
        """End the loop if somebody or the clock asks for it."""
        if interrupt.caught:
            raise KeyboardInterrupt
        if self._clock.over():
            progress = self.progress()
            joint = ", " if progress.place else " of stage "
            raise StoppedError(f"{self._clock.stopped()} after {progress}{joint}{self.stage.name!r}")

    def settle(self, finished: list[tuple[Task, object]]) -> None:
        """Keep what finished tasks gave: on the disk first, then in the books."""
        if not finished:
            return
        outcomes = [(task, Outcome.of(value)) for task, value in finished]
        if self.folder is not None:
            for large in find([[outcome.result, outcome.rest] for _, outcome in outcomes]):
                if not self.folder.holds(large):
                    raise self.folder.missing(large)
        if self.store is not None:
            self.store.record((task.path, outcome) for task, outcome in outcomes)
        for task, outcome in outcomes:
            self.ledger.finish(task, outcome)
            if self.told is not None:
                self.told(outcome.result)


def _run_here(job: _Job) -> None:
    """Run the tasks in this thread, in order.

    Where there is no other thread that shows how far the work is, each task gets a slice of time, and progress is told
    between two slices; a task that cannot be cut runs again with all the time there is, and so do those after it.
    """
    stop = bytearray(1)
    slices = alone() and job.has_listener
    with Interrupt(stop, inline=True) as interrupt:
        while (task := job.ledger.next()) is not None:
            job.look_up(interrupt)
            left = job.left()
            seconds = min(SLICE, SLICE if left is None else left) if slices else left
            value = call(job.stage.function, task.arguments, seconds, job.folder, stop)
            if isinstance(value, Unfinished):
                slices = False
                job.ledger.put_back(task)
            else:
                job.settle([(task, value)])
                job.notify()
        if interrupt.caught:
            raise KeyboardInterrupt


def _run_with(job: _Job, executor: Executor | Callable[[], Executor] | None, threads: int | None) -> None:
    """Run the tasks on an executor, on a new one when its workers died and we know how to make one."""
    from concurrent.futures import Executor  # not loaded by the jobs that run here, in one thread

    from shapewright.jobs.executors import crew_of  # executors stand on this loop

    if executor is None:
        threads = startable(threads or processors())
        if threads < 2:  # one thread more would not be better than this one
            _run_here(job)
            return
        executor = partial(thread_pool, threads)
    rebuilds = 0
    with Interrupt(bytearray(1)) as interrupt:
        while not job.ledger.complete:
            owned = not isinstance(executor, Executor)
            if isinstance(executor, Executor):
                crew = crew_of(executor, owned=False)
            else:
                crew = crew_of(executor(), owned=True)
            before = job.ledger.finished
            fault = _Shift(job, crew, interrupt).work()
            if fault is None:
                crew.close()
                break
            crew.abandon(idle=True)
            rebuilds = 1 if job.ledger.finished > before else rebuilds + 1
            if not owned or rebuilds > REBUILDS:
                raise WorkerError(_way_on(job, crew, fault)) from fault
        if interrupt.caught:
            raise KeyboardInterrupt


def _way_on(job: _Job, crew: Crew, fault: BaseException) -> str:
    """What happened to the workers, and how to go on."""
    if crew.owned:
        what = (
            f"workers died {REBUILDS + 1} times in a row before a task was finished "
            '(out of memory, killed, or a script without the guard `if __name__ == "__main__":`?)'
        )
    else:
        what = crew.words(fault)
    progress = job.progress()
    verb, copula = ("was", "is") if progress.total == 1 else ("were", "are")
    tasks = f"{progress.done} of {amount(progress.total, 'task')} {verb} finished"
    if job.store is None:
        return f"{what}; {tasks} and {copula} lost because there is no checkpoint; run again with one"
    return f"{what}; {tasks} and {copula} kept in checkpoint {job.store.path!r}; run again with it to go on"


class _Shift:
    """The work of one crew, until all is done, the crew breaks, or the loop is ended."""

    def __init__(self, job: _Job, crew: Crew, interrupt: Interrupt) -> None:
        self._job = job
        self._crew = crew
        self._interrupt = interrupt
        self._running: dict[Future[object], Task] = {}
        # Futures that are done, and None as a call to look up.
        self._inbox: SimpleQueue[Future[object] | None] = SimpleQueue()
        self._fault: BaseException | None = None
        self._failures: list[tuple[Path, BaseException]] = []

    def work(self) -> BaseException | None:
        """Run tasks; the error that broke the crew, or None if all are done."""
        self._interrupt.wake = lambda: self._inbox.put(None)
        try:
            while not (self._job.ledger.complete or self._failed()):
                self._job.look_up(self._interrupt)
                self._hand_out()
                if not self._running:
                    break
                left = self._job.left()
                futures = self._wait(LONGEST_WAIT if left is None else left)
                if futures:
                    self._take_in(futures)
                    self._job.notify()
        except BaseException:
            self._wind_down()
            raise
        finally:
            self._interrupt.wake = None
        if self._failures:
            error = self._first_failure()[1]
            self._wind_down()
            raise error from error.__cause__
        return self._fault

    def _first_failure(self) -> tuple[Path, BaseException]:
        return min(self._failures, key=lambda failure: failure[0])

    def _failed(self) -> bool:
        """Whether a task failed and none with a lower number may still do so: the lowest one speaks."""
        if not self._failures:
            return False
        first = self._first_failure()[0]
        return all(task.path > first for task in self._running.values())

    def _hand_out(self) -> None:
        try:
            capacity = self._crew.capacity
        except WorkerError as error:  # nobody is left who could end the tasks that run
            for each in self._running.values():
                self._job.ledger.put_back(each)
            self._running.clear()
            self._fault = error
            return
        while self._fault is None and not self._failures and len(self._running) < capacity:
            task = self._job.ledger.next()
            if task is None:
                return
            seconds = self._crew.seconds(task, self._job.left())
            try:
                future = self._crew.submit(self._job.stage.function, task.arguments, seconds, self._job.folder)
            except Exception as error:
                if not self._crew.is_fault(error):
                    raise
                self._job.ledger.put_back(task)
                self._fault = error
                return
            self._running[future] = task
            future.add_done_callback(self._inbox.put)

    def _wait(self, seconds: float) -> list[Future[object]]:
        """The futures that are done, as soon as there are any; none if nothing happens for so many seconds."""
        batch = []
        with contextlib.suppress(Empty):
            batch.append(self._inbox.get(timeout=min(seconds, LONGEST_WAIT)))
            while True:
                batch.append(self._inbox.get_nowait())
        return [future for future in batch if future is not None]

    def _take_in(self, futures: list[Future[object]]) -> None:
        finished = []
        for future in futures:
            task = self._running.pop(future)
            try:
                value = future.result()
            except BaseException as error:
                if _was_lost(error):
                    self._job.ledger.put_back(task)
                elif self._crew.is_fault(error):
                    self._job.ledger.put_back(task)
                    self._fault = error
                else:
                    self._failures.append((task.path, error))
            else:
                if isinstance(value, Unfinished):
                    # It cannot be cut and needs longer than its slice.
                    task.slices *= 2
                    self._job.ledger.put_back(task)
                else:
                    finished.append((task, value))
        self._job.settle(finished)

    def _wind_down(self) -> None:
        """Tell the tasks to stop, give them a moment, keep what they still give, and let go of the crew."""
        crew = self._crew
        idle = False
        try:
            crew.stop()
            still = set(crew.cancel(list(self._running)))
            if crew.slice is None:
                seconds = GRACE
            else:
                # Without a checkpoint nobody wants what tasks give that cannot be stopped.
                longest = max((task.slices for task in self._running.values()), default=1)
                seconds = crew.slice * longest + 1 if self._job.store is not None else 0.0
            patience = Clock(None)
            while still and (left := seconds - patience.seconds) > 0:
                done = [future for future in self._wait(left) if future in still]
                still.difference_update(done)
                # A full disk is what may have ended the loop: the first error counts.
                with contextlib.suppress(FileError):
                    self._take_in(done)
            idle = not still
        finally:
            crew.abandon(idle)


def _annotate(error: BaseException, progress: Progress, store: Checkpoint | None) -> None:
    """Hang on an error what the command line needs to say how far it came and how to go on."""
    details = {
        "done": progress.done,
        "total": progress.total,
        "progress": progress,
        "checkpoint": None if store is None else store.path,
        "kept": store is not None and store.holds_tasks(),
    }
    for name, value in details.items():
        # An error of a task may refuse attributes.
        with contextlib.suppress(AttributeError, TypeError):
            setattr(error, name, value)


def _was_lost(error: BaseException) -> bool:
    """Whether Dask lost the result of a task with its worker, just as it was handed over: the task is done again.

    Its bridge to ``concurrent.futures`` then unpacks the result as if that were an exception, which fails there.
    """
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or not isinstance(error, (TypeError, ValueError, AttributeError)):
        return False
    return os.path.basename(place.tb_frame.f_code.co_filename) == "cfexecutor.py"
