"""Every plan of a few machines, and the least machines for a full belt among them: slow and obvious."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from shapewright.shapez import rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapewright.shapez import Shape

    Machine = tuple[str, tuple[Shape, ...], tuple[Shape, ...]]


def cheapest(raw: Shape, layers: int, machines: int, weights: Mapping[str, Fraction]) -> dict[Shape, int]:
    """The least machines for a full belt of each shape that ``machines`` of them make without crystals and paint.

    ``weights`` says how many of each machine a full belt takes.
    """
    best: dict[Shape, int] = {}
    for plan in _plans(raw, layers, machines):
        for goal in filter(lambda made: made.height, plan[-1][2]):
            price = priced(plan, goal, raw, weights)
            best[goal] = min(price, best.get(goal, price))
    return best


def priced(plan: Sequence[Machine], goal: Shape, raw: Shape, weights: Mapping[str, Fraction]) -> int:
    """The machines for a full belt of ``goal``: runs are counted by making one goal, and what that takes, and so on."""
    runs = [0] * len(plan)
    spare: list[Shape] = []

    def fetch(shape: Shape) -> None:
        if shape == raw:
            return
        if shape in spare:
            spare.remove(shape)
            return
        number = next(number for number, machine in enumerate(plan) if shape in machine[2])
        runs[number] += 1
        for taken in plan[number][1]:
            fetch(taken)
        others = list(plan[number][2])
        others.remove(shape)
        # Two outputs that are alike are one belt, of which a run counts once.
        spare.extend(other for other in others if other != shape and _first(plan, other) == number)

    fetch(goal)
    taken = {shape for number, machine in enumerate(plan) if runs[number] for shape in machine[1]}
    total = 0
    for (name, _, made), times in zip(plan, runs, strict=True):
        kind = "half-destroy" if name == "cut" and made[1] not in taken | {goal} else name
        total += ceil(times * weights[kind])
    return total


def _first(plan: Sequence[Machine], shape: Shape) -> int:
    return next(number for number, machine in enumerate(plan) if shape in machine[2])


def _plans(raw: Shape, layers: int, machines: int) -> Iterator[list[Machine]]:
    def grow(plan: list[Machine], shapes: list[Shape]) -> Iterator[list[Machine]]:
        for machine in _machines(shapes, layers):
            new = [shape for shape in machine[2] if shape.height and shape not in shapes]
            if not new:
                continue
            yield [*plan, machine]
            if len(plan) + 1 < machines:
                yield from grow([*plan, machine], [*shapes, *dict.fromkeys(new)])

    yield from grow([], [raw])


def _machines(shapes: Sequence[Shape], layers: int) -> Iterator[Machine]:
    for one in shapes:
        yield "rotate-cw", (one,), (one.rotated(1),)
        yield "rotate-ccw", (one,), (one.rotated(-1),)
        yield "rotate-180", (one,), (one.rotated(one.parts // 2),)
        yield "cut", (one,), rules.cut(one)
        yield "push-pin", (one,), (rules.push_pin(one, layers),)
        for other in shapes:
            yield "stack", (one, other), (rules.stack(one, other, layers),)
            yield "swap", (one, other), rules.swap(one, other)
