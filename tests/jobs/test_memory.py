"""Memory: what there is, and that a job which needs more is refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from shapewright.errors import LimitError
from shapewright.jobs import memory
from shapewright.jobs.memory import available_memory, require_memory


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A system that says of its memory what the test wants it to."""
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_CGROUP", tmp_path)
    (tmp_path / "meminfo").write_text("MemTotal:  20 kB\nMemAvailable:    3145728 kB\nBuffers: 1 kB\n")
    return tmp_path


def test_this_machine_has_memory():
    amount = available_memory()
    assert amount is None or 1 << 20 < amount < 1 << 60


def test_of_the_machine(system):
    assert available_memory() == 3 * 2**30


def test_of_a_container(system):
    (system / "memory.max").write_text("max\n")
    (system / "memory.current").write_text("1048576\n")
    assert available_memory() == 3 * 2**30
    (system / "memory.max").write_text("3145728\n")
    assert available_memory() == 2 * 2**20
    (system / "memory.current").write_text("9999999\n")
    assert available_memory() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much a process has of what is limited")
@pytest.mark.parametrize("kind", ["RLIMIT_DATA", "RLIMIT_AS"])
def test_of_a_process_with_a_limit_of_its_own(kind):
    program = (
        "import resource\n"
        f"resource.setrlimit(resource.{kind}, (1 << 28, 1 << 28))\n"
        "from shapewright.jobs.memory import available_memory, memory_left_to_process\n"
        "print(memory_left_to_process(), available_memory())"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    left, available = map(int, printed.split())
    assert 1 << 27 < left < 1 << 28
    assert available <= left


def test_of_a_system_that_says_nothing(system, monkeypatch):
    (system / "meminfo").unlink()
    monkeypatch.setattr(memory.os, "sysconf", lambda name: {"SC_AVPHYS_PAGES": 5, "SC_PAGE_SIZE": 4096}[name])
    assert available_memory() == 20480
    monkeypatch.delattr(memory.os, "sysconf")
    assert available_memory() is None
    require_memory(1 << 70, "anything")


def test_what_does_not_fit_is_refused(system):
    require_memory(3 * 2**30, "the search of hex4")
    with pytest.raises(
        LimitError, match=r"^the search of hex5 needs about 61 GB of memory, but only 3\.0 GB is available$"
    ):
        require_memory(61 * 2**30, "the search of hex5")
    (system / "memory.max").write_text(str(5 * 2**20))
    (system / "memory.current").write_text("0")
    with pytest.raises(LimitError, match=r"^it needs about 1\.5 GB of memory, but only 5 MB is available$"):
        require_memory(3 * 2**29, "it")
