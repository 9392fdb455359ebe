"""What the page of shapez is told: outlines, icons, the marked shape and the line of the bar."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from shapewright.drawing.formats.svg import to_svg
from shapewright.errors import NotationError
from shapewright.questions import find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.formats import content
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer
from shapewright.questions.shapez._page import data
from shapewright.shapez.parts import RING_SIZES, types_of, unpainted_types_of
from shapewright.shapez.picture import WRONG, draw
from shapewright.shapez.shape import Shape


def test_every_ring_has_an_outline_for_each_of_its_parts() -> None:
    found = json.loads(json.dumps(data()))
    for parts in RING_SIZES:
        ring = found["rings"][str(parts)]
        assert ring["types"] == types_of(parts)
        assert len(ring["columns"]) == parts == len(set(ring["columns"]))
        assert {
            *types_of(parts),
            *unpainted_types_of(parts),
            "c",
            "P",
            "-",
            "dark0",
            "dark1",
            "light0",
            "light1",
        } == set(ring["outlines"])
        assert all(path.startswith("M") for path in ring["outlines"].values())


@pytest.mark.parametrize(("parts", "letter"), [(parts, letter) for parts in (4, 6) for letter in types_of(parts)])
def test_outlines_are_those_of_the_drawing(parts: int, letter: str) -> None:
    """Drawn as large, a part alone in column 0 has the numbers of its outline, moved to the picture's centre."""
    found = data()
    reach = found["drawing"]["reach"]["4" if parts == 4 else "more"] * found["drawing"]["disc"]
    size = found["unit"] / reach
    svg = to_svg(draw(Shape(parts, ((letter + "r", *["--"] * (parts - 1)),)), size=size))
    (path,) = re.findall(r'<path fill="#ef4141"[^>]* d="([^"]*)"', svg)
    commands = re.sub(r"[^MLHVAZC]", "", path)
    assert commands == re.sub(r"[^MLHVAZC]", "", found["rings"][str(parts)]["outlines"][letter])


def test_every_machine_has_an_icon() -> None:
    found = data()
    for machine in found["machines"]:
        assert found["icons"][machine["name"]]
    assert {"rotate-cw", "rotate-ccw", "rotate-180", "trash", "fluid"} <= set(found["icons"])


def answered(verb: str, **parameters: Any) -> Answer:
    question = find("shapez", verb, "studio")
    fields = question.at("studio")
    found = question.answer(question.asked(check_parameters(fields, parameters)), Desk(20.0, 1, studio=True))
    return found.gathered() if isinstance(found, Listing) else found


def test_what_floats_is_marked() -> None:
    answer = answered("buildable", codes=["cu------:--------:cu--Cu--"])
    (shape,) = answer.page["shapes"]
    assert (shape["kind"], shape["ring"]) == ("shape", 4)
    assert shape["marks"] == [[2, 0, "bad"], [2, 2, "bad"]]
    assert answer.page["bar"] == {
        "words": "impossible: not stable (layer 3, top right, has nothing below it)",
        "chips": ["2 parts from a buildable one"],
        "tone": "bad",
    }
    svg = answer.files[".svg"]()
    assert isinstance(svg, str)
    assert svg.count(WRONG) == 2


def test_a_half_that_cannot_be_built_is_marked() -> None:
    (shape,) = answered("buildable", codes=["--Cu----:crCu----"]).page["shapes"]
    assert shape["marks"] == [[0, 1, "bad"], [1, 0, "bad"], [1, 1, "bad"]]


@pytest.mark.parametrize(
    ("verb", "parameters", "words", "tone"),
    [
        ("buildable", {"codes": ["CuCuCuCu"]}, "buildable", "good"),
        ("buildable", {"codes": ["CuN?----:P-P?----"]}, "buildable", "good"),
        ("buildable", {"codes": ["cu??----:P-P?Cu--"]}, "impossible", "bad"),
        ("buildable", {"codes": ["CuCuCuCu", "--------:Cu------"]}, "1 of 2 can be built", "plain"),
        ("plan", {"codes": ["CuCu----:RrRr----"]}, "3 machines", "good"),
        ("plan", {"codes": ["CuCu----", "----CuCu"]}, "1 machine", "good"),
        ("plan", {"codes": ["CuCu----"], "minimize": "depth"}, "1 machine deep", "good"),
        ("plan", {"codes": ["CuCu----"], "minimize": "belt"}, "3 machines for a full belt", "good"),
        ("plan", {"codes": ["--------:P-------"]}, "--------:P------- cannot be built", "bad"),
        ("plan", {"codes": ["--------:Cu------"]}, "4 machines", "good"),
        ("buildable", {"codes": ["--------:Cu------"]}, "not as written, but for a delivery", "bad"),
        ("plan", {"codes": ["CuCu----", "CuCuRuRu"], "separate": True}, "2 machines", "good"),
        ("check", {"file": "1 miner CuCuCuCu\n2 cut 1"}, "this plan is right", "good"),
        ("check", {"file": "1 miner CuCuCuCu\n2 cut 3"}, "this plan is wrong", "bad"),
        ("op", {"machine": "cut", "codes": ["CuCuCuCu"]}, "cut", "plain"),
        ("count", {"configuration": "quad1"}, "55 shapes", "good"),
        ("list", {"configuration": "quad1", "limit": 3}, "3 shapes", "good"),
        ("random", {"configuration": "quad1", "seed": 1, "limit": 5}, "5 shapes of quad1", "good"),
    ],
)
def test_every_answer_has_a_line_for_the_bar(verb: str, parameters: dict[str, Any], words: str, tone: str) -> None:
    bar = answered(verb, **parameters).page["bar"]
    assert (bar["words"], bar["tone"]) == (words, tone)
    assert all(bar["chips"])


def test_a_proof_for_a_belt_is_about_plans_without_merging() -> None:
    assert answered("plan", codes=["CuCuRuRu"], minimize="belt").page["bar"]["chips"] == [
        "proven: fewer are not enough without merging belts",
        "1 in the plan",
        "replayed",
    ]


def test_a_plan_for_several_goals_says_so() -> None:
    assert answered("plan", codes=["CuCu----", "----CuCu"]).page["bar"]["chips"] == [
        "proven: fewer are not enough",
        "2 goals",
        "replayed",
    ]


def test_a_proof_where_there_was_a_choice_is_of_the_shape_planned() -> None:
    words = "proven minimal is said of CuCuRuCu, not of every shape that would do"
    assert words in answered("plan", codes=["Cu??Ru??:????????"]).notes
    assert words in answered("plan", codes=["Cu??Ru??:????????", "CuCu----"], separate=True).notes
    # No shape takes fewer machines than none, and of one shape there is no choice.
    for code in ("Cu??C???", "CuCu----"):
        assert not [note for note in answered("plan", codes=[code]).notes if "minimal" in note]


def test_all_shapes_that_were_drawn_are_in_the_picture() -> None:
    answer = answered("random", configuration="quad4", seed=3, limit=100)
    svg = content(answer, ".svg", "")
    assert isinstance(svg, str)
    assert svg.count("<title>") == 100


def test_what_is_neither_a_code_nor_a_colour_is_said_to_be_so() -> None:
    with pytest.raises(NotationError, match="'purple' is neither a shape code nor a colour; colours are uncolou"):
        answered("plan", codes=["CrCr----"], have="CuCuCuCu,purple")
    with pytest.raises(NotationError, match="'Cux' has an odd number of characters"):
        answered("plan", codes=["CrCr----"], have="Cux")
