"""Proofs by looking at all small plans, against a slow search by the rules that skips nothing."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.small_plans import least_painted

from shapewright import _core
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans import plan
from shapewright.shapez.plans.bounds import bound, fluids, mixes_needed, simple_bound, without_paint
from shapewright.shapez.plans.engine import exact
from shapewright.shapez.plans.proof import proven
from shapewright.shapez.shape import Shape

MOST = 3

# Of one type and of two, with and without paints and crystals, under limits that matter and do not.
SMALL = [
    (("CuCuCuCu", "RuRuRuRu"), "r", "", 2),
    (("CuCuCuCu", "SuSuSuSu"), "rg", "", 1),
    (("CuCuCuCu",), "r", "g", 2),
    (("CuCuCuCu",), "rg", "r", 3),
    (("HuHuHuHuHuHu", "FuFuFuFuFuFu"), "r", "", 2),
]


@cache
def _least(raws: tuple[str, ...], paints: str, crystals: str, layers: int) -> list[tuple[Shape, int]]:
    found = least_painted(frozenset(map(Shape.from_code, raws)), paints, crystals, layers, MOST)
    return sorted(found.items(), key=lambda item: (item[1], str(item[0])))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_least_number_of_machines(data: st.DataObject) -> None:
    raws, paints, crystals, layers = data.draw(st.sampled_from(SMALL))
    goal, least = data.draw(st.sampled_from(_least(raws, paints, crystals, layers)))
    if least == 0:
        return
    configuration = Configuration(goal.parts, layers)
    number, steps, _ = exact(configuration, goal, 1, 9, 1_000_000, None)
    assert (number, steps and len(steps)) == (least, least)
    bounded, better, _ = proven([goal], configuration, least, 1_000_000, None)
    assert (bounded, better) == (least, None)
    assert bound([goal], configuration) <= least
    assert simple_bound([goal]) <= least


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_one_machine_more_makes(data: st.DataObject) -> None:
    """Shapes that few machines make, and one machine on top: what that takes no less is proven, never more."""
    raws, paints, crystals, layers = data.draw(st.sampled_from(SMALL))
    known = dict(_least(raws, paints, crystals, layers))
    some = st.sampled_from([shape for shape in known if shape.height])
    a, b = data.draw(some), data.draw(some)
    made = data.draw(st.sampled_from([rules.stack(a, b, layers), *rules.swap(a, b), rules.push_pin(a, layers)]))
    if not made.height or made in known:
        return
    number, steps, _ = exact(Configuration(made.parts, layers), made, 1, 9, 3_000_000, None)
    most = known[a] + known[b] + 1
    assert MOST < number <= most
    assert steps is None or len(steps) == number


def test_a_goal_without_paint_takes_as_many_machines_but_for_the_painters() -> None:
    goal = Shape.from_code("RcCcCcRc:RwCwCwRw")
    assert str(without_paint(goal)) == "RuCuCuRu:RuCuCuRu"
    found = plan(goal)
    alone = plan(without_paint(goal))
    assert alone.optimal
    # A cyan and a white fluid take two mixers, and there are two painters.
    assert mixes_needed(fluids([goal])) == 2
    assert found.optimal
    assert found.lower_bound >= alone.cost + 4


def test_what_paint_makes_uneven_is_even_without() -> None:
    # Without its paint it comes from a miner, and only with it halves differ.
    goal = Shape.from_code("CrCrCuCu")
    assert proven([goal], Configuration(4, 4), 9, 100_000, None)[0] == 2
    assert plan(goal).cost == 2
    three = Shape.from_code("RuCrRuCu")
    assert proven([three], Configuration(4, 1), 6, 1_000_000, None)[0] == plan(three, layers=1).cost == 6


def test_more_time_proves_more() -> None:
    quad4, goal = Configuration(4, 4), Shape.from_code("CrWuCrCr:WuWuWuCu:WbWbWbCb")
    few, _, looked = proven([goal], quad4, 10, 1_000, None)
    many, _, more = proven([goal], quad4, 10, 1_000_000, None)
    assert looked < more
    assert few < many


def test_proofs_tell_how_far_they_are_and_end() -> None:
    quad4, goal = Configuration(4, 4), Shape.from_code("CrWuCrCr:WuWuWuCu:WbWbWbCb")
    told: list[str] = []
    least, steps, looked = proven([goal], quad4, 10, 3_000_000, None, lambda at: told.append(at.remark))
    assert steps is None
    assert 5 <= least < 10
    assert looked > 3_000_000
    assert proven([goal], quad4, 10, 30_000_000_000, 0.0)[0] == bound([goal], quad4)
    assert told[0].startswith("looking for a proof: at least ")
    assert told[0].endswith(" of 10 machines, 0 sets of steps")
    assert len(told) > 2


def test_several_goals() -> None:
    goals = [Shape.from_code(code) for code in ("CrRuCrRu", "RuCrRuCr", "CrCrCrCr")]
    configuration = Configuration(4, 4)
    least, steps, _ = proven(goals, configuration, 20, 200_000, None)
    assert steps is None
    assert least >= proven(goals[:1], configuration, 20, 200_000, None)[0]
    assert least <= plan(goals).cost


@pytest.mark.parametrize("asked", [10, 1000])
def test_the_engine_says_how_many_sets_it_looked_at(asked: int) -> None:
    told: list[int] = []
    found = _core.shapez_exact_plan(4, 4, bytes([16, 25, 16, 16]), 1, 9, asked * 2000, None, -1.0, told.append)
    assert found[2] >= sum(told[-1:])
    assert told == sorted(told)


def test_goals_that_differ_by_paint_alone() -> None:
    goals = [Shape.from_code(code) for code in ("CrCrCrCr", "CgCgCgCg", "CbCbCbCb", "CuCu----", "CrCr----")]
    assert simple_bound(goals[:1]) == 1
    assert simple_bound(goals[:3]) == 3
    # Three painters; the fifth is cut from the first, or painted as the fourth.
    assert simple_bound(goals) == 4
    found = plan(goals)
    assert found.cost == 5
    assert simple_bound(goals) <= found.lower_bound <= found.cost


def test_what_is_proven_is_not_looked_for_any_longer() -> None:
    # By its rounds the highest effort takes hours.
    found = plan("SbP-P-Sb:--WbWb--:CuCuCuCu", effort="highest")
    assert found.optimal
    assert found.cost == plan("SbP-P-Sb:--WbWb--:CuCuCuCu").cost
