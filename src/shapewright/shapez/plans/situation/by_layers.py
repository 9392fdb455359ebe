"""A plan that always begins the same way: cut rings into pieces, paint them, and stack them from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.shapez.parts import NORMAL, NOTHING, is_painted, kind_of, unpainted
from shapewright.shapez.plans.situation.rewrite import rewritten, turned
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from shapewright.shapez.plans.situation.inventory import Means
    from shapewright.shapez.plans.steps import Value

__all__ = ["by_layers"]


def by_layers(means: Means) -> dict[Value, Step]:
    """By value the machine that makes it, for goals of normal parts alone whose layers can be stacked one by one.

    What does not work out is left out; of other goals nothing is made.
    """
    makers: dict[Value, Step] = {}
    for goal in means.goals:
        if all(kind_of(part) in (NORMAL, kind_of(NOTHING)) for layer in goal.layers for part in layer):
            below: Shape | None = None
            for layer in goal.layers:
                level = Shape(goal.parts, (layer,))
                _level(means, level, makers)
                if below is None:
                    below = level
                    continue
                step = means.step("stack", below, level)
                _note(means, step, makers)
                (made,) = step.outputs
                assert isinstance(made, Shape)
                below = made
    return makers


def _level(means: Means, level: Shape, makers: dict[Value, Step]) -> None:
    """One layer: pieces that lie in it one after the other."""
    (layer,) = level.layers
    whole: Shape | None = None
    for column, part in enumerate(layer):
        if part == NOTHING:
            continue
        piece = _piece(means, level.parts, column, part, makers)
        if whole is None:
            whole = piece
            continue
        step = means.step("stack", whole, piece)
        _note(means, step, makers)
        (made,) = step.outputs
        assert isinstance(made, Shape)
        whole = made
    if len(set(layer)) == 1:
        _ring(means, level.parts, layer[0], makers)


def _ring(means: Means, ring: int, part: str, makers: dict[Value, Step]) -> Shape:
    raw = Shape(ring, ((unpainted(part),) * ring,))
    if not is_painted(part):
        return raw
    _note(means, means.step("paint", raw, part[1]), makers)
    return Shape(ring, ((part,) * ring,))


def _piece(means: Means, ring: int, column: int, part: str, makers: dict[Value, Step]) -> Shape:
    """A single part in its column: a ring cut, turned until one part is left in the east, and cut again."""
    shape = _ring(means, ring, part, makers)
    half = ring // 2
    for turn in (0, -(half - 1)):
        for step in turned(means, shape, turn):
            _note(means, step, makers)
        shape = shape.rotated(turn)
        _note(means, Step("half-destroy", (shape,), (shape.half_destroyed(),)), makers)
        shape = shape.half_destroyed()
    (first,) = (place for place, each in enumerate(shape.layers[0]) if each != NOTHING)
    for step in turned(means, shape, column - first):
        _note(means, step, makers)
    return shape.rotated(column - first)


def _note(means: Means, step: Step, makers: dict[Value, Step]) -> None:
    for value, maker in rewritten(means, [step]).items():
        makers.setdefault(value, maker)
