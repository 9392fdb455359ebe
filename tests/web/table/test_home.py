"""The gallery and the puzzle of the day in a browser: pictures, choices, links, a day played to its end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser

from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.web.pages import link

pytestmark = needs_a_browser

MONDAY = "2026-11-16"  # five pentominoes on five by five


def fresh(page: Any) -> None:
    """The bar says what is true of the page as it is."""
    expect(page.locator("#bar[data-state=fresh]")).to_be_visible()


# --- The gallery ------------------------------------------------------------------------------------------------------


@pytest.mark.always
def test_every_entry_has_a_picture_and_a_link(page: Any) -> None:
    page.goto("/")
    page.set_viewport_size({"width": 1280, "height": 6000})
    expect(page.locator(".drawn[data-scene] > svg")).to_have_count(len(shown()) + len(FAMILIES))
    links = page.eval_on_selector_all(".entry", "found => found.map((each) => each.getAttribute('href'))")
    assert links == [link(entry) for name in FAMILIES for entry in shown() if entry["family"] == name]
    titles = page.locator(".entry strong").all_inner_texts()
    assert len(set(titles)) == len(titles) == len(shown())


@pytest.mark.always
def test_entries_can_be_chosen_by_family_and_by_kind(page: Any) -> None:
    page.goto("/")
    for name in FAMILIES:
        page.click(f"[data-filter={name}]")
        expect(page.locator(".entry:visible")).to_have_count(sum(entry["family"] == name for entry in shown()))
    page.click("[data-filter=none]")
    impossible = sum(entry["verdict"] == "none" for entry in shown())
    expect(page.locator(".entry:visible")).to_have_count(impossible)
    expect(page.locator("#filter-said")).to_have_text(f"{impossible} puzzles")
    page.reload()
    expect(page.locator("[data-filter=none][aria-pressed=true]")).to_be_visible()
    expect(page.locator(".entry:visible")).to_have_count(impossible)


def test_today_is_on_the_first_page(page: Any) -> None:
    page.clock.set_fixed_time("2026-10-06T12:00:00")
    page.goto("/")
    expect(page.locator("#day")).to_have_text("6")
    expect(page.locator("#month")).to_have_text("October")
    expect(page.locator("#today-words")).to_contain_text("7 solutions")


def test_a_link_leads_to_the_answer_it_promises(page: Any) -> None:
    page.goto("/")
    page.click("[data-entry=chessboard-centre]")
    fresh(page)
    expect(page.locator("#bar")).to_contain_text("520 ways")
    page.go_back()
    page.click("[data-entry=mutilated-chessboard]")
    fresh(page)
    expect(page.locator("#bar[data-tone=bad]")).to_contain_text("impossible")


def entries_of(family: str) -> list[dict[str, Any]]:
    return [entry for entry in shown() if entry["family"] == family and entry["question"] != "daily"]


@pytest.mark.parametrize("family", FAMILIES)
def test_entries_open_with_their_verdict(page: Any, family: str) -> None:
    """Every impossible one, and some of the others."""
    entries = entries_of(family)
    _open(page, [entry for k, entry in enumerate(entries) if entry["verdict"] == "none" or k % 4 == 0])


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_each_entry_opens_with_its_verdict(page: Any, family: str) -> None:
    _open(page, entries_of(family))


def _open(page: Any, entries: list[dict[str, Any]]) -> None:
    decided = 0
    for entry in entries:
        page.goto("about:blank")
        page.goto(link(entry))
        if "ask=" in link(entry) and entry["question"] != "plan":  # its own answer is beside the stage
            assert entry["verdict"] == "found"
            expect(page.locator("#answers-body .headline:not(.bad)")).to_be_visible()
            decided += 1
            continue
        machines = re.search(r"\d+(?= machines)", entry["sentence"])
        if machines:
            expect(page.locator("#bar .words")).to_have_text(f"{machines[0]} machines")
        fresh(page)
        words = page.inner_text("#bar .words")
        if re.search("time limit|not known", words):
            continue  # a machine that is busy with other things answers later, and the page says so
        decided += 1
        tone = page.get_attribute("#bar", "data-tone")
        assert (tone == "bad") == (entry["verdict"] == "none"), (entry["name"], words)
        counted = re.search(r"[\d,]+(?= ways?\b(?! up| but))", entry["sentence"])
        if counted and "more than" not in words:
            assert words.startswith(counted[0]), (entry["name"], words)
    assert decided > len(entries) / 2


# --- The puzzle of the day --------------------------------------------------------------------------------------------


@pytest.mark.always(first=1)
@pytest.mark.parametrize(("kind", "words", "most"), [("calendar", "40 ways", 8), ("unique", "1 way", 5)])
def test_the_puzzle_of_a_day_is_played_to_its_end_by_hints(page: Any, kind: str, words: str, most: int) -> None:
    page.goto(f"/today?date={'2026-11-22' if kind == 'calendar' else MONDAY}&kind={kind}")
    expect(page.locator("#bar")).to_contain_text(words)
    for _ in range(most):
        if "Solved" in page.inner_text("#bar"):
            break
        lying = page.locator("#stage .piece").count()
        page.click("#hint")
        expect(page.locator("#stage .piece")).to_have_count(lying + 1)
        fresh(page)
    expect(page.locator("#bar")).to_contain_text("Solved")


def test_moves_of_a_day_survive_a_reload_and_can_be_undone(page: Any) -> None:
    page.goto("/today?date=2026-11-22")
    expect(page.locator("#bar")).to_contain_text("40 ways")
    page.click("#hint")
    expect(page.locator("#stage .piece")).to_have_count(1)
    expect(page).to_have_url(re.compile("#fixed="))
    page.reload()
    expect(page.locator("#stage .piece")).to_have_count(1)
    expect(page.locator("#bar")).to_contain_text("from here")
    page.goto("/today?date=2026-11-22")
    expect(page.locator("#bar")).to_contain_text("40 ways")
    page.click("#hint")
    expect(page.locator("#stage .piece")).to_have_count(1)
    page.click("[data-undo]")
    expect(page.locator("#stage .piece")).to_have_count(0)


def test_the_calendar_has_its_months_and_days_on_it(page: Any) -> None:
    page.goto("/today?date=2028-02-29")
    expect(page.locator("#day-name")).to_have_text("Tuesday, 29 February 2028")
    expect(page.locator("#bar")).to_contain_text("64 ways")
    printed = page.locator("#stage .mark-text").all_text_contents()
    assert len(printed) == 43
    assert page.locator("#stage .goal + .mark-text").all_text_contents() == ["Feb", "29"]


def test_solutions_are_not_given_away_while_one_plays(page: Any) -> None:
    page.goto("/today?date=2026-11-22")
    fresh(page)
    expect(page.locator("#answers-body .thumbnail").first).to_be_hidden()
    page.click("[data-mode=solve]")
    expect(page.locator("#answers-body .thumbnail").first).to_be_visible()


def test_another_day_can_be_chosen(page: Any) -> None:
    page.goto("/today?date=2026-12-31&kind=unique")
    fresh(page)
    page.click("#day-after")
    expect(page.locator("#day-name")).to_contain_text("Friday, 1 January")
    expect(page.locator("#kind-unique[aria-current=page]")).to_be_visible()
    page.click("#kind-calendar")
    expect(page.locator("#month-name")).to_have_text("January 2027", ignore_case=True)
    page.click("#month-before")
    expect(page.locator("#month-days a")).to_have_count(31)
    page.click("#month-days a >> nth=23")
    expect(page.locator("#day-name")).to_contain_text("24 December")
    fresh(page)


@pytest.mark.parametrize("date", ["2026-02-30", "yesterday", "0000-01-01"])
def test_what_is_not_a_day_is_said_and_today_is_shown(page: Any, date: str) -> None:
    page.goto(f"/today?date={date}")
    fresh(page)
    expect(page.locator("#day-words")).to_contain_text(f"{date} is not a day; here is today's puzzle.")
    expect(page.locator("#stage .mark-text")).to_have_count(43)
