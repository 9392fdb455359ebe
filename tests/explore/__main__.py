"""Look for faults with inputs that no test has drawn before: ``python -m tests.explore SECONDS [SEED]``.

A third of the time each: the tests of Hypothesis with new cases, whatever reads text or bytes, and hostile plain data
at the native module. All of it runs in child processes, which may end in any way. With the package atheris, where it
can be installed, coverage guides what readers get. What is found is printed as an ``@example`` to paste: for readers,
above the test in ``tests/explore/test_readers.py``.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60.0
"""Seconds that a child may be late, five times as many where it has much to prepare."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def child(*arguments: str, seconds: float, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a module of ours as a process of its own, which is ended when it is late; what it said until then."""
    command = [sys.executable, "-m", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **environment},
    )
    try:
        said, complained = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        said, complained = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, said, complained)


def hypothesis(seconds: float, seed: int) -> list[str]:
    """The tests of Hypothesis with new cases."""
    say(f"The tests of Hypothesis, {seconds:.0f} seconds, seed {seed}")
    options = [
        "-q",
        "-p",
        "tests.explore.drawn",
        "-m",
        "not slow",
        "--ignore",
        "tests/site",
        f"--hypothesis-seed={seed}",
    ]
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "found"
        kept.touch()
        told = {"EXPLORE_SECONDS": str(seconds), "EXPLORE_SEED": str(seed), "EXPLORE_FOUND": str(kept)}
        made = child("pytest", *options, seconds=seconds + 5 * PATIENCE, **told)
        found = kept.read_text("utf-8").split("\0")[:-1]
    if not found and made.returncode not in (0, 2, -signal.SIGKILL):  # 2: the time is over; killed: one test is long
        found.append(made.stdout[-3000:] + made.stderr[-3000:])
    return found


def readers(seconds: float, seed: int) -> list[str]:
    """Whatever reads text or bytes."""
    say(f"What reads text or bytes, {seconds:.0f} seconds, seed {seed}")
    end, found = time.monotonic() + seconds, {}
    while (left := end - time.monotonic()) > 1:
        made = child("tests.explore.readers", str(left), str(seed), seconds=left + 5 * PATIENCE)
        first, *faults = [json.loads(line) for line in made.stdout.splitlines() if line.startswith("{")] or [{}]
        if not first:
            return [f"it did not begin:\n{made.stderr[-3000:]}"]
        for fault in faults:
            content = fault["content"].encode("latin-1")
            found[fault["reader"], fault["fault"]] = f"{fault['fault']}\n@example({fault['reader']!r}, {content!r})"
        current = Path(first["current"])
        if made.returncode:
            reader, content = json.loads(current.read_text())
            example = f"@example({reader!r}, {content.encode('latin-1')!r})"
            found[reader, str(made.returncode)] = f"the process ended with {made.returncode}\n{example}"
        current.unlink()
        seed += 1
    return list(found.values())


def native(seconds: float, seed: int) -> list[str]:
    """Hostile plain data at the native module."""
    say(f"Hostile data at the native module, {seconds:.0f} seconds, seed {seed}")
    end, found = time.monotonic() + seconds, {}
    while (left := end - time.monotonic()) > 1:
        made = child("tests.bindings.hostile", "0", "1", "20", str(seed), seconds=left)
        last = (made.stdout.splitlines() or [made.stderr[-2000:]])[-1]
        if made.returncode and time.monotonic() < end:
            found[last.partition("(")[0]] = f"this call ended the process with {made.returncode}:\n{last}"
        seed += 1
    return list(found.values())


def main() -> int:
    seconds = float(sys.argv[1]) if sys.argv[1:] else 600.0
    seed = int(sys.argv[2]) if sys.argv[2:] else random.SystemRandom().randrange(1, 1 << 30)
    found = [each for part in (hypothesis, readers, native) for each in part(seconds / 3, seed)]
    for each in found:
        say(f"\n=== found\n{each}")
    say(f"\n{len(found)} faults were found; the seed was {seed}")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
