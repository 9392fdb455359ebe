"""The JSON endpoints: the same answers as the command line's, runs that can be followed, stopped and found again."""

from __future__ import annotations

import base64
import json
import os
import shlex
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.certificates.checking import proven
from tests.doors.asking import on_the_page

from shapewright import tiling
from shapewright.cli import main
from shapewright.questions import FAMILIES
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.problem import Problem
from shapewright.web.app import application
from shapewright.web.settings import Settings

from .conftest import ADDRESS, ENDLESS

SMALL = {"board": "4x4", "pieces": "4*L4"}

OPENING = {"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"}

FUMEN = "v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"

# A page asks for less than a command might; what both are asked, both answer alike.
SAME = [
    ("stacking", "solve", {"sequence": "IOTSLJZI", "width": 6}, "IOTSLJZI --width 6"),
    ("stacking", "solve", {"sequence": "IOTS", "width": 6, "best": 3, "hold": True}, "IOTS --width 6 --best 3 --hold"),
    ("stacking", "solve", {"sequence": "IOTS", "width": 4, "height_limit": 2}, "IOTS --width 4 --height-limit 2"),
    ("stacking", "count", {"sequence": "LLLL", "width": 6}, "LLLL --width 6"),
    (
        "stacking",
        "verify",
        {"sequence": "LLLL", "width": 6, "plan": "0 3 1(180) 4(180)", "claim": 3, "prove": True},
        "LLLL '0 3 1(180) 4(180)' --width 6 --claim 3 --prove",
    ),
    ("stacking", "verify", {"sequence": "L", "width": 6, "plan": "0", "claim": 9}, "L 0 --width 6 --claim 9"),
    (
        "tiling",
        "verify",
        {"board": "5x4", "pieces": "any*I2", "recount": True},
        "--board 5x4 --pieces any*I2 --recount",
    ),
]

# Commands that read a file: what they print, the file being an answer of the studio; its content goes to the endpoint.
VERIFIED = [
    ("tiling", "list", {"board": "4x4", "pieces": "4*L4"}, "answer"),
    ("tiling", "count", {"board": "4x4", "pieces": "4*L4"}, "answer"),
    ("packing", "pack", {"bag": "LOJI", "limit": 2}, "packings"),
    ("stacking", "solve", {"sequence": "IOTS", "width": 6, "best": 2}, "answer"),
    ("tiling", "random", {"board": "4x4", "pieces": "4*L4", "limit": 2}, "answer"),
    ("tiling", "explain", {"board": "4x5", "pieces": "tetrominoes"}, "answer"),
    ("tiling", "random", {"puzzle": "a b\na b\n", "seed": 3}, "answer"),
    ("tiling", "explain", {"puzzle": "a b c\na b\n"}, "answer"),
    ("tiling", "unique", {"puzzle": "board 4x1\npieces 2*I2"}, "answer"),
    ("packing", "pack", {"random": 5, "seed": 3, "board": "5x5", "hole": ["2,2"]}, "packings"),
    ("packing", "feasible", {"bag": "T1I3", "box": "4x4"}, "packings"),
    ("packing", "chances", {"box": "3x4"}, "packings"),
    ("packing", "evaluate", {"level": 2, "rounds": 9}, "packings"),
    ("packing", "rectangles", {"area": 12}, "packings"),
    ("packing", "round", {"rounds": 2}, "packings"),
    ("stacking", "count", {"sequence": "LLLL", "width": 6}, "answer"),
    ("stacking", "solve", {"sequence": "IOT", "board": "5x2", "no_rotation": True}, "answer"),
    ("stacking", "play", {"sequence": "IOTS", "width": 6, "drops": "0 2"}, "answer"),
]


def asked(client: TestClient, family: str, question: str, body: object, wait: float = 60) -> tuple[int, dict]:
    reply = client.post(f"/api/{family}/{question}?wait={wait}", json=body)
    return reply.status_code, reply.json()


def over(client: TestClient, run: str) -> dict:
    """What a run is like once it is over."""
    for line in client.get(f"/api/runs/{run}/events").text.splitlines():
        if line.startswith("data: "):
            record = json.loads(line.removeprefix("data: "))
    return record


