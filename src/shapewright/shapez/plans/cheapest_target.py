"""Which shape is planned where several will do: what a pattern stands for, or what a delivery accepts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from shapewright.shapez.parts import CRYSTAL, NORMAL, NOTHING, kind_of
from shapewright.shapez.pattern import Pattern
from shapewright.shapez.plans.bounds import belt_bound, colour_machines, simple_bound, simple_depth
from shapewright.shapez.plans.known.library import library
from shapewright.shapez.plans.plan_for_shapes import first
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.matches import matches
from shapewright.shapez.vortex import variant_places

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.shapez.data.known_shapes import Data
    from shapewright.shapez.plans.rates import Rates
    from shapewright.shapez.problem import Inputs, Minimize

__all__ = ["LOOKED_AT", "PLANNED", "Choice", "accepted", "cheapest", "dressed_ways"]

LOOKED_AT = 2000
"""The number of shapes that are compared, by kinds, or a few less: all if there are no more, else the simplest."""

PLANNED = 16
"""How many of them are planned, those that take the fewest machines by what is known beforehand."""

_MOST_WAYS = 8

Why = Literal["delivery", "vortex", "pattern"]


@dataclass(frozen=True)
class Choice:
    """The ``shape`` that is planned where the code ``asked`` left a choice, or cannot be built as written.

    ``why`` is ``pattern`` for a code with wildcards, ``vortex`` where a delivery was asked for, and ``delivery`` for a
    shape that cannot be built as written, for the ``reason`` given, where one that a delivery accepts is planned
    instead. ``count`` is how many buildable shapes there are to choose from, by kinds, ``looked_at`` how many shapes
    were compared by bounds, types and colours told apart, and ``planned`` how many of them were planned.
    """

    asked: str
    shape: Shape
    why: Why
    count: int
    looked_at: int
    planned: int
    reason: str | None = None

    def __str__(self) -> str:
        if self.count == 1:
            cheapest = "the only one that can be built"
        elif self.planned == 1:
            cheapest = f"the only one planned of {self.count:,} that can be built"
        else:
            cheapest = f"the cheapest of {self.planned} planned; {self.count:,} can be built"
        if self.why == "pattern":
            return f"{self.asked} stands for {self.shape}, {cheapest} (types and colours apart)"
        written = "" if self.reason is None else f"{self.asked} cannot be built as written: {self.reason}; "
        return f"{written}a delivery takes {self.shape}, {cheapest}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "asked": self.asked,
            "shape": str(self.shape),
            "why": self.why,
            "reason": self.reason,
            "count": self.count,
            "looked_at": self.looked_at,
            "planned": self.planned,
        }


def accepted(shape: Shape) -> Pattern:
    """The pattern of all shapes that a delivery accepts for ``shape``: pins and gaps are free below other parts.

    >>> print(accepted(Shape.from_code("--------:CuCuCuCu")))
    P?P?P?P?:CuCuCuCu
    """
    free = set(variant_places(shape))
    return Pattern(
        shape.parts,
        tuple(
            [
                tuple(["P?" if (number, column) in free else part for column, part in enumerate(layer)])
                for number, layer in enumerate(shape.layers)
            ]
        ),
    )


def cheapest(
    pattern: Pattern,
    asked: str,
    why: Why,
    *,
    layers: int | None = None,
    minimize: Minimize = "machines",
    inputs: Inputs = "raw",
    rates: Rates | None = None,
    data: Data | None = None,
    clock: Clock,
) -> Choice | None:
    """The shape of ``pattern`` with the cheapest plan found; None if none can be built.

    Plans are made with the lowest effort, in the order of what they take at least, and only for shapes that may be
    cheaper than the best of those before. Of shapes equally cheap the first in that order is chosen, then by their
    codes: the same question has the same answer, unless the time of ``clock`` ends before.
    """
    found = matches(pattern, layers=layers, data=data)
    some = [packed for packed in found.simplest(LOOKED_AT) if packed]  # nothing makes the empty shape
    shapes = {shape: None for packed in some for shape in dressed_ways(pattern, packed)}
    if not shapes:
        return None
    weights = Problem([next(iter(shapes))], layers, minimize, inputs, rates=rates).belt_rates.weights()
    shipped = library(found.configuration)
    known = {packed: 0 if shipped is None else shipped.at_least_quickly(packed) for packed in some}

    def rank(shape: Shape) -> tuple[int, int, int, str]:
        machines = max(simple_bound([shape]), known[shape.packed()] + colour_machines([shape]))
        parts = sum(part != NOTHING for layer in shape.layers for part in layer)
        least = {"depth": simple_depth([shape]), "belt": belt_bound([shape], machines, weights)}.get(minimize, machines)
        return least, machines, parts, shape.to_code()

    best: tuple[tuple[int, ...], Shape] | None = None
    planned = 0
    for least, _, _, code in sorted(map(rank, shapes))[:PLANNED]:
        if best is not None and (least >= best[0][0] or clock.over()):
            break
        shape = Shape.from_code(code, game="1.0")
        plan = first(Problem([shape], layers, minimize, inputs, rates=rates), data=data, time_limit=clock.left())
        assert plan is not None, "only buildable shapes are planned"
        planned += 1
        cost = (plan.reached, plan.cost, plan.depth)
        if best is None or cost < best[0]:
            best = cost, shape
    assert best is not None
    return Choice(asked, best[1], why, found.count(), len(shapes), planned)


def dressed_ways(pattern: Pattern, packed: int) -> list[Shape]:
    """Shapes of those kinds: types and colours that are free are plain ones, or those of parts that the pattern has.

    >>> [str(shape) for shape in dressed_ways(Pattern.from_code("CrN?R?--"), 0b010101)]
    ['CrCuRu--', 'CrCrRr--']
    """
    fixed = [part for layer in pattern.layers for part in layer if "?" not in part and part[0] != "N"]
    normals = dict.fromkeys(part for part in fixed if kind_of(part) == NORMAL)
    crystals = dict.fromkeys(part for part in fixed if kind_of(part) == CRYSTAL)
    ways = [(one, other) for one, other in product(normals or ("",), crystals or ("",))]
    found = [pattern.filled(packed, *way) for way in [("", ""), *ways][:_MOST_WAYS]]
    return list(dict.fromkeys(found))
