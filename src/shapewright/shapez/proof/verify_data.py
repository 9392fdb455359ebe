"""Are the data of a configuration right? Each check looks at them from another side, with as little trust as it can.

A check that fails names the codes of the first shapes that fail it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from shapewright.errors import ProblemError
from shapewright.jobs import Budget, Progress, Stage, run
from shapewright.shapez.data import data_file
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.proof.cross_checks import CHECKS, Subject

FIRST = 5
"""The number of failing codes that are named."""

SAMPLES = 200
"""The number of random shapes that the slow rules try, by default."""


@dataclass(frozen=True)
class Outcome:
    """What one check found: how many things it looked at, how many failed, and the first of these, shapes as codes."""

    name: str
    looked_at: int
    failures: int = 0
    failing: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return self.failures == 0

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "check": self.name,
            "passed": self.passed,
            "looked_at": self.looked_at,
            "failures": self.failures,
            "failing": list(self.failing),
        }

    def __str__(self) -> str:
        if self.passed:
            return f"pass  {self.name} ({self.looked_at:,})"
        more = f" and {self.failures - len(self.failing):,} more" if self.failures > len(self.failing) else ""
        return f"FAIL  {self.name} ({self.failures:,} of {self.looked_at:,}): {', '.join(self.failing)}{more}"


@dataclass(frozen=True)
class Report:
    """What the checks found; ``skipped`` names those for which the data do not hold enough."""

    configuration: str
    outcomes: tuple[Outcome, ...]
    skipped: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(outcome.passed for outcome in self.outcomes)

    def to_json(self) -> dict[str, object]:
        """Plain data: the configuration, whether all passed (``valid``), each check, and the names of the skipped."""
        return {
            "configuration": self.configuration,
            "valid": self.passed,
            "checks": [outcome.to_json() for outcome in self.outcomes],
            "skipped": list(self.skipped),
        }

    def __str__(self) -> str:
        lines = [*map(str, self.outcomes), *(f"skip  {name}: the data are incomplete" for name in self.skipped)]
        return "\n".join(lines)


def verify_data(
    source: Data | str | os.PathLike[str],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: bool | Callable[[Progress], None] | None = None,
    time_limit: float | None = None,
) -> Report:
    """Check ``source``, the data of a configuration or a file of them, from every side.

    ``samples`` is how many random shapes are tried by the slow rules in plain Python, chosen by ``seed``.

    Raises ``FileError`` for a file that cannot be read or is damaged, ``StoppedError`` after ``time_limit`` seconds.
    """
    if samples < 1:
        raise ProblemError(f"the number of samples must be at least 1, not {samples}")
    data = source if isinstance(source, Data) else data_file.read(source)
    subject = Subject(data, samples, seed)
    checks = [check for check in CHECKS if data.has(check.need)]
    stage = Stage("verify", _Looking(subject), [check.name for check in checks])
    found = run(stage, threads=1, progress=progress, time_limit=time_limit)
    skipped = tuple(check.name for check in CHECKS if check not in checks)
    return Report(data.configuration.name, tuple(found), skipped)


class _Looking:
    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def __call__(self, name: str, budget: Budget) -> Outcome:
        (check,) = (check for check in CHECKS if check.name == name)
        looked_at, failing = check.look(self.subject, budget)
        codes: list[str] = []
        failures = 0
        for failures, one in enumerate(failing, 1):
            if failures <= FIRST:
                codes.append(one if isinstance(one, str) else str(self.subject.shape(one)))
        return Outcome(name, looked_at, failures, tuple(codes))