@pytest.mark.parametrize(("family", "question", "body", "arguments"), SAME)
def test_the_answer_is_what_the_command_line_prints(studio, capsys, family, question, body, arguments) -> None:
    reply = studio.post(f"/api/{family}/{question}", json=body)
    code = main([family, question, *shlex.split(arguments), "--json"])
    printed = json.loads(capsys.readouterr().out)
    answer = reply.json()
    assert reply.status_code == 200
    assert reply.headers["shapewright-exit-code"] == str(code)
    assert isinstance(answer.pop("seconds"), float)
    printed.pop("seconds")
    if question == "search":  # where this machine keeps its data is told at its own terminal only
        assert answer.pop("file") is None
        printed.pop("file")
    assert answer == printed


@pytest.mark.parametrize(("family", "question", "body", "name"), VERIFIED)
def test_answers_are_verified_as_the_command_line_does(studio, capsys, tmp_path, family, question, body, name) -> None:
    answer = asked(studio, family, question, body)[1]
    place = tmp_path / "answer.json"
    place.write_text(json.dumps(answer))
    assert main([family, "verify", str(place), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for content in (answer, json.dumps(answer)):
        found = asked(studio, family, "verify", {name: content})[1]
        for key in printed.keys() - {"seconds", "parameters"}:
            assert found[key] == printed[key]


def test_a_wrong_answer_is_told_from_a_right_one(studio) -> None:
    answer = asked(studio, "tiling", "count", {"board": "4x4", "pieces": "4*L4"})[1]
    reply = studio.post("/api/tiling/verify", json={"answer": {**answer, "count": 11}})
    assert reply.json()["valid"] is False
    assert reply.headers["shapewright-exit-code"] == "1"
    answer = asked(studio, "packing", "pack", {"bag": "LOJI"})[1]
    answer["placements"][0]["cells"][0] = [0, 9]
    found = asked(studio, "packing", "verify", {"packings": answer})[1]
    assert found["valid"] is False
    assert found["faults"]


def test_perfect_clears_are_verified(studio) -> None:
    run = studio.post("/api/clear/solve", json={"queue": "TIOLJSZTIOL"}).headers["shapewright-run"]
    files = {name: studio.get(f"/api/runs/{run}/files/clear.{name}").content for name in ("pc", "fumen")}
    packed = base64.b64encode(files["pc"]).decode()
    for body in ({"file": packed}, {"solutions": files["fumen"].decode()}):
        found = asked(studio, "clear", "verify", body)[1]
        assert found["valid"] is True
        assert found["files"][0]["solutions"] == 1
    damaged = bytearray(files["pc"])
    damaged[-1] ^= 0x30
    status, found = asked(studio, "clear", "verify", {"file": base64.b64encode(bytes(damaged)).decode()})
    assert status == 400 or found["valid"] is False
    assert "nothing to verify" in asked(studio, "clear", "verify", {})[1]["error"]


@pytest.mark.parametrize(
    ("family", "question", "body", "name", "key"),
    [
        ("clear", "solve", {"queue": "TIOLJSZTIOL"}, "solutions", "height"),
        ("clear", "queues", {"length": 3}, "solutions", "numbers"),
        ("shapez", "plan", {"codes": ["Cu------"]}, "answer", "plan"),
        ("shapez", "buildable", {"codes": ["--Cu----:CuP-----"]}, "answer", "verdicts"),
    ],
)
def test_every_claim_of_an_answer_is_verified(studio, family, question, body, name, key) -> None:
    answer = asked(studio, family, question, body)[1]
    found = asked(studio, family, "verify", {name: answer})[1]
    assert found["valid"] is True, found
    status, found = asked(studio, family, "verify", {name: {**answer, key: None}})
    assert status == 400 or found["valid"] is False


def test_the_data_of_a_search_are_verified(studio, tmp_path, capsys) -> None:
    place = tmp_path / "hex1.h5"
    assert main(["shapez", "search", "hex1", "-o", str(place)]) == 0
    content = place.read_bytes()
    found = asked(studio, "shapez", "verify", {"file": base64.b64encode(content).decode(), "samples": 20})[1]
    assert found["valid"] is True
    assert found["configuration"] == "hex1"
    status, found = asked(studio, "shapez", "verify", {"file": base64.b64encode(content[:-90]).decode()})
    assert status == 400
    assert "/tmp" not in found["error"]


def test_every_example_of_every_question_is_answered(studio) -> None:
    for family in FAMILIES.values():
        for question in family.questions.values():
            if any(field.required for field in question.fields) and not question.example:
                continue  # takes a file
            status, answer = asked(studio, family.name, question.name, question.example)
            if not question.example:
                assert status == 400
                continue
            assert status == 200, answer
            assert answer["command"] == f"{family.name} {question.name}"


@pytest.mark.parametrize(
    ("family", "question", "body", "words"),
    [
        ("tiling", "solve", [], "a question must be a JSON object of parameters, not a list"),
        ("tiling", "solve", {"x": 1}, "there is no parameter 'x'; the parameters are puzzle, puzzle_file, board"),
        ("tiling", "solve", {"board": 5}, "'board' takes text, not 5"),
        ("tiling", "solve", {"board": "5x4"}, "'pieces' is missing"),
        ("tiling", "solve", {"board": "5x4", "pieces": "T4Q"}, "'T4Q' at position 1 of the piece list"),
        (
            "tiling",
            "solve",
            {"puzzle": "board 5x4", "board": "5x4"},
            "a file and 'board' are both given",
        ),
        ("tiling", "solve", {"puzzle": "/etc/passwd"}, "'/etc/passwd' is not a statement"),
        ("tiling", "solve", {"board": "/etc/fstab-1", "pieces": "T4"}, "is not #"),
        ("tiling", "list", {**SMALL, "limit": 0}, "'limit' takes a whole number from 1 to 2000, not 0"),
        ("tiling", "list", {**SMALL, "limit": True}, "'limit' takes a whole number from 1 to 2000, not true"),
        ("tiling", "solve", {**SMALL, "engine": "steam"}, "'engine' takes one of auto, bit-sliced"),
        ("tiling", "solve", {**SMALL, "time_limit": -1}, "'time_limit' takes a number "),
        ("tiling", "show", {"puzzle_file": "?"}, "'puzzle_file' takes the content of a file in base64"),
        ("shapez", "show", {}, "the parameter 'codes' is missing"),
        ("shapez", "show", {"codes": ["CuCuCuC"]}, "CuCuCuC"),
        ("shapez", "op", {"machine": "paint", "codes": ["CuCuCuCu"]}, "paint needs 'colour', such as r or red"),
        ("shapez", "op", {"machine": "swap", "codes": ["CuCuCuCu"]}, "swap takes two shapes, and one is given"),
        ("shapez", "count", {"configuration": "quad9"}, "'quad9' is not a configuration"),
        ("packing", "pack", {}, "there is nothing to pack"),
        ("packing", "pack", {"bag": "I1", "random": 3}, "the bag and 'random' cannot be combined"),
        ("packing", "pack", {"bag": "I9999"}, "the studio takes at most 4096"),
        ("packing", "pack", {"bag": "I1", "box": "/etc/passwd"}, "is not a box"),
        ("stacking", "solve", {"sequence": "IQ"}, "'Q' at position 2 of the sequence is not a piece"),
        ("stacking", "solve", {"sequence": "I" * 600}, "the studio takes at most 500"),
        ("clear", "solve", {"queue": "TIOQ"}, "'Q' at position 4 of the queue is not a piece"),
        ("clear", "solve", {"queue": "TIO", "kicks": "/etc/passwd"}, "'/etc/passwd' is not a kick system"),
        ("clear", "percent", {"patterns": "*p9"}, "*p9"),
        ("clear", "table", {"height": 4}, "a table of 4 lines takes minutes and much memory"),
        ("clear", "percent", {"patterns": "*p4", "field": f"{FUMEN} {FUMEN}"}, "2 fumens are given where one field is"),
        ("clear", "percent", {**OPENING, "save": "T,/(T*/"}, "the bracket is not closed"),
        ("clear", "path", {**OPENING, "per_save": True, "save": "T"}, "cannot be combined"),
        ("clear", "cover", {"patterns": "*p4"}, "there are no solutions; give fumens"),
        ("clear", "cover", {"patterns": "*p4", "solutions": ["/etc/passwd"]}, "/etc/passwd"),
        ("packing", "chances", {}, "'box' is missing"),
        ("packing", "verify", {"packings": "/etc/passwd"}, "not JSON"),
        ("packing", "verify", {"packings": 5}, "'packings' takes the content of a file"),
        ("tiling", "verify", SMALL, "there are no solutions to verify"),
        ("tiling", "verify", {**SMALL, "answer": {}}, "leave out 'board'"),
        ("stacking", "verify", {"sequence": "L"}, "there is nothing to verify"),
        ("stacking", "verify", {"answer": "{}", "width": 5}, "leave out 'width'"),
        ("shapez", "list", {"configuration": "hex5"}, "has not been searched"),
    ],
)
def test_what_makes_no_sense_is_answered_in_one_sentence(studio, family, question, body, words) -> None:
    status, answer = asked(studio, family, question, body)
    assert status == 400
    assert words in answer["error"]
    assert answer["exit_code"] in (2, 4)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"board": "100x100", "pieces": "any*I2"}, "the board 100x100 has 10000 cells; the studio takes at most 4096"),
        ({"board": "#" * 20_001, "pieces": "any*I2"}, "'board' has 20001 characters; the studio takes at most 20000"),
        ({"board": "#" * 5000, "pieces": "any*I2"}, "the board has 5000 cells; the studio takes at most 4096"),
        (
            {"board": "9x9", "pieces": "any*I2", "hole": ["0,0"] * 5000},
            "'hole' has 5000 entries; the studio takes at most",
        ),
        ({"board": "60x60", "pieces": "any*heptominoes,any*8-ominoes", "engine": "sparse"}, "the limit is 5000000"),
    ],
)
def test_what_is_too_large_is_refused_with_the_limit(studio, body, words) -> None:
    status, answer = asked(studio, "tiling", "solve", body)
    assert status in (400, 413)
    assert words in answer["error"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[1", "the question is not JSON"),
        (b"\xff", "the question is not UTF-8 at byte 0"),
        (b"[" * 100_000, "nested deeper than"),
        (b'{"limit": NaN}', "NaN is not a number of JSON"),
        (b'{"limit": ' + b"9" * 5000 + b"}", "the question is not JSON"),
        (b'{"board": "\\ud800"}', "half a character at position 0"),
    ],
)
def test_what_is_no_json(studio, content, words) -> None:
    reply = studio.post("/api/tiling/list", content=content, headers={"Content-Type": "application/json"})
    assert reply.status_code == 400
    assert words in reply.json()["error"]


