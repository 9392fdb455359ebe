"""Commands under limits of the system: the right answer, or exit code 3 and one line that says what was short."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory work otherwise elsewhere")

PROGRAM = """
import resource, sys
from shapewright.cli import main
kind, limit, *arguments = sys.argv[1:]
resource.setrlimit(getattr(resource, kind), (int(limit), int(limit)))
sys.exit(main(arguments))
"""
PLAN = ["shapez", "plan", "CuCu----:RrRr----"]
COUNT = ["tiling", "count", "--board", "6x10", "--pieces", "pentominoes", "--threads", "8"]
SEARCH = ["shapez", "search", "quad3", "-o", "q.h5", "--threads", "4"]


def limited(kind: str, limit: int, arguments: list[str]) -> tuple[int, str, str]:
    command = [sys.executable, "-c", PROGRAM, kind, str(limit), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("arguments", [PLAN, SEARCH], ids=lambda arguments: arguments[1])
@pytest.mark.parametrize("megabytes", [45, 90, 120])
def test_little_memory(arguments: list[str], megabytes: int) -> None:
    code, _, err = limited("RLIMIT_AS", megabytes << 20, arguments)
    if code != 0:
        assert (code, err.count("\n")) == (3, 1), err
        assert re.match("error: (not enough memory|no more threads)", err)


@pytest.mark.parametrize("megabytes", [80, 150])
def test_a_count_needs_few_threads(megabytes: int) -> None:
    # Threads want memory of their own, but one suffices.
    assert limited("RLIMIT_AS", megabytes << 20, COUNT) == (0, "9356\n", "")


@pytest.mark.parametrize("files", [4, 6])
@pytest.mark.parametrize("arguments", [PLAN, [*COUNT, "--checkpoint", "c.sqlite"]], ids=["plan", "checkpoint"])
def test_few_descriptors(arguments: list[str], files: int) -> None:
    code, _, err = limited("RLIMIT_NOFILE", files, arguments)
    if code != 0:
        assert code == 3, err
        assert err.startswith("error: too many files are open: raise the limit of the system (ulimit -n)\n")


def test_enough_of_everything() -> None:
    assert limited("RLIMIT_AS", 2 << 30, PLAN)[0] == 0
    assert limited("RLIMIT_NOFILE", 50, [*COUNT, "--checkpoint", "c.sqlite"])[1] == "9356\n"
