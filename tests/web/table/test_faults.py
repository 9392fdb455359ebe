"""What the pages do with texts that their inputs cannot take: the bar is grey and says why, and the input is marked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser

pytestmark = needs_a_browser

# The pages with the state in which each input takes part in what the bar says.
PAGES = {
    "/tiling": [""],
    "/packing": ["", "#box=8x8", "#board=9x9", "#objective=strip&width=8", "#random=9", "#mode=round"],
    "/stacking": [""],
    "/clear": ["#queue=TIOLJSZTIO"],
    "/shapez": ["#codes=CuCu----", "#codes=CuCu----&mode=plan"],
}
# Inputs of which no text is wrong, or whose text is about a question that is not asked yet.
ANY_TEXT = {
    "page-comment": "a comment is any text",
    "bag": "without pieces: choose some",
    "limit": "of lists",
    "string": "of blueprints",
    "arrivals": "of blueprints",
    "wanted": "of blueprints",
}
_INPUTS = """(isPlan) => [...document.querySelectorAll("#tray :is(input[type=text], input[type=number], textarea)")]
    .map((input) => [input.id || input.dataset.field, input.type])
    .filter(([name]) => name && isPlan === ["rates", "time_limit"].includes(name))"""
_TYPE = """([name, text]) => {
    const input = document.querySelector(`#tray :is([id="${name}"], [data-field="${name}"])`);
    const before = input.value;
    for (const folded of document.querySelectorAll("#tray details")) folded.open = true;
    if (!input.checkVisibility()) return null;
    input.focus();
    input.value = text;
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    if (name === "whole-text") document.querySelector("#whole-open").click();
    return before;
}"""


@pytest.mark.always(first=1)
@pytest.mark.parametrize(("family", "state"), [(family, each) for family, states in PAGES.items() for each in states])
def test_a_text_that_is_refused_leaves_the_bar_grey(page: Any, family: str, state: str) -> None:
    page.goto(family + state)
    page.wait_for_selector("html[data-ready]", state="attached")
    bar, seen = page.locator("#bar"), 0
    for name, kind in page.evaluate(_INPUTS, "mode=plan" in state):
        if name in ANY_TEXT:
            continue
        before = page.evaluate(_TYPE, [name, "-1" if kind == "number" else "%%%"])
        if before is None:  # not on this state of the page
            continue
        seen += 1
        expect(page.locator(f'#tray :is([id="{name}"], [data-field="{name}"])')).to_have_attribute(
            "aria-invalid", "true"
        )
        expect(bar).to_have_attribute("data-tone", "")
        expect(bar.locator(".words")).not_to_be_empty()
        page.evaluate(_TYPE, [name, before])
        expect(page.locator("#tray [aria-invalid=true]")).to_have_count(0)
    assert seen


def test_rows_pasted_over_several_lines_are_taken(page: Any) -> None:
    page.goto("/clear")
    page.wait_for_selector("html[data-ready]", state="attached")
    for text in ("XX________\nXXX_______\nXXXX______", "3\r\nXX________\r\nXXX_______\r\nXXXX______\r\n"):
        page.focus("#field-text")
        page.fill("#field-text", "")
        page.evaluate(
            """(text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text", text);
                const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
                document.querySelector("#field-text").dispatchEvent(pasted);
            }""",
            text,
        )
        page.locator("#field-text").blur()
        expect(page.locator("#field-text")).to_have_value("XX________/XXX_______/XXXX______")
        expect(page.locator("#bar")).to_contain_text("the field has 9 filled cells")


def test_what_is_chosen_takes_the_place_of_a_refused_text(page: Any) -> None:
    page.goto("/clear")
    page.wait_for_selector("html[data-ready]", state="attached")
    field = page.locator("#field-text")
    for index in (1, 1, 2):  # something else, or what is there already
        page.evaluate(_TYPE, ["field-text", "%%%"])
        expect(field).to_have_attribute("aria-invalid", "true")
        field.blur()
        page.select_option("#named", index=index)
        expect(page.locator("#tray [aria-invalid=true]")).to_have_count(0)
        expect(field).not_to_have_value("%%%")
