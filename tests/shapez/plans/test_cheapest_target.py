"""Plans of patterns and deliveries: the shape that is chosen, and that none of a small choice is cheaper."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.forms import form
from tests.shapez.random_shapes import shapes

from shapewright import shapez
from shapewright.shapez.check import faults
from shapewright.shapez.pattern import Pattern
from shapewright.shapez.plans.plan_for_delivery import LOOKED_AT, PLANNED, accepted, dressed_ways
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.matches import judge, matches
from shapewright.shapez.vortex import variant_places


@given(shapes(4, 3))
def test_what_a_delivery_accepts_are_the_shapes_of_its_form(shape: Shape) -> None:
    pattern = accepted(shape)
    assert shape in pattern
    assert form(shape) in pattern
    free = sum(name == "P?" for layer in pattern.layers for name in layer)
    assert free == len(variant_places(shape))


def every_plan(pattern: Pattern) -> list[int]:
    """The cost of a plan for each shape of the pattern, dressed in all ways that are looked at: the slow twin."""
    found = [way for shape in matches(pattern) for way in dressed_ways(pattern, shape.packed()) if shape.height]
    return [shapez.first(shapez.Problem(shape)).cost for shape in found]


@pytest.mark.parametrize(
    "code",
    [
        "CuN?P?--:N?N?----",
        "P?P?P?P?:CuCuCuCu",
        pytest.param("C?CrN?--:P-??????", marks=pytest.mark.slow),
        "R?NrC?C?",
        "c?Cu??--",
    ],
)
def test_no_shape_of_a_pattern_has_a_cheaper_plan(code: str) -> None:
    found = shapez.planned(code)
    costs = every_plan(Pattern.from_code(code))
    assert found.plan.cost == min(costs)
    assert faults(found.plan) == []
    (choice,) = found.choices
    assert choice.shape in Pattern.from_code(code)
    assert (choice.why, choice.count) == ("pattern", judge(code).count)
    assert choice.looked_at == len(costs)
    assert 1 <= choice.planned <= PLANNED
    assert shapez.planned(code) == found  # the same question, the same answer


@given(shapes(4, 2))
@settings(max_examples=10)
def test_what_cannot_be_built_gives_way_to_what_a_delivery_accepts(shape: Shape) -> None:
    if not shape.height:
        return
    found, verdict = shapez.planned(shape), shapez.buildable(shape)
    if verdict:
        assert (found.plan.goals, found.choices) == ((shape,), ())
    elif verdict.delivery is None:
        assert (found.plan, found.refused) == (None, (verdict,))
    else:
        (goal,) = found.plan.goals
        assert form(goal) == form(shape)
        assert (found.choices[0].why, found.choices[0].reason) == ("delivery", verdict.reason)
        assert faults(found.plan) == []
    if verdict or verdict.delivery:
        cheap = shapez.planned(shape, vortex=True)
        assert cheap.plan.cost <= found.plan.cost
        assert form(cheap.plan.goals[0]) == form(shape)


def test_large_patterns_are_looked_at_in_part() -> None:
    found = shapez.planned("????????:????????:????????:??c?????")
    assert found.plan.cost <= 5
    assert found.choices[0].count == 58_563_454
    assert found.choices[0].looked_at <= LOOKED_AT


def test_goals_of_all_sorts_make_one_factory() -> None:
    found = shapez.planned(["CuCu----", "--------:CuCuCuCu", "R?R?R?R?"])
    assert [str(goal) for goal in found.plan.goals] == ["CuCu----", "P-P-P-P-:CuCuCuCu", "RuRuRuRu"]
    assert [choice.why for choice in found.choices] == ["pattern", "delivery"]


def test_goals_with_pins_below_parts_are_delivered_as_variants() -> None:
    """The form of all goals of the game that cannot be built as written."""
    verdict = shapez.buildable("Sg--Sy--:P-P-P-P-:P-P-P-P-:--Cg--Cy:CwCwCwCw", nearest=False)
    assert not verdict
    assert verdict.delivery == Shape.from_code("SgP-SyP-:P-P-P-P-:P-P-P-P-:--Cg--Cy:CwCwCwCw")
    assert shapez.is_buildable(verdict.delivery)


def test_colours_that_are_free_are_those_of_other_parts() -> None:
    assert str(shapez.planned("CrN?N?N?").plan.goals[0]) == "CrCrCrCr"


def test_every_goal_without_a_shape_that_will_do_is_named() -> None:
    goals = ["cu------:P-P---Cu", "CuCuCuCu", "CuCuCu??:--------:????cuCu"]
    found = shapez.planned(goals, vortex=True)
    assert found.plan is None
    assert [str(getattr(verdict, "shape", None) or verdict.pattern) for verdict in found.refused] == goals[::2]  # type: ignore[union-attr]


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    part = st.sampled_from(["--", "Cu", "P-", "cr", "??", "A?", "N?", "C?", "c?", "P?", "?r", "Nr"])
    return Pattern(4, tuple(tuple(draw(part) for _ in range(4)) for _ in range(2)))


@given(patterns(), st.integers(1, 400))
def test_the_simplest_shapes_are_members(pattern: Pattern, most: int) -> None:
    found = matches(pattern)
    every = [shape.packed() for shape in found]
    simplest = found.simplest(most)
    assert set(simplest) <= set(every)
    assert len(simplest) == len(set(simplest)) <= max(most, 1)
    if len(every) <= most:
        assert sorted(simplest) == sorted(every)
