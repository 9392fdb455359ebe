"""What a page asks: views with cells instead of drawings, files when they are wanted, questions that end with it."""

from __future__ import annotations

import asyncio
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from shapewright.cli import main
from shapewright.questions import find
from shapewright.questions.asked import check_parameters
from shapewright.web import api
from shapewright.web.runs import Office, Run
from shapewright.web.settings import Settings

from .conftest import ENDLESS

SMALL = {"board": "4x4", "pieces": "4*L4"}


def light(studio: TestClient, family: str, question: str, body: dict[str, Any]) -> dict[str, Any]:
    reply = studio.post(f"/look/{family}/{question}?light&wait=60", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_view_has_cells_and_the_same_question_elsewhere(studio) -> None:
    seen = light(studio, "tiling", "solve", SMALL)
    assert seen["state"] == "done"
    view = seen["view"]
    assert (view["verdict"], view["reason"], view["tone"]) == ("found", "", "good")
    assert view["complete"] is True
    assert view["seconds"] >= 0
    assert view["equivalents"]["command"].startswith("shapewright tiling solve --board 4x4")
    (frames,) = [section for section in view["sections"] if section["kind"] == "frames"]
    board = frames["frames"][0]["scene"]
    assert (board["kind"], board["size"], board["cells"]) == ("board", [4, 4], [])
    assert sorted(cell for piece in board["pieces"] for cell in piece["cells"]) == [
        [x, y] for x in range(4) for y in range(4)
    ]
    assert "<svg" not in json.dumps(view)
    assert studio.get(f"/runs/{seen['run']}/view").json() == seen


def test_an_impossible_question_has_its_reason_in_the_view(studio) -> None:
    view = light(studio, "tiling", "solve", {"board": "5x4", "pieces": "5*T4"})["view"]
    assert (view["verdict"], view["tone"], view["complete"]) == ("none", "bad", True)
    assert view["reason"]
    assert view["headline"] == f"impossible: {view['reason']}"


def test_text_from_outside_is_in_a_view_as_it_is(studio) -> None:
    seen = light(studio, "tiling", "solve", {"puzzle": "title <script>alert(1)</script>\nboard 2x1\npieces I2"})
    assert seen["view"]["sections"][0]["frames"][0]["scene"]["title"] == "<script>alert(1)</script>"


def test_a_question_that_takes_long_is_told_of_and_found_again(studio) -> None:
    reply = studio.post("/look/tiling/count?light&wait=0", json=ENDLESS)
    assert (reply.status_code, reply.json()["state"]) == (202, "running")
    run = reply.json()["run"]
    assert reply.json()["record"]["run"] == run
    assert studio.get(f"/runs/{run}/view").status_code == 202
    studio.delete(f"/api/runs/{run}")
    over = studio.get(f"/runs/{run}/view")
    assert (over.status_code, over.json()["state"]) == (200, "cancelled")
    assert "cancelled after" in over.json()["error"]
    assert "no longer available" in studio.get("/runs/nobody/view").json()["error"]


def test_a_question_that_is_malformed_has_one_sentence(studio) -> None:
    reply = studio.post("/look/tiling/solve?light", json={"board": "4x"})
    assert reply.status_code == 200  # a browser's console would show anything else as an error
    assert reply.json()["error"]
    assert studio.post("/look/tiling/none?light", json={}).status_code == 404


@pytest.mark.parametrize(
    ("family", "question", "body"),
    [
        ("tiling", "random", SMALL),
        ("stacking", "solve", {"sequence": "LLLL", "width": 6}),
        ("clear", "solve", {"queue": "TIOLJSZTIOL"}),
        ("shapez", "plan", {"codes": ["CuCu----:RrRr----"]}),
        ("packing", "pack", {"bag": "LOJI"}),
    ],
)
def test_files_of_a_light_answer_are_made_when_they_are_wanted(
    studio, tmp_path: Path, capfd, family: str, question: str, body: dict[str, Any]
) -> None:
    seen = light(studio, family, question, body)
    run = seen["run"]
    assert studio.app.state.office.find(run).files == {}
    names = studio.get(f"/api/runs/{run}").json()["files"]
    assert {name.rpartition(".")[2] for name in names} >= {"svg", "png", "txt", "json"}
    # What was drawn by chance is drawn once more by its seed, there and here.
    command = shlex.split(seen["view"]["equivalents"]["command"])[1:]
    for name in names:
        reply = studio.get(f"/api/runs/{run}/files/{name}")
        assert reply.status_code == 200, (name, reply.text)
        assert reply.headers["content-disposition"] == f'attachment; filename="{name}"'
        if not name.endswith((".json", ".jsonl")):  # these say how long it took
            place = tmp_path / name
            option = "--certificate" if name.endswith(".cert") else "-o"
            assert main([*command, option, str(place)]) == 0, capfd.readouterr().err
            assert reply.content == place.read_bytes(), name
    capfd.readouterr()


def test_a_picture_that_was_made_once_is_kept(studio) -> None:
    run = light(studio, "stacking", "solve", {"sequence": "LLLL", "width": 6})["run"]
    office = studio.app.state.office
    first = studio.get(f"/api/runs/{run}/files/stack.png").content
    number = len(office._runs)
    assert studio.get(f"/api/runs/{run}/files/stack.png").content == first
    assert len(office._runs) == number
    assert "no such file" in studio.get(f"/api/runs/{run}/files/passwd").json()["error"]


def test_what_is_at_work_is_listed_in_few_characters(studio) -> None:
    long = {"board": "/".join(["#" * 30] * 20), "pieces": "any*pentominoes"}
    run = studio.post("/api/tiling/count?wait=0", json=long).json()["run"]
    office = studio.app.state.office
    before = office.seen
    (listed,) = [each for each in studio.get("/runs.json").json()["runs"] if each["run"] == run]
    assert len(listed["parameters"]["board"]) == 60
    assert office.seen == before  # every page looks whether something is at work; that is no reason to go on with it
    studio.get("/runs.json?watch")
    assert office.seen > before
    studio.delete(f"/api/runs/{run}")


# --- Which workers, for how long, and what becomes of a question whose page is gone -----------------------------------


@pytest.mark.parametrize(
    ("verb", "body", "is_light", "seconds", "is_quick"),
    [
        ("count", {}, False, 60.0, False),
        ("count", {}, True, 60.0, False),
        ("count", {"time_limit": 0.2}, False, 0.2, False),
        # Somebody waits for what takes so little: it must not stand behind searches.
        ("count", {"time_limit": 0.2}, True, 0.2, True),
        ("show", {}, True, 10.0, True),
    ],
)
def test_short_questions_of_a_page_go_to_the_workers_for_them(verb, body, is_light, seconds, is_quick) -> None:
    office = Office(Settings())
    taken: list[str] = []
    office.quick.submit = lambda run: taken.append("quick")  # type: ignore[method-assign]
    office.long.submit = lambda run: taken.append("long")  # type: ignore[method-assign]
    question = find("tiling", verb)
    values = check_parameters(question.at("studio"), {**SMALL, **body})
    run = office.ask("tiling", question, {**SMALL, **body}, values, light=is_light)
    assert run.seconds == seconds
    assert taken == ["quick" if is_quick else "long"]


def test_painting_does_not_take_away_what_somebody_waited_for() -> None:
    office, question = Office(Settings(kept=4)), find("tiling", "count")
    office.quick.submit = office.long.submit = lambda run: None  # type: ignore[method-assign]
    values = check_parameters(question.at("studio"), SMALL)

    def answered(took: float, *, light: bool) -> Run:
        run = office.ask("tiling", question, SMALL, values, light=light)
        run.state, run.took = "done", took
        return run

    waited = [answered(30.0, light=True), answered(0.1, light=False)]
    painted = [answered(0.1, light=True) for _ in range(9)]
    assert [office.find(run.id) is not None for run in waited] == [True, True]
    assert [office.find(run.id) is not None for run in painted] == [False] * 7 + [True] * 2


def test_a_quick_question_with_a_time_limit_keeps_to_it() -> None:
    settings, question = Settings(), find("stacking", "play")
    assert question.quick
    assert settings.seconds_for(question, {"time_limit": 0.25}) == 0.25
    assert settings.seconds_for(question, {"time_limit": 1000.0}) == 10.0
    assert settings.seconds_for(question, {}) == 10.0


@pytest.mark.parametrize("is_light", [True, False])
def test_a_question_whose_page_is_gone_is_stopped(monkeypatch, is_light: bool) -> None:
    """A request that was cut off: it is looked for again and again, and at last it has gone."""
    looked: list[float] = []

    class Gone:
        async def is_disconnected(self) -> bool:
            looked.append(asyncio.get_running_loop().time())
            return len(looked) == 3

    run = Run("tiling", "count", ENDLESS, {}, 60.0, 1, 1000, light=is_light)
    monkeypatch.setattr(api, "LOOK", 0.02)
    assert asyncio.run(api._over(run, 30.0, Gone(), api.LOOK_LIGHT if is_light else api.LOOK))  # type: ignore[arg-type]
    assert len(looked) == 3
    assert api.LOOK_LIGHT <= 0.05
