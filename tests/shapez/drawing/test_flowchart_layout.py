"""The flowchart as plain data: every machine, shape and belt of the plan is there, where the drawing has it."""

from __future__ import annotations

import json

from tests.shapez.drawing.test_flowchart import FACTORY, WASTEFUL, nodes_of

from shapewright.drawing import Group, Text
from shapewright.shapez.drawing.flowchart import PlanPicture
from shapewright.shapez.drawing.flowchart_layout import chart_of


def test_every_step_has_a_box_with_what_it_takes_and_gives() -> None:
    found = PlanPicture(FACTORY).to_json()
    assert (found["kind"], found["ring"], found["goals"]) == ("plan", 4, ["CyCy----:CuCu----", "CyCyCuCu"])
    for box in found["boxes"]:
        step = FACTORY.steps[box["step"] - 1]
        assert box["machine"] == step.machine
        assert box["inputs"] == list(map(str, step.inputs))
        assert [output.get("code", output.get("fluid")) for output in box["outputs"]] == list(map(str, step.outputs))
        assert box["source"] == (not step.inputs)
    assert {box["step"] for box in found["boxes"]} == set(range(1, len(FACTORY.steps) + 1))
    json.dumps(found)


def test_every_belt_joins_two_boxes_of_its_shape() -> None:
    found = PlanPicture(FACTORY).to_json()
    boxes = found["boxes"]
    taken = sorted((end, belt.get("code", belt.get("fluid"))) for belt in found["belts"] for end in belt["to"])
    assert taken == sorted((number, value) for number, box in enumerate(boxes) for value in box["inputs"])
    for belt in found["belts"]:
        output = boxes[belt["from"]]["outputs"][belt["output"]]
        assert output.get("code", output.get("fluid")) == belt.get("code", belt.get("fluid"))
        for x1, y1, x2, y2, end in belt["pieces"]:
            assert 0 <= min(x1, x2) <= max(x1, x2) <= found["width"]
            assert y1 <= y2 <= found["height"]
            if end is not None:
                assert y2 == boxes[end]["y"]
                assert boxes[end]["x"] <= x2 <= boxes[end]["x"] + boxes[end]["width"]


def test_goals_and_waste_are_told() -> None:
    outputs = [output for box in PlanPicture(WASTEFUL).to_json()["boxes"] for output in box["outputs"]]
    told = {output["code"]: (output["goal"], output["waste"]) for output in outputs}
    assert told == {"CuCuCuCu": (False, False), "CuCu----": (True, False), "----CuCu": (False, True)}


def test_the_drawing_stands_where_the_data_say() -> None:
    picture = PlanPicture(FACTORY)
    body = next(node for node in picture.scene().nodes if isinstance(node, Group))
    groups = [node for node in body.nodes if isinstance(node, Group)]
    boxes = picture.to_json()["boxes"]
    drawn = [
        (round(group.x - card.width / 2, 2), round(group.y, 2))
        for group, card in zip(groups, chart_of(FACTORY).cards, strict=True)
    ]
    assert drawn == [(box["x"], box["y"]) for box in boxes]
    for group, box in zip(groups, boxes, strict=True):
        assert box["source"] or box["title"] in [node.text for node in nodes_of(group) if isinstance(node, Text)]
