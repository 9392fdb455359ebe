"""Are the data of a configuration right? Each check looks at them from another side, with as little trust as it can.

What a check finds wrong is told by the codes of the first shapes it fails on.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, run
from shapewright.shapez import datafile
from shapewright.shapez.data import Data
from shapewright.shapez.packed import Packed
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import NO_WAY, PUSH_PIN, Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from shapewright.shapez.data import Need, PinTable

    Shapes = NDArray[np.uint64]

__all__ = ["CHECKS", "Check", "Outcome", "Report", "verify"]

FIRST = 5
"""So many failing codes are named."""

SAMPLES = 200


@dataclass(frozen=True)
class Outcome:
    """What one check found: how many things it looked at, how many failed, the codes of the first that did."""

    name: str
    looked_at: int
    failures: int = 0
    failing: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return self.failures == 0

    def __str__(self) -> str:
        if self.passed:
            return f"pass  {self.name} ({self.looked_at:,})"
        more = f" and {self.failures - len(self.failing):,} more" if self.failures > len(self.failing) else ""
        return f"FAIL  {self.name} ({self.failures:,} of {self.looked_at:,}): {' '.join(self.failing)}{more}"


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

    def __str__(self) -> str:
        lines = [*map(str, self.outcomes), *(f"skip  {name}: the data do not hold enough" for name in self.skipped)]
        return "\n".join(lines)


@dataclass(frozen=True)
class Check:
    """One check: its name says what must be so, ``need`` how much must be known for it."""

    name: str
    need: Need
    look: Callable[[Subject, Budget], tuple[int, Iterable[int]]]
    """Gives how many shapes were looked at, and the packed shapes that fail."""


def verify(
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
    data = source if isinstance(source, Data) else datafile.read(source)
    subject = Subject(data, samples, seed)
    checks = [check for check in CHECKS if data.has(check.need)]
    stage = Stage("verify", _Looking(subject), [check.name for check in checks])
    found = run(stage, threads=1, progress=progress, time_limit=time_limit)
    skipped = tuple(check.name for check in CHECKS if check not in checks)
    return Report(data.configuration.name, tuple(found), skipped)


class Subject:
    """The data under test, and what several checks want to know of them."""

    def __init__(self, data: Data, samples: int = SAMPLES, seed: int = 0) -> None:
        self.data = data
        self.configuration = data.configuration
        self.samples = samples
        self.random = np.random.default_rng(seed)
        self.packed = Packed(data.configuration)

    @property
    def pin(self) -> PinTable:
        """The pin-push-essential shapes, for checks that need them."""
        assert self.data.pin is not None
        return self.data.pin

    @cached_property
    def verdicts(self) -> Verdicts:
        """Verdicts by the halves and all pin-push-essential shapes."""
        return Verdicts.of(self.data)

    @cached_property
    def sample(self) -> list[int]:
        """Buildable shapes: pairs of random halves, and pin-push-essential ones."""
        keys = self.data.halves.keys
        easts, wests = (self.random.choice(keys, self.samples) for _ in range(2))
        sample: list[int] = self.packed.join(easts, wests).tolist()
        if self.data.pin is not None and len(self.pin):
            sample += self.random.choice(self.pin.shapes, self.samples).tolist()
        return sample

    def shape(self, packed: int) -> Shape:
        """The shape, for people and for the rules."""
        return Shape.from_packed(packed, self.configuration.parts)


class _Looking:
    """The function of the stage: one check, by its name."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def __call__(self, name: str, budget: Budget) -> Outcome:
        (check,) = (check for check in CHECKS if check.name == name)
        looked_at, failing = check.look(self.subject, budget)
        codes: list[str] = []
        failures = 0
        for failures, packed in enumerate(failing, 1):
            if failures <= FIRST:
                codes.append(str(self.subject.shape(packed)))
        return Outcome(name, looked_at, failures, tuple(codes))


# --- The checks -----------------------------------------------------------------------------------------------------


def _halves_are_stable(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    halves = subject.packed.from_half_key(subject.data.halves.keys)
    return len(halves), halves[~subject.packed.is_stable(halves)].tolist()


def _mirrored_halves(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    keys = subject.data.halves.keys
    there = np.isin(subject.packed.reflect_half(keys), keys)
    return len(keys), subject.packed.from_half_key(keys[~there]).tolist()


def _pin_parents(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    pin, packed = subject.pin, subject.packed
    made = packed.canonical(packed.push_pin(pin.parents))
    return len(pin), pin.shapes[made != pin.shapes].tolist()


def _pin_rounds(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    pin = subject.pin
    failing: list[int] = []
    for number in np.unique(pin.rounds).tolist():
        earlier = Verdicts(subject.configuration, subject.data.halves.keys, pin.shapes[pin.rounds < number])
        here = pin.rounds == number
        failing += pin.shapes[here][earlier.ways(pin.parents[here]) == NO_WAY].tolist()
    return len(pin), failing


def _pin_shapes_are_essential(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    pin = subject.pin
    ways = subject.verdicts.ways(pin.shapes)
    canonical = subject.packed.canonical(pin.shapes) == pin.shapes
    return len(pin), pin.shapes[(ways != PUSH_PIN) | ~canonical].tolist()


def _rules_agree(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    packed, layers = subject.packed, subject.configuration.layers
    sample = subject.sample
    failing = []
    for number, (one, other) in enumerate(zip(sample, reversed(sample), strict=True)):
        _go_on(budget)
        a, b = subject.shape(one), subject.shape(other)
        by_rules = _operated(a, b, layers)
        natively = [
            *packed.cut(one),
            *packed.swap(one, other),
            packed.stack(one, other),
            packed.push_pin(one),
            packed.crystal(one),
            packed.rotate(one, 1),
            packed.gravity(one),
        ]
        if [shape.packed() for shape in by_rules] != natively:
            failing.append(sample[number])
    return len(sample), failing


def _sample_is_closed(subject: Subject, budget: Budget) -> tuple[int, Iterable[int]]:
    layers = subject.configuration.layers
    sample = subject.sample
    failing = []
    for one, other in zip(sample, reversed(sample), strict=True):
        _go_on(budget)
        made = [shape.packed() for shape in _operated(subject.shape(one), subject.shape(other), layers)]
        if (subject.verdicts.ways(np.array(made, np.uint64)) == NO_WAY).any():
            failing.append(one)
    return len(sample), failing


def _go_on(budget: Budget) -> None:
    if budget.stopped():
        raise StoppedError("stopped")


def _operated(a: Shape, b: Shape, layers: int) -> list[Shape]:
    """What the machines make of two shapes, by the rules."""
    return [
        *a.cut(),
        *a.swap(b),
        a.stack(b, layers),
        a.push_pin(layers),
        a.crystallise("u"),
        a.rotated(1),
        a.settled(),
    ]


CHECKS: tuple[Check, ...] = (
    Check("every half is stable", "halves", _halves_are_stable),
    Check("every half's mirror image is a half", "halves", _mirrored_halves),
    Check("the machines of the engine follow the rules", "halves", _rules_agree),
    Check("pushing pins under its parent makes every pin-push-essential shape", "pp", _pin_parents),
    Check("every such parent can be built from shapes of earlier rounds", "pp", _pin_rounds),
    Check("nothing but pushing pins makes a pin-push-essential shape", "pp", _pin_shapes_are_essential),
    Check("whatever a machine makes of a buildable shape is buildable", "pp", _sample_is_closed),
)
"""All checks, in the order in which they are made."""
