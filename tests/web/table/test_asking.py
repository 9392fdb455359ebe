"""A page and what it asked: long questions, changes of mind, late replies, and puzzles too long for an address."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from tests.web.conftest import ENDLESS, needs_a_browser
from tests.web.table.tables import visit

pytestmark = needs_a_browser

ENDLESS_LINK = f"/tiling#{urlencode(ENDLESS)}&ask=count"
CANCEL = "#answer [data-cancel]"


def queens(number: int) -> str:
    """Queens that do not attack each other, as DLX: 9 kB for 24 of them."""
    rows, columns = ([f"{kind}{index}" for index in range(number)] for kind in "rc")
    diagonals = [f"{kind}{index}" for kind in "ab" for index in range(2 * number - 1)]
    options = [
        f"r{row} c{column} a{row + column} b{row - column + number - 1}"
        for row in range(number)
        for column in range(number)
    ]
    return "\n".join([" ".join([*rows, *columns, "|", *diagonals]), *options])


def at_work(address: str) -> list[str]:
    """The long questions that are being answered."""
    with urllib.request.urlopen(f"{address}/runs.json") as reply:
        return [run["run"] for run in json.load(reply)["runs"]]


AT_WORK = re.compile("at work|stage 2 of 2")


def waits_for(question: Any, answer: Any, seconds: float = 30.0) -> None:
    """Wait until asking gives that answer."""
    deadline = time.monotonic() + seconds
    while (found := question()) != answer:
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


def begin(page: Any, address: str) -> list[str]:
    """Ask what nobody can answer, and wait until it is at work."""
    waits_for(lambda: at_work(address), [])
    page.goto(ENDLESS_LINK)
    expect(page.locator(CANCEL)).to_be_visible()
    expect(page.locator("#answer .note")).to_contain_text(AT_WORK)  # now the page knows its run
    waits_for(lambda: len(at_work(address)), 1)
    return at_work(address)


@pytest.mark.always
def test_a_long_question_survives_a_reload_and_is_cancelled_by_a_key(page: Any, address: str) -> None:
    run = begin(page, address)
    page.reload()
    expect(page.locator("#answer progress")).to_be_visible()
    expect(page.locator("#answer .note")).to_contain_text(AT_WORK)
    assert at_work(address) == run
    page.keyboard.press("Escape")
    expect(page.locator("#answer .headline")).to_have_text("Cancelled")
    waits_for(lambda: at_work(address), [])


def test_what_was_cancelled_elsewhere_is_told(page: Any, address: str) -> None:
    (run,) = begin(page, address)
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/runs/{run}", method="DELETE")):
        expect(page.locator("#answer .headline")).to_have_text("Stopped")
    expect(page.locator("#answer .reason")).to_contain_text("cancelled after")


def test_asking_again_cancels_what_the_page_asked_before(page: Any, address: str) -> None:
    begin(page, address)
    page.evaluate("location.hash = 'board=4x4&pieces=4*L4&ask=list'")
    expect(page.locator("#answer .headline")).to_have_text("all 10 tilings")
    waits_for(lambda: at_work(address), [])


def test_leaving_a_page_cancels_what_it_asked_some_time_later(page: Any, address: str) -> None:
    (run,) = begin(page, address)
    # What a page asks for while it is left is not told to who drives the browser.
    leave = """() => {
        const told = [];
        window.fetch = (address, options) => { told.push([options.method, address]); return Promise.resolve(); };
        dispatchEvent(new PageTransitionEvent("pagehide"));
        return told;
    }"""
    assert ["DELETE", f"/api/runs/{run}?after=10"] in page.evaluate(leave)
    page.reload()
    expect(page.locator(CANCEL)).to_be_visible()
    page.click(CANCEL)
    waits_for(lambda: at_work(address), [])


@pytest.mark.always
def test_a_late_reply_is_not_the_answer_to_the_present_question(page: Any) -> None:
    visit(page, "/tiling#board=4x4&pieces=4*L4")
    held: list[Any] = []
    page.route("**/look/tiling/count**", lambda route: held.append(route))
    with page.expect_request("**/look/tiling/count**"):
        page.evaluate("location.hash = 'board=4x4&pieces=4*L4&ask=count'")
    page.evaluate("location.hash = 'board=4x4&pieces=4*L4&ask=list'")
    expect(page.locator("#answer .headline")).to_have_text("all 10 tilings")
    held[0].abort()
    page.unroute("**/look/tiling/count**")
    page.evaluate("location.hash = 'board=5x4&pieces=tetrominoes&ask=explain'")
    expect(page.locator("#answer .headline")).to_contain_text("checkerboard")


def test_a_long_puzzle_stands_in_the_address_packed(page: Any, browser: Any, address: str) -> None:
    puzzle = queens(24)
    page.goto(f"/tiling#{urlencode({'puzzle': puzzle, 'ask': 'solve'})}")
    expect(page.locator("#answer .headline")).to_have_text("a tiling")
    page.click("[data-ask=list]")
    page.wait_for_url(re.compile("#packed="))
    shared = page.url
    assert len(shared) < 5000
    context = browser.new_context(base_url=address)
    elsewhere = context.new_page()
    elsewhere.goto(shared)
    expect(elsewhere.locator("#answer")).to_have_attribute("data-state", "done")
    elsewhere.goto("about:blank")
    elsewhere.goto(shared[:-200])
    expect(elsewhere.locator("#answer .reason")).to_contain_text("cannot be read")
    context.close()


def test_a_puzzle_too_long_for_a_link_is_kept_and_not_linked(page: Any, browser: Any, address: str) -> None:
    puzzle = queens(60)
    page.goto("/tiling")
    page.set_input_files(
        "input[type=file]", {"name": "queens.dlx", "mimeType": "text/plain", "buffer": puzzle.encode()}
    )
    page.wait_for_url(re.compile("#kept="))
    page.click("[data-share]")
    expect(page.locator("#toast")).to_contain_text("too long for a link")
    page.reload()
    expect(page.locator("#bar .words")).to_contain_text("more than")
    context = browser.new_context(base_url=address)
    elsewhere = context.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.locator("#answer .reason")).to_contain_text("too long for an address")
    context.close()