def test_what_is_not_there(studio) -> None:
    assert studio.post("/api/chess/solve", json={}).status_code == 404
    assert "questions are solve, list" in studio.post("/api/tiling/castle", json={}).json()["error"]
    assert studio.post("/api/pictures/png", json={}).status_code == 404
    assert studio.get("/api/runs/none").status_code == 404
    assert studio.get("/api/tiling/solve").status_code == 405
    assert studio.get("/nowhere").status_code == 404
    assert studio.get("/static/0/none.js").status_code == 404


def test_an_evaluation_counts_as_the_command_line_does(studio, capsys) -> None:
    # Its seconds are measured, and differ each time.
    answer = asked(studio, "packing", "evaluate", {"level": 3, "rounds": 100, "seed": 2})[1]
    assert main(["packing", "evaluate", "--level", "3", "--rounds", "100", "--seed", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for key in ("pieces", "box", "rounds", "successes", "probability", "interval"):
        assert answer[key] == printed[key]


def test_a_plan_with_rates_says_what_a_full_belt_takes(studio, capsys) -> None:
    place = Path(__file__).parent.parent.parent / "examples" / "invented_rates.toml"
    answer = asked(studio, "shapez", "plan", {"codes": ["CuCu----"], "rates": place.read_text()})[1]
    assert main(["shapez", "plan", "CuCu----", "--rates", str(place), "--json"]) == 0
    assert answer["full_belt"] == json.loads(capsys.readouterr().out)["full_belt"]
    status, answer = asked(studio, "shapez", "plan", {"codes": ["CuCu----"], "rates": "["})
    assert status == 400
    assert "'rates' is not a TOML" in answer["error"]


def test_a_game_by_hand(studio) -> None:
    body = {"sequence": "OOL", "width": 4, "drops": "0 2"}
    reply = studio.post("/api/stacking/play", json={**body, "hint": True})
    assert reply.json()["heights"] == [2, 2, 2, 2]
    game = studio.post("/look/stacking/play", json={**body, "hint": True}).json()["view"]["game"]
    assert game["left"] == ["L"]
    assert game["hint"]["rotation"] in (90, 270)
    assert "more drops than the 3 pieces" in asked(studio, "stacking", "play", {**body, "drops": "0 0 0 0"})[1]["error"]


def test_animations_can_be_fetched(studio) -> None:
    run = studio.post("/api/stacking/solve", json={"sequence": "LLLL", "width": 6}).headers["shapewright-run"]
    assert studio.get(f"/api/runs/{run}/files/stack.gif").content.startswith(b"GIF89a")
    run = studio.post("/api/clear/solve", json={"queue": "TIOLJSZTIOL"}).headers["shapewright-run"]
    assert studio.get(f"/api/runs/{run}/files/clear.gif").content.startswith(b"GIF89a")
    assert studio.get(f"/api/runs/{run}/files/clear.fumen").text.startswith("v115@")


def test_a_fumen_comes_back_as_rows(studio) -> None:
    rows = "XX________/X________X"
    code = asked(studio, "clear", "show", {"field": rows})[1]["fumen"]
    assert asked(studio, "clear", "show", {"field": code})[1]["field"].endswith(rows)


def test_a_question_may_be_asked_again_later(studio) -> None:
    first = studio.post("/api/tiling/solve?wait=0", json=SMALL)
    assert first.status_code == 202
    run = first.json()["run"]
    assert first.headers["location"] == f"/api/runs/{run}"
    assert over(studio, run)["state"] == "done"
    answer = studio.get(f"/api/runs/{run}/answer")
    assert answer.json()["solutions"]
    assert studio.get(f"/api/runs/{run}").json()["exit_code"] == 0


def test_every_stream_of_events_ends_with_the_end(studio) -> None:
    for _ in range(40):
        run = studio.post("/api/tiling/solve?wait=0", json=SMALL).json()["run"]
        told = studio.get(f"/api/runs/{run}/events").text
        assert told.count("event: over") == 1
        assert told.rpartition("event: ")[2].startswith("over")
        assert over(studio, run)["state"] == "done"


def test_files_can_be_fetched(studio) -> None:
    run = studio.post("/api/tiling/solve", json=SMALL).headers["shapewright-run"]
    names = studio.get(f"/api/runs/{run}").json()["files"]
    assert set(names) >= {f"tiling{suffix}" for suffix in (".svg", ".png", ".html", ".txt", ".json", ".jsonl")}
    starts = {".svg": b"<svg xmlns=", ".png": b"\x89PNG", ".pdf": b"%PDF", ".jsonl": b'{"placements"'}
    for name in names:
        reply = studio.get(f"/api/runs/{run}/files/{name}")
        assert reply.status_code == 200
        assert reply.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert reply.content.startswith(starts.get(name[name.index(".") :], b""))
    assert "no such file" in studio.get(f"/api/runs/{run}/files/passwd").json()["error"]


def test_other_notations_of_a_puzzle_come_back_as_the_same_puzzle(studio) -> None:
    reply = studio.post("/api/tiling/show", json=SMALL)
    run = reply.headers["shapewright-run"]
    for name in ("puzzle.txt", "puzzle.dlx"):
        text = studio.get(f"/api/runs/{run}/files/{name}").text
        assert asked(studio, "tiling", "count", {"puzzle": text})[1]["count"] == 10
    packed = studio.get(f"/api/runs/{run}/files/puzzle.xmpuzzle").content
    body = {"puzzle_file": base64.b64encode(packed).decode()}
    assert asked(studio, "tiling", "count", body)[1]["count"] == 10


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    "file", sorted([*EXAMPLES.glob("*.txt"), *EXAMPLES.glob("*.xmpuzzle")]), ids=lambda file: file.name
)
def test_every_example_opens_on_the_page_as_the_same_puzzle(studio, file) -> None:
    content = file.read_bytes()
    is_text = file.suffix == ".txt"
    body = {"puzzle": content.decode()} if is_text else {"puzzle_file": base64.b64encode(content).decode()}
    problem = Problem.from_text(content.decode()) if is_text else Problem.from_xmpuzzle(content)
    stated = on_the_page(studio, body)
    assert asked(studio, "tiling", "count", stated)[1]["count"] == tiling.count(problem)
    # What the page holds then is looked at again whenever it changes.
    assert on_the_page(studio, stated) == stated


def test_the_exact_cover_among_the_examples_is_counted_as_it_is(studio) -> None:
    (file,) = EXAMPLES.glob("*.dlx")
    shown = studio.post("/look/tiling/show", json={"puzzle": file.read_text(), "brief": True}).json()["view"]
    assert "editor" not in shown
    expected = ExactCover.from_text(file.read_text()).count()
    assert asked(studio, "tiling", "count", {"puzzle": file.read_text()})[1]["count"] == expected


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        ("board 4x4\npiece A any fixed\n  #.\n  ##\npieces any*I1", 42),
        ("board 3x3\npiece A one-sided\n  #.\n  #.\n  ##\npieces any*I1", 8),
        ("board 4x4\npieces any*T4, any*I1\nfixed T4 0,0 1,0 2,0 1,1", 20),
        ("board 5x5\npiece A\n  ###\n  #..\n  #..\n  #..\npieces P5, T4, 2*L4, I2\nfixed A 0,0 0,1 0,2 0,3 1,3 2,3", 6),
    ],
)  # fmt: skip
def test_pieces_keep_their_motions_and_names_on_the_page(studio, puzzle, count) -> None:
    assert asked(studio, "tiling", "count", {"puzzle": puzzle})[1]["count"] == count
    assert asked(studio, "tiling", "count", on_the_page(studio, {"puzzle": puzzle}))[1]["count"] == count


