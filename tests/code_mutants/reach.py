"""A plug-in of pytest: which lines each test runs, and how many CPU seconds it takes.

``pytest -p tests.code_mutants.reach`` writes them into the file that ``SHAPEWRIGHT_REACH`` names, as JSON: the seconds
of each test that passed, and for each file and line the numbers of the tests that ran it. Only the files that match the
patterns in ``SHAPEWRIGHT_REACH_OF`` are looked at, and a test
that takes more CPU seconds than ``SHAPEWRIGHT_REACH_SECONDS`` is given up.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import coverage
import pytest

_LIMIT = float(os.environ["SHAPEWRIGHT_REACH_SECONDS"])

_seconds: dict[str, float] = {}
_not_passed: set[str] = set()
_coverage = coverage.Coverage(data_file=None, include=os.environ["SHAPEWRIGHT_REACH_OF"].split(os.pathsep))
_coverage.start()


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    pytest.fail(f"more than {_LIMIT} CPU seconds", pytrace=False)


signal.signal(signal.SIGVTALRM, _give_up)


def pytest_configure(config: pytest.Config) -> None:
    """Let a test be given up wherever it is."""
    config.addinivalue_line("filterwarnings", "ignore::pluggy.PluggyTeardownRaisedWarning")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Record what this test runs under its name."""
    _coverage.switch_context(item.nodeid)
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = round(sum(os.times()[:4]) - before, 3)
        _coverage.switch_context("")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Give the test up when its time is over, where pytest takes an exception for a failure."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember which tests did not pass: they cannot notice anything."""
    if not report.passed:
        _not_passed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write what was recorded."""
    _coverage.stop()
    tests = [name for name in _seconds if name not in _not_passed]
    number = {name: k for k, name in enumerate(tests)}
    data, lines = _coverage.get_data(), {}
    for file in data.measured_files():
        lines[os.path.relpath(file)] = {
            line: sorted({number[name] for name in names if name in number})
            for line, names in data.contexts_by_lineno(file).items()
        }
    said = {"seconds": {name: _seconds[name] for name in tests}, "lines": lines}
    Path(os.environ["SHAPEWRIGHT_REACH"]).write_text(json.dumps(said), encoding="utf-8")
