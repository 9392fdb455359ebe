"""The page and what it shows belong together: after edits, Back, reloads, late replies and changes of mind."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import ENDLESS, headline, needs_a_browser, reads

pytestmark = needs_a_browser

ENDLESS_LINK = f"/tiling#board={ENDLESS['board']}&pieces={ENDLESS['pieces']}&ask=count"


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


def state_of(address: str, run: str) -> str:
    """What became of a run."""
    with urllib.request.urlopen(f"{address}/api/runs/{run}") as reply:
        return str(json.load(reply)["state"])


def waits_for(question: Any, answer: Any, seconds: float = 30.0) -> None:
    """Wait until asking gives that answer."""
    deadline = time.monotonic() + seconds
    while (found := question()) != answer:
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


EDITS = [
    ("/tiling#board=4x4&pieces=4*L4&ask=solve", "pieces", "4*I4", "4*L4"),
    ("/packing#bag=T1+I3&ask=pack", "bag", "T2 I2", "T1 I3"),
    ("/stacking#sequence=LLLL&width=6&ask=solve", "sequence", "LLL", "LLLL"),
    ("/clear#queue=TIOLJSZTIOL&ask=solve", "queue", "TIOLJSZTIOJ", "TIOLJSZTIOL"),
    ("/shapez#codes=CuCu----&ask=plan", "codes", "CuCuCu--", "CuCu----"),
]


@pytest.mark.parametrize(("link", "name", "other", "same"), EDITS, ids=[edit[0].partition("#")[0] for edit in EDITS])
def test_an_answer_to_something_else_says_so(page, link, name, other, same) -> None:
    page.goto(link)
    first = headline(page)
    expect(page.locator("#earlier")).to_be_hidden()
    page.fill(f"[name={name}]", other)
    reads(page, "#earlier", "Answer to an earlier question.")
    expect(page.locator("#answer")).to_have_class(re.compile("earlier"))
    assert "ask=" not in page.url
    page.fill(f"[name={name}]", same)
    expect(page.locator("#earlier")).to_be_hidden()
    expect(page.locator("#answer")).not_to_have_class(re.compile("earlier"))
    assert page.url.endswith(link.rpartition("&")[2])
    page.fill(f"[name={name}]", other)
    page.click("#earlier button")
    expect(page.locator(f"[name={name}]")).to_have_value(same)
    assert headline(page) == first


def test_what_a_question_does_not_look_at_changes_nothing(page) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4&ask=count")
    assert headline(page) == "10 tilings"
    page.click("details.options summary")
    page.fill("[name=seed]", "7")
    expect(page.locator("#earlier")).to_be_hidden()


def test_back_and_forward_take_the_answer_with_them(page) -> None:
    page.goto("/tiling")
    page.wait_for_selector("#painter .cell")
    page.click("#answer >> text=the Soma cube")
    assert headline(page) == "a tiling"
    run = page.get_attribute("#answer article", "data-run")
    page.go_back()
    expect(page.locator("#answer .empty")).to_be_visible()
    assert page.input_value("[name=board]") == "10x6"
    page.go_forward()
    assert headline(page) == "a tiling"
    assert page.input_value("[name=pieces]") == "soma"
    assert page.get_attribute("#answer article", "data-run") == run


def test_a_late_reply_is_not_the_answer_to_the_present_question(page) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4")
    page.wait_for_selector("#pieces li")
    held: list[Any] = []
    page.route("**/api/tiling/count**", lambda route: held.append(route))
    with page.expect_request("**/api/tiling/count**"):
        page.click("[data-ask=count]")
    page.click("[data-ask=solve]")
    assert headline(page) == "a tiling"
    with page.expect_response("**/api/tiling/count**"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert headline(page) == "a tiling"


def test_emptying_a_form_takes_its_verdict_away(page) -> None:
    page.goto("/shapez#codes=CuCu----")
    page.wait_for_selector("#verdict .headline.good")
    page.fill("[name=codes]", "")
    reads(page, "#verdict", "There is no shape yet.")
    assert page.query_selector("#drawn svg") is None
    page.goto("/stacking#sequence=IOQ")
    reads(page, "#score", "'Q' at position 3")
    page.fill("[name=sequence]", "")
    reads(page, "#score", "There are no pieces yet.")
    page.goto("/packing#bag=hello")
    reads(page, "#facts", "'h' at position 1 of the bag is not a piece")
    page.fill("[name=bag]", "iOt slj")
    reads(page, "#facts", "6 pieces, 24 cells")


def test_a_long_puzzle_stands_in_the_address_packed(page, browser, address) -> None:
    puzzle = queens(24)
    page.goto("/tiling")
    page.click("#whole-details summary")
    page.fill("[name=puzzle]", puzzle)
    page.click("[data-ask=solve]")
    assert headline(page) == "a tiling"
    page.wait_for_url(re.compile("#packed=.*&ask=solve"))
    shared = page.url
    assert len(shared) < 5000
    page.reload()
    assert headline(page) == "a tiling"
    assert page.input_value("[name=puzzle]") == puzzle
    reads(page, "#whole-facts", "48 items")
    elsewhere = browser.new_context(base_url=address).new_page()
    elsewhere.goto(shared)
    elsewhere.wait_for_selector("#answer article.done")
    assert elsewhere.input_value("[name=puzzle]") == puzzle
    elsewhere.goto(shared[:-200])
    reads(elsewhere, "#answer .reason", "cannot be read")
    elsewhere.context.close()


def test_a_puzzle_too_long_for_a_link_is_kept_and_not_linked(page, browser, address) -> None:
    puzzle = queens(60)
    page.goto("/tiling")
    page.set_input_files("#file", {"name": "queens.dlx", "mimeType": "text/plain", "buffer": puzzle.encode()})
    reads(page, "#whole-facts", "120 items")
    page.click("[data-ask=show]")
    reads(page, "#answer .headline", "120 items")
    page.wait_for_url(re.compile("#kept=.*&ask=show"))
    page.click("#answer [data-share]")
    reads(page, "#toast", "too long for a link")
    with page.expect_download() as download:
        page.click("#answer [data-save]")
    assert Path(download.value.path()).read_text() == puzzle
    page.reload()
    reads(page, "#answer .headline", "120 items")
    assert page.input_value("[name=puzzle]") == puzzle
    elsewhere = browser.new_context(base_url=address).new_page()
    elsewhere.goto(page.url)
    reads(elsewhere, "#answer .reason", "too long to stand in it")
    elsewhere.context.close()


def test_asking_again_cancels_what_the_page_asked_before(page, address) -> None:
    page.goto(ENDLESS_LINK)
    page.wait_for_selector("#answer .running")
    run = page.get_attribute("#answer .running", "data-run")
    page.fill("[name=pieces]", "any*I1")
    reads(page, "#earlier", "At work on an earlier question.")
    page.reload()
    reads(page, "#facts", "600 cells")  # nothing is asked; the run goes on
    assert state_of(address, run) == "running"
    page.click("[data-ask=solve]")
    waits_for(lambda: state_of(address, run), "cancelled")
    assert headline(page) == "a tiling"


def test_what_was_told_to_stay_goes_on_beside_the_next_question(page, address) -> None:
    page.goto(ENDLESS_LINK)
    page.wait_for_selector("#answer .running")
    run = page.get_attribute("#answer .running", "data-run")
    page.check("#answer [data-stay]")
    page.fill("[name=pieces]", "any*I1")
    page.click("[data-ask=solve]")
    assert headline(page) == "a tiling"
    assert state_of(address, run) == "running"
    page.fill("[name=pieces]", ENDLESS["pieces"])
    page.click("[data-ask=count]")
    page.wait_for_selector("#answer .running")
    again = page.get_attribute("#answer .running", "data-run")
    assert again != run
    page.keyboard.press("Escape")
    assert headline(page) == "Cancelled"
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/runs/{run}", method="DELETE")):
        waits_for(lambda: state_of(address, run), "cancelled")


def test_leaving_cancels_what_was_not_told_to_stay(page) -> None:
    page.goto(ENDLESS_LINK)
    page.wait_for_selector("#answer .running")
    run = page.get_attribute("#answer .running", "data-run")
    # What a page asks for while it is left is not told to who drives the browser.
    leave = """() => {
        const told = [];
        window.fetch = (address, options) => { told.push([options.method, address]); return Promise.resolve(); };
        dispatchEvent(new PageTransitionEvent("pagehide"));
        return told;
    }"""
    assert page.evaluate(leave) == [["DELETE", f"/api/runs/{run}?after=10"]]
    page.check("#answer [data-stay]")
    assert page.evaluate(leave) == []
    page.reload()
    expect(page.locator("#answer [data-stay]")).to_be_checked()
    assert page.get_attribute("#answer .running", "data-run") == run
    page.keyboard.press("Escape")
    assert headline(page) == "Cancelled"


def test_typing_a_whole_puzzle_loses_nothing(page) -> None:
    page.goto("/tiling")
    page.click("#whole-details summary")
    page.click("[name=puzzle]")
    page.keyboard.type("board 5x4\npieces 2*L4, I4")
    reads(page, "#whole-facts", "20 cells")
    expect(page.locator("#adopt")).to_be_visible()
    page.keyboard.type(", O4, pants")
    reads(page, "#whole-facts", "'pants' at position 15 of the piece list")
    for _ in "pants":
        page.keyboard.press("Backspace")
    page.keyboard.type("I4")
    reads(page, "#whole-facts", "5 pieces")
    assert page.input_value("[name=puzzle]") == "board 5x4\npieces 2*L4, I4, O4, I4"
    page.click("#adopt")
    expect(page.locator("[name=board]")).to_have_value("5x4")
    assert page.input_value("[name=puzzle]") == ""
    page.click("[data-ask=count]")
    assert headline(page) == "48 tilings"


def test_what_was_typed_before_the_studio_had_looked_stays(page) -> None:
    page.goto("/tiling")
    page.wait_for_selector("#pieces li")
    held: list[Any] = []
    page.route("**/look/tiling/show**", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/look/tiling/show**"):
        page.set_input_files("#file", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"board 3x3\npieces 3*I3"})
    page.click("[name=puzzle]")
    page.keyboard.press("Control+End")
    page.keyboard.type(", any*I1")
    with page.expect_response("**/look/tiling/show**"):
        held[0].continue_()
    page.keyboard.type(", any*I2")
    expect(page.locator("#adopt")).to_be_visible()
    assert page.input_value("[name=puzzle]") == "board 3x3\npieces 3*I3, any*I1, any*I2"
    assert page.input_value("[name=board]") == "10x6"


def test_what_was_taken_to_the_board_is_still_what_was_asked(page) -> None:
    page.goto("/tiling")
    page.click("#whole-details summary")
    page.fill("[name=puzzle]", "board 5x4\npieces 2*L4, 2*I4, O4")
    page.click("[data-ask=count]")
    assert headline(page) == "48 tilings"
    expect(page.locator("[name=board]")).to_have_value("5x4")
    expect(page.locator("#earlier")).to_be_hidden()
    assert page.url.endswith("ask=count")


def test_more_and_less_are_inverses(page) -> None:
    page.goto("/tiling#board=3x3&pieces=any*I1,2*I2,0-1*I3")
    page.wait_for_selector("#pieces li")
    amounts = "#pieces output"
    before = page.locator(amounts).all_inner_texts()
    assert before == ["any", "2", "0–1"]
    for first, second in (("more", "less"), ("less", "more")):
        for name in ("I1", "I2", "I3"):
            for word in (first, second):
                page.wait_for_load_state("networkidle")
                page.click(f"[aria-label='One {name} {word}']")
        expect(page.locator(amounts)).to_have_text(before)
        assert page.input_value("[name=pieces]") == "any*I1, 2*I2, 0-1*I3"


def test_rows_of_an_empty_field_are_counted(page) -> None:
    page.goto("/clear")
    page.wait_for_selector("#painter .cell")
    page.fill("#rows", "8")
    page.press("#rows", "Enter")
    reads(page, "#facts", "empty field; 80 empty cells in 8 rows")
    page.reload()
    expect(page.locator("#painter .cell")).to_have_count(80)


def test_a_bag_for_a_board_may_be_cut(page) -> None:
    page.goto("/packing")
    page.wait_for_selector("#sliders input")
    page.check("[name='-into'][value=board]", force=True)
    page.click("[data-ask=pack]")
    assert not headline(page).startswith("infeasible")


def test_a_list_says_of_how_many_and_its_picture_holds_them(page) -> None:
    page.goto("/tiling#board=4x6&pieces=any*dominoes&ask=list")
    assert headline(page) == "100 of 281 tilings"
    assert page.inner_text(".stepper output") == "1 of 100"
    with page.expect_download() as download:
        page.click("#answer .downloads >> text='SVG'")
    assert Path(download.value.path()).read_text().count("<svg ") == 101


def test_a_ring_offers_what_it_takes(page) -> None:
    page.goto("/shapez#codes=CuRrSgWb")
    page.wait_for_selector("#verdict .headline.good")
    assert page.locator("#types label").all_inner_texts()[:4] == ["C", "R", "S", "W"]
    page.select_option("#ring", "6")
    expect(page.locator("[name=codes]")).to_have_value("HuGrFgHb----")
    assert page.locator("#types label").all_inner_texts()[:3] == ["H", "G", "F"]
    page.wait_for_selector("#verdict .headline.good")
    page.fill("[name=codes]", "HuHuHuHu")
    reads(page, "#verdict", "'Hu' at layer 0, column 0 belongs to rings of six")
