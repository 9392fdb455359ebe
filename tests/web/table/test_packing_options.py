"""The options of questions about packings, on their page: each question asked as a person asks it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import choose, headline, settled

from shapewright import packing
from shapewright.questions import FAMILIES, find
from shapewright.web.local import look

pytestmark = needs_a_browser

BAG = {"bag": "I1 J1 L1 O1"}
KEPT = json.dumps(packing.pack(packing.Bag.from_text("LOJI")).to_json())
PROBLEM = "pieces O4, I4\nboard 4x2"

ASKED = [
    ("pack", BAG, {"objective": "area", "limit": 2}, ()),
    ("pack", BAG, {"objective": "strip", "width": 3}, ()),
    ("pack", {**BAG, "box": "4x5"}, {"objective": "room"}, ()),
    ("pack", {"bag": "I2 O2", "box": "4x4"}, {"bonuses": "I O 5, I I 2"}, ()),
    ("pack", {"bag": "O1"}, {"values": "1 2 3\n4 5 6"}, ()),
    ("pack", BAG, {"problem": PROBLEM}, ("bag",)),
    ("feasible", {"bag": "T1 I3", "box": "4x4"}, {}, ()),
    ("bins", {"bag": "O5"}, {"boards": "4x4 cost 5\n2*2x4 cost 2"}, ()),
    ("bins", {"bag": "O5", "box": "4x4"}, {"max_boards": 3}, ()),
    ("solids", {}, {"pieces": "tetracubes", "gravity": True}, ()),
    ("repair", {"bag": "I1 L2 O1"}, {"packing": KEPT, "locked": ["0,0"]}, ()),
    ("chances", {"box": "4x4"}, {"pieces_count": 3}, ()),
    ("rectangles", {}, {"area": 16}, ()),
    ("show", {}, {"packings": KEPT}, ()),
    ("verify", {}, {"packings": KEPT}, ()),
]
"""A verb, what the page states of it, what its form states, and what of the page it leaves out."""


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("verb", "stated", "options", "left"), ASKED, ids=[f"{each[0]}-{n}" for n, each in enumerate(ASKED)]
)
def test_a_question_with_its_options(
    page: Any, verb: str, stated: dict[str, Any], options: dict[str, Any], left: tuple[str, ...]
) -> None:
    asked = {name: value for name, value in {**stated, **options}.items() if name not in left}
    wanted = headline("packing", verb, asked).removeprefix("impossible: ")
    page.goto("/packing")
    settled(page)
    if "bag" in stated:
        page.fill("#bag", stated["bag"])
    if "box" in stated:
        page.click("[data-into=box]")
        for name, side in zip(("width", "height"), stated["box"].split("x"), strict=True):
            page.fill(f"#box-{name}", side)
    choose(page, verb, options)
    page.click(f".options [data-ask={verb}]")
    reads(page, f"#answer[data-state=done][data-question={verb}]", wanted)
    command = page.locator("[data-same=command]").text_content()
    for name in options:
        (field,) = [field for field in find("packing", verb).at("shell") if field.name == name]
        assert field.argument or field.spelling in command
    settled(page)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    reads(page, f"#answer[data-state=done][data-question={verb}]", wanted)
    expect(page.locator("#question")).to_have_value(verb)
    assert page.locator("[data-same=command]").text_content() == command


@pytest.mark.always
def test_every_question_has_a_form_but_those_that_the_page_asks_by_itself(page: Any) -> None:
    page.goto("/packing")
    settled(page)
    offered = page.eval_on_selector_all("#question option", "all => all.map((each) => each.value)")
    assert set(offered) == set(FAMILIES["packing"].questions) - {"glance", "facts"}


def test_a_form_is_seen_where_the_button_of_its_question_is_not(page: Any) -> None:
    page.goto("/packing#bag=O5&bins.boards=4x4+cost+5,+2*2x4+cost+2&ask=bins")
    reads(page, "#answer[data-state=done] .headline", "optimal: 2 boards, cost 7")
    expect(page.locator("#option-bins-boards")).to_have_value("4x4 cost 5, 2*2x4 cost 2")
    expect(page.locator("#more")).to_have_attribute("open", "")


def test_rounds_take_the_seed_of_the_tray(page: Any) -> None:
    page.goto("/packing#rounds=1&seed=5&even_t=1&ask=round")
    reads(page, "#answer[data-state=done] .headline", "points")
    command = page.locator("[data-same=command]").text_content()
    assert all(word in command for word in ("--rounds 1", "--seed 5", "--even-t"))


def test_pieces_that_are_turned_by_half_a_turn_are_packed(page: Any) -> None:
    page.goto("/packing")
    page.evaluate("document.getElementById('other').open = true")
    page.click("[data-pieces='8*half-turn-L4']")
    reads(page, "#facts", "8 pieces, 32 cells")
    reads(page, "#bar", "checked")


def test_a_level_that_is_missing_is_asked_for(page: Any) -> None:
    page.goto("/packing#ask=evaluate")
    reads(page, "#answer .reason", "level")
    page.goto("about:blank")
    page.goto("/packing#level=x&ask=evaluate")
    reads(page, "#answer .reason", "'level'")
    expect(page.locator("#option-level")).to_have_attribute("aria-invalid", "true")


def test_without_a_server_what_is_too_much_comes_with_the_command_that_can_do_it() -> None:
    refused = json.loads(look("packing", "pack", json.dumps({"bag": "O5000"})))
    assert "the studio takes at most 4096" in refused["error"]
    assert refused["equivalents"]["command"] == "shapewright packing pack O5000"


def test_forms_are_said_to_who_does_not_see_them(page: Any) -> None:
    page.goto("/packing#question=bins")
    settled(page)
    page.evaluate(AXE_SCRIPT)
    for verb in FAMILIES["packing"].forms.to_json(FAMILIES["packing"].questions):
        page.select_option("#question", verb)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found = page.evaluate("axe.run(document.querySelector('#answers'), {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == [], verb