def test_what_the_page_cannot_say_stays_a_puzzle_file(studio) -> None:
    editor = studio.post(
        "/look/tiling/show", json={"puzzle": "board 2x2\npiece fixed-A 2\n  ##", "brief": True}
    ).json()["view"]["editor"]
    assert not editor["whole"]


def test_a_solution_is_checked_before_it_is_drawn(studio) -> None:
    found = asked(studio, "tiling", "solve", SMALL)[1]["solutions"][0]
    seen = studio.post("/look/tiling/show", json={**SMALL, "solution": found}).json()
    assert seen["view"]["headline"] == "a tiling, checked"
    found["placements"].pop()
    seen = studio.post("/look/tiling/show", json={**SMALL, "solution": found}).json()
    assert seen["view"]["headline"].startswith("not a tiling: ")
    assert "'board'" in studio.post("/look/tiling/show", json={"board": 1}).json()["error"]


def test_long_work_tells_of_its_progress_and_can_be_stopped(studio) -> None:
    run = studio.post("/api/tiling/count?wait=0.5", json=ENDLESS).json()["run"]
    assert studio.get(f"/api/runs/{run}").json()["state"] == "running"
    seen = studio.get(f"/runs/{run}/view")
    assert (seen.status_code, seen.json()["state"], seen.json()["record"]["run"]) == (202, "running", run)
    (listed,) = studio.get("/runs.json").json()["runs"]
    assert (listed["run"], listed["family"], listed["question"]) == (run, "tiling", "count")
    assert listed["parameters"]["board"] == "20x30"
    stopped = studio.delete(f"/api/runs/{run}").json()
    assert stopped["state"] == "cancelled"
    assert over(studio, run)["state"] == "cancelled"
    answer = studio.get(f"/api/runs/{run}/answer")
    assert answer.status_code == 422
    assert answer.json()["exit_code"] == 3
    assert studio.get("/runs.json").json() == {"runs": [], "lost": False}


