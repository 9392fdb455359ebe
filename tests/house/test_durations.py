"""The list of tests that take long, and the complaints of the run of everything."""

from __future__ import annotations

import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from tests import durations
from tests.durations import FAILING, LISTED, MARGIN, Everything, Meter

TOO_LONG = 2 * FAILING * LISTED


@pytest.fixture
def names(tmp_path, monkeypatch):
    """The list, with one name on it."""
    file = tmp_path / "list.txt"
    file.write_text("# What it is.\ntests/a.py::test_listed\n")
    monkeypatch.setattr(durations, "LIST", file)
    return file


def run(plugin, name, seconds=0.0, *, outcome="passed", keywords=(), in_browser=False):
    for when, taken in (("setup", 0.0), ("call", seconds)):
        plugin.pytest_runtest_logreport(
            SimpleNamespace(
                nodeid=name,
                when=when,
                outcome=outcome if when == "call" else "passed",
                failed=outcome == "failed" and when == "call",
                skipped=False,
                keywords=keywords,
                cpu_seconds=taken,
                in_browser=in_browser,
            )
        )


def test_what_is_not_listed_must_not_take_long(names):
    plugin = Everything(write=False)
    run(plugin, "tests/a.py::test_listed", TOO_LONG)
    run(plugin, "tests/a.py::test_always", TOO_LONG, keywords=["always"])
    run(plugin, "tests/a.py::test_failed", TOO_LONG, outcome="failed")
    run(plugin, "tests/a.py::test_somewhat_long", 2 * LISTED)
    run(plugin, "tests/a.py::test_rather_long", 2 * MARGIN * LISTED)
    assert list(plugin._complaints()) == []
    (remark,) = plugin._long(MARGIN, FAILING)
    assert remark.startswith("tests/a.py::test_rather_long takes ")
    run(plugin, "tests/a.py::test_long[1::2]", TOO_LONG)
    (line,) = plugin._complaints()
    assert line.startswith(f"tests/a.py::test_long[1::2] takes {TOO_LONG:.1f} CPU seconds")
    assert line.endswith("`python -m tests.durations tests/a.py`")


def test_what_is_listed_exists(names, pytestconfig):
    plugin = Everything(write=False)
    config = SimpleNamespace(args=["tests"], rootpath=pytestconfig.rootpath)
    plugin.pytest_collection_modifyitems(config, [SimpleNamespace(nodeid="tests/b.py::test_other")])
    assert list(plugin._complaints()) == [
        "tests/a.py::test_listed does not exist any more: take it out of tests/thorough_tests.txt"
    ]
    plugin.pytest_collection_modifyitems(config, [SimpleNamespace(nodeid="tests/a.py::test_listed")])
    assert list(plugin._complaints()) == []


@pytest.mark.parametrize(("number", "may", "in_browser"), [(200, 2, True), (6000, 3, False)])
def test_few_tests_need_a_second_try(names, number, may, in_browser):
    plugin = Everything(write=False)
    for each in range(number):
        run(plugin, f"tests/a.py::test[{each}]", in_browser=in_browser)
    for each in range(may):
        run(plugin, f"tests/a.py::test[{each}]", outcome="rerun", in_browser=in_browser)
    assert list(plugin._complaints()) == []
    run(plugin, f"tests/a.py::test[{may}]", outcome="rerun", in_browser=in_browser)
    where = " in a browser" if in_browser else ""
    assert list(plugin._complaints()) == [
        f"{may + 1} of {number} tests{where} needed a second try:",
        *(f"  tests/a.py::test[{each}]" for each in range(may + 1)),
    ]


def test_what_runs_is_listed_anew_and_the_rest_stays(names):
    names.write_text("tests/a.py::test_faster\ntests/a.py::test_as_long\ntests/c.py::test_not_run\n")
    plugin = Everything(write=True)
    run(plugin, "tests/a.py::test_faster", 0.4 * LISTED)
    run(plugin, "tests/a.py::test_as_long", 0.9 * LISTED)
    run(plugin, "tests/a.py::test_as_short", 0.9 * LISTED)
    run(plugin, "tests/a.py::test_longer", 1.1 * LISTED)
    run(plugin, "tests/a.py::test_always", 1.1 * LISTED, keywords=["always"])
    plugin._write(everything=False)
    assert durations.listed() == {"tests/a.py::test_as_long", "tests/a.py::test_longer", "tests/c.py::test_not_run"}


def test_what_is_left_keeps_to_the_budget(names, monkeypatch):
    monkeypatch.setattr(durations, "BUDGET", 2.0)
    plugin = Everything(write=True)
    for number in range(8):
        run(plugin, f"tests/a.py::test[{number}]", number / 10)
    run(plugin, "tests/a.py::test_always", 1.0, keywords=["always"])
    plugin._write(everything=True)
    # 0.0 + 0.1 + 0.2 + 0.3 are left, and the one second that always is.
    expected = {f"tests/a.py::test[{number}]" for number in range(4, 8)}
    assert durations.listed() == {"tests/a.py::test_listed"} | expected


@pytest.mark.skipif(sys.platform != "linux", reason="what a child takes that lives is known on Linux")
@pytest.mark.parametrize("where", ["here", "in a child that has ended", "in a child that lives"])
def test_cpu_seconds_are_those_of_the_whole_family(where):
    meter = Meter()
    began = meter.read(look=False)
    busy = "import time\nwhile time.process_time() < 0.2: pass\nprint(flush=True)\ninput()"
    if where == "here":
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
    else:
        with subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            child.stdout.readline()
            if where == "in a child that lives":
                assert meter.read() - began >= 0.19
            child.communicate(b"\n")
    assert meter.read() - began >= 0.19
