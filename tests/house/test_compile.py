"""What make installs the package with: it says how far the compiler has come, and all when something fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMPILE = Path(__file__).parent.parent.parent / "release" / "compile.py"


def run(script: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(COMPILE), sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_tenth_of_the_files_is_counted() -> None:
    ended = run("print('Collecting numpy')\nfor k in range(1, 41): print(f'  [{k}/40] Building CXX object {k}.o')")
    assert ended.stdout.splitlines() == [f"  {k} of 40 files" for k in range(4, 41, 4)]
    assert (ended.returncode, ended.stderr) == (0, "")


def test_nothing_is_counted_where_nothing_is_compiled() -> None:
    ended = run("print('ninja: no work to do.')")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_what_failed_is_shown_whole() -> None:
    ended = run("print('[1/2] Building CXX object a.o\\na.cpp:1: error: no'); raise SystemExit(3)")
    assert ended.returncode == 3
    assert ended.stdout == "  1 of 2 files\n"
    assert ended.stderr == "[1/2] Building CXX object a.o\na.cpp:1: error: no\n"
