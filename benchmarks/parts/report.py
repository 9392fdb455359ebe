"""What every report has: headings, aims met or missed, the machine's name, a word on what is being measured."""

from __future__ import annotations

import contextlib
import platform
import sys
from pathlib import Path


def heading(text: str) -> None:
    print(f"\n{text}\n")


def ratio(other: float, ours: float) -> str:
    return f"{other / ours:.1f} x" if other < 10 * ours else f"{other / ours:.0f} x"


def ok(held: bool) -> str:
    return "ok" if held else "MISSED"


def verdict(value: float, aim: float | None) -> str:
    return "" if aim is None else f"{aim:g} {ok(value <= aim)}"


def processor() -> str:
    """What the machine calls its processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def remark(text: str) -> None:
    """Say what is being measured, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
