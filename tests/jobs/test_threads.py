"""Fewer threads than asked for are enough, even none."""

from __future__ import annotations

import threading

import pytest

from shapewright.jobs import Budget, Stage, run
from shapewright.jobs import threads as module
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.threads import start_if_possible, startable
from shapewright.packing.search.solvers import race


def few(possible: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on so many threads can live at a time."""
    true = threading.Thread.start
    others = threading.active_count()

    def start(thread: threading.Thread) -> None:
        if threading.active_count() - others >= possible:
            raise RuntimeError("can't start new thread")
        true(thread)

    monkeypatch.setattr(threading.Thread, "start", start)


def where(number: int, budget: Budget) -> list[object]:
    return [number * number, threading.current_thread() is threading.main_thread()]


@pytest.mark.parametrize("possible", [0, 1, 2, 3, 20])
def test_a_job_goes_on_with_the_threads_there_are(possible: int, monkeypatch: pytest.MonkeyPatch) -> None:
    few(possible, monkeypatch)
    assert startable(8) == min(possible, 8)
    results = run(Stage("squares", where, range(50)), threads=8)
    assert [square for square, _ in results] == [number * number for number in range(50)]
    # One thread more is no better than this one.
    assert {here for _, here in results} == {possible < 2}


@pytest.mark.parametrize("possible", [0, 1, 2])
def test_a_race_is_won_by_the_same_attempt(possible: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(number: int, stop: bytearray) -> tuple[str, str, bytes]:
        return ("found", "walk", bytes([number])) if number in (3, 5) else ("gave up", "", b"")

    few(possible, monkeypatch)
    assert race(attempt, range(1, 9), 4) == ("found", "walk", b"\3")


def test_native_code_runs_without_the_thread_that_listens_for_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    few(0, monkeypatch)
    assert not start_if_possible(threading.Thread(target=print))
    with interruptible() as stop:
        assert stop[0] == 0


def test_threads_that_leave_no_memory_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [True, True, False]
    monkeypatch.setattr(module, "room_for", lambda size: left.pop(0))
    assert startable(8) == 2
