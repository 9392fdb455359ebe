"""Which tests take long: CPU seconds of each, a list of those that ``make test`` leaves out, and what keeps it true.

``tests/thorough_tests.txt`` lists them, and they bear the marker ``thorough``. ``python -m tests.durations`` runs every
test that is not marked ``slow`` and writes the list, or what the given paths change in it::

    python -m tests.durations tests/clear/loops/test_loop.py

Tests in a browser all take long, and are ``thorough`` without being listed. What is marked ``always`` never is: nothing
else in ``make test`` protects what it does. ``always(first=1)`` is about the first parameters of a test alone.

Without ``--everything`` a test of Hypothesis draws a quarter of the examples that it names, so it counts for a quarter
of what all of them take. Wall time depends on what else the machine does, CPU seconds nearly do not. Those of child
processes count, too. What a fixture of a module or of the session takes to set up does not count for the test that
happens to come first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

LIST = Path(__file__).parent / "thorough_tests.txt"
_HEADER = "# Tests that `make test` leaves out. Written by `python -m tests.durations`, which measures them.\n"

# A test is listed from here on, in CPU seconds, and stays until it takes less than half. What is not listed is named at
# the end of the run of everything where it takes so many times as long, and fails it where it takes FAILING times as
# long: what else a machine does makes a test several times slower, but not by that much.
LISTED = 1.0
MARGIN, FAILING = 4, 20

# What all tests of `make test` may take together, in CPU seconds; finding them and starting takes a quarter as long.
BUDGET = 340.0

# Of the examples that a test of Hypothesis names, one in so many is drawn.
FEWER = 4

# On a busy machine a test may need a second try: this share of those in a browser, and of the others, but not more.
SECOND_TRIES_IN_BROWSER, SECOND_TRIES = 0.01, 0.0005


def listed() -> set[str]:
    """Return the tests that take long."""
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


# Asked once: a test may take it away.
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Meter:
    """CPU seconds of this process and of all its descendants, living or waited for."""

    def __init__(self) -> None:
        self._known: list[int] = []

    def read(self, *, look: bool = True) -> float:
        """Return what was taken so far; without ``look``, what descendants took that are not known yet is missing."""
        if look:  # through the table of all processes, which takes a while
            self._known = _descendants() if _has_children() else []
        times = os.times()
        own = time.process_time() + times.children_user + times.children_system
        return own + sum(_taken_by(process) for process in self._known)


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (AttributeError, ChildProcessError):
        return False
    return True


def _stat(process: int) -> list[str]:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended
        return []
    return text.rpartition(")")[2].split()


def _descendants() -> list[int]:
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit() and (fields := _stat(int(name))):
            children.setdefault(int(fields[1]), []).append(int(name))
    found = list(children.get(os.getpid(), ()))
    for process in found:
        found += children.get(process, ())
    return found


def _taken_by(process: int) -> float:
    # User and system time of the process, and of those of its children that it waited for.
    return sum(int(field) for field in _stat(process)[11:15]) / _TICKS


def _function(item: pytest.Item) -> Any:
    # Of all the parameters of a test, and of all the objects of its class.
    return getattr(getattr(item, "obj", None), "__func__", getattr(item, "obj", None))


def in_browser(item: pytest.Item) -> bool:
    """Return whether a test is carried out in a browser."""
    return not {"browser", "site"}.isdisjoint(getattr(item, "fixturenames", ()))


class Choice:
    """The plugin of every run: it chooses tests and examples, and says at the end what was left out."""

    def __init__(self, *, everything: bool) -> None:
        self.everything = everything
        self.left_out: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        long, seen = listed(), Counter[str]()
        for item in items:
            name = item.nodeid.partition("[")[0]
            seen[name] += 1
            always = item.get_closest_marker("always")
            is_always = always is not None and seen[name] <= always.kwargs.get("first", len(items))
            if not is_always and (item.nodeid in long or in_browser(item)):
                item.add_marker(pytest.mark.thorough)
        if not self.everything:
            for test in {_function(item) for item in items}:
                if is_hypothesis_test(test):
                    named = test._hypothesis_internal_use_settings
                    test._hypothesis_internal_use_settings = settings(
                        named, max_examples=-(-named.max_examples // FEWER)
                    )

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        # By markers last: who asks for tests by their names does not miss the others.
        self.left_out.clear()
        for item in items:
            for name in ("slow", "thorough"):
                if f"not {name}" in item.config.getoption("markexpr") and item.get_closest_marker(name):
                    self.left_out[name] += 1
                    break

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out = Counter(getattr(node, "workeroutput", {}).get("left_out", self.left_out))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["left_out"] = dict(self.left_out)
        yield
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None or output is not None:
            return
        if number := self.left_out["thorough"]:
            reporter.write_line(
                f"Left out: {number} tests that take long (tests/thorough_tests.txt, most of those in a browser), and "
                f"{FEWER - 1} of {FEWER} examples of Hypothesis. `make test-all` runs everything."
            )
        if number := self.left_out["slow"]:
            reporter.write_line(f"Left out: {number} tests marked slow. `make test-slow` runs them.")


class Everything:
    """The plugin of the run of everything: it measures, and fails if the list is wrong or tests often fail once."""

    def __init__(self, *, write: bool) -> None:
        self.write = write
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.always: set[str] = set()
        self.in_browser: set[str] = set()
        self.again: set[str] = set()
        self.missing: set[str] = set()
        self.remarks: list[str] = []
        self.complaints: list[str] = []
        self._meter = Meter()
        self._apart = 0.0
        self._is_apart = False

    # --- where the tests run ---

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[Any]:
        if fixturedef.scope == "function" or self._is_apart:
            return (yield)
        self._is_apart = True
        began = self._meter.read(look=False)
        try:
            return (yield)
        finally:
            self._apart += self._meter.read() - began
            self._is_apart = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> Iterator[Any]:
        return (yield from self._measured(item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[Any]:
        return (yield from self._measured(item))

    def _measured(self, item: Any) -> Iterator[Any]:
        self._apart = 0.0
        began, clock = self._meter.read(look=False), time.monotonic()
        try:
            return (yield)
        finally:
            # Children of a test that was over at once cannot have taken long.
            look = time.monotonic() - clock > LISTED / 10
            taken = self._meter.read(look=look) - began - self._apart
            item.cpu_seconds = taken / FEWER if is_hypothesis_test(_function(item)) else taken

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[Any]:
        report = yield
        report.cpu_seconds = item.__dict__.pop("cpu_seconds", 0.0)
        report.in_browser = in_browser(item)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if not any("::" in each for each in config.args):
            paths = {item.nodeid.partition("::")[0] for item in items}
            found = {item.nodeid for item in items}
            self.missing = {
                each
                for each in listed() - found
                if each.partition("::")[0] in paths or not (config.rootpath / each.partition("::")[0]).exists()
            }

    # --- where the reports come together ---

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = report.nodeid
        if report.when == "setup":
            self.seconds[name] = 0.0
        self.seconds[name] += getattr(report, "cpu_seconds", 0.0)
        if "always" in report.keywords and "thorough" not in report.keywords:
            self.always.add(name)
        if getattr(report, "in_browser", False) and not report.skipped:
            self.in_browser.add(name)
        if report.failed:
            self.failed.add(name)
        if report.outcome == "rerun":
            self.again.add(name)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.missing |= set(getattr(node, "workeroutput", {}).get("missing", ()))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["missing"] = sorted(self.missing)
        elif self.write:
            self._write(everything=session.config.args_source is pytest.Config.ArgsSource.TESTPATHS)
        else:
            self.remarks, self.complaints = list(self._long(MARGIN, FAILING)), list(self._complaints())
            if self.complaints and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
        yield

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for title, lines in (("takes long", self.remarks), ("fails this run", self.complaints)):
            if lines:
                terminalreporter.section(title)
                for line in lines:
                    terminalreporter.write_line(line)

    def _long(self, least: float, most: float = float("inf")) -> Iterator[str]:
        for name in sorted(self.seconds.keys() - listed() - self.always - self.in_browser - self.failed):
            if least * LISTED < self.seconds[name] <= most * LISTED:
                yield (
                    f"{name} takes {self.seconds[name]:.1f} CPU seconds: make it faster, "
                    f"or list it by `python -m tests.durations {name.partition('::')[0]}`"
                )

    def _complaints(self) -> Iterator[str]:
        yield from self._long(FAILING)
        for name in sorted(self.missing):
            yield f"{name} does not exist any more: take it out of tests/thorough_tests.txt"
        for names, share, where in (
            (self.in_browser, SECOND_TRIES_IN_BROWSER, " in a browser"),
            (self.seconds.keys() - self.in_browser, SECOND_TRIES, ""),
        ):
            again = sorted(names & self.again)
            if len(again) > max(1, share * len(names)):
                yield f"{len(again)} of {len(names)} tests{where} needed a second try:"
                yield from (f"  {name}" for name in again)

    def _write(self, *, everything: bool) -> None:
        before = listed() - self.missing
        measured = {name for name in self.seconds if name not in self.failed | self.always | self.in_browser}
        long = {name for name in measured if self.seconds[name] > (LISTED / 2 if name in before else LISTED)}
        if everything:
            long |= self._too_many(measured - long)
        found = sorted((before - measured | long) - self.always - self.in_browser)
        LIST.write_text(_HEADER + "".join(f"{name}\n" for name in found), encoding="utf-8")

    def _too_many(self, names: set[str]) -> set[str]:
        """Return the longest of these tests, so that the others and those marked ``always`` keep to the budget."""
        left = BUDGET - sum(self.seconds[name] for name in self.always)
        ordered = sorted(names, key=self.seconds.__getitem__)
        for number, name in enumerate(ordered):
            left -= self.seconds[name]
            if left < 0:
                return set(ordered[number:])
        return set()


if __name__ == "__main__":
    # In a process of its own: pytest is to import Hypothesis before anything else does.
    asked = ["-m", "not slow", "--everything", "--list-long", "--ignore", "tests/site", *sys.argv[1:]]
    raise SystemExit(subprocess.run([sys.executable, "-m", "pytest", *asked], check=False).returncode)
