"""Tasks for the tests of jobs, in a module of their own so that other processes can import them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from shapewright.errors import StoppedError
from shapewright.jobs import Budget, Partial

# Far more than any test takes: a task that is not stopped makes its test fail instead of hanging.
PATIENCE = 60.0


def note(log: str, word: object) -> None:
    """Append a line, whole even where several processes write."""
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, f"{word}\n".encode())
    finally:
        os.close(handle)


def noted(log: str | Path) -> list[str]:
    path = Path(log)
    return path.read_text().split() if path.exists() else []


def square(number: int, budget: Budget) -> int:
    return number * number


def wide(number: int, budget: Budget) -> dict[Any, Any]:
    """All kinds of plain data."""
    return {(number, "big"): 7 ** (2000 * number), number: (b"\xff" * number, [None, True, 0.1], "é")}


def cut(span: tuple[int, int], budget: Budget) -> Any:
    """The numbers of a span, a few at a time; the rest is left over in two halves."""
    first, last = span
    if last - first <= 3:
        return list(range(first, last))
    middle = (first + 2 + last) // 2
    return Partial(list(range(first, first + 2)), [(first + 2, middle), (middle, last)], done=2 / (last - first))


def logged(task: tuple[int, str], budget: Budget) -> int:
    """A short task that says that it ran."""
    number, log = task
    note(log, number)
    time.sleep(0.03)
    return number * number


def mortal(task: tuple[int, str], budget: Budget) -> int:
    """Task 5 kills its process the first time it runs."""
    number, folder = task
    note(f"{folder}/log", number)
    if number == 5:
        try:
            os.close(os.open(f"{folder}/killed", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.02)
    return number * number


def deadly(task: tuple[int, str], budget: Budget) -> int:
    """Task 2 kills its process whenever it runs."""
    number, folder = task
    if number == 2 and not os.path.exists(f"{folder}/spared"):
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def patient(task: tuple[int, str], budget: Budget) -> Any:
    """Tasks from 3 on work until they are stopped, unless the file ``go`` is there; then they finish at once."""
    number, folder = task
    note(f"{folder}/log", number)
    end = time.monotonic() + PATIENCE
    while number >= 3 and not os.path.exists(f"{folder}/go"):
        if budget.stopped():
            return Partial([number], [task])
        if time.monotonic() > end:
            raise AssertionError("never stopped")
        time.sleep(0.005)
    return [number]


def whole(task: tuple[int, float], budget: Budget) -> int:
    """A task that takes so many seconds and cannot be cut."""
    number, seconds = task
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if budget.stopped():
            raise StoppedError("stopped")
        time.sleep(0.002)
    return number


def deaf(seconds: float, budget: Budget) -> float:
    """A task that never looks at its budget."""
    time.sleep(seconds)
    return seconds


def faulty(number: int, budget: Budget) -> int:
    if number in (3, 4):
        raise LookupError(f"task {number}")
    return number


def givesup(number: int, budget: Budget) -> int:
    raise StoppedError("for reasons of its own")


def odd(number: int, budget: Budget) -> object:
    return {number}


def bulky(task: tuple[int, str], budget: Budget) -> Any:
    """A result that is too large for a row, and a word about it."""
    number, log = task
    note(log, number)
    time.sleep(0.03)
    return {"number": number, "content": budget.keep(bytes([number]) * 100_000)}


def rounds(task: tuple[int, Any, str], budget: Budget) -> Any:
    """Round after round on a state that is too large for a row; four rounds in all."""
    number, state, log = task
    note(log, number)
    time.sleep(0.03)
    grown = (budget.fetch(state) if state is not None else b"") + bytes([number]) * 1000
    if number == 3:
        return budget.keep(grown)
    return Partial(number, [(number + 1, budget.keep(grown), log)])


def total(task: tuple[Any, int], budget: Budget) -> int:
    """The sum of the bytes of a large result, and a number."""
    content, number = task
    return sum(budget.fetch(content)) + number


def settled(results: list[list[int]]) -> list[int]:
    """The numbers in results of :func:`cut` and :func:`patient`, each once."""
    return sorted({number for part in results for number in part})
