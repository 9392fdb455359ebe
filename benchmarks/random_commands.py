"""Thousands of random command lines: does each end in time, with an exit code that stands in the documentation?

    python benchmarks/random_commands.py [--number N] [--seed S] [--only FAMILY/VERB ...] [--workers N] [--cap SECONDS]
        [--limits SECONDS,...] [-v]

Each runs as a process of its own, with --time-limit where the verb has it. It fails by an exit code other than 0 to 4,
a traceback, silence, or by not ending within its limit, half a second and the time to start. On a busy machine wall
time says little: what counts is the least of the time after the limit, the processor time used after it, and the
processor time in all beyond the limit. What fails is run three times more, alone, and counts if it fails each time; so
do verbs without a limit that do not end within the cap.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from parts.command_lines import CommandLines, furnish
from parts.report import heading, remark

DOCUMENTED = (0, 1, 2, 3, 4)
LATE = 0.5
MEMORY = 6 << 30


@dataclass(frozen=True)
class Outcome:
    """How a command line ended; ``late`` are the seconds after its limit and the time to start."""

    words: tuple[str, ...]
    code: int
    wall: float
    cpu: float
    late: float
    errors: str
    is_silent: bool
    killed: bool

    @property
    def fault(self) -> str | None:
        """What is wrong with it, if anything."""
        if self.killed:
            return "did not end"
        if self.code not in DOCUMENTED:
            return f"exit code {self.code}"
        if "Traceback (most recent call last)" in self.errors:
            return "traceback"
        if self.is_silent:
            return f"exit code {self.code} without a word"
        if self.late > LATE:
            return "too late"
        return None

    @property
    def is_last_resort(self) -> bool:
        """Whether the command had to be interrupted since it did not look at the clock itself."""
        return "before the answer was complete" in self.errors


def cpu_of(pid: int) -> float:
    """Processor seconds that a running process has used so far, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _prepare() -> None:
    """In the child, before it becomes the program: a limit of memory, and an ear for Ctrl-C, however we began."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(words: list[str], folder: str, limit: float | None, start: float, cap: float) -> Outcome:
    """Run a command line; ``start`` are the seconds that any takes before it can look at the clock."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        began = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, "-m", "shapewright", *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            preexec_fn=_prepare,
        )
        in_time = [0.0]
        killed = threading.Event()

        def look() -> None:
            in_time[0] = cpu_of(child.pid)

        def end() -> None:
            killed.set()
            child.send_signal(signal.SIGKILL)

        timers = [threading.Timer(cap, end)]
        if limit is not None:
            timers.append(threading.Timer(limit + start, look))
        for timer in timers:
            timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - began
        for timer in timers:
            timer.cancel()
        cpu = usage.ru_utime + usage.ru_stime
        late = 0.0
        if limit is not None and wall > limit + start:
            late = max(0.0, min(wall - limit - start, cpu - in_time[0], cpu - limit - start))
        errors.seek(0)
        said = errors.read().decode(errors="replace")
        is_silent = child.returncode not in (0, 1) and not said and output.seek(0, os.SEEK_END) == 0
        return Outcome(tuple(words), child.returncode, wall, cpu, late, said, is_silent, killed.is_set())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", default=[], metavar="FAMILY/VERB")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cap", type=float, default=60.0)
    parser.add_argument("--limits", default="0.1,0.5", metavar="SECONDS,...", help="one of these is each --time-limit")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what had to be interrupted, too")
    asked = parser.parse_args()
    lines = CommandLines(asked.seed, asked.only, asked.limits.split(","))
    faults: list[tuple[str, Outcome]] = []
    seen: dict[str, list[Outcome]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        furnish(Path(folder))
        plain = [run(["shapez", "count", "quad2"], folder, None, 0.0, asked.cap) for _ in range(3)]
        start = sorted(one.cpu for one in plain)[1]
        made = [lines.next() for _ in range(asked.number)]

        def once(words: list[str]) -> Outcome:
            return run(words, folder, lines.time_limit(words), start, asked.cap)

        with ThreadPoolExecutor(asked.workers) as pool:
            for number, outcome in enumerate(pool.map(once, made), start=1):
                seen[_verb(outcome, lines)].append(outcome)
                remark(f"{number} of {len(made)}")
        suspects = [one for outcomes in seen.values() for one in outcomes if one.fault is not None]
        for suspect in suspects:
            again = [once(list(suspect.words)) for _ in range(3)]
            if all(one.fault is not None for one in again):
                faults.append((_verb(suspect, lines), again[-1]))
    remark("")
    _table(seen, start)
    if asked.verbose:
        for outcome in (one for outcomes in seen.values() for one in outcomes if one.is_last_resort):
            print(f"interrupted: {shlex.join(outcome.words)}")
    print(f"\n{asked.number} command lines, {len(suspects)} suspected, {len(faults)} faults")
    for _, outcome in faults:
        print(f"{outcome.fault} (code {outcome.code}, {outcome.wall:.2f} s, {outcome.cpu:.2f} s of processor):")
        print(f"  shapewright {shlex.join(outcome.words)}")
        print(f"  {outcome.errors.strip()[-300:]}")
    return 1 if faults else 0


def _verb(outcome: Outcome, lines: CommandLines) -> str:
    return next(" ".join(outcome.words[:n]) for n in (1, 2, 3) if " ".join(outcome.words[:n]) in lines.verbs)


def _table(seen: dict[str, list[Outcome]], start: float) -> None:
    heading(f"Random command lines ({start:.2f} s of processor to start)")
    print(f"{'verb':24} {'runs':>5} {'exit codes':30} {'longest':>8} {'latest':>7} {'interrupted':>12}")
    for verb in sorted(seen):
        outcomes = seen[verb]
        codes = " ".join(f"{code}:{number}" for code, number in sorted(Counter(one.code for one in outcomes).items()))
        longest, latest = max(one.cpu for one in outcomes), max(one.late for one in outcomes)
        interrupted = sum(one.is_last_resort for one in outcomes)
        print(f"{verb:24} {len(outcomes):5} {codes:30} {longest:8.2f} {latest:7.2f} {interrupted or '':>12}")


if __name__ == "__main__":
    sys.exit(main())
