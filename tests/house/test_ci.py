"""What runs the checks of every change: side by side, in order, nothing left out in silence."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

STEPS = Path(__file__).parent.parent.parent / ".ci" / "steps.py"
MAKEFILE = """
first: ; @echo first >> order
second: ; @test -f order && echo second >> order
third: ; @grep -q second order && echo third >> order
broken: ; @echo "this is why"; exit 7
patient: ; @sleep 600
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, in a folder with a Makefile of its own."""
    spec = spec_from_file_location("steps", STEPS)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "steps", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(module, "PROCESSORS", 2)
    monkeypatch.setattr(module, "install_tools", lambda: None)
    monkeypatch.chdir(tmp_path)
    Path("Makefile").write_text(MAKEFILE)
    return module


def test_each_step_comes_after_those_it_needs(steps: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    steps.STEPS[:] = [
        steps.Step("one", "first", after=(), alone=True),
        steps.Step("three", "third", after=("two",)),
        steps.Step("two", "second", after=("one",)),
        steps.Step("never", "broken", needs=("no-such-tool",)),
        steps.Step("last", "first", after=(), alone=True),
    ]
    assert steps.main([]) == 0
    assert Path("order").read_text().split() == ["first", "second", "third", "first"]
    shown = capfd.readouterr().out
    assert "left out: never (there is no no-such-tool)" in shown
    assert "the slowest 4:" in shown


def test_a_failure_ends_the_others_and_is_shown(steps: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    steps.STEPS[:] = [
        steps.Step("long", "patient", after=()),
        steps.Step("short", "broken", after=()),
        steps.Step("last", "first", after=(), alone=True),
    ]
    assert steps.main([]) == 1
    shown = capfd.readouterr().out
    assert "this is why" in shown
    assert "failed: short (make broken, exit code 2)" in shown
    assert not Path("order").exists()


def test_the_engine_is_left_out_only_where_it_is_old(steps: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    (steps.ROOT / "engine").mkdir()
    place = steps.ROOT / "engine" / "a.cpp"

    def commit(date: str) -> None:
        place.write_text(date)
        for name in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{name}_DATE", date)
        steps.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-a", "-m", "change")

    assert steps.engine_unchanged() == ""  # nobody can tell
    steps.git("init", "-q")
    place.touch()
    steps.git("add", "engine")
    commit("2020-01-01T00:00:00")
    (steps.ROOT / "other").touch()
    assert "are as in" in steps.engine_unchanged()
    monkeypatch.setenv("CI_ALL", "1")
    assert steps.engine_unchanged() == ""
    monkeypatch.delenv("CI_ALL")
    place.write_text("changed, not committed")
    assert steps.engine_unchanged() == ""
    monkeypatch.delenv("GIT_COMMITTER_DATE")
    monkeypatch.delenv("GIT_AUTHOR_DATE")
    steps.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-a", "-m", "now")
    assert steps.engine_unchanged() == ""