@pytest.mark.parametrize(
    ("family", "question", "body"),
    [
        ("tiling", "count", ENDLESS),
        ("tiling", "random", ENDLESS),
        ("packing", "round", {"rounds": 10_000}),
        ("packing", "evaluate", {"level": 10, "rounds": 1_000_000}),
        ("stacking", "solve", {"sequence": "SZTLJOI" * 60}),
        ("clear", "percent", {"patterns": "*p7,*p4", "kicks": "srs-plus"}),
    ],
)
def test_stopping_takes_less_than_half_a_second(studio, family, question, body) -> None:
    seconds = []
    for _ in range(3):  # the machine may have other work to do: the best of three counts
        reply = studio.post(f"/api/{family}/{question}?wait=0.3", json=body)
        assert reply.status_code == 202
        started = time.monotonic()
        assert studio.delete(f"/api/runs/{reply.json()['run']}").json()["state"] == "cancelled"
        seconds.append(time.monotonic() - started)
    assert min(seconds) < 0.5


def test_an_evaluation_tells_its_interval_while_it_goes_on(studio) -> None:
    run = studio.post("/api/packing/evaluate?wait=0", json={"level": 7, "rounds": 3000}).json()["run"]
    told = [
        json.loads(line[6:]) for line in studio.get(f"/api/runs/{run}/events").text.splitlines() if line[:5] == "data:"
    ]
    assert any("(95 %: " in record["progress"]["text"] for record in told)
    assert told[-1]["state"] == "done"


