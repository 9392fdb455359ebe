"""A result that Dask loses as it hands it over is made again."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from shapewright.jobs import Budget, Stage, run

# As Dask's bridge does when the worker of a finished task is gone: the result is unpacked as an exception.
_BRIDGE = compile("kind, error, trace = 7", "/anywhere/distributed/cfexecutor.py", "exec")


def double(number: int, budget: Budget) -> int:
    """The task."""
    return 2 * number


class Losing(ThreadPoolExecutor):
    """Loses the first result."""

    lost = 0

    def submit(self, *task: Any, **more: Any) -> Future[Any]:  # type: ignore[override]
        future = super().submit(*task, **more)
        if self.lost:
            return future
        self.lost += 1
        future.result()
        bad: Future[Any] = Future()
        try:
            exec(_BRIDGE)
        except TypeError as error:
            bad.set_exception(error)
        return bad


def test_it_is_made_again() -> None:
    with Losing(1) as executor:
        assert run(Stage("doubles", double, [1, 2, 3]), executor=executor) == [2, 4, 6]
    assert executor.lost == 1
