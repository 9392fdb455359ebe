"""The options of questions about perfect clears, on their page: each question asked as a person asks it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import choose, headline, settled

from shapewright.questions import FAMILIES, equivalents, find

pytestmark = needs_a_browser

OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
CORNER = "I_________/III_______"
BLOCK = "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____"
SHORT = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
SPIN = "X_________/XX________/X__X___XXX/XX_X_XXXXX"
SOLUTION = "v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"
SQUARE = "v115@9gzhFezhFeTpFeTpPeAgH"
LOW = "XXXX______/XXXX______"
PATTERN, QUEUE = "patterns", "queue"


ASKED = [
    ("setup", PATTERN, {"field": CORNER, "patterns": "*p3"}, {"fill": "I", "pieces": "1-2", "exclude": "holes"}),
    ("setup", PATTERN, {}, {"solution": SQUARE, "limit": 3}),
    ("spin", PATTERN, {"field": SPIN, "patterns": "ILTZ"}, {"lines": 1, "top": 2, "margin": 5, "kind": "full"}),
    ("ren", QUEUE, {"field": BLOCK, "queue": "LJOI"}, {"limit": 2}),
    ("score", PATTERN, {"field": BLOCK, "patterns": "*p5", "height": 4}, {"table": "tetrio-s2", "back_to_back": 1}),
    ("score", QUEUE, {"field": BLOCK, "queue": "LJOI"}, {"table": "jstris", "combo": 2}),
    ("book", PATTERN, {"field": SHORT, "patterns": "*p4", "height": 4}, {"facts": 2}),
    ("opener", PATTERN, {"field": LOW, "patterns": "*p4", "height": 2}, {"pieces": "1", "boards": 2, "mirror": "yes"}),
    ("sequences", PATTERN, {"patterns": "*p7{S<Z && T=1}"}, {"list": True, "hold": "forward", "limit": 7}),
    ("fumen", PATTERN, {}, {"operation": "mirror", "fumens": [SOLUTION, SQUARE]}),
    ("cover", PATTERN, {"patterns": "*p5"}, {"solutions": [SOLUTION], "mode": "1L-or-PC", "mirror": "yes"}),
    ("path", PATTERN, {"field": OPENER, "patterns": "I,*p4", "height": 4}, {"mode": "any-spin", "spins": "all-mini"}),
    ("percent", PATTERN, {"field": SHORT, "patterns": "*p5{S<Z}", "height": 4}, {"leftovers": True, "tree": 2}),
    ("sequences", PATTERN, {}, {"dealt": 3, "list": True}),
]  # fmt: skip
"""A verb, what the page states of it in the tray, and what its form states."""


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("verb", "coming", "stated", "options"), ASKED, ids=[f"{verb}-{what}" for verb, what, *_ in ASKED]
)
def test_a_question_with_its_options(
    page: Any, verb: str, coming: str, stated: dict[str, Any], options: dict[str, Any]
) -> None:
    wanted = headline("clear", verb, {**stated, **options})
    page.goto("/clear")
    settled(page)
    if "field" in stated:
        page.fill("#field-text", stated["field"])
        page.keyboard.press("Enter")
    if coming in stated:
        page.fill("#pieces", stated[coming])
    choose(page, verb, options)
    page.click(f".options [data-ask={verb}]")
    reads(page, "#answer[data-state=done] .headline", wanted)
    expect(page.locator(".take [data-save]").first).to_be_visible()
    # The page says the same command, up to what it says in any case.
    command = page.locator("[data-same=command]").text_content()
    for name, value in options.items():
        (field,) = [field for field in find("clear", verb).at("shell") if field.name == name]
        assert field.argument or field.spelling in command
        assert isinstance(value, (bool, list)) or str(value) in command
    # The whole of it is in the link.
    settled(page)
    link, answer = page.url, page.locator("#answer .headline").inner_text()
    page.goto("about:blank")
    page.goto(link)
    reads(page, "#answer[data-state=done] .headline", answer)
    expect(page.locator("#question")).to_have_value(verb)
    assert page.locator("[data-same=command]").text_content() == command


def test_all_of_what_an_answer_is_asked_with_is_what_the_shell_is_told(page: Any) -> None:
    rules = {"height": 4, "drop": "soft", "kicks": "srs"}  # the page says them in any case
    given = {"field": SHORT, "patterns": "*p5", "save": "T,I", "best_save": True, **rules}
    page.goto(f"/clear#field={SHORT}&pieces=*p5&save=T,I&percent.best_save=1&ask=percent")
    reads(page, "#answer[data-state=done] .headline", headline("clear", "percent", given))
    assert (
        page.locator("[data-same=command]").text_content() == equivalents.of(find("clear", "percent"), given)["command"]
    )


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("verb", "option", "wrong"),
    [("spin", "top", "abc"), ("setup", "pieces", "x"), ("percent", "tree", "1.5"), ("score", "table", "tetris")],
)
def test_wrong_input_is_refused_in_the_words_of_every_door(page: Any, verb: str, option: str, wrong: str) -> None:
    page.goto(f"/clear#field=I_________/III_______&pieces=*p2&setup.fill=I&question={verb}")
    settled(page)
    choose(page, verb, {option: wrong})
    with page.expect_response(re.compile(f"/look/clear/{verb}")) as reply:
        page.keyboard.press("Enter")
    reads(page, "#answer .reason", reply.value.json()["error"])
    assert wrong in reply.value.json()["error"]
    control = page.locator(f".options [id$=-{option}]")
    if f"'{option}'" in reply.value.json()["error"]:
        expect(control).to_have_attribute("aria-invalid", "true")
        control.fill("2")
        expect(control).not_to_have_attribute("aria-invalid", "true")


def test_a_wrong_option_of_a_link_comes_into_sight(page: Any) -> None:
    page.goto(f"/clear#field={OPENER}&pieces=I,*p4&path.at_least=2&ask=path")
    reads(page, "#answer .reason", "'at_least' takes a number from 0 to 1, not 2")
    expect(page.locator("#option-path-at_least")).to_be_visible()
    expect(page.locator("#option-path-at_least")).to_have_attribute("aria-invalid", "true")


@pytest.mark.always
def test_a_setup_is_painted_chosen_and_gone_on_from(page: Any) -> None:
    page.goto(
        "/clear#field=IIII______/IIII______/IIII______/IIII______&pieces=*p7&setup.fill=I&setup.pieces=4&ask=setup"
    )
    reads(page, "#answer[data-state=done] .headline", "24 setups")
    page.click("#answer .thumbnail >> nth=2")
    reads(page, "#chosen h3", "queues")
    built = page.inner_text("#chosen pre")
    page.click("#chosen button:text-is('Which queues build it')")
    reads(
        page,
        "#answer[data-question=cover][data-state=done] .headline",
        headline("clear", "cover", {"solutions": [built], "patterns": "*p7"}),
    )
    page.go_back()
    reads(page, "#answer[data-question=setup][data-state=done] .headline", "24 setups")
    page.click("#answer .thumbnail >> nth=2")
    page.click("#chosen button:text-is('Take it as the field')")
    expect(page.locator("#field-text")).to_have_value("LLLI______/LZJI______/ZZJI______/ZJJI______")


def test_a_long_question_says_how_far_it_is_and_can_be_cancelled(page: Any) -> None:
    page.goto(f"/clear#field={BLOCK}&pieces=*p5&question=book")
    settled(page)
    page.click(".options [data-ask=book]")
    reads(page, "#answer[data-state=busy] .headline", "Searching for the shortest book")
    reads(page, "#answer[data-state=busy] .note", "tasks")
    page.keyboard.press("Escape")
    reads(page, "#answer .headline", "Cancelled")
    expect(page.locator("#question")).to_have_value("book")


def test_the_form_stays_while_the_puzzle_changes(page: Any) -> None:
    page.goto(f"/clear#field={SHORT}&pieces=*p4&ask=book")
    reads(page, "#answer[data-state=done] .headline", "16 rules")
    page.fill("#pieces", "*p5")
    expect(page.locator("#question")).to_have_value("book")
    page.fill("#option-book-facts", "2")
    expect(page.locator("#question")).to_have_value("book")
    expect(page).to_have_url(re.compile(r"question=book.*book\.facts=2|book\.facts=2.*question=book"))
    page.reload()
    expect(page.locator("#option-book-facts")).to_have_value("2")


def test_options_are_reached_and_said_by_keyboard(page: Any) -> None:
    page.goto("/clear#question=spin")
    settled(page)
    page.focus("#question")
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("id", "option-spin-lines")
    assert focused.evaluate("each => document.getElementById(each.getAttribute('aria-describedby')).textContent")
    page.evaluate(AXE_SCRIPT)
    for verb in FAMILIES["clear"].forms.to_json(FAMILIES["clear"].questions):
        page.select_option("#question", verb)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        seen = page.evaluate("axe.run(document.querySelector('#answers'), {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"]) for each in seen["violations"]] == [], verb


@pytest.mark.always
def test_what_nobody_has_made_a_form_for_has_one(page: Any) -> None:
    """Every question at the endpoints that the page does not ask by itself."""
    page.goto("/clear")
    settled(page)
    offered = page.eval_on_selector_all("#question option", "all => all.map((each) => each.value)")
    assert set(offered) == set(FAMILIES["clear"].questions) - {"glance", "show"}


def test_options_on_a_phone(phone: Any) -> None:
    phone.goto(f"/clear#field={BLOCK}&pieces=LJOI&question=score")
    settled(phone)
    phone.tap("[data-sheet=answers]")
    phone.fill("#option-score-combo", "1")
    phone.locator(".options [data-ask=score]").tap()
    wanted = headline("clear", "score", {"field": BLOCK, "queue": "LJOI", "combo": 1})
    reads(phone, "#answer[data-state=done] .headline", wanted)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
