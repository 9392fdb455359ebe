"""Print what took longest to build: ``python build_times.py build/package``.

Reads the log that ninja keeps in a build folder: the newest build of each file, in wall time. Where several files are
compiled at once, each takes longer than alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

SLOWEST = 20


def slowest(log: str, number: int = SLOWEST) -> list[tuple[float, str]]:
    """The seconds and names of the files that took longest, the slowest first."""
    seconds: dict[str, float] = {}
    for line in log.splitlines():
        if not line.startswith("#"):
            begun, ended, _, name, _ = line.split("\t")
            seconds[name] = (int(ended) - int(begun)) / 1000
    return sorted(((time, name) for name, time in seconds.items()), key=lambda each: (-each[0], each[1]))[:number]


def main(folder: str) -> None:
    """Print the table of one build folder."""
    sys.stdout.write(f"The slowest {SLOWEST} files of {folder}, in seconds of wall time:\n")
    for time, name in slowest((Path(folder) / ".ninja_log").read_text(encoding="utf-8")):
        sys.stdout.write(f"{time:8.1f}  {name}\n")


if __name__ == "__main__":
    main(sys.argv[1])