def test_the_time_limit_ends_a_run(studio) -> None:
    status, answer = asked(studio, "tiling", "count", {**ENDLESS, "time_limit": 0.5})
    assert status == 422
    assert answer["state"] == "stopped"
    assert "the time limit of 0.5 s was reached" in answer["error"]


def test_a_run_that_waits_can_be_stopped_and_others_are_refused(small) -> None:
    runs = [small.post("/api/tiling/count?wait=0", json=ENDLESS) for _ in range(4)]
    assert [run.status_code for run in runs] == [202, 202, 202, 429]
    assert runs[3].headers["retry-after"] == "1"
    assert "ask again in a moment" in runs[3].json()["error"]
    last = runs[2].json()["run"]
    assert small.get(f"/api/runs/{last}").json()["state"] == "waiting"
    assert small.delete(f"/api/runs/{last}").json()["state"] == "cancelled"
    # A drawing does not wait for searches.
    assert small.post("/api/shapez/show", json={"codes": ["CuCuCuCu"]}).status_code == 200
    for run in runs[:2]:
        small.delete(f"/api/runs/{run.json()['run']}")
    assert small.post("/api/tiling/solve", json=SMALL).status_code == 200


def test_a_worker_that_dies_is_told_of_and_replaced(small) -> None:
    run = small.post("/api/tiling/count?wait=0.5", json=ENDLESS).json()["run"]
    (worker,) = small.app.state.office.long.workers
    os.kill(worker._process.pid, signal.SIGKILL)
    ended = over(small, run)
    assert ended["state"] == "stopped"
    assert "the worker died; perhaps the answer needs more than the 2048 MB of memory" in ended["error"]
    assert small.post("/api/tiling/solve", json=SMALL).status_code == 200


