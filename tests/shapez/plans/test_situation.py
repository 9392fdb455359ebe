"""Plans in a player's situation: they keep to it, and what is called impossible is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.small_plans import all_with, least_with

from shapewright import shapez
from shapewright.errors import ProblemError
from shapewright.shapez import NoPlan, Plan, Problem, Shape, plan_or_why
from shapewright.shapez.check import faults
from shapewright.shapez.plans import MACHINES

UNCOLOURED = tuple(name for name in MACHINES if name not in ("paint", "mix"))
RING = [Shape(4, (layer,)) for layer in product(("--", "Cu", "cr", "P-"), repeat=4)]


def _kept(plan: Plan, problem: Problem) -> None:
    assert faults(plan) == []
    assert plan.have == problem.on_hand
    assert set(plan.machines()) <= set(problem.machines or MACHINES)
    assert plan.lower_bound <= plan.cost


@pytest.mark.parametrize(
    ("code", "options", "cost"),
    [
        ("CuCu----:RrRr----", {"machines": ["rotate-cw", "cut", "stack", "paint"]}, 3),
        ("Cu------", {"machines": ["rotate-cw", "cut"]}, 3),
        ("CyCyCyCy", {"have": ["y"]}, 1),
        ("CwCwCwCw", {"have": ["y"]}, 2),
        ("CrRgSbWw", {"have": ["CrRgSbWw"]}, 0),
        ("WwCrRgSb", {"have": ["CrRgSbWw"], "machines": ["rotate-180", "rotate-ccw"]}, 2),
        ("cu------:--------:cu------", {"have": ["cu------:--------:cu------"]}, 0),
        ("CrRgSbWw:CuRuSuWu", {"machines": ["rotate-cw", "half-destroy", "stack", "paint", "mix"]}, None),
        ("HrHgHb------:HuHuHuHuHuHu", {"machines": ["rotate-cw", "cut", "stack", "paint"]}, None),
        ("CrRg----:cbP---Sw", {"have": ["cbP---Sw", "w"]}, None),
        ("CuRuSuWu", {"no_trash": True}, None),
    ],
)
def test_plans_keep_to_the_situation(code: str, options: dict[str, object], cost: int | None) -> None:
    problem = Problem(code, **options)  # type: ignore[arg-type]
    found = plan_or_why(problem)
    assert isinstance(found, Plan)
    _kept(found, problem)
    assert cost is None or found.cost == cost


def test_what_is_on_hand_saves_machines() -> None:
    with_all, without = plan_or_why(Problem("CrRgSbWw", have=["CrRg----"])), shapez.plan("CrRgSbWw")
    assert isinstance(with_all, Plan)
    assert without is not None
    assert with_all.cost < without.cost


def test_without_trash_nothing_is_destroyed() -> None:
    found = plan_or_why(Problem("CuCu----", no_trash=True))
    assert isinstance(found, Plan)
    assert "half-destroy" not in found.machines()
    assert found.notes == ("left over, not thrown away: ----CuCu of line 2",)
    both = plan_or_why(Problem(["CuCu----", "----CuCu"], no_trash=True))
    assert isinstance(both, Plan)
    assert both.notes == ("nothing is left over",)


def test_what_is_made_more_often_than_taken_is_left_over() -> None:
    found = plan_or_why(Problem("CuCuRuRu:CuCu----", no_trash=True, machines=["cut", "rotate-cw", "stack", "swap"]))
    assert isinstance(found, Plan)
    _kept(found, Problem("CuCuRuRu:CuCu----", machines=["cut", "rotate-cw", "stack", "swap"]))
    assert found.notes[0].startswith("left over, not thrown away: ")


def test_what_a_later_machine_gives_besides_keeps_its_first_maker() -> None:
    """The last machine of this plan gives once more what its first ones need."""
    found = plan_or_why(Problem("Rucr--Ru", no_trash=True))
    assert isinstance(found, Plan)
    assert found.cost == 5


MINIMIZE = ("machines", "machines", "machines", "depth", "belt")
UNLOCKED = (
    ["swap", "rotate-cw", "paint", "mix", "stack"],
    ["cut", "rotate-cw", "stack", "paint"],
    ["half-destroy", "rotate-180", "rotate-cw", "stack", "paint", "mix", "crystal", "push-pin"],
    ["swap", "rotate-cw", "cut"],
    ["cut", "swap", "stack", "rotate-cw", "rotate-ccw", "push-pin", "crystal", "paint", "mix"],
)
STORES = ("CuCuCuCu", "r", "y", "CuCu----", "CuRuCuRu", "CrCrCrCr", "RyRyRyRy", "P-P-P-P-", "CuCu----:RuRu----")


def _drawn(number: int) -> tuple[str, dict[str, Any], str]:
    """A goal of a few parts, options for it, and what is to be small."""
    random = Random(number)
    parts, weights = ["Cu", "Ru", "Cr", "Ry", "P-", "cr", "--"], [5, 5, 2, 1, 1, 1, 4]
    while True:
        layers = ["".join(random.choices(parts, weights, k=4)) for _ in range(random.choice([1, 1, 2]))]
        goal = Shape.from_code(":".join(layers))
        if goal.height and shapez.buildable(goal):
            have = random.sample((*STORES, str(goal.rotated(1))), random.choice([1, 2, 3]))
            options = {"have": have, "machines": random.choice(UNLOCKED), "no_trash": True}
            return str(goal), options, random.choice(MINIMIZE)


SWAPS = {
    "have": ["GbGbGbGbGbGb", "HrHrHrHrHrHr:FgFgFgFgFgFg", "HuHuHuHuHuHu:GbGbGbGbGbGb"],
    "machines": ["swap", "rotate"],
}


@pytest.mark.parametrize(
    ("code", "options", "minimize"),
    [
        pytest.param(*_drawn(number), id=f"drawn {number}", marks=[] if number in (1, 11, 16) else pytest.mark.slow)
        for number in range(100)
    ]
    + [pytest.param("GbHrHuHuHrGb:--FgGbGbFg--", SWAPS, "machines", id="swaps in a ring of six")],
)
def test_no_option_makes_a_plan_worse_that_obeys_it(code: str, options: dict[str, Any], minimize: str) -> None:
    found: dict[frozenset[str], tuple[Problem, Plan | NoPlan]] = {}
    for chosen in product((False, True), repeat=len(options)):
        some = {name: value for (name, value), is_on in zip(options.items(), chosen, strict=True) if is_on}
        if len(some) < 3:
            problem = Problem(code, minimize=minimize, **some)  # type: ignore[arg-type]
            found[frozenset(some)] = problem, plan_or_why(problem)
    for some, (problem, plan) in found.items():
        if isinstance(plan, Plan):
            assert faults(plan) == []
            assert _obeys(plan, problem)
        for name in some:
            _compare(name, problem, plan, *found[some - {name}])


def _compare(name: str, problem: Problem, plan: Plan | NoPlan, freer: Problem, other: Plan | NoPlan) -> None:
    """Compare a plan with that of the same problem without the option ``name``."""
    if isinstance(other, NoPlan):
        assert name == "have" or not other.proven or isinstance(plan, NoPlan)
        return
    if _obeys(other, problem):
        assert isinstance(plan, Plan)
        assert _aims(plan, problem) <= _aims(other, problem)
    if isinstance(plan, Plan) and (name != "have" or problem.have == freer.have):
        assert plan.lower_bound >= min(other.lower_bound, plan.reached)
        assert plan.reached >= other.lower_bound
    elif isinstance(plan, Plan):
        assert plan.lower_bound <= other.reached


def _obeys(plan: Plan, problem: Problem) -> bool:
    allowed = set(problem.machines or MACHINES) - ({"half-destroy"} if problem.no_trash else set())
    return set(plan.machines()) <= allowed


def _aims(plan: Plan, problem: Problem) -> tuple[int, int]:
    """What is to be small: without trash the number of shapes left over, then what is minimized."""
    balance = Counter(dict.fromkeys(plan.goals, -1))
    for number, (step, runs) in enumerate(zip(plan.steps, plan.runs(), strict=True)):
        for value in step.inputs:
            balance[value] -= runs  # type: ignore[index]  # fluids are left out below
        for value in step.outputs:
            if plan.producers[value] == number and step.inputs:
                balance[value] += runs  # type: ignore[index]
    left = sum(max(0, over) for value, over in balance.items() if isinstance(value, Shape) and value.height)
    return left if problem.no_trash else 0, plan.reached


@pytest.mark.parametrize("minimize", ["machines", "depth", "belt"])
def test_what_miners_give_changes_nothing(minimize: str) -> None:
    plain = Problem("CuRuCuRu", minimize=minimize)  # type: ignore[arg-type]
    assert replace(plain, have=["CuCuCuCu", "SuSuSuSu", "r", "g"], machines=MACHINES) == plain
    some = [{"have": ["CuCuCuCu", "RuRuRuRu"], "no_trash": True}, {"no_trash": True}]
    first, second = (plan_or_why(replace(plain, **each)) for each in some)  # type: ignore[arg-type]
    assert first == second


def test_a_supply_takes_no_more_from_a_bound_than_it_costs() -> None:
    plain = shapez.plan("CrRg----:cbP---Sw")
    assert plain is not None
    for have, cost in (["y"], 1), (["CuRu----"], 3), (["CuCu----", "m"], 2):
        found = plan_or_why(Problem("CrRg----:cbP---Sw", have=have))
        assert isinstance(found, Plan)
        assert found.lower_bound >= plain.lower_bound - cost


@pytest.mark.parametrize(
    ("code", "options", "words"),
    [
        ("CuCuCuCu:CuCuCuCu", {"machines": ["cut", "rotate-cw"]}, "only stack and push-pin raise shapes"),
        ("P-P-P-P-:CuCuCuCu", {"machines": ["stack"]}, "has pins, which only push-pin makes"),
        ("CrCrCrCr", {"machines": ["stack"]}, "has Cr, which needs paint"),
        ("CyCyCyCy", {"machines": ["paint"]}, "has Cy, and there is no fluid y for paint"),
        ("crcrCuCu", {"machines": ["cut"]}, "has cr, which needs crystal"),
        ("CuCu----", {"machines": ["stack", "push-pin"]}, "has columns that differ"),
        ("CuCuRuRu", {"machines": ["cut", "rotate-cw"]}, "has parts of 2 types"),
        ("Cu--Cu--", {"machines": ["cut", "rotate-cw"]}, "all that these machines can make was looked at"),
        ("--------:Cu------", {"machines": ["cut"]}, "cannot be built: not stable"),
        ("CwCwCwCw", {"have": ["CwCw----"], "machines": ["rotate-cw"]}, "all that these machines can make"),
    ],
)
def test_proofs_that_there_is_none(code: str, options: dict[str, object], words: str) -> None:
    found = plan_or_why(Problem(code, **options))  # type: ignore[arg-type]
    assert isinstance(found, NoPlan)
    assert found.proven
    assert words in found.reason
    assert shapez.plan(code, **options) is None  # type: ignore[arg-type]


@cache
def _reachable(machines: frozenset[str], have: frozenset[Shape]) -> set[Shape]:
    return all_with(machines, have, 1)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.sets(st.sampled_from(UNCOLOURED)), st.sets(st.sampled_from(RING[1:]), max_size=1), st.sampled_from(RING[1:]))
def test_low_shapes_against_all_that_machines_can_make(machines: set[str], have: set[Shape], goal: Shape) -> None:
    problem = Problem(goal, 1, have=sorted(have, key=str), machines=sorted(machines))
    found = plan_or_why(problem)
    can = goal in _reachable(frozenset(machines), frozenset(have))
    if isinstance(found, Plan):
        _kept(found, problem)
        assert can
    elif found.proven:
        assert not can


@cache
def _least(machines: frozenset[str], have: frozenset[Shape]) -> dict[Shape, int]:
    return least_with(machines, have, 2, 2)


@settings(deadline=None, max_examples=40)
@given(
    st.sets(st.sampled_from(UNCOLOURED), min_size=2),
    st.sets(st.sampled_from(["CuCu----", "cr--P---:Cu------", "P-P-P-P-"]), max_size=1),
    st.data(),
)
def test_small_plans_are_as_small_as_can_be(machines: set[str], have: set[str], data: st.DataObject) -> None:
    on_hand = frozenset(map(Shape.from_code, have))
    known = _least(frozenset(machines), on_hand)
    goal = data.draw(st.sampled_from(sorted(known, key=str)))
    problem = Problem(goal, 2, have=sorted(have), machines=sorted(machines))
    found = plan_or_why(problem)
    assert isinstance(found, Plan)
    _kept(found, problem)
    assert (found.cost, found.optimal) == (known[goal], True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"machines": ["oven"]}, "'oven' is not a machine"),
        ({"have": ["HuHuHuHuHuHu"]}, "different rings"),
        ({"have": ["u"]}, "cannot be on hand"),
        ({"have": ["r"], "inputs": "halves"}, "leave out inputs='halves'"),
    ],
)
def test_situations_that_are_none(options: dict[str, object], words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        Problem("CuCu----", **options)  # type: ignore[arg-type]


def test_plans_with_something_on_hand_are_read_back() -> None:
    found = plan_or_why(Problem("CwCwCwCw", have=["y", "RuRu----"]))
    assert isinstance(found, Plan)
    assert Plan.from_json(found.to_json()) == found


def test_every_stage_says_that_it_is_at_work() -> None:
    told: list[str] = []
    found = shapez.plan("RuCuCu--:Cu------", no_trash=True, progress=lambda at: told.append(at.remark))
    assert found is not None
    stages = ("a first plan is looked for", "all plans of a few machines are tried", "plan 1 is made leaner")
    assert [words for words in stages if words not in told] == []


def test_plans_of_kinds_say_how_far_they_are() -> None:
    told: list[str] = []
    found = shapez.plan("CucuP-Cu:--CucuCu:CucuP-cu:cu--P---", progress=lambda at: told.append(at.remark))
    assert any(words.endswith(" machines so far, of which a few at a time are replaced") for words in told)
    assert int(told[0].split()[0]) >= found.cost
