"""What each kind of building makes of one set of inputs, by the plain rules."""

from __future__ import annotations

from functools import lru_cache

from shapewright.shapez import rules
from shapewright.shapez.shape import Shape

__all__ = ["DIVIDES", "MACHINES", "PASSES", "Value", "made"]

Value = Shape | str

DIVIDES = frozenset({"filter", "split"})
"""What lets shapes pass by one of its outputs or another; which of them a filter chooses depends on its wire."""

PASSES = frozenset({"belt", "merge", "reader"}) | DIVIDES
"""What lets shapes pass as they are."""

MACHINES = {
    "rotate-cw": 1,
    "rotate-ccw": 1,
    "rotate-180": 1,
    "half-destroy": 1,
    "cut": 1,
    "push-pin": 1,
    "paint": 1,
    "crystal": 1,
    "swap": 2,
    "stack": 2,
}
"""How many shapes a machine takes at a time; ``paint`` and ``crystal`` take a colour besides."""


@lru_cache(maxsize=100_000)
def made(kind: str, shapes: tuple[Shape, ...], colour: str, layers: int | None) -> tuple[Shape, ...]:
    """The shapes that leave a machine, in the order of its outputs; one that is empty does not leave.

    >>> made("stack", (Shape.from_code("CuCu----"), Shape.from_code("----RuRu")), "", None)
    (Shape.from_code('CuCuRuRu'),)

    Raises ``ProblemError`` if the machine cannot take these shapes together, ``LimitError`` if one is too high.
    """
    first = shapes[0]
    match kind:
        case "rotate-cw":
            return (rules.rotate(first, 1),)
        case "rotate-ccw":
            return (rules.rotate(first, -1),)
        case "rotate-180":
            return (rules.rotate(first, first.parts // 2),)
        case "half-destroy":
            return (rules.half_destroy(first),)
        case "cut":
            return rules.cut(first)
        case "push-pin":
            return (rules.push_pin(first, layers),)
        case "paint":
            return (rules.paint(first, colour),)
        case "crystal":
            return (rules.crystal(first, colour),)
        case "swap":
            return rules.swap(first, shapes[1])
        case "stack":
            return (rules.stack(first, shapes[1], layers),)
    raise AssertionError(kind)
