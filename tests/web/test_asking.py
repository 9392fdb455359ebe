"""Questions at the endpoints: what the frame gives to each, whatever the family; asked of stacking."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient


def asked(studio: TestClient, verb: str, body: Any) -> tuple[int, dict[str, Any]]:
    reply = studio.post(f"/look/stacking/{verb}?wait=60", json=body)
    return reply.status_code, reply.json()


DRAWN = {"stack.svg", "stack.png", "stack.cert"}
TEXTS = {"stack.txt", "stack.json", "stack.jsonl"}


@pytest.mark.parametrize(
    ("verb", "body", "files"),
    [
        ("solve", {"sequence": "LL", "width": 5}, {*DRAWN, "stack.gif", *TEXTS}),
        ("solve", {"sequence": "LL", "width": 5, "best": 2}, {*DRAWN, "stack.gif", *TEXTS}),
        # Many sequences are lines of text; there is no picture of them, and the answer is not lost by that.
        ("solve", {"file": "LL\nII\n"}, TEXTS),
        ("solve", {"sequence": "IIII", "width": 4, "height_limit": 3, "board": "####"}, {"stack.cert", "stack.json"}),
        ("show", {}, {"stack.txt", "stack.json"}),
    ],
)
def test_an_answer_offers_the_files_that_it_can(
    studio: TestClient, verb: str, body: dict[str, Any], files: set[str]
) -> None:
    status, reply = asked(studio, verb, body)
    assert status == 200, reply
    listed = studio.get(f"/api/runs/{reply['run']}").json()["files"]
    assert set(listed) - {"stack.html", "stack.pdf"} == files


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "there is no sequence; give one such as IOTSLJZI, a file of them with 'file', or 'random' N"),
        ({"sequence": "L", "sequence_time_limit": 3}, "'sequence_time_limit' only applies with 'file'; one sequence"),
        ({"sequence": "L", "file": "L"}, "'file' and a sequence cannot be combined; give one of them"),
        ({"file": "L", "best": 2}, "'file' and 'best' cannot be combined; give one of them"),
        ({"file": {"base64": "//8="}}, "'file', line 1 is not text: byte 0xff is not UTF-8; save the file as UTF-8"),
        ({"sequence": "L", "time_limit": 0}, "'time_limit' takes a number of seconds, more than 0 and at most 3600"),
        ({"sequence": "L" * 501}, "the sequence has 501 pieces; the studio takes at most 500, the command line more"),
        ({"sequence": "L", "threads": 2}, "there is no parameter 'threads'; the parameters are sequence, width"),
    ],
)
def test_a_refusal_names_the_field(studio: TestClient, body: dict[str, Any], sentence: str) -> None:
    reply = studio.post("/api/stacking/solve?wait=60", json=body)
    assert reply.status_code == 400
    assert reply.json()["error"].startswith(sentence)


def test_a_file_is_what_it_says_and_not_its_name(studio: TestClient) -> None:
    """Nothing that a client sends is a path, not even what would be one at the shell."""
    for name in ("board", "pieces"):
        reply = studio.post("/api/stacking/solve?wait=60", json={"sequence": "L", name: "-"})
        assert reply.status_code == 400
        assert "standard input" not in reply.json()["error"]
    reply = studio.post("/api/stacking/solve?wait=60", json={"file": "/etc/hostname"})
    assert reply.json()["error"].startswith("'file', line 1: '/' at position 1 of the sequence is not a piece")


def test_an_answer_in_the_form_of_json_or_of_text(studio: TestClient) -> None:
    answer = studio.post("/api/stacking/solve?wait=60", json={"sequence": "LL", "width": 5}).json()
    text = studio.post("/api/stacking/solve?wait=60", json={"sequence": "LL", "width": 5}).text
    for given in (answer, text):
        reply = studio.post("/api/stacking/verify?wait=60", json={"answer": given})
        assert (reply.status_code, reply.json()["verdict"]) == (200, "found")
    wrong = {**answer, "verdict": "none"}
    reply = studio.post("/api/stacking/verify?wait=60", json={"answer": wrong})
    assert reply.json()["verdict"] == "none"
