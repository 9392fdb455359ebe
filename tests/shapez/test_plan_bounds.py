"""Lower bounds never exceed what a slow search by the rules finds; polished plans never cost more."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez_small_plans import depths, least_machines

from shapewright import _core
from shapewright.shapez.cache import load
from shapewright.shapez.check import faults
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.packed import Packed
from shapewright.shapez.plan import plan
from shapewright.shapez.plan.bounds import colour_machines, kinds_bound, together
from shapewright.shapez.plan.depth import depth_bound
from shapewright.shapez.plan.library import filtered, library, places
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import Verdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _images(configuration: Configuration, packed: int) -> set[int]:
    ring = Packed(configuration)
    mirrored = ring.mirror(packed)
    return {
        packed,
        mirrored,
        ring.rotate(packed, ring.configuration.half_parts),
        ring.rotate(mirrored, ring.configuration.half_parts),
    }


@pytest.mark.parametrize(("parts", "layers", "machines"), [(4, 1, 4), (4, 2, 4), (4, 3, 3), (6, 1, 4), (6, 2, 3)])
def test_what_few_machines_make(parts: int, layers: int, machines: int) -> None:
    """The sets of shapes that are still to be taken against all plans, one after the other."""
    slow = least_machines(parts, layers, machines)
    found = _core.shapez_reached(parts, layers, machines, None, -1.0)
    assert found is not None
    configuration = Configuration(parts, layers)
    fast = {
        image: int(least)
        for shape, least in zip(found[0].tolist(), found[1].tolist(), strict=True)
        for image in _images(configuration, shape)
    }
    assert fast == slow


@pytest.mark.parametrize(("parts", "layers", "machines"), [(4, 1, 4), (4, 2, 4), (6, 1, 4)])
def test_least_plans(parts: int, layers: int, machines: int) -> None:
    """Plans for all shapes at once against all plans, one after the other."""
    slow = least_machines(parts, layers, machines)
    found = _core.shapez_least_plans(parts, layers, machines, 0, None, -1.0)
    assert found is not None
    configuration = Configuration(parts, layers)
    fast = {
        image: int(count)
        for shape, count in zip(found[0].tolist(), np.diff(found[1]).tolist(), strict=True)
        for image in _images(configuration, shape)
    }
    assert fast | {(4**parts - 1) // 3: 0} == slow


def test_two_searches_for_least_plans_agree() -> None:
    """That of all sets of whole shapes, and that which joins at once what can only be joined."""
    found, other = _core.shapez_least_plans(4, 2, 7, 0, None, -1.0), _core.shapez_reached(4, 2, 7, None, -1.0)
    assert found is not None
    assert other is not None
    raw = 0b01010101
    least = dict(zip(found[0].tolist(), np.diff(found[1]).tolist(), strict=True)) | {raw: 0}
    assert least == dict(zip(other[0].tolist(), other[1].tolist(), strict=True))


def test_a_swapper_may_take_the_same_shape_twice() -> None:
    found = plan("CuCuCuP-:P-Cu----", layers=2)
    assert faults(found) == []
    assert found.cost == found.lower_bound == 6  # 7 without
    assert any(step.machine == "swap" and len(set(step.inputs)) == 1 for step in found.steps)


def _buildable_quad2() -> list[int]:
    every = np.arange(1, 1 << 16, dtype=np.uint64)
    return every[Verdicts.of(load(Configuration(4, 2), "pp")).ways(every) != 0].tolist()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_plans_that_ship_for_quad2_are_there_for_all_shapes_in_all_positions(data: st.DataObject) -> None:
    configuration = Configuration(4, 2)
    shipped = library(configuration)
    assert shipped is not None
    value = data.draw(st.sampled_from(_buildable_quad2()))
    goal = Shape.from_packed(value, 4)
    found = plan(goal, layers=2)
    assert faults(found) == []
    steps = shipped.plan(value)
    assert steps is not None
    assert found.cost <= len(steps)
    assert found.lower_bound >= min(len(steps), shipped.proven + 1) == shipped.at_least(value)
    assert found.optimal == (found.cost == found.lower_bound)


def test_published_numbers_of_machines() -> None:
    shipped = library(Configuration(4, 2))
    assert shipped is not None
    assert shipped.least is not None
    counts = np.bincount(np.diff(shipped.least["start"].astype(np.int64))).tolist()
    assert shipped.proven == 10
    assert counts[:11] == [1, 3, 10, 32, 84, 250, 516, 805, 975, 1410, 1699]
    assert counts[11] == 1353
    assert sum(counts[12:]) == 1817
    assert len(counts) == 18


@pytest.mark.parametrize("name", ["quad2", "quad4"])
def test_what_ships_lets_through_what_few_machines_make(name: str) -> None:
    configuration = Configuration.from_name(name)
    shipped = library(configuration)
    assert shipped is not None
    for shape, least in least_machines(configuration.parts, configuration.layers, 4).items():
        assert shipped.at_least(shape) <= least
    found = _core.shapez_reached(configuration.parts, configuration.layers, 6, None, -1.0)
    assert found is not None
    for shape, least in zip(found[0][::7].tolist(), found[1][::7].tolist(), strict=True):
        assert shipped.at_least(shape) <= least


def test_filters_let_all_through_and_few_others() -> None:
    shapes = np.arange(1000, dtype=np.uint64) * np.uint64(977)
    bits = filtered(shapes, 16)

    def through(values: NDArray[np.uint64]) -> NDArray[np.bool_]:
        found = places(values, 8 * len(bits))
        return np.all(bits[found >> 3] >> (found & 7).astype(np.uint8) & 1, axis=0)

    assert through(shapes).all()
    assert through(shapes + np.uint64(1)).mean() < 0.01


def test_plans_for_halves_make_them() -> None:
    from shapewright.shapez import rules
    from shapewright.shapez.plan.native import MACHINES

    configuration = Configuration(4, 2)
    shipped = library(configuration)
    assert shipped is not None
    columns = {name: column.tolist() for name, column in shipped.halves.items()}
    packed = Packed(configuration)
    halves = load(configuration, "pp").halves.keys.tolist()
    assert len(columns["key"]) == 2 * (len(halves) - 1)
    for row, (start, end) in enumerate(pairwise(columns["start"])):
        made = {Shape.from_packed(0b01010101, 4)}
        waiting = columns["steps"][start:end]
        while waiting:
            ready = [k for k in waiting if Shape.from_packed(columns["first"][k], 4) in made]
            assert ready
            before = len(waiting)
            for k in ready:
                machine = MACHINES[columns["machine"][k]]
                a, b = (Shape.from_packed(columns[name][k], 4) for name in ("first", "second"))
                if b.height and b not in made:
                    continue
                outputs = {
                    "rotate-cw": lambda a, b: (a.rotated(1),),
                    "rotate-ccw": lambda a, b: (a.rotated(-1),),
                    "rotate-180": lambda a, b: (a.rotated(2),),
                    "cut": lambda a, b: rules.cut(a),
                    "swap": rules.swap,
                    "stack": lambda a, b: (rules.stack(a, b, 2),),
                    "push-pin": lambda a, b: (rules.push_pin(a, 2),),
                    "crystal": lambda a, b: (rules.crystal(a, "u"),),
                }[machine](a, b)
                made |= set(outputs)
                waiting.remove(k)
            assert len(waiting) < before
        whole = Shape.from_packed(columns["whole"][row], 4)
        assert whole in made
        key = columns["key"][row]
        east, west = rules.cut(whole)
        half = west.rotated(2) if key >> 31 else east
        assert half.packed() == packed.from_half_key(key & ~(1 << 31))


def test_depths() -> None:
    configuration = Configuration(4, 2)
    slow = depths(4, 2, 3)
    for shape, depth in list(slow.items())[::5]:
        assert depth_bound(Shape.from_packed(shape, 4), configuration) == depth
    every = np.arange(1, 1 << 16, 37, dtype=np.uint64)
    for value in every[Verdicts.of(load(configuration, "pp")).ways(every) != 0].tolist()[:150]:
        if value not in slow:
            assert depth_bound(Shape.from_packed(value, 4), configuration) > 3


def test_goals_bounded_together() -> None:
    goals = [Shape.from_code(code) for code in ("CuCu----", "--CuCu--", "----CuCu", "Cu----Cu", "CuCuCuCu:CuCuCuCu")]
    # One cutter, a rotation for each of two others, a stacker; two goals a machine would be three.
    assert together(goals, [1, 2, 1, 2, 1]) == 3
    assert together(goals[:1], [7]) == 7
    assert together([Shape.from_code("CuCuCuCu")], [0]) == 0
    painted = [Shape.from_code("CrCr----"), Shape.from_code("CgCg----")]
    assert together(painted, [1, 1]) == 3
    assert colour_machines(painted) == 2
    found = plan([str(goal) for goal in goals])
    assert faults(found) == []
    assert found.cost >= found.lower_bound >= 3


@settings(max_examples=10, deadline=None)
@given(st.integers(1, (1 << 16) - 1))
def test_plain_plans_of_quad2(value: int) -> None:
    configuration = Configuration(4, 2)
    if not Verdicts.of(load(configuration, "pp")).ways(np.array([value], dtype=np.uint64))[0]:
        return
    goal = Shape.from_packed(value, 4)
    if goal.height == 0:
        return
    found = plan(goal, layers=2)
    assert faults(found) == []
    assert found.lower_bound >= kinds_bound(goal, configuration)
    # With a painter more, the same of another type and colour.
    coloured = Shape(4, tuple(tuple(p if p[0] in "-Pc" else "Sr" for p in layer) for layer in goal.layers))
    assert plan(coloured, layers=2).lower_bound >= kinds_bound(goal, configuration)


@pytest.mark.parametrize("code", ["CrRg----:cbP---Sw", "CrRgCbRw:CyRcSmWu", "HuHuHu------:HrP-Hg------"])
def test_polishing_makes_no_plan_worse(code: str) -> None:
    from shapewright.shapez.plan.native import Planner

    goal = Shape.from_code(code)
    configuration = Configuration(goal.parts, 4)
    rough = Planner(configuration, None).find([goal], expansions=250, improvements=40)
    polished = Planner(configuration, None).find([goal], expansions=250, improvements=40, polish=100_000)
    assert rough is not None
    assert polished is not None
    assert len(polished) <= len(rough)
    assert faults(plan(code)) == []


@pytest.mark.parametrize(
    ("code", "layers"),
    [("CuRuSuWu----P-Cu:--Cu----------cr", 2), ("CuRu--------WuCrP---", 1), ("CuCuCuCu--------CuCu", 1)],
)
@pytest.mark.parametrize("inputs", ["raw", "halves"])
def test_large_rings(code: str, layers: int, inputs: str) -> None:
    found = plan(code, layers=layers, inputs=inputs)
    assert faults(found) == []
    assert found.goals == (Shape.from_code(code),)
