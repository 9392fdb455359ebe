"""Where tasks run: threads, our own processes, a Dask cluster, or any other executor, behind one small interface.

A *crew* is what one run needs to know about an executor: how many tasks to keep in flight, how to submit one, how to
stop those that run, and which errors mean that workers died.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from shapewright.errors import ElsewhereError, ProblemError
from shapewright.jobs.cluster import DaskExecutor
from shapewright.jobs.processors import alone, processors
from shapewright.jobs.stage import Budget, call

if TYPE_CHECKING:
    from shapewright.jobs.large import Folder
    from shapewright.jobs.ledger import Task

# Tasks in flight for each worker: one that runs and enough that none waits for us.
IN_FLIGHT = 3
# Seconds of a task that cannot be told to stop: on a cluster, or in a pool that is not ours.
SLICE = 2.0

Function = Callable[[object, Budget], object]


def process_pool(workers: int | None = None) -> Callable[[], Executor]:
    """A factory of process pools for ``run(..., executor=process_pool(4))``; by default one process per processor.

    The processes are spawned: a script that uses them needs the guard ``if __name__ == "__main__":``. A pool whose
    worker is killed is replaced, and only the tasks that had not finished run again.
    """
    if workers is not None and workers < 1:
        raise ProblemError(f"the number of processes must be at least 1, not {workers}")
    if alone():
        raise ElsewhereError("a browser cannot start other processes; the command line can")

    def build() -> Executor:
        from shapewright.jobs.processes import ProcessPool  # multiprocessing is loaded by jobs that need it

        return ProcessPool(processors() if workers is None else workers)

    return build


class Crew:
    """Workers of any executor: nothing can stop their tasks, so each task gets a slice of time."""

    slice: float | None = SLICE
    broken: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    def __init__(self, executor: Executor, owned: bool) -> None:
        self.executor = executor
        self.owned = owned

    def is_fault(self, error: BaseException) -> bool:
        """Whether an error that a task ended with is one of its worker."""
        return isinstance(error, self.broken)

    def words(self, error: BaseException) -> str:
        """What happened to the workers, in words for the person who waits."""
        return "a worker died, and the given executor can no longer be used"

    @property
    def capacity(self) -> int:
        """How many tasks to keep in flight."""
        workers = getattr(self.executor, "_max_workers", None)
        return IN_FLIGHT * (workers if isinstance(workers, int) else 4 * processors())

    def seconds(self, task: Task, left: float | None) -> float | None:
        """The seconds that ``task`` gets when ``left`` remain of the whole run."""
        if self.slice is None:
            return left
        return self.slice * task.slices if left is None else min(self.slice * task.slices, left)

    def submit(
        self, function: Function, arguments: object, seconds: float | None, folder: Folder | None = None
    ) -> Future[object]:
        """Hand over one task."""
        return self.executor.submit(call, function, arguments, seconds, folder)

    def stop(self) -> None:
        """Ask running tasks to stop, where that is possible."""

    def cancel(self, futures: Iterable[Future[object]]) -> list[Future[object]]:
        """Withdraw the tasks that have not started; those that are returned run on, or are done."""
        return [future for future in futures if not future.cancel()]

    def close(self) -> None:
        """All is done: let go of an executor that was made for this run."""
        if self.owned:
            self.executor.shutdown(wait=True)

    def abandon(self, idle: bool) -> None:
        """Stopped: let go without waiting for tasks that run on; ``idle`` says that none does."""
        if self.owned:
            self.executor.shutdown(wait=False, cancel_futures=True)


class _Threads(Crew):
    slice = None

    def __init__(self, executor: Executor, owned: bool) -> None:
        super().__init__(executor, owned)
        self._stop = bytearray(1)

    def submit(
        self, function: Function, arguments: object, seconds: float | None, folder: Folder | None = None
    ) -> Future[object]:
        return self.executor.submit(call, function, arguments, seconds, folder, self._stop)

    def stop(self) -> None:
        self._stop[0] = 1


class _Processes(Crew):
    slice = None

    def __init__(self, executor: Any, owned: bool) -> None:
        from shapewright.jobs.processes import call_in_worker  # loaded by now: the pool is one of its

        super().__init__(executor, owned)
        self._pool = executor
        self._call = call_in_worker
        self._flag: int = executor.open_flag()

    def submit(
        self, function: Function, arguments: object, seconds: float | None, folder: Folder | None = None
    ) -> Future[object]:
        return self.executor.submit(self._call, function, arguments, seconds, folder, self._flag)

    def stop(self) -> None:
        self._pool.set_flag(self._flag)

    def abandon(self, idle: bool) -> None:
        if self.owned and not idle:
            self._pool.kill()
        else:
            super().abandon(idle)


class _Dask(Crew):
    def __init__(self, executor: DaskExecutor, owned: bool) -> None:
        super().__init__(executor, owned)
        # An executor for this run alone, so that all its tasks can be cancelled with one message.
        self._inner = executor.inner()
        self._dask = executor

    @property
    def capacity(self) -> int:
        return IN_FLIGHT * max(2, self._dask.threads())

    def submit(
        self, function: Function, arguments: object, seconds: float | None, folder: Folder | None = None
    ) -> Future[object]:
        return self._dask.submit_to(self._inner, call, function, arguments, seconds, folder)

    def is_fault(self, error: BaseException) -> bool:
        return self._dask.is_fault(error)

    def words(self, error: BaseException) -> str:
        return self._dask.words(error)

    def cancel(self, futures: Iterable[Future[object]]) -> list[Future[object]]:
        # Dask does not say which tasks have started: all are dropped, and those that run end with their slice.
        done = [future for future in futures if future.done()]
        self._dask.withdraw(self._inner)
        return done


def crew_of(executor: Executor, *, owned: bool) -> Crew:
    """The crew of an executor; ``owned`` if the executor was made for this run and ends with it."""
    if isinstance(executor, ThreadPoolExecutor):
        return _Threads(executor, owned)
    if isinstance(executor, DaskExecutor):
        return _Dask(executor, owned)
    if hasattr(executor, "open_flag"):
        return _Processes(executor, owned)
    return Crew(executor, owned)
