"""The options of questions about stacks, on their page: each question asked as a person asks it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import choose, headline, settled

from shapewright import stacking
from shapewright.questions import FAMILIES, find

pytestmark = needs_a_browser

LOW = {"sequence": "LLLL", "width": 6}
MANY = "LLLL\n% a comment\nIOTJ"
ANSWER = json.dumps(stacking.first(stacking.Problem("LLLL", width=6)).to_json())

ASKED = [
    ("solve", LOW, {"best": 3, "tie_break": "lexicographic"}, ()),
    ("solve", LOW, {"file": MANY, "sequence_time_limit": 5}, ("sequence",)),
    ("count", LOW, {"time_limit": 20}, ()),
    ("longest", {"sequence": "SZSZSZSZ", "width": 4, "height_limit": 5}, {"time_limit": 20}, ()),
    ("expect", {"width": 3}, {"sequence": "IOTJLSZ", "number": 4, "see": 2, "bag": True, "knowing": True}, ()),
    ("survive", {"width": 4}, {"sequence": "SZ", "height_limit": 6, "see": 2, "list": 20}, ()),
    ("survive", {"width": 4}, {"sequence": "O", "height_limit": 4}, ()),
    ("rate", {"sequence": "SZ", "width": 4}, {"repeat": 10}, ()),
    ("show", LOW, {"plan": "0 3 1(180) 4(180)"}, ()),
    ("verify", LOW, {"plan": "0 3 1(180) 4(180)", "claim": 3, "prove": True}, ()),
    ("verify", LOW, {"answer": ANSWER}, ("sequence", "width")),
]
"""A verb, what the page states of it in the tray, what its form states, and what of the tray it leaves out."""


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("verb", "stated", "options", "left"), ASKED, ids=[f"{each[0]}-{n}" for n, each in enumerate(ASKED)]
)
def test_a_question_with_its_options(
    page: Any, verb: str, stated: dict[str, Any], options: dict[str, Any], left: tuple[str, ...]
) -> None:
    asked = {name: value for name, value in {**stated, **options}.items() if name not in left}
    wanted = headline("stacking", verb, asked)
    page.goto("/stacking")
    settled(page)
    for name, value in stated.items():
        page.fill(f"#{name}", str(value))
    choose(page, verb, options)
    page.click(f".options [data-ask={verb}]")
    reads(page, f"#answer[data-state=done][data-question={verb}]", wanted)
    command = page.locator("[data-same=command]").text_content()
    for name, value in options.items():
        (field,) = [field for field in find("stacking", verb).at("shell") if field.name == name]
        assert field.argument or field.spelling in command or value == field.default
    settled(page)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    reads(page, f"#answer[data-state=done][data-question={verb}]", wanted)
    expect(page.locator("#question")).to_have_value(verb)
    assert page.locator("[data-same=command]").text_content() == command


def test_every_question_has_a_form_but_those_that_the_page_asks_by_itself(page: Any) -> None:
    page.goto("/stacking")
    settled(page)
    offered = page.eval_on_selector_all("#question option", "all => all.map((each) => each.value)")
    assert set(offered) == set(FAMILIES["stacking"].questions) - {"glance", "play"}


@pytest.mark.always
def test_a_strategy_for_ever_is_a_table_and_a_lost_game_is_watched(page: Any) -> None:
    page.goto("/stacking#width=4&survive.sequence=O&survive.height_limit=4&ask=survive")
    reads(page, "#answer[data-state=done] .headline", "for ever")
    reads(page, "#answer table", "replies")
    expect(page.locator("#option-survive-sequence")).to_have_value("O")
    page.fill("#option-survive-sequence", "SZ")
    page.fill("#option-survive-height_limit", "6")
    page.keyboard.press("Enter")
    reads(page, "#answer[data-state=done]", "survives 6 drops")
    expect(page.locator("#answer .frames svg").first).to_be_visible()


def test_the_plan_that_repeats_itself_and_many_sequences_are_shown(page: Any) -> None:
    page.goto("/stacking#sequence=SZ&width=4&rate.repeat=10&ask=rate")
    reads(page, "#answer[data-state=done]", "10 times: height 21, at least 20")
    page.goto("about:blank")
    page.goto("/stacking#width=6&solve.file=LLLL%0AIOTJ&ask=solve")
    reads(page, "#answer[data-state=done] .headline", "2 sequences, 2 proven optimal")
    expect(page.locator("#answer tbody tr")).to_have_count(2)


def test_a_well_without_a_height_is_refused_at_its_input(page: Any) -> None:
    page.goto("/stacking#width=4&ask=survive")
    reads(page, "#answer .reason", "say how many rows it has")
    expect(page.locator("#option-survive-height_limit")).to_have_attribute("aria-invalid", "true")


def test_forms_are_said_to_who_does_not_see_them(page: Any) -> None:
    page.goto("/stacking#question=survive")
    settled(page)
    page.evaluate(AXE_SCRIPT)
    for verb in FAMILIES["stacking"].forms.to_json(FAMILIES["stacking"].questions):
        page.select_option("#question", verb)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found = page.evaluate("axe.run(document.querySelector('#answers'), {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == [], verb
