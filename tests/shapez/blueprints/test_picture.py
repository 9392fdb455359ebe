"""Pictures of blueprints: every floor beside the others, lines where something flows, what is wrong in red."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from shapewright.drawing import to_png, to_svg
from shapewright.drawing.scene import Group, Node, Path, Scene, Text
from shapewright.errors import LimitError
from shapewright.shapez.blueprints import Blueprint, simulate
from shapewright.shapez.blueprints.buildings import buildings
from shapewright.shapez.blueprints.picture import BlueprintPicture
from shapewright.shapez.picture import PAINTS, WRONG

BELT, STACK, PAINT = (
    "BeltDefaultForwardInternalVariant",
    "StackerStraightInternalVariant",
    "PainterDefaultInternalVariant",
)


def blueprint(*entries: dict[str, Any]) -> Blueprint:
    return Blueprint(json.dumps({"BP": {"$type": "Building", "Entries": entries}}))


def nodes(scene: Scene | Group) -> Iterator[Node]:
    """All of a picture, out of its groups."""
    for node in scene.nodes:
        if isinstance(node, Group):
            yield from nodes(node)
        else:
            yield node


def strokes(scene: Scene) -> Counter[str | None]:
    return Counter(node.stroke for node in nodes(scene) if isinstance(node, Path))


def words(scene: Scene) -> list[str]:
    return [node.text for node in nodes(scene) if isinstance(node, Text)]


def test_floors_stand_beside_each_other_with_their_numbers() -> None:
    low = BlueprintPicture(blueprint({"T": BELT})).scene()
    high = BlueprintPicture(blueprint({"T": STACK})).scene()
    assert words(low) == []
    assert words(high) == ["floor 0", "floor 1"]
    assert high.width == 2 * low.width - 24


def test_what_is_wrong_is_ringed_in_red_and_what_is_right_is_not() -> None:
    stacker = blueprint({"T": STACK})
    waits = BlueprintPicture(stacker, simulate(stacker, "0,0=CuCuCuCu")).scene()
    works = BlueprintPicture(stacker, simulate(stacker, "CuCuCuCu")).scene()
    assert strokes(waits)[WRONG] == 1
    assert strokes(works)[WRONG] == 0


def test_pipes_have_the_colour_that_fills_them() -> None:
    painter = blueprint({"T": PAINT})
    red = BlueprintPicture(painter, simulate(painter, "CuCuCuCu r")).scene()
    assert strokes(red)[PAINTS["r"]] >= 3
    assert strokes(BlueprintPicture(painter).scene())[PAINTS["r"]] == 0


def test_unknown_buildings_and_labels_are_named() -> None:
    label = {"T": "LabelDefaultInternalVariant", "Y": 3, "C": "BgBOb3JtYWw="}
    assert sorted(words(BlueprintPicture(blueprint({"T": "New"}, label)).scene())) == ["?", "Normal"]


@pytest.mark.parametrize("rotation", range(4))
def test_every_building_is_drawn(rotation: int) -> None:
    for name in buildings():
        one = blueprint({"T": name, "R": rotation, "L": 2})
        for found in (None, simulate(one)):
            assert to_svg(BlueprintPicture(one, found).scene()).startswith("<svg")


def test_a_picture_is_png_too() -> None:
    assert to_png(BlueprintPicture(blueprint({"T": BELT})).scene()).startswith(b"\x89PNG")
    assert BlueprintPicture(blueprint()).scene().title == "blueprint, 0 buildings"


def test_islands_without_buildings_are_drawn_with_their_names() -> None:
    islands = [{"T": "SpaceBelt_Forward"}, {"T": "Layout_TrainStation", "X": 2}, {"T": "Odd", "Y": 1}]
    scene = BlueprintPicture(Blueprint(json.dumps({"BP": {"$type": "Island", "Entries": islands}}))).scene()
    assert scene.title == "blueprint, 3 islands"
    assert words(scene) == ["Forward", "TrainStation", "Odd"]


def test_large_pictures_are_refused() -> None:
    with pytest.raises(LimitError, match="5001 buildings or islands; at most 5000 are drawn"):
        BlueprintPicture(blueprint(*[{"T": BELT, "X": number} for number in range(5001)])).scene()
    with pytest.raises(LimitError, match="too far apart"):
        BlueprintPicture(blueprint({"T": BELT}, {"T": BELT, "X": 100_000, "Y": 100_000})).scene()
