"""Layouts of plans: each blueprint delivers what the plan does; the simulator reads nothing but its JSON."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reference.shapez.factory import Factory

from shapewright import shapez
from shapewright.drawing.formats.svg import to_svg
from shapewright.drawing.scene import Text
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.shapez import Shape
from shapewright.shapez.blueprints import Blueprint, simulate
from shapewright.shapez.blueprints.buildings import buildings
from shapewright.shapez.layouts import MOST_MACHINES, blocks, lay_out, routing
from shapewright.shapez.layouts.picture import draw_layout
from shapewright.shapez.machines import PLANNED
from shapewright.shapez.plans import Plan, Step

# Uncoloured, painted, mixed, with crystals and pins, a ring of six, and what the miners give as it is.
CODES = [
    "CuCuCuCu",
    "CuCu----",
    "CuRuCuRu",
    "CuRuSuWu",
    "CuCu----:RuRuRuRu",
    "CrCrCrCr",
    "CrRgCrRg",
    "CwCwCwCw",
    "Cycy----",
    "P-P-P-P-:CuCuCuCu",
    "SuSuCrCr:CrCrCuCu:SuSuCrCr",
    "HuHuHuGuGuGu",
]

LAID = """
BeltDefaultForward BeltDefaultLeft Splitter1To2L SplitterTShape Splitter1To3 SplitterOverflowL
Lift1UpForward Lift1UpBackward Lift1UpLeft Lift1DownForward Lift1DownBackward Lift1DownLeft
Lift2UpForward Lift2UpBackward Lift2UpLeft Lift2DownForward Lift2DownBackward Lift2DownLeft
PipeForward PipeLeft PipeJunction PipeCross PipeUpForward PipeUpBackward PipeUpLeft
Pipe2UpForward Pipe2UpBackward Pipe2UpLeft
RotatorOneQuad RotatorOneQuadCCW RotatorHalf CutterHalf CutterDefault HalvesSwapperDefault StackerStraight
StackerDefault PinPusherDefault PainterDefault CrystalGeneratorDefault MixerDefault TrashDefault
"""
"""The buildings of layouts, mirrored or not, without what all their names have in common."""


def factory(layout, blueprint=None):
    """What runs the layout tick by tick."""
    entering = {(gate.x, gate.y): gate.value for gate in layout.inputs}
    return Factory(blueprint or layout.blueprint(), entering, layout.plan.layers)


def check(layout):
    """Simulate what the layout writes, first fed from outside, then by producers of its own."""
    plan = layout.plan
    fed = simulate(layout.blueprint(), layout.arrivals, goals=plan.goals, layers=plan.layers)
    assert fed.right, str(fed)
    assert sorted((*end.tile[:2], *end.values) for end in fed.outputs) == sorted(
        (gate.x, gate.y, str(gate.value)) for gate in layout.outputs
    )
    alone = simulate(layout.blueprint(producers=True), goals=plan.goals, layers=plan.layers)
    assert alone.right, str(alone)
    for part in layout.parts:
        for x, y, floor in part.placed.tiles:
            assert 0 <= x < layout.width
            assert 0 <= y < layout.height
            assert 0 <= floor < layout.floors
    delivered = factory(layout).run(400 * max(1, plan.cost))
    assert set(delivered) == set(plan.goals)
    assert min(delivered.values()) >= 5  # a factory that blocks itself stops before that
    kinds = Counter(part.placed.kind for part in layout.parts)
    assert {name: kinds[name] for name in plan.machines()} == plan.machines()
    assert all(gate.x == 0 for gate in layout.inputs)
    assert all(gate.x == layout.width - 1 for gate in layout.outputs)


@pytest.mark.parametrize("code", CODES)
def test_a_blueprint_delivers_the_goal(code):
    check(lay_out(shapez.plan(code)))


def test_goals_of_version_1_0_are_laid_out():
    layout = lay_out(shapez.plan("CkCkXuXu", game="1.0"))
    check(layout)
    assert {str(gate.value) for gate in layout.inputs} == {"CuCuCuCu", "XuXuXuXu", "k"}


def test_one_factory_makes_several_goals():
    layout = lay_out(shapez.plan(["CuRu----", "CuCu----", "CuCuCuCu"]))
    check(layout)
    assert {str(gate.value) for gate in layout.outputs} == {"CuRu----", "CuCu----", "CuCuCuCu"}


_PARTS = st.sampled_from(["Cu", "Ru", "Su", "--", "Cr", "Wb", "Cy", "P-", "cg"])


@given(st.lists(st.lists(_PARTS, min_size=4, max_size=4), min_size=1, max_size=2), st.integers(0, 10**6))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_random_small_goals_are_delivered(layers, seed):
    code = ":".join("".join(layer) for layer in layers)
    goal = Shape.from_code(code).settled()
    if not goal.height or not shapez.is_buildable(goal):
        return
    plan = shapez.plan(goal)
    if plan.cost <= 9:
        check(lay_out(plan, seed=seed))


def cut_twice_for_one():
    """A cutter runs twice while its west half is taken once: what is left of that must go somewhere."""
    ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    (both,) = shapez.MACHINES["stack"].run(east, east)
    (goal,) = shapez.MACHINES["stack"].run(both, west)
    steps = (
        Step("miner", (), (ring,)),
        Step("cut", (ring,), (east, west)),
        Step("stack", (east, east), (both,)),
        Step("stack", (both, west), (goal,)),
    )
    return Plan((goal,), steps, cost=3, lower_bound=3, optimal=True, depth=3, layers=4)


def test_layouts_use_these_buildings_and_no_others():
    """Every building that layouts can choose: belts that only carry, not those that need a research of their own."""
    names = {*routing._belts().values(), *(name for name, _ in routing._pipes().values())}
    for machine in PLANNED:
        outputs = max(len(each.outputs or each.gives) for each in buildings().values() if each.kind == machine)
        for fates in product((blocks.KEPT, blocks.SPILT, blocks.WASTED), repeat=outputs):
            names |= {part.name for pose in blocks._poses(machine, fates) for part in pose.parts}
    assert {name.replace("InternalVariant", "").removesuffix("Mirrored") for name in names} == set(LAID.split())


def test_what_a_machine_makes_too_much_of_overflows_into_a_trash():
    plan = cut_twice_for_one()
    assert plan.runs() == (2, 2, 1, 1)
    layout = lay_out(plan)
    check(layout)
    overflow = [part for part in layout.parts if part.placed.overflow]
    bins = {part.placed.tiles[0] for part in layout.parts if part.placed.kind == "trash"}
    assert len(overflow) == 1
    assert overflow[0].placed.outputs[1].beyond in bins
    assert overflow[0].placed.outputs[0].beyond not in bins
    plain = layout.blueprint().json.replace(overflow[0].name, "BeltDefaultForwardInternalVariant")
    goal = plan.goals[0]
    blocked = factory(layout, Blueprint(plain))
    assert blocked.run(1000)[goal] == blocked.run(2000)[goal]  # it stops as soon as the belt of west halves is full


def test_an_output_that_nobody_takes_ends_in_a_trash():
    layout = lay_out(shapez.plan("CuRuCuRu"))
    assert sum(part.placed.kind == "trash" for part in layout.parts) == 1
    assert not any(part.placed.overflow for part in layout.parts)


def test_the_same_seed_gives_the_same_layout_and_another_one_that_works():
    plan = shapez.plan("CuRuSuWu")
    assert lay_out(plan, seed=3) == lay_out(plan, seed=3)
    check(lay_out(plan, seed=4))


def test_more_rounds_never_make_it_larger():
    plan = shapez.plan("CrRgCrRg")
    areas = [layout.width * layout.height for layout in (lay_out(plan, rounds=rounds) for rounds in (1, 2, 4))]
    assert areas == sorted(areas, reverse=True)


def test_machines_that_feed_one_another_stand_wall_to_wall():
    layout = lay_out(shapez.plan("CuCu----"))
    assert (layout.width, layout.height, layout.floors, len(layout.parts)) == (3, 1, 1, 3)


def test_what_cannot_be_laid_out_is_refused():
    plan = shapez.plan("CuCu----")
    with pytest.raises(ProblemError, match="at least 1 round"):
        lay_out(plan, rounds=0)
    with pytest.raises(StoppedError, match="time limit of 0 s was reached before a layout"):
        lay_out(plan, time_limit=0)
    turns = [Step("rotate-cw", (), ()) for _ in range(MOST_MACHINES + 1)]
    many = Plan(plan.goals, tuple(turns), cost=len(turns), lower_bound=1, optimal=False, depth=1, layers=4)
    with pytest.raises(LimitError, match=f"at most {MOST_MACHINES} are laid out"):
        lay_out(many)


def test_what_was_found_before_time_was_over_is_the_answer(monkeypatch):
    seconds = iter(range(10**6))
    monkeypatch.setattr("shapewright.jobs.limits.monotonic", lambda: next(seconds) / 10)
    plan = shapez.plan("CuRuSuWu")
    layout = lay_out(plan, rounds=10**6, time_limit=500)
    check(layout)


def test_the_picture_has_every_floor_and_every_gate():
    one, two = lay_out(shapez.plan("CuCu----")), lay_out(shapez.plan("CuCu----:RuRuRuRu"))
    assert "1 floor" in draw_layout(one).title
    text = to_svg(draw_layout(two))
    assert two.floors == 2
    assert "2 floors" in draw_layout(two).title
    floors = [node.text for node in draw_layout(two).nodes if isinstance(node, Text) and "floor" in node.text]
    assert floors == ["floor 0", "floor 1"]  # as --inputs and the simulator number them
    assert text.startswith("<svg")
    assert len(draw_layout(two).nodes) > len(draw_layout(one).nodes)


def test_a_layout_is_plain_data():
    layout = lay_out(shapez.plan("CrCrCrCr"))
    data = layout.to_json()
    assert data["buildings"] == len(layout.parts) == len(layout.blueprint().entries)
    assert {entry["value"] for entry in data["inputs"]} == {"CuCuCuCu", "r"}
    assert [entry["value"] for entry in data["outputs"]] == ["CrCrCrCr"]
    assert layout.blueprint().icons[3] == "shape:CrCrCrCr"
