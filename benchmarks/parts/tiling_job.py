"""Contenders at work: one child process for each run, its answer compared with the truth before anything is shown."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .process import median, run
from .report import remark
from .tiling_work import WORK, Work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .process import Run

CHILD = str(Path(__file__).with_name("tiling_child.py"))
# Whatever takes longer is killed, and its time is shown as a lower bound.
CAP_SECONDS = 180.0


@dataclass(eq=False)
class Job:
    """One contender at one piece of work, and the runs made of it."""

    contender: str
    work: Work
    options: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    repetitions: int = 1
    runs: list[Run] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)

    def go(self) -> None:
        """Run once; ends the benchmark if the answer is wrong."""
        symmetry = "1" if self.work.up_to_symmetry else "0"
        arguments = [CHILD, self.contender, base_name(self.work), symmetry, json.dumps(self.options)]
        made = run([sys.executable, "-W", "ignore", *arguments], environment=self.environment, cap=CAP_SECONDS)
        answer = {"complete": False, "tilings": None, "seconds": made.cpu} if made.killed else made.answer()
        if answer.get("complete", True) and "refused" not in answer and answer["tilings"] != self.work.tilings:
            raise SystemExit(
                f"{self.contender} {self.options}: {answer['tilings']} tilings of {base_name(self.work)}, "
                f"the right number is {self.work.tilings}"
            )
        self.runs.append(made)
        self.answers.append(answer)

    @property
    def complete(self) -> bool:
        """Whether every run came to its end."""
        return all(answer.get("complete", True) for answer in self.answers)

    @property
    def refused(self) -> bool:
        return any("refused" in answer for answer in self.answers)

    def of(self, key: str) -> float:
        """The median of one figure of the answers."""
        return median(answer[key] for answer in self.answers)

    @property
    def call(self) -> float:
        """Processor seconds of the call."""
        return self.of("seconds")

    @property
    def process(self) -> float:
        """Processor seconds of the whole process."""
        return median(made.cpu for made in self.runs)

    @property
    def peak(self) -> float:
        """Peak memory in MB."""
        return median(made.peak for made in self.runs)

    def record(self) -> dict[str, Any]:
        """Every single figure, as plain data."""
        return {
            "contender": self.contender,
            "work": base_name(self.work),
            "up_to_symmetry": self.work.up_to_symmetry,
            "options": self.options,
            "environment": self.environment,
            "answers": self.answers,
            "process_cpu": [made.cpu for made in self.runs],
            "process_wall": [made.wall for made in self.runs],
            "peak_mb": [made.peak for made in self.runs],
        }


def base_name(work: Work) -> str:
    """The name of the problem: that of the line above for a count up to symmetry."""
    return WORK[WORK.index(work) - 1].name if work.up_to_symmetry else work.name


def go(jobs: Iterable[Job]) -> None:
    """Run all, each as often as it wants, taking turns so that a busy spell of the machine hits all alike."""
    jobs = list(jobs)
    for turn in range(max((job.repetitions for job in jobs), default=0)):
        for job in jobs:
            if turn < job.repetitions:
                remark(f"{job.contender} {base_name(job.work)} {job.options or ''} ({turn + 1} of {job.repetitions})")
                job.go()
    remark("")


def together(jobs: Iterable[Job]) -> None:
    """Run each once, all at the same time."""
    workers = [threading.Thread(target=job.go) for job in jobs]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
