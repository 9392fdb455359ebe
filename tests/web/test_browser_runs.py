"""The page of what is at work, and files that a page takes away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import ENDLESS, needs_a_browser

pytestmark = needs_a_browser


def ask(page: Any, question: str, body: dict[str, Any]) -> str:
    """The run of a question that another page asked."""
    reply = page.request.post(
        f"/api/{question}?wait=0", data=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    return str(reply.json()["run"])


def test_the_place_of_the_keyboard_stays_while_the_list_changes(page) -> None:
    page.goto("/runs")
    expect(page.locator("#none")).to_be_visible()
    for rows in (20, 21, 22):
        ask(page, "tiling/count", {**ENDLESS, "board": f"{rows}x30"})
    items = page.locator("#runs li")
    expect(items).to_have_count(3)
    expect(page.locator("#none")).to_be_hidden()
    second = items.nth(1).get_by_role("button", name="Cancel Tile: count")
    second.focus()
    told = items.nth(1).locator(".note").inner_text()
    expect(items.nth(1).locator(".note")).not_to_have_text(told)  # it was brought up to date
    expect(second).to_be_focused()
    left = [items.nth(0).locator("code").first.inner_text(), items.nth(2).locator("code").first.inner_text()]
    page.keyboard.press("Enter")
    expect(items).to_have_count(2)
    assert [items.nth(place).locator("code").first.inner_text() for place in (0, 1)] == left
    # The next one is at hand, and in the end the heading.
    expect(items.nth(1).get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(items).to_have_count(1)
    page.keyboard.press("Enter")
    expect(items).to_have_count(0)
    expect(page.locator("#heading")).to_be_focused()
    expect(page.locator("#none")).to_be_visible()


def test_the_head_of_a_page_tells_of_what_is_at_work(page) -> None:
    run = ask(page, "tiling/count", ENDLESS)
    page.goto("/api")
    expect(page.locator("#busy a")).to_have_text("1 running")
    page.locator("#busy a").click()
    page.get_by_role("button", name="Cancel Tile: count").click()
    expect(page.locator("#runs li")).to_have_count(0)
    assert page.request.get(f"/api/runs/{run}").json()["state"] == "cancelled"


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("link", "files"),
    [
        (
            "/tiling#board=4x4&pieces=4*L4&ask=list",
            {".svg": b"<svg", ".png": b"\x89PNG", ".txt": b"", ".json": b'{"version"', ".jsonl": b'{"placements"'},
        ),
        ("/tiling#board=5x4&pieces=5*T4&ask=solve", {".cert": b'{"certificate"', ".json": b'{"version"'}),
    ],
)
def test_an_answer_is_taken_away_as_files(page, tmp_path: Path, link: str, files: dict[str, bytes]) -> None:
    page.goto(link)
    expect(page.locator("#answer[data-state=done]")).to_be_visible()
    offered = {each.get_attribute("data-save") for each in page.locator("[data-save]").all()}
    assert offered - {".html", ".pdf", ".gif"} == set(files)
    for suffix, start in files.items():
        with page.expect_download() as told:
            page.locator(f'[data-save="{suffix}"]').click()
        assert told.value.suggested_filename.endswith(suffix)
        place = tmp_path / told.value.suggested_filename
        told.value.save_as(place)
        assert place.read_bytes().startswith(start)


@pytest.mark.always
def test_an_answer_that_is_no_longer_kept_is_asked_for_again(page) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4&ask=solve")
    expect(page.locator("#answer[data-state=done]")).to_be_visible()
    forgotten: list[str] = []

    def forget(route: Any) -> None:
        """The first request for the file finds that its answer has gone."""
        if forgotten:
            route.continue_()
            return
        forgotten.append(route.request.url)
        route.fulfill(
            status=404, json={"error": "this answer is no longer available; ask the question again", "exit_code": 2}
        )

    page.route("**/files/**", forget)
    with page.expect_download() as told:
        page.locator('[data-save=".svg"]').click()
    assert Path(told.value.path()).read_bytes().startswith(b"<svg")
    assert forgotten
