"""Plans: whatever is asked for, what comes out makes it, by the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.tree import parse

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.jobs.statistics import Statistics
from shapewright.shapez.check import faults
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.source import load
from shapewright.shapez.drawing.flowchart import draw_plan
from shapewright.shapez.machines import PLANNED
from shapewright.shapez.plans import Plan, Step, first, plan, solve, unbuildable
from shapewright.shapez.plans.bounds import mixes_needed, simple_bound
from shapewright.shapez.plans.situation.inventory import run
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape


@pytest.mark.parametrize(
    ("code", "cost"),
    [
        ("CuCuCuCu", 0),
        ("CuCu----", 1),
        ("CuCuRuRu", 1),
        ("CrCrCrCr", 1),
        ("CyCyCyCy", 2),
        ("CwCwCwCw", 3),
        ("CuCuCuCu:CuCuCuCu", 1),
        ("P-P-P-P-:CuCuCuCu", 1),
        ("CuCucrcr", 2),
        ("Cu------", 3),
        ("Cu--Cu--", 4),
        ("P-------", 6),
        ("HuHuHu------", 1),
        ("HuHuHuHuHuHu:crcrcrHgHgHg", 4),
    ],
)
def test_small_plans_are_proven_optimal(code: str, cost: int) -> None:
    found = plan(code)
    assert faults(found) == []
    assert (found.cost, found.lower_bound, found.optimal) == (cost, cost, True)


@pytest.mark.parametrize("minimize", ["machines", "depth"])
@pytest.mark.parametrize("inputs", ["raw", "halves"])
@pytest.mark.parametrize(
    "code", ["CrRg----:cbP---Sw", "P-------:CuCu----:P-------:Cucu----", "P-P-P-P-:CyCrCrCy:cb----Cg"]
)
def test_harder_shapes(code: str, minimize: str, inputs: str) -> None:
    found = plan(code, minimize=minimize, inputs=inputs)
    assert faults(found) == []
    assert found.goals == (Shape.from_code(code),)


@pytest.mark.parametrize("code", ["Rr--crRrcr----P-", "P-CuP-CuP-CuP-CuP-Cu"])
def test_low_shapes_need_no_data_of_the_highest(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noting(configuration: Configuration, *rest: object, **keywords: object) -> object:
        asked.append(configuration.layers)
        return load(configuration, *rest, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr("shapewright.shapez.data.source.load", noting)
    found = plan(code)
    assert faults(found) == []
    assert found.layers == 3
    assert max(asked) < 3


def test_goals_share_what_they_can() -> None:
    goals = ["CuRu----", "RuCu----:CrCrCrCr"]
    together = plan(goals)
    assert faults(together) == []
    assert together.cost < sum(plan(goal).cost for goal in goals)
    assert plan(["CuCuRuRu", "RuRuCuCu"]).cost == 1


def test_rotations_of_what_there_is_take_one_machine_each() -> None:
    assert plan(["CuCu----", "--CuCu--", "----CuCu"]).cost == 2


def test_the_same_seed_gives_the_same_plan() -> None:
    assert plan("CrRg----:cbP---Sw", seed=3) == plan("CrRg----:cbP---Sw", seed=3)


def test_more_effort_is_never_worse() -> None:
    code = "CucuP---:Cucu----"
    low, normal = plan(code, effort="low"), plan(code, effort="normal")
    assert normal.lower_bound >= low.lower_bound


def test_uncoloured_crystals_are_noted() -> None:
    assert any("uncoloured" in note for note in plan("CuCucucu").notes)
    assert plan("CuCucrcr").notes == ()


def _configurations() -> st.SearchStrategy[Configuration]:
    return st.sampled_from([Configuration(4, 1), Configuration(4, 2), Configuration(4, 3), Configuration(6, 2)])


@st.composite
def _goals(draw: st.DrawFn) -> tuple[Shape, Configuration]:
    """Two buildable halves side by side, coloured at random."""
    configuration = draw(_configurations())
    packed = Packed(configuration)
    keys = load(configuration, "pp").halves.keys
    row = st.integers(0, len(keys) - 1)
    east, west = (int(packed.from_half_key(int(keys[draw(row)]))) for _ in range(2))
    shape = Shape.from_packed(east | int(packed.rotate(west, configuration.half_parts)), configuration.parts)
    colours = draw(st.text("urgbcmyw", min_size=configuration.cells, max_size=configuration.cells))
    letters = draw(st.text("CRS" if configuration.parts == 4 else "HGF", min_size=1, max_size=2))
    layers = tuple(
        tuple(
            part
            if part[0] in "-P"
            else (part[0] if part[0] == "c" else letters[column % len(letters)])
            + colours[level * configuration.parts + column]
            for column, part in enumerate(layer)
        )
        for level, layer in enumerate(shape.layers)
    )
    return Shape(configuration.parts, layers), configuration


@settings(max_examples=30, deadline=None)
@given(_goals(), st.sampled_from(["raw", "halves"]), st.sampled_from(["machines", "depth"]))
def test_any_goal_of_any_configuration(goal: tuple[Shape, Configuration], inputs: str, minimize: str) -> None:
    shape, configuration = goal
    if shape.height == 0:
        return
    found = plan(shape, layers=configuration.layers, inputs=inputs, minimize=minimize)
    assert faults(found) == []
    assert found.layers == configuration.layers
    if inputs == "halves":
        tree = parse(found.to_tree(), configuration.layers)
        assert faults(tree) == []
        assert tree.goals == found.goals


def test_every_half_of_a_configuration() -> None:
    configuration = Configuration(4, 2)
    packed, data = Packed(configuration), load(configuration, "pp")
    for key in data.halves.keys[1:]:
        shape = Shape.from_packed(int(packed.from_half_key(int(key))), 4)
        assert faults(plan(shape, layers=2, inputs="halves")) == []


def test_every_pin_shape_of_a_configuration() -> None:
    configuration = Configuration(4, 3)
    pin = load(configuration, "pp").pin
    assert pin is not None
    assert len(pin.shapes) == 7
    for packed in pin.shapes:
        shape = Shape.from_packed(int(packed), 4)
        found = plan(shape, layers=3)
        assert faults(found) == []
        assert any(step.machine == "push-pin" for step in found.steps)


def test_mixers() -> None:
    assert [mixes_needed(colours) for colours in ("", "rgb", "y", "ycm", "w", "wy", "wycm")] == [0, 0, 1, 3, 2, 2, 4]


def test_a_bound_by_counting() -> None:
    # A painter, two crystal generators, a pin pusher, one machine that makes columns differ.
    assert simple_bound([Shape.from_code("CrP-cgcb")]) == 5


def test_plain_data() -> None:
    found = plan("Cu------")
    data = json.loads(json.dumps(found.to_json()))
    assert data["machines"] == {"rotate-ccw": 1, "half-destroy": 2}
    assert data["steps"][1] == {"machine": "half-destroy", "inputs": [[0, 0]], "outputs": ["CuCu----"]}


@pytest.mark.parametrize(
    ("goals", "options", "error", "text"),
    [
        ([], {}, ProblemError, "at least one goal"),
        ("--------", {}, ProblemError, "the empty shape cannot be a goal"),
        (["CuCuCuCu", "HuHuHuHuHuHu"], {}, ProblemError, "different rings"),
        ("Cu------", {"minimize": "cost"}, ProblemError, "machines, depth or belt"),
        ("Cu------", {"inputs": "parts"}, ProblemError, "raw inputs"),
        ("Cu------", {"effort": "most"}, ProblemError, "is not an effort"),
        ("Cu------", {"time_limit": -1}, ProblemError, "at least 0 seconds"),
        ("Cu------:Cu------", {"layers": 1}, LimitError, "has 2 layers; the limit is 1"),
        (":".join(["Cu------"] * 8), {}, LimitError, "up to 7 layers"),
        ("Cu", {}, NotationError, "Cu"),
    ],
)
def test_what_cannot_be_planned(
    goals: str | list[str], options: dict[str, object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        plan(goals, **options)  # type: ignore[arg-type]


def test_what_cannot_be_built_has_no_plan() -> None:
    reports: list[Statistics] = []
    problem = Problem(["CuCuCuCu", "cu------:--------:cu------"])
    assert first(problem, report=reports.append) is None
    assert list(solve(problem)) == []
    assert [(each.solutions, each.complete) for each in reports] == [(0, True)]
    assert reports[0].reason.startswith("'cu------:--------:cu------' cannot be built: not stable (layer 3")
    assert [verdict.shape.to_code() for verdict in unbuildable(problem)] == ["cu------:--------:cu------"]


def test_a_run_is_reported() -> None:
    reports: list[Statistics] = []
    found = plan("CrRg----", report=reports.append)
    assert found is not None
    assert list(solve(Problem("CrRg----"))) == [found]
    assert [(each.solutions, each.complete, each.lower_bound) for each in reports] == [
        (1, found.optimal, found.lower_bound)
    ]


def test_only_plans_from_halves_are_trees() -> None:
    with pytest.raises(ProblemError, match="starts from halves"):
        plan("Cu------").to_tree()


@pytest.mark.parametrize("text", ["", "swap CuCu----", "[fold] CuCu----", "[pin_push] CuCu----", "[stack] CuCu----"])
def test_what_is_no_tree(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_plans_are_values() -> None:
    found = plan("CuCu----")
    assert isinstance(found, Plan)
    assert hash(found) == hash(plan("CuCu----"))
    assert str(found).endswith("1 machine, proven minimal")


def test_a_plan_shows_itself_and_counts_in_words() -> None:
    found = plan("Cu------", minimize="depth")
    assert found._repr_svg_().startswith("<svg")
    assert found.scene() == draw_plan(found)
    assert found.verdict() == "3 machines deep (3 in all), proven minimal"


def test_how_often_machines_run() -> None:
    doubled = plan("CuCuCuCu:CuCuCuCu:CuCuCuCu:CuCuCuCu")
    assert [step.machine for step in doubled.steps] == ["miner", "stack", "stack"]
    assert doubled.runs() == (4, 2, 1)


def test_what_cannot_be_built_is_refused_by_small_data(monkeypatch) -> None:
    from shapewright.shapez.data import source

    asked = []
    load = source.load

    def noted(configuration, *args, **options):
        asked.append(configuration.name)
        return load(configuration, *args, **options)

    monkeypatch.setattr(source, "load", noted)
    assert plan("Cu--------------:--P-------------") is None
    (verdict,) = unbuildable(Problem("Cu--------------:--P-------------"))
    assert "nearest buildable: CuCu------------:--P-------------" in str(verdict)
    assert set(asked) == {"oct2"}


def test_goals_that_share_no_machine_are_planned_all_the_same() -> None:
    found = plan(["CuCu----", "CrCrCrCr"])
    assert faults(found) == []
    assert found.cost == 2


@pytest.mark.parametrize(
    ("code", "runs"),
    [("CuRuCuRu", 4), ("RuCuRuCu", 4), ("HuGuHuGuHuGu", None), ("CrCrRgRg", None), ("RwCwCwRw:RyCyCrRr", None),
     ("CuRuCuRu:RuCuRuCu", None), ("P-P-P-P-:CuRuCuRu", None), ("CrRgCrRg:SuSuWuWu", None)],
)  # fmt: skip
def test_no_exchange_of_an_input_leads_to_fewer_runs(code: str, runs: int | None) -> None:
    """Every input of every machine is exchanged for every shape that is there by then, every turn for the others."""
    made = plan(code, table=False)
    assert made is not None
    least = runs_of(made)
    assert runs in (None, least)
    turns = [name for name in PLANNED if name.startswith("rotate")]
    for number, step in enumerate(made.steps):
        there = [value for each in made.steps[:number] for value in each.outputs if isinstance(value, Shape)]
        for slot, other in product(range(len(step.inputs)), there):
            if not isinstance(step.inputs[slot], Shape):
                continue
            inputs = (*step.inputs[:slot], other, *step.inputs[slot + 1 :])
            for machine in turns if step.machine in turns else [step.machine]:
                try:
                    outputs = run(machine, inputs, made.layers)
                except LimitError:
                    continue
                steps = (*made.steps[:number], Step(machine, inputs, outputs), *made.steps[number + 1 :])
                changed = replace(made, steps=steps)
                if not faults(changed):
                    assert runs_of(changed) >= least, str(changed.steps[number])


def runs_of(plan: Plan) -> int:
    return sum(times for step, times in zip(plan.steps, plan.runs(), strict=True) if step.inputs)
