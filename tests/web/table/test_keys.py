"""A keyboard reaches everything, a finger's swipe changes nothing, and what is old is never taken for an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, expect
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import STATES, seen, settled, visit, watched

pytestmark = needs_a_browser

# What can be seen and worked with, each with a number; of radio buttons one stands for all.
_CONTROLS = """() => {
    const what = "button:not([disabled]), a[href], input:not([disabled]), select, textarea, summary, [tabindex='0']";
    const names = new Set();
    return [...document.querySelectorAll(what)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0)
        .filter((each) => !each.matches("[type=hidden], [type=file]"))
        .filter((each) => each.type !== "radio" || (!names.has(each.name) && names.add(each.name)))
        .map((each, number) => {
            each.dataset.control = each.dataset.control ?? `${number}`;
            return [each.dataset.control, each.outerHTML.slice(0, 120)];
        });
}"""
# The numbers of what has the keyboard, and whether that can be seen.
_PRESSED = """() => {
    const here = document.activeElement, { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(here);
    const all = here.type === "radio" ? document.querySelectorAll(`[name="${here.name}"]`) : [here];
    const outline = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
    return [[...all].map((each) => each.dataset.control).filter((number) => number), outline];
}"""


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", ["/", *(f"/{family}{states[0]}" for family, states in STATES.items())])
def test_the_keyboard_reaches_every_control(page: Any, link: str) -> None:
    page.goto(link)
    if link != "/":
        settled(page)
    controls = dict(page.evaluate(_CONTROLS))
    assert len(controls) > 10
    page.evaluate("document.activeElement.blur()")
    reached: set[str] = set()
    unseen: set[str] = set()
    for _ in range(len(controls) + 20):
        page.keyboard.press("Tab")
        pressed, outline = page.evaluate(_PRESSED)
        reached.update(pressed)
        if not outline and pressed:
            unseen.update(pressed)
    assert {number: controls.get(number) for number in unseen} == {}
    assert {number: control for number, control in controls.items() if number not in reached} == {}


# --- Fingers ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Any]:
    size = {"width": 390, "height": 844}
    context = watched(browser.new_context(base_url=address, viewport=size, has_touch=True, is_mobile=True))
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def swipe(page: Any, selector: str) -> None:
    """A finger goes up over the middle of something."""
    box = page.locator(selector).bounding_box()
    x, y, far = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7, box["height"] * 0.5
    touch = page.context.new_cdp_session(page)
    for step, kind in enumerate(["touchStart", *["touchMove"] * 8, "touchEnd"]):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y - far * min(step, 8) / 8}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.detach()


@pytest.mark.parametrize("family", ["tiling", "packing", "clear"])  # in the well a finger plays
def test_a_swipe_over_a_board_changes_nothing_before_a_brush_is_chosen(phone: Any, family: str) -> None:
    visit(phone, f"/{family}{STATES[family][0]}")
    before = seen(phone), phone.url
    assert phone.evaluate("getComputedStyle(document.querySelector('#stage')).touchAction") != "none"
    swipe(phone, "#stage")
    assert (seen(phone), phone.url) == before


# --- What is old ------------------------------------------------------------------------------------------------------

EDITS = {
    "tiling": ("#width", "5"),
    "packing": ("#bag", "O4"),
    "stacking": ("#sequence", "O"),
    "clear": ("#pieces", "TIOLJSZTIOJ"),
}


@pytest.mark.always(first=1)
@pytest.mark.parametrize("family", EDITS)
def test_what_is_old_is_grey_and_what_is_new_is_asked(page: Any, family: str) -> None:
    link = next(state for state in STATES[family] if "ask=" in state)
    visit(page, f"/{family}{link}")
    before = seen(page)
    assert before["answer"]
    held: list[Any] = []
    page.route("**/look/**", lambda route: held.append(route))
    place, value = EDITS[family]
    page.fill(place, value)
    page.press(place, "Enter")
    expect(page.locator("#bar")).to_have_class(re.compile(r"\bold\b"))
    expect(page.locator("#answer.old, #answer:empty")).to_have_count(1)
    page.wait_for_url(lambda url: "ask=" not in url)
    page.unroute("**/look/**")
    for route in held:
        with suppress(Error):  # the page has given it up
            route.continue_()
    settled(page)
    after = seen(page)
    assert (after["words"], after["drawn"]) != (before["words"], before["drawn"])


@pytest.mark.parametrize("family", EDITS)
def test_a_newer_question_ends_the_older_one(page: Any, family: str) -> None:
    visit(page, f"/{family}")
    held: list[Any] = []
    page.route("**/look/**", lambda route: held.append(route))
    place, value = EDITS[family]
    with page.expect_request("**/look/**"):
        page.fill(place, value)
        page.press(place, "Enter")
    other = {"tiling": "6", "packing": "T1 I2", "stacking": "LL", "clear": "TIOLJSZTIOI"}[family]
    ends = page.expect_event("requestfailed", lambda asked: "/look/" in asked.url)
    with page.expect_request("**/look/**"), ends:
        page.fill(place, other)
        page.press(place, "Enter")
    expect(page.locator("#bar")).to_have_attribute("data-state", re.compile("old|busy"))
    page.unroute("**/look/**")


# --- What a screen reader reads ---------------------------------------------------------------------------------------


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("link", "keys"),
    [
        (
            "/clear#mode=play&pieces=TIOLJSZ",
            {
                "ArrowLeft": "T, columns 3 to 5, lands on row 1",
                "ArrowUp": "T, columns 4 to 5, lands on row 1",
                "Space": "T is placed. I, columns",
                "c": "Hold. O, columns",
            },
        ),
        ("/stacking#sequence=OI&width=4", {"Space": "Height 2. Next: I,", "ArrowUp": "lands on row 3"}),
        (
            "/tiling#board=4x2&pieces=L4,J4&mode=play",
            {
                "l": "L is in the hand",
                "r": "L is turned, column",
                "f": "L is turned over, column",
                "ArrowRight": ": it",
            },
        ),
    ],
)
def test_moves_are_read_aloud(page: Any, link: str, keys: dict[str, str]) -> None:
    page.goto(link)
    settled(page)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_have_text("Skip to the board")
    address = page.url
    page.keyboard.press("Enter")
    expect(page.locator("#stage .walk")).to_be_focused()
    assert page.url == address
    for key, words in keys.items():
        page.keyboard.press(key)
        expect(page.locator("#stage [aria-live]")).to_contain_text(words, timeout=10_000)
