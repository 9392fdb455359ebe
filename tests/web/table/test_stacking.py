"""The stacking page in Chromium: a job and a game by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads

pytestmark = needs_a_browser


def drops_are(page: Any, drops: str) -> None:
    """Wait until the address has these drops."""
    expect(page).to_have_url(re.compile(f"drops={re.escape(drops)}(&|$)" if drops else "^(?!.*drops=)"))


def swipe(page: Any, across: float, down: float) -> None:
    """A finger's stroke over the well."""
    box = page.locator("#stage").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 7):
        point = {"x": x + across * step / 6, "y": y + down * step / 6}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_game_by_keys_against_the_proven_best(page: Any) -> None:
    page.goto("/stacking#sequence=LLLL&width=6")
    reads(page, "#bar", "height 3, optimal")
    reads(page, "#bar", "2 impossible")
    assert page.locator("#stage .mark-row").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    drops_are(page, "0")
    reads(page, "#bar", "your height: 3")
    reads(page, "#bar", "best from here: 3")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press(" ")
    page.keyboard.press("u")
    drops_are(page, "0")
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("drops=0.+180"))
    page.keyboard.press("Control+y")
    drops_are(page, "0")
    for _ in range(3):
        reads(page, "#bar", "best from here: 3")
        page.keyboard.press("h")
        page.keyboard.press(" ")
    reads(page, "#bar", "height 3: proven best")
    expect(page).to_have_url(re.compile(r"drops=0\+[^+]+\+[^+]+\+"))
    page.reload()
    reads(page, "#bar", "height 3: proven best")


def test_a_bad_move_is_told(page: Any) -> None:
    page.goto("/stacking#sequence=IIII&width=4")
    reads(page, "#bar", "height 4, optimal")
    page.keyboard.press(" ")
    reads(page, "#bar", "best from here: 4")
    page.keyboard.press(" ")
    reads(page, "#bar", "proven best: 4")
    reads(page, "#bar", "best from here: 8")
    expect(page.locator("#bar")).to_have_attribute("data-tone", "bad")


def test_a_piece_slides_below_what_hangs_over(page: Any) -> None:
    page.goto("/stacking#sequence=OO&width=4&board=%23%23../..../....&drop=soft")
    reads(page, "#bar", "height 3, optimal")
    page.keyboard.press("ArrowRight")
    for key in ("ArrowDown",) * 5 + ("ArrowLeft",) * 4 + ("ArrowRight", "ArrowLeft"):  # the floor and the wall stop it
        page.keyboard.press(key)
    page.keyboard.press("u")  # lifted, not dropped: from here it would fall onto the overhang
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    drops_are(page, "1")
    page.keyboard.press("u")
    drops_are(page, "")
    page.keyboard.press("ArrowRight")
    for move in ("lower",) * 4 + ("left", "left", "drop"):
        page.click(f"[data-move={move}]")
    expect(page).to_have_url(re.compile(r"drops=2(\[|%5B)3d2l(\]|%5D)"))
    reads(page, "#bar", "best from here: 3")
    page.click("[data-move=right]")
    page.click("[data-move=drop]")
    reads(page, "#bar", "height 3: proven best")


@pytest.mark.always
def test_a_game_by_mouse_with_hold(page: Any) -> None:
    page.goto("/stacking#sequence=IOT&width=6&hold=1")
    reads(page, "#bar", "optimal")
    page.click("[data-move=hold]")
    expect(page.locator("#slot")).to_contain_text("I")
    box = page.locator("#stage .ground .ground").bounding_box()
    cell = box["width"] / 6
    page.mouse.move(box["x"] + 1 * cell, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + 1 * cell, box["y"] + box["height"] / 2)
    drops_are(page, "O:0")
    page.mouse.move(box["x"] + 4.5 * cell, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + 4.5 * cell, box["y"] + box["height"] / 2, button="right")
    page.mouse.click(box["x"] + 4.5 * cell, box["y"] + box["height"] / 2)
    expect(page).to_have_url(re.compile(r"drops=O:0\+T:"))
    page.click("#again")
    drops_are(page, "")
    page.click("[data-undo]")
    expect(page).to_have_url(re.compile(r"drops=O:0\+T:"))


def test_a_game_by_touch(phone: Any) -> None:
    phone.goto("/stacking#sequence=IOT&width=6")
    reads(phone, "#bar", "optimal")
    box = phone.locator("#stage").bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    swipe(phone, -150, 0)
    swipe(phone, 0, 200)
    expect(phone).to_have_url(re.compile("drops=0.*90"))
    phone.locator("[data-move=drop]").tap()
    reads(phone, "#bar", "your height")
    phone.locator("[data-undo]").tap()
    expect(phone).to_have_url(re.compile("drops=0[^+]*$"))
    phone.locator("[data-sheet=tray]").tap()
    phone.locator("#add button").first.tap()
    expect(phone.locator("#sequence")).to_have_value("IOTI")


@pytest.mark.always
def test_the_best_plans_are_watched(page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/stacking#sequence=LLLL&width=6&best=3&ask=solve")
    reads(page, "#answer .headline", "height 3 (optimal")
    page.locator("#answer .pictures .thumbnail").nth(1).click()
    reads(page, "#bar", "proven best")


def test_a_sequence_in_small_letters_and_a_wrong_one(page: Any) -> None:
    page.goto("/stacking")
    page.fill("#sequence", "iot slj zi")
    reads(page, "#length", "8 pieces")
    reads(page, "#bar", "height 6, optimal")
    page.fill("#sequence", "IOQ")
    reads(page, "#bar", "'Q' at position 3 of the sequence is not a piece")
    page.fill("#sequence", "")
    reads(page, "#bar", "Add pieces")


def test_a_limit_that_cannot_be_kept_is_shown(page: Any) -> None:
    page.goto("/stacking#sequence=LLLL&width=6&height_limit=2")
    reads(page, "#bar", "no plan stays within 2 rows")
    page.get_by_role("button", name="Show me").click()
    assert page.locator("#stage .mark.bad").count() == 1


@pytest.mark.always
def test_the_start_is_painted(page: Any) -> None:
    page.goto("/stacking#sequence=I&width=5")
    reads(page, "#bar", "height 1, optimal")
    page.click("[data-mode=paint]")
    page.locator("#stage [role=grid]").focus()
    page.keyboard.press(" ")
    expect(page.locator("#board")).to_have_value("#....")
    page.click("[data-mode=play]")
    page.fill("#sequence", "II")
    reads(page, "#bar", "height 2, optimal")
