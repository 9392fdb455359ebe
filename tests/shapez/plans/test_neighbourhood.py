"""Whole plans made cheaper: every plan replayed, no dearer with more effort, the same whatever names there are."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shapez.random_shapes import shapes

from shapewright.shapez.check import faults
from shapewright.shapez.colours import COLOURS, mix
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import types_of
from shapewright.shapez.plans import plan
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.bounds import fluids, mixes_needed
from shapewright.shapez.plans.engine import Planner
from shapewright.shapez.plans.known.table import Renaming, renaming
from shapewright.shapez.plans.neighbourhood import Supplies, improved
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.problem import EFFORTS, Problem
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import is_buildable

QUAD4 = Configuration(4, 4)


def start(goal: Shape) -> tuple[Step, ...]:
    """A plan for a goal, found by taking it apart if that can be without data."""
    found = Planner(Configuration(goal.parts, 4), None).find([goal], effort=EFFORTS["low"])
    return tuple(step for step in plan(goal).steps if step.inputs) if found is None else found


def searched(goal: Shape, supplies: Supplies, stages: int, starts: list[tuple[Step, ...]]) -> tuple[Step, ...] | None:
    """The best plan from these starts."""
    configuration = Configuration(goal.parts, 4)
    return improved([goal], configuration, supplies, starts, stages=stages, rounds=40, seed=0, seconds=None)


@st.composite
def goals(draw: st.DrawFn) -> Shape:
    """Shapes of up to two layers, and up to three of rings of four, that can be built."""
    shape = draw(shapes(parts=draw(st.sampled_from([4, 4, 6])), layers=2).filter(lambda each: each.height > 0))
    shape = shape.settled()
    if shape.height == 0 or not is_buildable(shape):
        shape = Shape.from_code("CrRgSbWw:P-Cc--cy" if shape.parts == 4 else "HrGgHrGgFuFu")
    return shape


@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("CuRuSuWu", 5),
        ("RwCwCwRw:RyCyCrRr", 9),
        ("P-CwRwCw:CgP-P-P-:P-CgRgCg:WwCwRwCw", 20),
        ("CcSyWySy:CyWcWcWc:WcP-RwP-:--WwP-Ww", 30),
        ("HuGuFuHuGuFu", 10),
    ],
)
def test_coloured_goals(code: str, most: int) -> None:
    found = plan(code)
    assert faults(found) == []
    assert found.cost <= most


@given(goals())
@settings(max_examples=6, deadline=None)
def test_more_stages_are_never_dearer(goal: Shape) -> None:
    first = start(goal)
    costs = []
    for stages in range(3):
        steps = searched(goal, Supplies(), stages, [first])
        assert steps is not None
        found = assembled(Problem(goal), steps, 4)
        assert faults(found) == []
        costs.append(found.cost)
    assert costs[0] <= len(first)
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("code", ["RwCwCwRw:RyCyCrRr", "CrRg----:cbP---Sw"])
def test_more_effort_is_never_dearer(code: str) -> None:
    assert plan(code, effort="normal").cost <= plan(code).cost


@given(goals(), st.permutations("rgb"), st.data())
@settings(max_examples=6, deadline=None)
def test_names_make_no_difference(goal: Shape, lights: list[str], data: st.DataObject) -> None:
    kinds = types_of(goal.parts)
    colours = dict(zip("rgb", lights, strict=True))
    colours |= {mix(a, b): mix(colours[a], colours[b]) for a, b in combinations("rgb", 2)}
    names = Renaming(dict(zip(kinds, data.draw(st.permutations(kinds)), strict=True)), colours)
    other = names.shape(goal)
    assert names.reversed().shape(other) == goal
    assert renaming([goal]).shape(goal) == renaming([other]).shape(other)
    assert plan(goal).cost == plan(other).cost


def test_types_stay_apart_when_they_are_renamed() -> None:
    goal = Shape.from_code("WuSuRuCu:CrRrSrWr")
    named = renaming([goal]).shape(goal)
    assert named == Shape.from_code("CuRuSuWu:WrSrRrCr")


def test_mixers_are_as_few_as_can_be() -> None:
    # One ring for each colour, all on hand: so many machines as there are painters and mixers.
    for size in range(4):
        for chosen in combinations(COLOURS[1:], size):
            rings = tuple(Shape.from_code(f"C{colour}" * 4) for colour in chosen)
            if not rings:
                continue
            steps = [Step("paint", (Shape.from_code("CuCuCuCu"), colour), ()) for colour in chosen]
            found = improved(rings, QUAD4, Supplies(), [steps], stages=0, rounds=1, seed=0, seconds=None)
            assert found is not None
            assert len(found) == size + mixes_needed(chosen)
            assert {step.machine for step in found} <= {"paint", "mix"}
            assert fluids(rings) == set(chosen)


def test_what_is_on_hand_costs_nothing() -> None:
    goal, half = Shape.from_code("CrCrSbSb"), Shape.from_code("----SbSb")
    without = searched(goal, Supplies(), 1, [start(goal)])
    supplied = searched(goal, Supplies(shapes=(half,)), 1, [start(goal)])
    assert without is not None
    assert supplied is not None
    assert len(without) == 3
    assert [step.machine for step in supplied] == ["paint", "swap"]
    white = Shape.from_code("CwCwCwCw")
    poured = searched(white, Supplies(fluids=frozenset("urgbw")), 1, [])
    assert poured is not None
    assert [step.machine for step in poured] == ["paint"]


def test_locked_machines_are_not_used() -> None:
    goal = Shape.from_code("CuCuRuRu:CuCuRuRu")
    supplies = Supplies(machines=Supplies().machines - {"swap"})
    steps = searched(goal, supplies, 2, [])
    assert steps is not None
    found = assembled(Problem(goal), steps, 4)
    assert faults(found) == []
    assert "swap" not in found.machines()
    none = Supplies(machines=frozenset({"stack"}))
    assert searched(goal, none, 1, [start(goal)]) is None


def test_the_seed_decides() -> None:
    goal = Shape.from_code("CrRgCbRw:CyRcSmWu")
    one, again = (searched(goal, Supplies(), 1, [start(goal)]) for _ in range(2))
    assert one == again
