"""Tasks on a Dask cluster: all workers are asked for their version before anything is sent, and no wait is endless.

A worker that lacks the package, or has another version of it, would give no answer or a different one. All workers are
asked at the start; one that joins later finds the version in the parcel that contains each task. Dask's own calls have
no time limit, so each of them gets a few seconds here.
"""

from __future__ import annotations

import pickle
import pkgutil
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from shapewright import __version__
from shapewright.errors import MissingExtraError, WorkerError
from shapewright.jobs.limits import Clock
from shapewright.jobs.parcel import MODULES, OtherVersionError, Parcel

# Seconds for a scheduler to answer and for a first worker to be there, together.
CONNECT_SECONDS = 10.0
# Seconds that a scheduler may take for a short answer while a job runs, or to be told that it is over.
ANSWER_SECONDS = 1.0
# Seconds without a worker, or an answer, after which a job is given up: a worker that died may be replaced.
DESERTED_SECONDS = 30.0
# How often the scheduler is asked for its workers, in seconds.
ASK_SECONDS = 5.0


def dask_executor(address: str) -> Executor:
    """An executor on the Dask cluster whose scheduler listens at ``address``, such as ``tcp://127.0.0.1:8786``.

    Use it in a ``with`` statement, which closes the connection at its end. All workers need this version of this
    package; the scheduler needs Dask only.

    Raises ``MissingExtraError`` without the extra ``cluster``, ``WorkerError`` if no scheduler answers, if it has no
    workers, or if a worker lacks the package or has another version of it.
    """
    try:
        distributed: Any = import_module("distributed")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("dask", "distributed"):
            raise
        raise MissingExtraError(
            "a Dask cluster needs the package 'distributed'; in a clone of shapewright, run pip install '.[cluster]'"
        ) from None
    clock = Clock(CONNECT_SECONDS)
    try:
        with warnings.catch_warnings():
            # Dask warns, in a table, of packages that differ; what matters to us is looked at below.
            warnings.simplefilter("ignore")
            # What listens there and says nothing is waited for longer than that by Dask.
            client = within(
                CONNECT_SECONDS + 1.0,
                lambda: distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False),
            )
    except TimeoutError:
        raise WorkerError(f"no Dask scheduler answers at {address!r}: no reply within {CONNECT_SECONDS:g} s") from None
    except (OSError, ValueError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address!r}: {' '.join(str(error).split())}") from error
    executor = DaskExecutor(client, address, distributed.KilledWorker, distributed.comm.CommClosedError)
    try:
        executor.check(max(1.0, clock.left() or 0.0))
    except BaseException:
        executor.shutdown(wait=False)
        raise
    return executor


