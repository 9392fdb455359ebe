"""What answers about perfect clears tell their page: steps to be played, queues that are served, pages of fumens."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from shapewright import clear
from shapewright.clear import Field, Fumen, Placement
from shapewright.clear.kicks import KICKS, Kicks
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.questions.clear._page import data

OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
SOLUTION = "v115@vhJJEYeAFLDmClcJSAVDEHBEooRBUoAVBJHUPCzXOM?CvCBAAzJJCAJlFJXLJ0BJVRJxCJWNJTNJ"


def view(studio: TestClient, question: str, parameters: dict[str, Any]) -> dict[str, Any]:
    reply = studio.post(f"/look/clear/{question}?light&wait=60", json=parameters)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()["view"]
    return found


def played(way: dict[str, Any]) -> Field:
    """The field after the steps of a way, by the rules alone."""
    field = Field.from_text(way["field"])
    for step in way["steps"]:
        bits = sum([1 << x + 10 * y for x, y in step["cells"]])
        assert field.bits & bits == 0
        field = Field.from_bits(field.bits | bits).cleared()
    return field


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("glance", {"pieces": "tioljsztiol", "time_limit": 10}),
        ("solve", {"queue": "TIOLJSZTIOL", "limit": 3}),
        ("demo", {"limit": 2, "seed": 3, "height": 2}),
    ],
)
def test_the_steps_of_an_answer_clear_the_field(studio: TestClient, question: str, parameters: dict[str, Any]) -> None:
    ways = view(studio, question, parameters)["ways"]
    assert len(ways) == parameters.get("limit", 1)
    for way in ways:
        assert played(way) == Field()
        assert Fumen.from_text(way["fumen"]).solution().saved == way["saved"]


def test_the_bar_says_what_percent_says(studio: TestClient) -> None:
    found = view(studio, "glance", {"pieces": "i, *p4", "field": OPENER, "time_limit": 10})
    assert found["bar"] == {
        "words": "84.64 % of 840 queues clear 4 lines",
        "chips": ["best: IT 98.33 %", "worst: IO 76.67 %"],
        "tone": "good",
    }
    assert found["glance"]["more"] == {"question": "percent", "patterns": "I,*p4", "height": 4}
    field = view(studio, "glance", {"field": "X_________"})
    assert field["bar"]["tone"] == "bad"
    assert field["bar"]["words"].startswith("the field cannot be cleared: ")


def test_each_solution_of_a_path_has_its_fumen_and_its_queues(studio: TestClient) -> None:
    found = view(studio, "path", {"field": OPENER, "patterns": "I,*p4", "mark_minimal": True})
    pictures = found["sections"][0]["pictures"]
    path = clear.path(OPENER, "I,*p4")
    assert [picture["code"] for picture in pictures] == [one.fumen().to_text() for one in path]
    assert all(picture["scene"]["kind"] == "board" for picture in pictures)
    for told, solution in zip(found["served"], path, strict=True):
        queues = list(solution.queues())
        assert told["served"] == len(queues)
        assert told["queues"] == queues[:120]
    assert sum([told["minimal"] for told in found["served"]]) == found["fewest"] == 24


def test_a_queue_builds_a_solution_step_by_step(studio: TestClient) -> None:
    solution = clear.path(OPENER, "I,*p4")[3]
    queue = list(solution.queues())[-1]
    found = view(studio, "cover", {"solutions": [solution.fumen().to_text()], "patterns": queue})
    (way,) = found["ways"]
    assert played(way) == Field()
    assert found["sections"][0]["kind"] == "frames"
    assert len(way["steps"]) == 4
    none = view(studio, "cover", {"solutions": [solution.fumen().to_text()], "patterns": "OOOOO"})
    assert none["ways"] == []


def test_pages_become_a_fumen_and_a_fumen_pages(studio: TestClient) -> None:
    rows = ["XX________/X_______TX", "ZZ________/_ZZ_______", OPENER]
    made = view(studio, "show", {"pages": rows, "comments": ["", "#Q=[T](I)O"]})["editor"]
    again = view(studio, "show", {"field": made["whole"]})["editor"]
    assert [
        page["rows"].split("/")[-len(text.split("/")) :] for page, text in zip(again["pages"], rows, strict=True)
    ] == [text.split("/") for text in rows]
    assert [page["comment"] for page in again["pages"]] == ["", "#Q=[T](I)O", ""]
    assert [page["queue"] for page in again["pages"]] == ["", "[T]IO", ""]
    second = view(studio, "show", {"field": f"{made['whole']}#2"})["editor"]
    assert second["rows"].endswith("ZZ________/_ZZ_______")


def test_the_pages_of_a_solution_are_its_fields_after_each_piece(studio: TestClient) -> None:
    pages = view(studio, "show", {"field": SOLUTION})["editor"]["pages"]
    solution = Fumen.from_text(SOLUTION).solution()
    assert [Field.from_text(page["rows"]) for page in pages] == [frame.after for frame in solution.frames()]
    assert [page["queue"] for page in pages] == [str(frame.queue) for frame in solution.frames()]


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"pages": ["XX"]}, "has 2 cells"),
        ({"comments": ["a"]}, "there are none"),
        ({"pages": ["X_________"], "comments": ["a", "b"]}, "2 comments for 1 page"),
        ({"pages": ["X_________"], "field": "X_________"}, "leave out the other"),
        ({"pages": [SOLUTION]}, "pages are given in one"),
    ],
)
def test_pages_that_are_none_are_refused(studio: TestClient, parameters: dict[str, Any], words: str) -> None:
    reply = studio.post("/look/clear/show?light&wait=60", json=parameters)
    assert words in reply.json()["error"]


def test_the_data_of_the_page_are_the_rules() -> None:
    told = data()
    for piece in PIECES:
        for facing in FACINGS:
            assert told["pieces"][piece][facing] == cells_of(piece, facing)
    for name in KICKS:
        system = Kicks.named(name)
        turns = {(piece, turn): found for piece, each in told["kicks"][name].items() for turn, found in each.items()}
        for (piece, turn), offsets in turns.items():
            assert offsets == system.offsets(piece, turn[0], turn[1])
        assert len(turns) == 7 * (12 if system.has_half_turns else 8)
    assert Placement("T", "N", 4, 0).cells() == tuple((4 + x, y) for x, y in sorted(told["pieces"]["T"]["N"]))


@pytest.mark.parametrize("place", data()["fields"], ids=lambda place: place["name"])
def test_every_named_field_can_be_cleared(place: dict[str, Any]) -> None:
    found = clear.glance(place["field"], place["pieces"], height=place.get("height"), time_limit=60)
    assert found.is_known
    assert found.solution is not None or (found.chance is not None and found.chance.solved)
