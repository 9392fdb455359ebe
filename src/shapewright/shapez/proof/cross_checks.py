"""What must be so if the data of a configuration are right: the checks of ``verify_data``, from many sides.

They trust as little as they can: what one of them takes for granted another one looks at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from shapewright.errors import ShapewrightError, StoppedError
from shapewright.shapez import native
from shapewright.shapez.check import faults
from shapewright.shapez.data.halves import follows, precedes
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import batches, half_set, set_of, swappable_set
from shapewright.shapez.plans.plan_for_delivery import plan
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import NO_WAY, PUSH_PIN, Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from shapewright.jobs import Budget
    from shapewright.shapez.data.configuration import Need
    from shapewright.shapez.data.known_shapes import Data, PinTable
    from shapewright.shapez.native import ShapezSet

    Shapes = NDArray[np.uint64]
    Look = Callable[["Subject", Budget], tuple[int, Iterable[int | str]]]


LOOKED_AT = 100_000
"""The number of random shapes that the engine checks."""

LISTED = 10_000_000
"""Sets of at most this size are listed."""


@dataclass(frozen=True)
class Check:
    """One check: its name says what must be so, ``need`` how much must be known for it."""

    name: str
    need: Need
    look: Look
    """Gives how many shapes were looked at, and the packed shapes that fail (in words what else does)."""


class Subject:
    """The data under test, and what several checks want to know of them."""

    def __init__(self, data: Data, samples: int, seed: int = 0) -> None:
        self.data = data
        self.configuration = data.configuration
        self.samples = samples
        self.seed = seed
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
    def full(self) -> ShapezSet:
        """All shapes, for checks that need them."""
        assert self.data.full is not None
        return set_of(self.configuration, self.data.full)

    @cached_property
    def halves(self) -> ShapezSet:
        """The halves as a set."""
        return half_set(self.configuration, self.data.halves.keys)

    @cached_property
    def swappable(self) -> ShapezSet:
        """The shapes that two halves make."""
        return swappable_set(self.configuration, self.halves)

    def made(
        self, operation: Callable[..., ShapezSet], shapes: ShapezSet, without: ShapezSet | None, budget: Budget
    ) -> ShapezSet:
        """What an operation of the engine makes of a set, without another set."""
        return operation(shapes, without, self.configuration.parts, *native.limits(budget))

    @cached_property
    def sample(self) -> list[int]:
        """Buildable shapes: pairs of random halves, and pin-push-essential ones."""
        keys = self.data.halves.keys
        easts, wests = (self.random.choice(keys, self.samples) for _ in range(2))
        sample: list[int] = self.packed.join(easts, wests).tolist()
        return sample + (self.some(self.pin.shapes).tolist() if self.data.pin is not None else [])

    def some(self, shapes: Shapes) -> Shapes:
        """As many of these shapes as there are to be samples, or all if they are fewer."""
        return shapes if len(shapes) <= self.samples else self.random.choice(shapes, self.samples, replace=False)

    def shape(self, packed: int) -> Shape:
        """The shape, for people and for the rules."""
        return Shape.from_packed(packed, self.configuration.parts)


CHECKS: list[Check] = []
"""All checks, in the order in which they are made."""


def _must(name: str, need: Need) -> Callable[[Look], Look]:
    """Make a check of a function that looks whether ``name`` is so."""

    def add(look: Look) -> Look:
        CHECKS.append(Check(name, need, look))
        return look

    return add


def _adds_nothing(operation: Callable[..., ShapezSet]) -> Look:
    def look(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
        return len(subject.full), _members(subject.made(operation, subject.full, subject.full, budget))

    return look


def _members(shapes: ShapezSet) -> Iterator[int]:
    return chain.from_iterable(batch.tolist() for batch in batches(shapes))


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


# --- The checks -----------------------------------------------------------------------------------------------------


@_must("every half is stable", "halves")
def _halves_are_stable(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    halves = subject.packed.from_half_key(subject.data.halves.keys)
    return len(halves), halves[~subject.packed.is_stable(halves)].tolist()


@_must("every half's mirror image is a half", "halves")
def _mirrored_halves(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    keys = subject.data.halves.keys
    there = np.isin(subject.packed.reflect_half(keys), keys)
    return len(keys), subject.packed.from_half_key(keys[~there]).tolist()


@_must("every half is the result of its operation on earlier halves", "halves")
def _halves_follow(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    table = subject.data.halves
    good = follows(subject.configuration, table) & precedes(table)
    return len(table), subject.packed.from_half_key(table.keys[~good]).tolist()


@_must("the machines of the engine follow the rules", "halves")
def _rules_agree(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
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


@_must("every pin-push-essential shape is made by pushing pins under its parent", "pp")
def _pin_parents(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    pin, packed = subject.pin, subject.packed
    made = packed.canonical(packed.push_pin(pin.parents))
    return len(pin), pin.shapes[made != pin.shapes].tolist()


@_must("every such parent can be built from shapes of earlier rounds", "pp")
def _pin_rounds(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    pin = subject.pin
    failing: list[int] = []
    for number in np.unique(pin.rounds).tolist():
        earlier = Verdicts(subject.configuration, subject.data.halves.keys, pin.shapes[pin.rounds < number])
        here = pin.rounds == number
        failing += pin.shapes[here][earlier.ways(pin.parents[here]) == NO_WAY].tolist()
    return len(pin), failing


@_must("only pushing pins makes a pin-push-essential shape", "pp")
def _pin_shapes_are_essential(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    pin = subject.pin
    ways = subject.verdicts.ways(pin.shapes)
    canonical = subject.packed.canonical(pin.shapes) == pin.shapes
    return len(pin), pin.shapes[(ways != PUSH_PIN) | ~canonical].tolist()


@_must("every output of a machine that takes buildable shapes is buildable", "pp")
def _sample_is_closed(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    layers = subject.configuration.layers
    sample = subject.sample
    failing = []
    for one, other in zip(sample, reversed(sample), strict=True):
        _go_on(budget)
        made = [shape.packed() for shape in _operated(subject.shape(one), subject.shape(other), layers)]
        if (subject.verdicts.ways(np.array(made, np.uint64)) == NO_WAY).any():
            failing.append(one)
    return len(sample), failing


@_must("halves and pin-push-essential shapes have valid plans", "pp")
def _plans_hold(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    halves = subject.packed.from_half_key(subject.data.halves.keys)
    chosen = [int(shape) for column in (halves[halves != 0], subject.pin.shapes) for shape in subject.some(column)]
    failing = []
    for number in chosen:
        _go_on(budget)
        try:
            found = plan(subject.shape(number), inputs="halves", data=subject.data)
            if found is None or faults(found):
                failing.append(number)
        except ShapewrightError:
            failing.append(number)
    return len(chosen), failing


@_must("every pin-push-essential shape is among all shapes", "full")
def _pin_shapes_are_shapes(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    shapes = subject.pin.shapes
    return len(shapes), shapes[subject.full.contains(shapes) == 0].tolist()


@_must("every other shape is swappable or stacked", "full")
def _others_are_swapped_or_stacked(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    full, swappable = subject.full, subject.swappable
    stacked = subject.made(native.changed_by_stacking, full, None, budget)
    rest = subject.made(native.less, full, swappable, budget)
    rest = subject.made(native.less, rest, stacked, budget)
    unknown = (batch[~np.isin(subject.packed.canonical(batch), subject.pin.shapes)] for batch in batches(rest))
    return len(full), chain.from_iterable(batch.tolist() for batch in unknown)


@_must("swapping adds no shape", "full")
def _swapping_adds_nothing(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    missing = subject.made(native.less, subject.swappable, subject.full, budget)
    return len(subject.swappable), _members(missing)


_must("stacking adds no shape", "full")(_adds_nothing(native.changed_by_stacking))
_must("pushing pins adds no shape", "full")(_adds_nothing(native.pushed))


@_must("cutting adds no half", "full")
def _cutting_adds_nothing(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    new = subject.made(native.cut, subject.full, subject.halves, budget)
    keys = (np.asarray(batch, np.uint32) for batch in batches(new))
    return len(subject.full), chain.from_iterable(subject.packed.from_half_key(batch).tolist() for batch in keys)


@_must("verdicts on single shapes agree with the set of all shapes", "full")
def _verdicts_agree(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    shapes = subject.full.sample(subject.seed, LOOKED_AT) if len(subject.full) else np.empty(0, np.uint64)
    noise = subject.random.integers(0, 1 << 2 * subject.configuration.cells, LOOKED_AT, np.uint64)
    shapes = np.concatenate([shapes, subject.packed.rotate(shapes, 1), subject.packed.gravity(noise), noise])
    agree = (subject.full.contains(shapes) != 0) == (subject.verdicts.ways(shapes) != NO_WAY)
    return len(shapes), shapes[~agree].tolist()


@_must("the counts are right", "full")
def _counts_agree(subject: Subject, budget: Budget) -> tuple[int, Iterable[int | str]]:
    counts = subject.data.counts
    # How many shapes the diagram holds, counted along its nodes one by one.
    assert subject.data.full is not None
    below = [0, 1]
    for children in subject.data.full.nodes.tolist():
        below.append(sum(below[child] for child in children))
    found = {
        "oriented_total": below[subject.data.full.root],
        "total": subject.full.count_canonical(*native.limits(budget)[1:]),
        "swappable": subject.swappable.count_canonical(*native.limits(budget)[1:]),
    }
    wrong = [
        f"{name} is {found[name]:,}, but {number:,} in the data" if name in found else f"{name} is not a count"
        for name, number in counts.items()
        if number != found.get(name)
    ]
    if len(subject.full) <= LISTED:
        # Few enough to look at each.
        canonical = sum(int((subject.packed.canonical(batch) == batch).sum()) for batch in batches(subject.full))
        if canonical != found["total"]:
            wrong.append(
                f"the total is {found['total']:,} by Burnside's lemma, and {canonical:,} by testing each shape"
            )
    return len(found), wrong