def test_a_worker_that_does_not_listen_is_replaced(small) -> None:
    run = small.post("/api/tiling/count?wait=0.5", json=ENDLESS).json()["run"]
    (worker,) = small.app.state.office.long.workers
    first = worker._process.pid
    os.kill(first, signal.SIGSTOP)
    assert small.delete(f"/api/runs/{run}").json()["state"] == "cancelled"
    assert small.post("/api/tiling/solve", json=SMALL).status_code == 200
    assert worker._process.pid != first


HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
ENDS = (sys.executable, "-c", "")


def starting(monkeypatch, *commands: tuple[str, ...], **more: float) -> TestClient:
    """A studio whose workers start by these commands in turn, then by the usual one; one worker of each kind."""
    from shapewright.web import pool

    left, usual = list(commands), pool.command
    made = application(Settings(workers=1, quick_workers=1, seconds=60.0, **more))

    def command(settings: Settings) -> tuple[str, ...]:
        if left:
            return left.pop(0)
        for each in (made.state.office.quick, made.state.office.long):
            each.settings = replace(each.settings, start_seconds=60.0)  # what starts in earnest may take its time
        return usual(settings)

    monkeypatch.setattr(pool, "command", command)
    return TestClient(made, base_url=ADDRESS, raise_server_exceptions=False)


@pytest.mark.parametrize("bad", [HANGS, ENDS])
def test_a_worker_that_does_not_get_ready_is_replaced(monkeypatch, capfd, bad) -> None:
    with starting(monkeypatch, bad, bad, start_seconds=0.5) as client:
        assert client.post("/api/tiling/solve", json=SMALL).status_code == 200
        assert client.get("/runs.json").json()["lost"] is False
    assert "another worker replaces it" in capfd.readouterr().err


def test_workers_that_never_get_ready_are_told_of(monkeypatch, capfd) -> None:
    from shapewright.web import pool

    with starting(monkeypatch, *[ENDS] * 6) as client:
        status, answer = asked(client, "tiling", "solve", SMALL)
        assert status == 500
        assert answer["error"] == "the workers of the studio do not start; its log says why"
        assert client.get("/runs.json").json()["lost"] is True
        monkeypatch.setattr(pool, "PAUSE", 0.0)  # whatever kept them from it may be over
        assert client.post("/api/tiling/solve", json=SMALL).status_code == 200


def test_a_worker_that_hangs_between_questions_is_replaced(monkeypatch, capfd) -> None:
    with starting(monkeypatch, heard_seconds=0.5) as client:
        assert client.post("/api/tiling/solve", json=SMALL).status_code == 200
        (worker,) = client.app.state.office.long.workers
        os.kill(worker._process.pid, signal.SIGSTOP)
        assert client.post("/api/tiling/solve", json=SMALL).status_code == 200
    assert "did not accept its question" in capfd.readouterr().err


