"""What a page says of many answers: how many of how many, and files that hold all that was drawn."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.gallery import shown
from shapewright.web.app import application
from shapewright.web.pages import link
from shapewright.web.settings import Settings
from shapewright.web.views import of_answer

from .conftest import ADDRESS

DOMINOES = {"board": "4x6", "pieces": "any*dominoes"}  # 281 tilings


def seen(studio, family: str, question: str, body: dict) -> dict:
    reply = studio.post(f"/look/{family}/{question}?wait=30", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def pictures_in(studio, run: str, name: str) -> int:
    """How many pictures the file holds."""
    root = ET.fromstring(studio.get(f"/api/runs/{run}/files/{name}").text)
    return max(1, len(root.findall("{http://www.w3.org/2000/svg}svg")))


@pytest.mark.parametrize(
    ("body", "headline"),
    [
        (DOMINOES, "100 of 281 tilings"),
        ({**DOMINOES, "limit": 281}, "all 281 tilings"),
        ({**DOMINOES, "up_to_symmetry": True, "limit": 10}, "10 of 98 tilings"),
        ({"board": "2x1", "pieces": "I2"}, "the only tiling"),
        ({"puzzle": "a b\na b\na\nb", "limit": 1}, "a cover"),
    ],
)
def test_a_list_says_of_how_many_it_is(studio, body, headline) -> None:
    assert seen(studio, "tiling", "list", body)["view"]["headline"] == headline


def test_a_list_of_what_cannot_be_counted_soon_says_that_it_begins_it(monkeypatch) -> None:
    monkeypatch.setattr("shapewright.questions.tiling.list.COUNT_SECONDS", 1e-6)
    body = {"board": "20x20", "pieces": "any*dominoes", "limit": 2}
    question = find("tiling", "list")
    asked = question.asked(check_parameters(question.at("studio"), body))
    answer = question.answer(asked, Desk(20.0, 1, studio=True)).gathered()
    assert of_answer(answer)["headline"] == "the first 2 tilings"
    assert len(answer.keys["solutions"]) == 2


def test_what_is_listed_and_not_drawn_is_said(studio) -> None:
    answer = seen(studio, "tiling", "list", {**DOMINOES, "limit": 250})
    assert answer["view"]["headline"] == "250 of 281 tilings"
    assert "200 drawn of 250 listed; the text files have all" in answer["view"]["notes"]
    assert pictures_in(studio, answer["run"], "tiling.svg") == 200
    assert len(studio.get(f"/api/runs/{answer['run']}/files/tiling.jsonl").text.splitlines()) == 250


@pytest.mark.parametrize(
    ("family", "question", "body", "name", "number"),
    [
        ("tiling", "list", {**DOMINOES, "limit": 5}, "tiling.svg", 5),
        ("tiling", "random", {**DOMINOES, "limit": 3, "seed": 1}, "tiling.svg", 3),
        ("tiling", "unique", DOMINOES, "tiling.svg", 2),
        ("packing", "pack", {"bag": "LOJI", "limit": 3}, "packing.svg", 3),
        ("packing", "round", {"seed": 1}, "packing.svg", 10),
        ("stacking", "solve", {"sequence": "LLLL", "width": 6, "best": 3}, "stack.svg", 3),
        ("clear", "solve", {"queue": "TIOLJSZTIOL", "limit": 3}, "clear.svg", 3),
        ("clear", "demo", {"seed": 1, "limit": 2}, "clear.svg", 2),
        ("shapez", "show", {"codes": ["CuCuCuCu", "Rr------"]}, "shape.svg", 2),
        ("shapez", "buildable", {"codes": ["CuCuCuCu", "Cu??----", "Rr------"]}, "shape.svg", 2),
        ("shapez", "random", {"configuration": "quad3", "seed": 1, "limit": 8}, "shapes.svg", 8),
        ("shapez", "list", {"configuration": "quad2", "limit": 7}, "shapes.svg", 7),
        ("shapez", "op", {"machine": "cut", "codes": ["CuCuCuCu"]}, "shapes.svg", 2),
    ],
)
def test_a_picture_to_take_away_holds_all_that_was_drawn(studio, family, question, body, name, number) -> None:
    answer = seen(studio, family, question, body)
    assert pictures_in(studio, answer["run"], name) == number
    assert studio.get(f"/api/runs/{answer['run']}/files/{name.removesuffix('svg')}png").content.startswith(b"\x89PNG")


@pytest.mark.usefixtures("_cache")
@pytest.mark.parametrize("size", [200_000, 10_000])  # too large to be kept; too large even to be read
def test_an_answer_that_is_too_large_is_told_as_that(size) -> None:
    settings = Settings(workers=1, quick_workers=1, answer=size)
    with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        reply = client.post("/api/tiling/list?wait=60", json={**DOMINOES, "limit": 281})
        assert reply.status_code == 422
        assert "the answer is larger than" in reply.json()["error"]
        seen = client.get(f"/runs/{reply.headers['shapewright-run']}/view")
        assert (seen.status_code, seen.json()["error"]) == (200, reply.json()["error"])
        assert client.post("/api/tiling/count?wait=60", json=DOMINOES).json()["count"] == 281


@pytest.mark.parametrize(
    ("body", "headline"),
    [
        ({"bag": "iotslj z2"}, "8 pieces, 32 cells"),
        ({"bag": "T1"}, "1 piece, 4 cells"),
        ({"random": 256, "seed": 1}, "256 pieces, 1,024 cells"),
        ({"pieces": "pentominoes"}, "12 pieces, 60 cells"),
        ({"pieces": "pentominoes, 0-2*I2"}, "at least 12 pieces, 60 cells"),
        ({"pieces": "any*pentominoes"}, "any number of pieces"),
        ({"pieces": "0-2*I2"}, "up to 2 pieces"),
    ],
)
def test_what_is_to_be_packed_in_numbers(studio, body, headline) -> None:
    assert seen(studio, "packing", "facts", body)["view"]["headline"] == headline


def test_doors_of_the_first_page_lead_to_their_pictures(studio) -> None:
    doors = re.findall(
        r'<a class="door" href="([^"]+)">\s*<span class="drawn" data-scene="([^"]+)"', studio.get("/").text
    )
    links = {entry["name"]: link(entry) for entry in shown()}
    assert len(doors) == len(FAMILIES)
    assert [unescape(address) for address, _ in doors] == [links[picture] for _, picture in doors]


@pytest.mark.parametrize(
    ("family", "question", "body", "offered", "missing"),
    [
        ("tiling", "explain", {"board": "5x4", "pieces": "tetrominoes"}, ["tiling.svg"], ["tiling.jsonl"]),
        ("tiling", "explain", {"board": "4x4", "pieces": "4*L4"}, ["tiling.svg", "tiling.jsonl"], []),
        ("stacking", "glance", {"sequence": "IOTS", "width": 6}, ["stack.svg", "stack.gif"], []),
        ("stacking", "solve", {"sequence": "IOTS", "width": 6}, ["stack.svg", "stack.gif"], []),
    ],
)
def test_offered_files_have_content(studio, family, question, body, offered, missing) -> None:
    reply = seen(studio, family, question, body)
    assert set(offered) <= set(reply["files"])
    assert not set(missing) & set(reply["files"])
    for name in reply["files"]:
        assert studio.get(f"/api/runs/{reply['run']}/files/{name}").content
