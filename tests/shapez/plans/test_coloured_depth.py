"""Depths of coloured goals against all that two machines one after the other make, by the plain rules."""

from __future__ import annotations

from itertools import product

import pytest

from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans import plan
from shapewright.shapez.plans.bounds import fluid_depth, simple_depth
from shapewright.shapez.plans.depth import coloured_depth, depth_bound
from shapewright.shapez.shape import Shape


def _levels(raws: tuple[str, ...], colours: str, layers: int) -> list[set[Shape]]:
    """The shapes of depth 0, 1 and 2 or less, of raw shapes and fluids of these colours."""
    known = {Shape.from_code(raw) for raw in raws}
    found = [known]
    for depth in (0, 1):
        some = [shape for shape in known if shape.height]
        made: set[Shape] = set()
        for shape in some:
            made |= {shape.rotated(steps) for steps in (1, -1, 2)} | {*rules.cut(shape), rules.push_pin(shape, layers)}
            for colour in colours:
                if fluid_depth(colour) <= depth:
                    made |= {rules.paint(shape, colour), rules.crystal(shape, colour)}
        for one, two in product(some, repeat=2):
            made |= {rules.stack(one, two, layers), *rules.swap(one, two)}
        known = known | {shape for shape in made if shape.height}
        found.append(known)
    return found


@pytest.mark.parametrize(("raws", "colours"), [(("CuCuCuCu", "RuRuRuRu"), "ry"), (("CuCuCuCu", "SuSuSuSu"), "wb")])
def test_what_two_machines_make(raws: tuple[str, ...], colours: str) -> None:
    levels = _levels(raws, colours, 2)
    depths: dict[Shape, int] = {}
    for depth, shapes in enumerate(levels):
        for shape in shapes:
            depths.setdefault(shape, depth)
    assert set(depths.values()) == {0, 1, 2}
    for shape, depth in sorted(depths.items(), key=lambda each: (each[1], each[0].to_code()))[::23]:
        assert coloured_depth(shape, 2) == depth
        assert simple_depth([shape]) <= depth
    # One machine more gives nothing that is said to be less deep, and something that is not.
    ordered = sorted(levels[2], key=str)
    deeper = {made for one, two in zip(ordered, ordered[::-1], strict=True) for made in rules.swap(one, two)}
    found = {coloured_depth(shape, 2) for shape in sorted(deeper - levels[2], key=str)[::40] if shape.height}
    assert found == {3}


@pytest.mark.parametrize(
    ("code", "depth"),
    [
        ("CuCuCuCu", 0),
        ("RuRuRuRu", 0),
        ("CuCuRuRu", 1),
        ("CrCr----", 2),
        ("CuRuSuWu", 3),
        ("CwCwCwCw", 3),
        ("CuCu----:RrRr----", 3),
    ],
)
def test_plans_are_proven(code: str, depth: int) -> None:
    found = plan(code, minimize="depth")
    assert found.depth == depth
    assert found.optimal
    assert depth_bound(Shape.from_code(code), Configuration(4, 4)) == depth
