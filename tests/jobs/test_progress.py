"""What is shown and what is imported."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import types

import pytest
from tests.jobs import work

from shapewright import jobs
from shapewright.jobs import Progress, Stage, progress, run
from shapewright.jobs.progress import Bar, describe, listener


class Terminal(io.StringIO):
    def __init__(self):
        super().__init__()
        self.drawn = threading.Event()

    def isatty(self):
        return True

    def write(self, text):
        if "169 tasks" in text:
            self.drawn.set()
        return super().write(text)


def test_bar(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0.0)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    with Bar() as bar:
        bar(Progress("counting", 12, 169, 0.07, 41.0))
        assert terminal.drawn.wait(work.PATIENCE)
    text = terminal.getvalue()
    assert "counting" in text
    assert "7 % of 169 tasks" in text


class Notebook:
    """Stands in for the module ``IPython`` in a kernel: a display, which keeps each version of what it shows."""

    def __init__(self, kernel):
        self.versions = []
        self.drawn = threading.Event()
        self.display = types.SimpleNamespace(display=self.show)
        self.get_ipython = lambda: types.SimpleNamespace(**({"kernel": self} if kernel else {}))

    def show(self, data, *, raw, display_id):
        assert raw
        assert display_id
        assert not self.versions, "there is one line, and it is written over"
        self.update(data, raw=True)
        return self

    def update(self, data, *, raw):
        self.versions.append(data)
        self.drawn.set()


def test_bar_in_a_notebook(monkeypatch):
    notebook = Notebook(kernel=True)
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0.0)
    with Bar() as bar:
        bar(Progress("a < b", 12, 169, 0.07, 41.0))
        assert notebook.drawn.wait(work.PATIENCE)
        bar(Progress("a < b", 169, 169, 1.0, 42.0))
    assert sys.stderr.getvalue() == ""
    assert "a < b: 7 % of 169 tasks" in notebook.versions[0]["text/plain"]
    assert "a < b: 100 % of 169 tasks" in notebook.versions[-1]["text/plain"], "the last state stays"
    assert '<progress value="1000" max="1000"></progress> a &lt; b: 100 %' in notebook.versions[-1]["text/html"]
    assert len(notebook.versions) < 10


def test_ipython_on_a_terminal_is_no_notebook(monkeypatch):
    notebook = Notebook(kernel=False)
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0.0)
    with Bar() as bar:
        bar(Progress("counting", 12, 169, 0.07, 41.0))
    assert notebook.versions == []


def test_short_jobs_and_other_streams_show_nothing(monkeypatch):
    stage = Stage("squares", work.square, range(5))
    monkeypatch.setattr(progress, "DELAY_SECONDS", work.PATIENCE)
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        assert run(stage, progress=True) == [0, 1, 4, 9, 16]
        assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    assert run(stage, progress=True) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Progress("s", 0, 9, 0.0, 0), "0 % of 9 tasks, 1:01"),
        (Progress("s", 5, 9, 0.5, 0, resumed=0.5), "50 % of 9 tasks, 1:01"),
        (Progress("s", 5, 9, 0.5, 0, resumed=0.25), "50 % of 9 tasks, 1:01, about 2:02 left"),
        (Progress("s", 1, 9, 0.01, 0), "1 % of 9 tasks, 1:01, about 1:40:39 left"),
        (Progress("s", 9, 9, 1.0, 0), "100 % of 9 tasks, 1:01"),
        (Progress("s", 0, 1, 0.0, 0), "at work, 1:01"),
        (Progress("s", 0, 9, 0.0, 0, number=2, stages=3), "stage 2 of 3: 0 % of 9 tasks, 1:01"),
    ],
)
def test_describe(value, text):
    assert describe(value, 61.0) == text


def test_progress_as_text():
    assert str(Progress("s", 4, 5, 0.001, 59.0)) == "4 of 5 tasks"
    assert str(Progress("s", 4, 5, 0.001, 59.0, remark="25 suffice")) == "25 suffice"
    assert str(Progress("s", 4, 5, 0.001, 59.0, number=1, stages=2)) == "4 of 5 tasks of stage 1 of 2"


def loaded(program):
    """The modules that a program loads beyond those of bare Python."""
    program += "\nimport sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(ran.stdout.split())


HEAVY = {"asyncio", "concurrent.futures", "distributed", "multiprocessing", "numpy", "rich", "sqlite3"}


def test_imports_are_light():
    assert not loaded("import shapewright.jobs") & (HEAVY | {"dataclasses", "threading"})
    assert not loaded("from shapewright.jobs import Budget, Partial, Progress, Stage, run") & HEAVY
    program = (
        "from shapewright.jobs import Stage, run\n"
        "run(Stage('s', lambda task, budget: task, [1, 2]), threads=1, progress=True)\n"
    )
    assert not loaded(program) & HEAVY
    assert "sqlite3" not in loaded(program.replace("threads=1", "threads=2"))


def test_names():
    assert set(dir(jobs)) == set(jobs.__all__)
    for name in jobs.__all__:
        assert getattr(jobs, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = jobs.nothing


def test_a_listener_is_a_bar_or_what_was_given() -> None:
    with listener(True) as notify:
        assert isinstance(notify, Bar)
    with listener(print) as notify:
        assert notify is print
    for nothing in (None, False):
        with listener(nothing) as notify:
            assert notify is None
