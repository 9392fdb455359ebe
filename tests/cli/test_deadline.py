"""What a command does without a look at the clock is interrupted a moment after its time limit."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from shapewright.cli import deadline, main
from shapewright.cli.command import command_of
from shapewright.cli.deadline import Deadline, being_written
from shapewright.cli.root import OTHERS, Lazy, root
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, TIME_LIMIT
from shapewright.questions.question import Answer, Question


def _heedless(asked: dict[str, Any], desk: Desk) -> Answer:
    """Never look at the clock."""
    assert desk.seconds is not None
    for _ in range(10**7):
        time.sleep(0.001)
    return Answer({})


def _quick(asked: dict[str, Any], desk: Desk) -> Answer:
    """Say what is left."""
    assert desk.seconds is not None
    return Answer({}, f"{desk.seconds:g} {0 < desk.seconds <= 60}")


def _reading(asked: dict[str, Any], desk: Desk) -> Answer:
    """Say what is left before a puzzle is read, and after it."""
    before, after = desk.seconds, desk.seconds
    assert before is not None
    assert after is not None
    return Answer({}, f"{before - after:.0f} less of {after:g}")


heedless = command_of(Question("a", "heedless", "Never look.", (TIME_LIMIT, CHECKPOINT), _heedless))
quick = command_of(Question("a", "quick", "Say what is left.", (TIME_LIMIT,), _quick))
usual = command_of(Question("a", "usual", "Say what is left.", (replace(TIME_LIMIT, default=5.0),), _quick))
reading = command_of(Question("a", "reading", "Say what is left twice.", (TIME_LIMIT,), _reading))
COMMANDS = {"heedless": heedless, "quick": quick, "usual": usual, "reading": reading}


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        monkeypatch.setitem(OTHERS, name, Lazy(__name__, name, ""))
    monkeypatch.setattr(root, "get_command", lambda ctx, name: COMMANDS[name])


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not 0: what strikes without a pause strikes the frame of the command, and the tests, too.
    monkeypatch.setattr(deadline, "LONGEST_GRACE", 0.3)


@pytest.mark.usefixtures("hasty")
def test_a_heedless_command_is_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["heedless", "--time-limit", "0.05"]) == 3
    assert capsys.readouterr().err == "stopped: the time limit of 0.05 s was reached before the answer was complete\n"
    assert deadline.current() is None
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("hasty")
def test_what_a_script_runs_in_the_background_is_interrupted_too(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert main(["heedless", "--time-limit", "0.05"]) == 3
        assert "the time limit of 0.05 s was reached before the answer was complete" in capsys.readouterr().err
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def test_a_command_gets_what_is_left_and_says_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quick", "--time-limit", "60"]) == 0
    assert capsys.readouterr().out == "60 True\n"
    assert deadline.current() is None


def test_a_limit_that_nobody_gave_is_the_usual_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["usual"]) == 0
    assert capsys.readouterr().out == "5 True\n"
    assert deadline.current() is None


def test_what_is_read_too_slowly_leaves_a_moment_to_say_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times: Iterator[float] = iter([0.0, 61.0, 61.0, 61.0, 61.0])
    monkeypatch.setattr("shapewright.jobs.limits.monotonic", lambda: next(times, 61.0))
    monkeypatch.setattr(Deadline, "start", lambda self: None)
    assert main(["quick", "--time-limit", "60"]) == 0
    assert capsys.readouterr().out == "60 True\n"


def test_what_reading_takes_is_not_left_for_the_search(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(0, 1000, 7))
    monkeypatch.setattr("shapewright.jobs.limits.monotonic", lambda: next(times))
    monkeypatch.setattr(Deadline, "start", lambda self: None)
    assert main(["reading", "--time-limit", "60"]) == 0
    assert capsys.readouterr().out == "7 less of 60\n"


class Watched:
    """A deadline whose clocks go a step whenever they are looked at, and what it did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, busy: bool) -> None:
        self.seconds = self.used = 0.0
        self.strikes: list[tuple[float, float]] = []

        def now() -> float:
            self.seconds += 0.01
            return self.seconds

        def used() -> float:
            self.used += 0.05 if busy else 0.0
            return self.used

        monkeypatch.setattr("shapewright.jobs.limits.monotonic", now)
        self.deadline = Deadline(1.0, used=used, strike=self.strike)
        monkeypatch.setattr(self.deadline._ended, "wait", self.wait)
        self.writing = 0

    def wait(self, seconds: float) -> bool:
        self.seconds += seconds
        if self.writing and self.seconds > 50:
            self.deadline._writing = 0
        return self.deadline._ended.is_set()

    def strike(self) -> None:
        self.strikes.append((self.seconds, self.used))
        if len(self.strikes) == 2:
            self.deadline._ended.set()


def test_it_strikes_after_some_processor_time_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, busy=True)
    watched.deadline.watch()
    (first, used), (second, again) = watched.strikes
    assert watched.deadline.struck
    assert first > 1
    assert used == pytest.approx(deadline.GRACE, abs=0.1)
    assert again - used == pytest.approx(deadline.AGAIN, abs=0.1)
    assert second > first


def test_it_strikes_what_waits_for_something_later(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, busy=False)
    watched.deadline.watch()
    assert watched.strikes[0][0] == pytest.approx(1 + deadline.LONGEST_GRACE, abs=0.2)


def test_nothing_strikes_while_something_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, busy=True)
    watched.deadline._writing = watched.writing = 1
    watched.deadline.watch()
    assert watched.strikes[0][0] > 50


def test_writing_is_known_of_the_running_command() -> None:
    running = deadline.begin(60)
    try:
        with being_written():
            assert running._writing == 1
        assert running._writing == 0
    finally:
        assert deadline.end() is running
    with being_written():  # no command, nothing to know
        pass
