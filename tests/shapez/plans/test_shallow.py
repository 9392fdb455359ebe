"""Plans of least depth: every machine's inputs are less deep, every plan is replayed, more effort is never worse."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.shapez import rules
from shapewright.shapez.check import faults
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.random import random
from shapewright.shapez.native import DepthSets
from shapewright.shapez.plans import plan, shallow
from shapewright.shapez.plans.engine import NUMBERED
from shapewright.shapez.plans.known.levels import Levels, levels
from shapewright.shapez.plans.shallow import find_shallow
from shapewright.shapez.shape import Shape


def _known(name: str) -> tuple[Levels, DepthSets]:
    configuration = Configuration.from_name(name)
    known, sets = levels(configuration), shallow._sets(configuration)
    assert known is not None
    assert sets is not None
    return known, sets


def _made(machine: str, taken: list[Shape], layers: int) -> tuple[Shape, ...]:
    one = taken[0]
    if machine in ("cut", "swap"):
        return rules.cut(one) if machine == "cut" else rules.swap(*taken)
    if machine == "stack":
        return (rules.stack(*taken, layers),)
    if machine == "push_pin":
        return (rules.push_pin(one, layers),)
    if machine == "crystal":
        return (rules.crystal(one, "u"),)
    return (one.rotated({"rotate-cw": 1, "rotate-ccw": -1, "rotate-180": one.parts // 2}[machine]),)


@pytest.mark.parametrize(("name", "count"), [("quad2", 300), ("quad3", 200), ("quad4", 60), ("hex2", 20)])
def test_machines_take_what_is_less_deep(name: str, count: int) -> None:
    known, sets = _known(name)
    configuration = known.configuration
    for shape in random(configuration, seed=3, limit=count):
        depth = known.depth(shape.packed())
        if not depth:
            continue
        ways = sets.makers(shape.packed(), depth - 1, 0)
        assert ways
        for number, *packed in ways:
            taken = [Shape.from_packed(each, configuration.parts, crystal="cu") for each in packed if each]
            machine = NUMBERED[number].replace("push-pin", "push_pin")
            assert shape.packed() in [made.packed() for made in _made(machine, taken, configuration.layers)]
            assert all(known.is_within(each.packed(), depth - 1) for each in taken)


@pytest.mark.parametrize(("name", "count"), [("quad2", 60), ("quad3", 20), ("quad4", 8), ("hex2", 8)])
def test_plans_of_random_shapes_are_proven(name: str, count: int) -> None:
    known, _ = _known(name)
    configuration = known.configuration
    for shape in random(configuration, seed=4, limit=count):
        if not shape.height:
            continue
        found = plan(shape, minimize="depth", layers=configuration.layers)
        assert faults(found) == []
        assert found.optimal
        assert found.depth == known.depth(shape.packed())


def test_more_effort_is_never_worse() -> None:
    configuration = Configuration.from_name("quad4")
    for shape in random(configuration, seed=8, limit=4):
        costs = []
        for stages in (1, 2, 3):
            steps = find_shallow([shape], configuration, stages=stages, seed=0, seconds=None)
            assert steps is not None
            costs.append(len(steps))
        assert costs == sorted(costs, reverse=True)


def test_plans_of_least_depth_lose_machines_and_get_no_deeper() -> None:
    configuration = Configuration.from_name("quad3")
    made, before = [], 0
    for shape in random(configuration, seed=8, limit=5):
        steps = find_shallow([shape], configuration, stages=1, seed=0, seconds=None)
        assert steps is not None
        before += len(steps)
        made.append(plan(shape, layers=3, minimize="depth"))
        assert made[-1].optimal
        assert made[-1].cost <= len(steps)
    assert sum(each.cost for each in made) < before
    # With colours, whose least depth is not known, more effort may find a plan that is less deep.
    low, normal = (plan("CrRr----:P-Sg----", minimize="depth", effort=effort) for effort in ("low", "normal"))
    assert faults(normal) == []
    assert (normal.depth, normal.cost) <= (low.depth, low.cost)


def test_several_goals_are_as_deep_as_the_deepest() -> None:
    known, _ = _known("quad4")
    goals = list(random(known.configuration, seed=9, limit=3))
    found = plan(goals, minimize="depth")
    assert faults(found) == []
    assert found.depth == max(known.depth(goal.packed()) or 0 for goal in goals)
    assert found.optimal


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["Cu", "Rr", "Sw", "P-", "cg", "--"]), min_size=8, max_size=8))
def test_types_and_colours(parts: list[str]) -> None:
    """A coloured goal is at least as deep as its kinds, and its plan is replayed."""
    code = "".join(parts[:4]) + ":" + "".join(parts[4:])
    if set(parts[4:]) == {"--"}:
        return
    known, _ = _known("quad4")
    shape = Shape.from_code(code)
    if known.depth(shape.packed()) is None:
        return
    found = plan(shape, minimize="depth")
    assert faults(found) == []
    assert found.depth >= found.lower_bound >= (known.depth(shape.packed()) or 0)


def test_names_make_no_difference() -> None:
    found = [plan(code, minimize="depth") for code in ("CrRr----:P-Sg----", "SbCb----:P-Rr----", "WgRg----:P-Cb----")]
    assert len({(each.depth, each.cost, each.lower_bound) for each in found}) == 1


def test_raw_goals_and_unknown_sizes() -> None:
    assert find_shallow([Shape.from_code("CuCuCuCu")], Configuration(4, 4), stages=1, seed=0, seconds=None) == ()
    assert find_shallow([Shape.from_code("Cu------")], Configuration(4, 5), stages=1, seed=0, seconds=None) is None


def test_damaged_columns_are_refused() -> None:
    known, _ = _known("quad2")
    columns = [array("I", column.tolist()) for column in known.nodes]
    rest = (array("I", known.roots.tolist()), array("I", known.halves.tolist()), array("Q", known.wholes.tolist()))
    for place, wrong in ((0, 10**6), (5, 7)):
        damaged = [array("I", column) for column in columns]
        damaged[1][place] = wrong
        with pytest.raises(ValueError, match="diagram"):
            DepthSets(4, 2, *damaged, *rest)
    with pytest.raises(ValueError, match="root"):
        DepthSets(4, 2, *columns, array("I", [3]), *rest[1:])
    with pytest.raises(ValueError, match="length|together"):
        DepthSets(4, 2, columns[0][:-1], *columns[1:], *rest)