class DaskExecutor(Executor):
    """What :func:`dask_executor` gives: an executor that says what is wrong with its cluster."""

    def __init__(self, client: Any, address: str, killed: type[Exception], closed: type[Exception]) -> None:
        self.client = client
        self.address = address
        self.killed = killed
        self.broken = (BrokenExecutor, CancelledError, killed, closed, OtherVersionError)
        self._inner = self.inner()
        self._threads = 0
        self._asked: Clock | None = None  # since the scheduler was last asked for its workers
        self._trouble = ""
        self._worked = Clock(DESERTED_SECONDS)  # since it was last seen to have workers

    def inner(self) -> Any:
        """An executor of Dask's on the same connection, whose tasks can be withdrawn with one message."""
        return self.client.get_executor(pure=False, retries=3)

    def check(self, seconds: float) -> None:
        """Wait at most ``seconds`` for a first worker, and ask all for their version; raises ``WorkerError``."""
        clock = Clock(seconds)
        while not (found := self._versions(clock)):
            if clock.over():
                raise WorkerError(
                    f"the Dask scheduler at {self.address!r} has no workers: start some there, "
                    f"with  dask worker {self.address}"
                )
            time.sleep(0.1)
        faults = {worker: fault for worker, version in sorted(found.items()) if (fault := _fault(version))}
        if faults:
            worker, fault = next(iter(faults.items()))
            others = f", and so do {len(faults) - 1} more of {len(found)} workers" if len(faults) > 1 else ""
            raise WorkerError(
                f"the worker at {worker} {fault}{others}: install shapewright {__version__} for all workers and start "
                "them again"
            )

    def _versions(self, clock: Clock) -> dict[str, object]:
        """What each worker says when it is asked for the version of the package: a text, or an error."""
        # By name, and nothing of ours is sent: a worker that cannot read what it gets ends without a word.
        ask = "shapewright:__version__"
        left = max(1.0, clock.left() or 0.0)
        try:
            found: dict[str, object] = within(
                left, lambda: self.client.run(pkgutil.resolve_name, ask, on_error="return")
            )
        except TimeoutError:
            raise WorkerError(
                f"the workers of the Dask scheduler at {self.address!r} did not report their version of shapewright "
                f"within {left:.0f} s"
            ) from None
        except (OSError, ValueError, RuntimeError) as error:  # Dask says so if there is no worker, too
            if clock.over() and self.client.status != "running":
                raise WorkerError(self.lost()) from error
            return {}
        return found

    def threads(self) -> int:
        """How many tasks run at a time, as far as is known; raises ``WorkerError`` when nobody is left to work.

        Workers come and go, and asking costs a message.
        """
        if self.client.status not in ("running", "connecting"):
            raise WorkerError(self.lost())
        deserted = self._worked.over()
        if self._asked is None or self._asked.over():
            try:
                self._threads = sum(within(ANSWER_SECONDS, self.client.nthreads).values())
                self._trouble = "" if self._threads else self._deserted()
            except (OSError, ValueError, RuntimeError, AttributeError):
                self._trouble = self.lost()
            self._asked = Clock(ASK_SECONDS)
            if not self._trouble:
                self._worked = Clock(DESERTED_SECONDS)
        if self._trouble and deserted:
            raise WorkerError(self._trouble)
        return self._threads

    def _deserted(self) -> str:
        return (
            f"all workers of the Dask scheduler at {self.address!r} have left, and none came back within "
            f"{DESERTED_SECONDS:g} s"
        )

    def submit(self, function: Callable[..., object], /, *arguments: object, **options: object) -> Future[Any]:
        """Hand over one task."""
        return self.submit_to(self._inner, partial(function, **options), *arguments)

    def submit_to(self, inner: Any, function: Callable[..., Any], *arguments: object) -> Future[object]:
        """Hand over one task to ``inner``; the worker opens the parcel, which runs it."""
        future: Future[object] = inner.submit(pickle.loads, pickle.dumps(Parcel(__version__, function, *arguments)))
        return future

    def withdraw(self, inner: Any) -> None:
        """Drop all tasks that were handed over to ``inner``."""
        with suppress(OSError, ValueError, RuntimeError):
            within(ANSWER_SECONDS, lambda: inner.shutdown(wait=False))

    def is_fault(self, error: BaseException) -> bool:
        """Whether an error that a task ended with is one of the cluster."""
        return isinstance(error, self.broken) or (isinstance(error, ModuleNotFoundError) and error.name in MODULES)

    def words(self, error: BaseException) -> str:
        """What happened to the cluster, in words for the person who waits."""
        if isinstance(error, WorkerError):
            return str(error)
        if isinstance(error, OtherVersionError | ModuleNotFoundError):
            try:
                self.check(ANSWER_SECONDS)
            except WorkerError as fault:
                return str(fault)
            return f"a worker joined the cluster that {_fault(getattr(error, 'version', error))}"
        if isinstance(error, self.killed):
            return "workers of the cluster died repeatedly at the same task (out of memory, or killed?)"
        return self.lost()

    def lost(self) -> str:
        """The message for a scheduler that no longer answers."""
        return f"the Dask scheduler at {self.address!r} no longer answers"

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the connection; without ``wait`` tasks that run are left alone."""
        if wait and not cancel_futures:
            self._inner.shutdown(wait=True)
        else:
            self.withdraw(self._inner)
        with suppress(OSError, ValueError, RuntimeError):
            within(ANSWER_SECONDS, self.client.close)


def within(seconds: float, call: Callable[[], object]) -> Any:
    """What ``call`` gives or raises; ``TimeoutError`` if that takes longer, and then it is left alone."""
    result: Future[object] = Future()

    def work() -> None:
        try:
            result.set_result(call())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=work, name="dask", daemon=True).start()
    return result.result(seconds)


def _fault(version: object) -> str:
    """What is wrong with a worker that answers so; an empty text if nothing is."""
    if isinstance(version, str):
        return "" if version == __version__ else f"has shapewright {version}, not {__version__}"
    return f"lacks the package shapewright ({' '.join(str(version).split())})"