def test_old_answers_are_let_go(small) -> None:
    runs = [small.post("/api/shapez/show", json={"codes": ["CuCuCuCu"]}).headers["shapewright-run"] for _ in range(9)]
    known = [small.get(f"/api/runs/{run}").status_code == 200 for run in runs]
    assert known == [False] * 3 + [True] * 6
    assert "no longer available" in small.get(f"/runs/{runs[0]}/view").json()["error"]


def test_what_has_not_been_searched_is_named(studio) -> None:
    status, answer = asked(studio, "shapez", "list", {"configuration": "hex5"})
    assert status == 400
    assert "run 'shapewright shapez search hex5' once" in answer["error"]


def test_pages_are_there(studio) -> None:
    for path in ("/", "/api", *(f"/{name}" for name in FAMILIES)):
        reply = studio.get(path)
        assert reply.status_code == 200
        assert "</html>" in reply.text


# What can be downloaded of an answer of each family: how each file begins.
DOWNLOADS = [
    (
        "tiling",
        "solve",
        SMALL,
        {"tiling.svg": b"<svg", "tiling.png": b"\x89PNG", "tiling.txt": b"", "tiling.jsonl": b'{"placements"'},
    ),
    (
        "tiling",
        "show",
        SMALL,
        {"puzzle.txt": b"board", "puzzle.dlx": b"", "puzzle.xmpuzzle": b"\x1f\x8b", "puzzle.svg": b"<svg"},
    ),
    (
        "packing",
        "pack",
        {"bag": "LOJI"},
        {"packing.svg": b"<svg", "packing.png": b"\x89PNG", "packing.txt": b"", "packing.jsonl": b"{"},
    ),
    ("packing", "round", {"seed": 1}, {"packing.svg": b"<svg", "packing.txt": b"", "packing.jsonl": b"{"}),
    (
        "stacking",
        "solve",
        {"sequence": "LLLL", "width": 6},
        {"stack.svg": b"<svg", "stack.png": b"\x89PNG", "stack.gif": b"GIF89a", "stack.txt": b""},
    ),
    (
        "clear",
        "solve",
        {"queue": "TIOLJSZTIOL"},
        {
            "clear.svg": b"<svg",
            "clear.png": b"\x89PNG",
            "clear.gif": b"GIF89a",
            "clear.fumen": b"v115@",
            "clear.pc": b"",
        },
    ),
    ("clear", "path", OPENING, {"path.fumen": b"v115@", "path.csv": b"number,pieces", "path.html": b"<!doctype html>"}),
    ("clear", "percent", OPENING, {"percent.txt": b"711 / 840", "percent.csv": b"queue,solved"}),
    (
        "shapez",
        "plan",
        {"codes": ["CuCu----:RrRr----"]},
        {"plan.svg": b"<svg", "plan.png": b"\x89PNG", "plan.txt": b"", "plan.dot": b"digraph"},
    ),
    ("shapez", "random", {"configuration": "quad2", "seed": 1}, {"shapes.txt": b"", "shapes.svg": b"<svg"}),
]


@pytest.mark.parametrize(("family", "question", "body", "files"), DOWNLOADS)
def test_results_can_be_downloaded(studio, family, question, body, files) -> None:
    run = studio.post(f"/api/{family}/{question}?wait=60", json=body).headers["shapewright-run"]
    assert files.keys() <= set(studio.get(f"/api/runs/{run}").json()["files"])
    for name, start in files.items():
        reply = studio.get(f"/api/runs/{run}/files/{name}")
        assert reply.status_code == 200
        assert reply.content[:400].lstrip().lower().startswith(start.lower())
        assert len(reply.content) > 4


def test_a_certificate_can_be_fetched_where_the_answer_is_proven(studio, tmp_path) -> None:
    for body, said in (
        ({"board": "4x4", "pieces": "4*L4"}, "proven: 10 covers of 16 cells by 1 kind of pieces"),
        ({"board": "4x5", "pieces": "tetrominoes"}, "proven: no cover of 20 cells by 5 kinds of pieces"),
    ):
        run = studio.post("/api/tiling/count", json=body).headers["shapewright-run"]
        assert "count.cert" in studio.get(f"/api/runs/{run}").json()["files"]
        file = tmp_path / "fetched.cert"
        file.write_bytes(studio.get(f"/api/runs/{run}/files/count.cert").content)
        assert proven(file, "check_cover.py") == said
