"""Plans with few machines for a full belt, against all plans of a few machines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.mutation_audit import asked
from tests.reference.shapez.belt_plans import cheapest

from shapewright import shapez
from shapewright.cli import main
from shapewright.errors import NotationError, ProblemError
from shapewright.shapez import Shape
from shapewright.shapez.check import faults
from shapewright.shapez.plans import MACHINES, Plan, plan
from shapewright.shapez.plans.rates import Rates, demand, known
from shapewright.shapez.problem import Problem

RAW = Shape.from_code("CuCuCuCu")
# Rotators are dear, stackers are not; and a belt takes broken numbers of machines.
ODD = Rates(
    Fraction(1),
    {
        **dict.fromkeys(MACHINES, Fraction(2, 7)),
        **dict.fromkeys(("rotate-cw", "rotate-ccw", "rotate-180"), Fraction(1, 9)),
        "stack": Fraction(3),
    },
    {},
)


@pytest.mark.parametrize("rates", [None, ODD])
@pytest.mark.parametrize("layers", [1, 2])
def test_no_plan_of_two_machines_is_cheaper(layers: int, rates: Rates | None) -> None:
    assert all(found <= least for found, least in _compared(layers, 2, rates))


@pytest.mark.slow
@pytest.mark.parametrize("rates", [None, ODD])
@pytest.mark.parametrize("layers", [1, 2])
def test_hardly_a_plan_of_three_machines_is_cheaper(layers: int, rates: Rates | None) -> None:
    compared = _compared(layers, 3, rates)
    assert all(3 * found <= 4 * least for found, least in compared)
    assert sum(found <= least for found, least in compared) >= 0.95 * len(compared)


def _compared(layers: int, machines: int, rates: Rates | None) -> list[tuple[int, int]]:
    """What plans for a full belt cost that are found, and the least that any plan of so many machines costs."""
    every = (rates or known()).completed()
    weights = {name: every.belt / rate for name, rate in every.machines.items()}
    best = cheapest(RAW, layers, machines, weights)
    assert len(best) > 5
    compared = []
    for goal, least in best.items():
        found = plan(goal, layers=layers, minimize="belt", rates=rates)
        assert found is not None
        assert found.belt is not None
        assert not faults(found)
        assert found.lower_bound <= min(found.belt, least)
        assert found.belt == demand(found, every).cost
        compared.append((found.belt, least))
    return compared


def test_a_plan_for_a_belt_is_cheaper_than_one_of_fewest_machines() -> None:
    code, every = "RwCwCwRw:RyCyCrRr", known().completed()
    few, belt = plan(code), plan(code, minimize="belt")
    assert few is not None
    assert belt is not None
    assert belt.belt is not None
    assert belt.belt < demand(few, every).cost
    assert belt.cost >= few.lower_bound
    assert belt.verdict().startswith(f"{belt.belt} machines for a full belt ({belt.cost} in the plan), at least ")


@pytest.mark.parametrize("code", ["CrRg----:cbP---Sw", "CrRr----:P-Sg----", "GuGuGb------", "RwCwCwRw:RyCyCrRr"])
def test_more_effort_is_never_dearer(code: str) -> None:
    found = [plan(code, minimize="belt", effort=effort) for effort in ("low", "normal")]
    less, more = [0 if each is None else each.reached for each in found]
    assert 0 < more <= less


def test_what_is_on_hand_and_what_is_unlocked() -> None:
    have = plan("CuCu----:RuRu----", minimize="belt", have=["CuCu----"])
    some = plan("CuCu----:RuRu----", minimize="belt", machines=["cut", "stack", "rotate-180"])
    assert have is not None
    assert some is not None
    assert have.have
    assert have.lower_bound <= have.reached
    assert set(some.machines()) <= {"cut", "stack", "rotate-180"}


def test_a_machine_without_a_rate_keeps_up_with_a_belt() -> None:
    found = plan("Cu------", minimize="belt")
    needed = demand(found, known().completed())
    assert needed.assumed == ("rotate-ccw",)
    last = list(needed.lines(found, known().completed()))[-1]
    assert last.endswith("; taken to keep up with a belt, since no rate is known: rotate-ccw")
    assert needed.to_json(found, known().completed())["assumed"] == ["rotate-ccw"]
    assert found.reached == needed.cost == 7


def test_plans_for_a_belt_are_read_back() -> None:
    found = plan("CuCu----:RrRr----", minimize="belt")
    data = found.to_json()
    assert Plan.from_json(data) == found
    with pytest.raises(NotationError, match="the plan has no 'belt'"):
        Plan.from_json({key: value for key, value in data.items() if key != "belt"})


def test_the_cost_of_a_belt_is_verified() -> None:
    answer = asked("shapez plan 'CuRrCuRr' --minimize belt")
    assert shapez.verify(answer).valid is True
    assert asked_wrong(answer, "belt", answer["plan"]["belt"] + 1) == "wrong"
    assert asked_wrong(answer, "lower_bound", answer["plan"]["belt"] - 1) != "right"


def test_merging_needs_fewer_machines_than_the_bound_of_plans_without() -> None:
    raw, other, goal = map(Shape.from_code, ("CuCuCuCu", "RuRuRuRu", "CuCuRuRu"))
    first, second = raw.swap(other)
    assert first == second.rotated(2) == goal  # so 2 swappers and a rotator give a full belt
    rates = known().completed()
    merged = sum(
        rates.belt / rates.machines[name] * runs for name, runs in (("swap", Fraction(1, 2)), ("rotate-180", 1))
    )
    assert merged == 3
    found = plan(goal, minimize="belt")
    assert found is not None
    assert found.lower_bound > merged


@pytest.mark.parametrize("suffix", [".txt", ".json", ".svg", ".html", ".separate.txt", ".jsonl", ".csv"])
@pytest.mark.parametrize("options", [["--minimize", "belt"], ["--full-belt"]])
def test_every_claim_about_a_belt_names_the_plans_that_it_is_about(
    options: list[str], suffix: str, tmp_path: Path
) -> None:
    if suffix in (".jsonl", ".csv", ".separate.txt"):
        options = [*options, "--separate"]
    place = tmp_path / f"plan{suffix}"
    assert main(["shapez", "plan", "CuCuRuRu", *options, "-o", str(place)]) == 0
    text = place.read_text()
    claims = [line for line in text.splitlines() if "for a full belt" in line]
    if "txt" in suffix:
        assert claims
        assert all("merg" in line for line in claims)
    elif "--minimize" in options:
        assert "merg" in text
    elif suffix == ".json":
        assert '"merging"' in text


def asked_wrong(answer: dict[str, Any], key: str, value: int) -> str:
    """What is said of an answer with another number in its plan."""
    found = shapez.verify({**answer, "plan": {**answer["plan"], key: value}})
    return {True: "right", False: "wrong", None: "not checked"}[found.valid]


def test_a_long_search_says_how_far_it_is() -> None:
    told: list[str] = []
    plan("CrRr----:P-Sg----", effort="normal", progress=lambda progress: told.append(str(progress)))
    assert any(" machines so far" in line for line in told)
    assert any("looking for a proof" in line for line in told)


def test_what_a_belt_does_not_go_with() -> None:
    with pytest.raises(ProblemError, match="starts from raw inputs"):
        Problem("CuCuCuCu", minimize="belt", inputs="halves")
    with pytest.raises(ProblemError, match="rates are for plans that minimize belt"):
        Problem("CuCuCuCu", rates=known())
