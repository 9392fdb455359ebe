"""Tables of known plans: they serve whatever is the same but for names and images, and are replayed first."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

from shapewright.errors import NotationError
from shapewright.shapez import Shape
from shapewright.shapez.check import faults
from shapewright.shapez.plans import Plan, plan
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.known.table import Table, canonical, shipped_table
from shapewright.shapez.problem import Problem

GOAL = "CrRg----:cbP---Sw"


@pytest.fixture(scope="module")
def known() -> Plan:
    found = plan(GOAL, table=False)
    assert found is not None
    return found


def renamed(code: str, types: str, lights: str) -> str:
    """The code with other names of its types and of red, green and blue."""
    names = dict(zip("CRS", types, strict=True))
    colours = dict(zip("rgb", lights, strict=True)) | {"w": "w", "u": "u"}
    layers = []
    for layer in code.split(":"):
        cells = [layer[k : k + 2] for k in range(0, len(layer), 2)]
        layers.append(
            "".join(
                cell if cell in ("--", "P-") else names.get(cell[0], cell[0]) + colours.get(cell[1], cell[1])
                for cell in cells
            )
        )
    return ":".join(layers)


@pytest.mark.parametrize(("types", "lights"), [("CRS", "rgb"), ("WSC", "gbr"), ("RCW", "bgr")])
@pytest.mark.parametrize(("mirrored", "turned"), list(product((False, True), repeat=2)))
def test_images_and_names(known: Plan, types: str, lights: str, mirrored: bool, turned: bool) -> None:
    goal = Shape.from_code(renamed(GOAL, types, lights))
    goal = goal.mirrored() if mirrored else goal
    goal = goal.rotated(2) if turned else goal
    assert canonical(goal) == canonical(known.goals[0])
    steps = Table([known.to_json()]).steps(Problem([goal]), 4)
    assert steps is not None
    made = assembled(Problem([goal]), steps, 4)
    assert not faults(made)
    assert made.cost == known.cost


def test_what_is_not_there(known: Plan) -> None:
    table = Table([known.to_json()])
    assert table.steps(Problem([GOAL, "CuCu----"]), 4) is None
    assert table.steps(Problem("CrRg----:cbP---Sg"), 4) is None  # the same kinds, other parts
    assert table.steps(Problem(known.goals[0].rotated(1)), 4) is None  # a quarter of a turn is another shape


def test_a_plan_that_does_not_hold_is_not_taken() -> None:
    found = plan("CuCuCuCu:CrCrCrCr", layers=2, table=False)
    assert found is not None
    other = "CuCuCuCu:SuSuSuSu"
    assert Table([{**found.to_json(), "goals": [other]}]).steps(Problem(other, 2), 2) is None


def test_the_planner_takes_what_is_cheaper(known: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table([known.to_json()])
    found = plan(GOAL, table=table)
    assert found is not None
    assert found.method == "search"  # no more machines than that, so nothing is taken from the table
    more = plan("SuSu----", table=False)
    assert more is not None
    longer = tuple(step for step in (*known.steps, *more.steps) if step.inputs)
    monkeypatch.setattr("shapewright.shapez.plans.plan_for_shapes._Search.steps", lambda _: longer)
    found = plan(GOAL, table=table)
    assert found is not None
    assert (found.method, found.cost) == ("table", known.cost)
    assert found.to_json()["method"] == "table"
    assert Plan.from_json(found.to_json()) == found
    assert "table of known plans" in found.to_text()
    alone = plan(GOAL, table=False)
    assert alone is not None
    assert alone.method == "search"


def test_what_is_read(known: Plan) -> None:
    record = known.to_json()
    lines = f"{json.dumps({'code': GOAL, 'plan': record})}\n\n{json.dumps({'code': '--cr----', 'plan': None})}\n"
    for text in (lines, json.dumps({"plan": record}), json.dumps({"plans": [record, None]})):
        assert len(Table.from_text(text)) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no plan"),
        ("1 miner", "is not JSON"),
        ("[1]", "no plan"),
        ('{"code": "CuCu----"}', "no plan"),
        ('{"plans": 3}', "not a list"),
        ('{"plan": {"goals": 3}}', "plan 1 is not a plan"),
        ('{"plan": {"goals": ["CuCu----", "CuCuCuCu"]}}', "makes 2 shapes"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        Table.from_text(text)


def test_a_damaged_plan_is_refused_when_it_is_needed(known: Plan) -> None:
    table = Table([{**known.to_json(), "cost": "few"}])
    assert table.steps(Problem("CuCu----"), 4) is None
    with pytest.raises(NotationError, match="cost"):
        table.steps(Problem(GOAL), 4)


def test_a_method_is_one_of_two(known: Plan) -> None:
    with pytest.raises(NotationError, match="method"):
        Plan.from_json({**known.to_json(), "method": "luck"})
    assert replace(known, method="table").to_json()["method"] == "table"


def test_what_ships_holds() -> None:
    for records in shipped_table()._by_look.values():
        for record in records:
            assert not faults(Plan.from_json(record))
