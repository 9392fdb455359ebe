"""Lower bounds never exceed what a slow search by the rules finds; polished plans never cost more."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.small_plans import depths, least_machines

from shapewright import _core
from shapewright.shapez import rules
from shapewright.shapez.check import faults
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.source import load
from shapewright.shapez.plans import plan
from shapewright.shapez.plans.bounds import colour_machines, kinds_bound, together
from shapewright.shapez.plans.depth import depth_bound
from shapewright.shapez.plans.engine import NUMBERED
from shapewright.shapez.plans.known.library import HALVES, filtered, least_image, lets_through, library
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import Verdicts


def _images(configuration: Configuration, packed: int) -> set[int]:
    ring = Packed(configuration)
    mirrored = ring.mirror(packed)
    return {
        packed,
        mirrored,
        ring.rotate(packed, ring.configuration.half_parts),
        ring.rotate(mirrored, ring.configuration.half_parts),
    }


SMALL = [(4, 1, 4), (4, 2, 4), (4, 3, 3), (6, 1, 4), (6, 2, 3)]


LARGE = [(4, 5, 3), (6, 4, 3), (10, 3, 2)]
"""Of more than 16 parts; no halves are kept."""


@pytest.mark.parametrize(("parts", "layers", "machines"), SMALL + LARGE)
def test_what_few_machines_make(parts: int, layers: int, machines: int) -> None:
    """The sets of shapes that are still to be taken against all plans, one after the other."""
    slow = least_machines(parts, layers, machines)
    found = _core.shapez_all_plans(parts, layers, machines, 0, None, -1.0)
    assert found is not None
    shapes, least, plans, _, _ = found
    configuration = Configuration(parts, layers)
    fast = {
        image: count
        for shape, count in zip(shapes.tolist(), least.tolist(), strict=True)
        for image in _images(configuration, shape)
    }
    assert fast == slow
    assert (plans is None) == (configuration.cells > 8)
    if plans is not None:
        start, machine, first, second = (column.tolist() for column in plans)
        for row, shape in enumerate(shapes.tolist()):
            assert start[row + 1] - start[row] == least[row]
            steps = [(machine[k], first[k], second[k]) for k in range(start[row], start[row + 1])]
            assert Shape.from_packed(shape, parts) in _made(configuration, steps)


@pytest.mark.parametrize(("parts", "layers", "machines"), SMALL)
def test_halves_of_few_machines(parts: int, layers: int, machines: int) -> None:
    """Every half comes from a shape that takes no more machines than any other with that half, and with its plan."""
    configuration = Configuration(parts, layers)
    packed = Packed(configuration)
    slow: dict[int, int] = {}
    for shape, count in least_machines(parts, layers, machines).items():
        east, west = rules.cut(Shape.from_packed(shape, parts))
        for half in (east, west.rotated(parts // 2)):
            standing = packed.split(half.packed())[0]
            if standing and standing <= packed.reflect_half(standing):
                slow[half.packed()] = min(count, slow.get(half.packed(), machines))
    found = _core.shapez_all_plans(parts, layers, machines, 0, None, -1.0)
    assert found is not None
    columns = dict(zip(HALVES, found[3], strict=True))
    halves = [packed.from_half_key(key) for key in columns["key"].tolist()]
    assert dict(zip(halves, np.diff(columns["start"]).tolist(), strict=True)) == slow
    _replay_halves(configuration, columns)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([(4, 2), (4, 3), (4, 4), (6, 1), (6, 2), (8, 1), (10, 1)]), st.integers(1, 5), st.integers(0, 3))
def test_halves_of_all_plans_replay(ring: tuple[int, int], machines: int, widest: int) -> None:
    """They agree with the shapes, and are made, however few plans are looked at."""
    configuration = Configuration(*ring)
    found = _core.shapez_all_plans(*ring, machines, widest, None, -1.0)
    assert found is not None
    columns = dict(zip(HALVES, found[3], strict=True))
    assert columns["key"].tolist() == sorted(set(columns["key"].tolist()))
    least = dict(zip(found[0].tolist(), found[1].tolist(), strict=True))
    wholes = [least_image(Packed(configuration), whole) for whole in columns["whole"].tolist()]
    assert np.diff(columns["start"]).tolist() == [least[whole] for whole in wholes]
    _replay_halves(configuration, columns)


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
    assert shipped.proven == 11
    assert counts[:12] == [1, 3, 10, 32, 84, 250, 516, 805, 975, 1410, 1699, 1590]
    assert counts[12] == 916
    assert sum(counts[13:]) == 664
    assert len(counts) == 19


@pytest.mark.parametrize(("name", "slow", "quick"), [("quad2", 4, 6), ("quad4", 4, 6), ("quad5", 3, 5), ("hex4", 3, 5)])
def test_what_ships_lets_through_what_few_machines_make(name: str, slow: int, quick: int) -> None:
    configuration = Configuration.from_name(name)
    shipped = library(configuration)
    assert shipped is not None
    for shape, least in least_machines(configuration.parts, configuration.layers, slow).items():
        assert shipped.at_least(shape) <= least
    found = _core.shapez_all_plans(configuration.parts, configuration.layers, quick, 0, None, -1.0)
    assert found is not None
    for shape, least in zip(found[0][::7].tolist(), found[1][::7].tolist(), strict=True):
        assert shipped.at_least(shape) <= least


def test_filters_let_all_through_and_few_others() -> None:
    shapes = [977 * number for number in range(1000)]
    bits = filtered(shapes, 16)
    assert all(lets_through([bits], shape) for shape in shapes)
    assert sum(lets_through([bits], shape + 1) for shape in shapes) < 10
    assert lets_through([bytes(8), bits], shapes[7])
    assert not lets_through([], shapes[7])


def _made(configuration: Configuration, steps: list[tuple[int, int, int]]) -> set[Shape]:
    """What machines make of raw shapes, by the rules; all of them can run."""
    parts, layers = configuration.parts, configuration.layers
    made = {Shape.from_packed((4**parts - 1) // 3, parts)}
    waiting = [(NUMBERED[machine], *(Shape.from_packed(x, parts) for x in taken)) for machine, *taken in steps]
    while waiting:
        ready = [step for step in waiting if step[1] in made and (step[2] in made or not step[2].height)]
        assert ready
        for step in ready:
            waiting.remove(step)
            machine, a, b = step
            outputs = {
                "rotate-cw": lambda a, b: (a.rotated(1),),
                "rotate-ccw": lambda a, b: (a.rotated(-1),),
                "rotate-180": lambda a, b: (a.rotated(parts // 2),),
                "cut": lambda a, b: rules.cut(a),
                "swap": rules.swap,
                "stack": lambda a, b: (rules.stack(a, b, layers),),
                "push-pin": lambda a, b: (rules.push_pin(a, layers),),
                "crystal": lambda a, b: (rules.crystal(a, "u"),),
            }[machine](a, b)
            made |= set(outputs)
    return made


def _replay_halves(configuration: Configuration, columns: dict[str, Any]) -> None:
    columns = {name: column.tolist() for name, column in columns.items()}
    parts, packed = configuration.parts, Packed(configuration)
    for row, (start, end) in enumerate(pairwise(columns["start"])):
        numbers = columns["steps"][start:end]
        steps = [tuple(columns[name][k] for name in ("machine", "first", "second")) for k in numbers]
        whole = Shape.from_packed(columns["whole"][row], parts)
        assert whole in _made(configuration, steps)
        key = columns["key"][row]
        east, west = rules.cut(whole)
        half = west.rotated(parts // 2) if key >> 31 else east
        assert half.packed() == packed.from_half_key(key & ~(1 << 31))


def test_plans_for_halves_make_them() -> None:
    configuration = Configuration(4, 2)
    shipped = library(configuration)
    assert shipped is not None
    halves = load(configuration, "pp").halves.keys
    standing = np.minimum(halves, Packed(configuration).reflect_half(halves))
    assert np.unique(shipped.halves["key"]).tolist() == np.unique(standing[standing != 0]).tolist()
    _replay_halves(configuration, dict(shipped.halves))


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
    from shapewright.shapez.plans.engine import Planner
    from shapewright.shapez.problem import Effort

    goal = Shape.from_code(code)
    configuration = Configuration(goal.parts, 4)
    rough = Planner(configuration, None).find([goal], effort=Effort(250, 40, 0, 0))
    polished = Planner(configuration, None).find([goal], effort=Effort(250, 40, 100_000, 0))
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
