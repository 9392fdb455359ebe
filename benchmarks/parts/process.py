"""What one child process costs: processor seconds and peak memory, as the operating system accounts for them."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class Run:
    """One child: ``cpu`` is user + system seconds of the whole process, ``peak`` its largest resident set in MB."""

    command: tuple[str, ...]
    code: int
    cpu: float
    wall: float
    peak: float
    output: str
    errors: str
    killed: bool = False

    def answer(self) -> dict[str, Any]:
        """The JSON object the child printed last; ends the benchmark if the child failed."""
        if self.code != 0:
            raise SystemExit(f"{' '.join(self.command)} failed with exit code {self.code}:\n{self.errors}")
        parsed: dict[str, Any] = json.loads(self.output.splitlines()[-1])
        return parsed


def run(command: Sequence[str], *, environment: Mapping[str, str] | None = None, cap: float | None = None) -> Run:
    """Run ``command`` to its end, or kill it after ``cap`` seconds.

    This process must stay small: until a child has replaced its memory by its program's, its peak counts ours.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            env={**os.environ, **(environment or {})},
        )
        killed = threading.Event()

        def end() -> None:
            killed.set()
            child.kill()

        timer = threading.Timer(cap, end) if cap is not None else None
        if timer is not None:
            timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        finally:
            if timer is not None:
                timer.cancel()
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Run(
            tuple(command),
            child.returncode,
            usage.ru_utime + usage.ru_stime,
            wall,
            usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10),
            output.read().decode(errors="replace"),
            errors.read().decode(errors="replace"),
            killed.is_set(),
        )


def median(values: Iterable[float]) -> float:
    """The middle one; what a machine's other work does to single runs it does to the median least."""
    return statistics.median(values)


def seconds(value: float) -> str:
    """Three digits that mean something: ``0.0021``, ``0.132``, ``5.03``, ``21.4``."""
    if value < 0.01:
        return f"{value:.4f}"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Columns under ``head``, the first ``left`` of them flush left, the others flush right."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([text[0], "-" * max(map(len, text)), *text[1:]])
