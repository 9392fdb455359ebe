"""A plan as a flowchart and in Graphviz' language: every step, shape and fluid is there, every belt joins its two."""

from __future__ import annotations

import re

import pytest

from shapewright.drawing import Group, Path, Scene, Text, to_svg
from shapewright.drawing.scene import Node
from shapewright.errors import LimitError, ProblemError
from shapewright.shapez import Shape
from shapewright.shapez.drawing.flowchart import draw_plan, to_dot
from shapewright.shapez.drawing.flowchart_layout import MAX_STEPS
from shapewright.shapez.drawing.icons import icon, trash
from shapewright.shapez.drawing.skins import SKINS
from shapewright.shapez.picture import PAINTS
from shapewright.shapez.plans import MACHINES, Plan, Step


def shape(code: str) -> Shape:
    return Shape.from_code(code)


def plan_of(goals: list[str], *steps: Step) -> Plan:
    count = sum(bool(step.inputs) for step in steps)
    return Plan(tuple(map(shape, goals)), steps, cost=count, lower_bound=count, optimal=True, depth=count, layers=4)


RING, EAST, WEST = shape("CuCuCuCu"), shape("CuCu----"), shape("----CuCu")
YELLOW_EAST = shape("CyCy----")
# Both halves used, a fluid that is mixed from two, a shape taken twice.
FACTORY = plan_of(
    ["CyCy----:CuCu----", "CyCyCuCu"],
    Step("miner", (), (RING,)),
    Step("fluid", (), ("r",)),
    Step("fluid", (), ("g",)),
    Step("cut", (RING,), (EAST, WEST)),
    Step("mix", ("r", "g"), ("y",)),
    Step("paint", (EAST, "y"), (YELLOW_EAST,)),
    Step("stack", (YELLOW_EAST, EAST), (shape("CyCy----:CuCu----"),)),
    Step("stack", (YELLOW_EAST, WEST), (shape("CyCyCuCu"),)),
)
WASTEFUL = plan_of(["CuCu----"], Step("miner", (), (RING,)), Step("cut", (RING,), (EAST, WEST)))


def nodes_of(scene: Scene | Group) -> list[Node]:
    found: list[Node] = []
    for node in scene.nodes:
        found.append(node)
        if isinstance(node, Group):
            found += nodes_of(node)
    return found


def texts(plan: Plan) -> list[str]:
    return [node.text for node in nodes_of(draw_plan(plan)) if isinstance(node, Text)]


def test_every_machine_has_its_number_and_its_name() -> None:
    found = texts(FACTORY)
    assert [text for text in found if re.match(r"\d+  ", text)] == [
        "4  cut  ×3",
        "5  mix",
        "6  paint  ×2",
        "7  stack",
        "8  stack",
        "1  miner",
    ]
    assert found[0] == "5 machines, proven minimal"
    assert found.count("goal") == 2


def test_layers_are_written_as_they_lie() -> None:
    found = texts(FACTORY)
    top = found.index("CuCu----", found.index("7  stack"))
    assert found[top + 1] == "CyCy----"


def test_sources_are_drawn_where_they_are_taken() -> None:
    twice = plan_of(
        ["CuCuCuCu:CuCuCuCu", "CrCrCrCr"],
        Step("miner", (), (RING,)),
        Step("fluid", (), ("r",)),
        Step("stack", (RING, RING), (shape("CuCuCuCu:CuCuCuCu"),)),
        Step("paint", (RING, "r"), (shape("CrCrCrCr"),)),
    )
    assert texts(twice).count("1  miner") == 2


def test_a_goal_that_is_a_raw_input_needs_no_machine() -> None:
    found = texts(plan_of(["CuCuCuCu"], Step("miner", (), (RING,))))
    assert found == ["0 machines, proven minimal", "1  miner", "CuCuCuCu", "goal"]


def test_the_drawing_is_the_same_every_time() -> None:
    assert to_svg(draw_plan(FACTORY)) == to_svg(draw_plan(FACTORY))


def test_fluids_run_in_their_colours() -> None:
    strokes = {node.stroke for node in nodes_of(draw_plan(FACTORY)) if isinstance(node, Path)}
    assert {PAINTS["r"], PAINTS["g"], PAINTS["y"]} <= strokes


@pytest.mark.parametrize("machine", MACHINES)
def test_every_machine_has_an_icon_of_its_own(machine: str) -> None:
    assert icon(machine, ["r", "g"])
    assert all(icon(machine, ["r", "g"]) != icon(other, ["r", "g"]) for other in MACHINES if other != machine)


def test_huge_plans_are_refused() -> None:
    steps = (Step("miner", (), (RING,)),) * (MAX_STEPS + 1)
    with pytest.raises(LimitError, match=f"at most {MAX_STEPS}"):
        draw_plan(plan_of(["CuCuCuCu"], *steps))


def test_dot_joins_what_the_steps_join() -> None:
    text = to_dot(FACTORY)
    assert text.startswith("digraph plan {\n")
    assert text.endswith("\n}")
    edges = re.findall(r'^    (\w+) -> (\w+) \[label="([^"]*)"\];$', text, flags=re.MULTILINE)
    assert edges == [
        ("step1", "step4", "CuCuCuCu"),
        ("step2", "step5", "r"),
        ("step3", "step5", "g"),
        ("step4", "step6", "CuCu----"),
        ("step5", "step6", "y"),
        ("step6", "step7", "CyCy----"),
        ("step4", "step7", "CuCu----"),
        ("step6", "step8", "CyCy----"),
        ("step4", "step8", "----CuCu"),
        ("step7", "goal1", "CyCy----:CuCu----"),
        ("step8", "goal2", "CyCyCuCu"),
    ]
    nodes = re.findall(r'^    (\w+) \[label="([^"]*)"', text, flags=re.MULTILINE)
    assert dict(nodes)["step6"] == "6 paint"
    assert "trash" not in text


def test_waste_goes_to_the_trash() -> None:
    assert 'step2 -> trash [label="----CuCu", style=dotted];' in to_dot(WASTEFUL)
    assert "CuCu" in " ".join(texts(WASTEFUL))
    assert "----CuCu" not in texts(WASTEFUL)


def test_nothing_needs_no_trash() -> None:
    half, nothing = shape("--Cu----"), Shape(4)
    swap = Step("swap", (EAST, half), (half, nothing))
    drawn = nodes_of(draw_plan(plan_of(["--Cu----"], Step("input", (), (EAST,)), Step("input", (), (half,)), swap)))
    wasteful = nodes_of(draw_plan(WASTEFUL))
    assert sum(isinstance(node, Group) and node.nodes == trash() for node in drawn) == 0
    assert sum(isinstance(node, Group) and node.nodes == trash() for node in wasteful) == 1


@pytest.mark.parametrize("skin", SKINS)
def test_a_skin_colours_shapes_fluids_belts_and_icons(skin: str) -> None:
    painted = Step("paint", (EAST, "g"), (shape("CgCg----"),))
    plan = plan_of(["CgCg----"], Step("input", (), (EAST,)), Step("fluid", (), ("g",)), painted)
    svg = to_svg(draw_plan(plan, skin))
    # Two parts, the drop, the belt and the icon; in all other skins green is another colour.
    assert svg.count(SKINS[skin]["g"]) >= 4
    assert skin in ("rgb", "colour-blind") or PAINTS["g"] not in svg
    assert (plan.png(skin=skin) == plan.png()) == (skin == "rgb")


def test_a_skin_that_there_is_not() -> None:
    with pytest.raises(ProblemError, match="'blue' is not a skin; skins are rgb"):
        WASTEFUL.png(skin="blue")
