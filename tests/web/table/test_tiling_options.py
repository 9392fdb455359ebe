"""The options of questions about tilings, on their page: each question asked as a person asks it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import choose, headline, settled

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.questions import FAMILIES, find
from shapewright.tiling import Problem, solve
from shapewright.tiling.notation.answers import with_additions
from shapewright.web.local import look

pytestmark = needs_a_browser

COSTS = "a b c d\na b|4\nc d|1\na c|2\nb|1 d|1\n"
SQUARE = {"board": "4x4", "pieces": "4*L4"}
DOMINOES = {"board": "6x5", "pieces": "any*I2"}

ASKED = [
    ("make", {"board": "5x4", "pieces": "0-1*pentominoes"}, {"clues": "cells", "seed": 1, "number": 2}),
    ("takeapart", {"board": "3x3x3", "pieces": "soma"}, {"limit": 2}),
    ("takeapart", SQUARE, {"lift": True, "exploded": True}),
    ("set", DOMINOES, {"fault_free": True, "marginals": ["I"]}),
    ("set", DOMINOES, {"has": ["I 0,0 1,0"], "symmetric": True, "random": 3, "seed": 2}),
    ("cheapest", {"puzzle": COSTS}, {"limit": 2}),
    ("count", SQUARE, {"by_symmetry": True}),
    ("list", SQUARE, {"symmetric": True, "limit": 3}),
    ("verify", {"board": "4x2", "pieces": "2*L4"}, {"solutions": "ABBB\nAAAB"}),
]
"""A verb, what the page states of it in the tray, and what its form states."""


def opened(page: Any, stated: dict[str, Any]) -> None:
    """The page with this puzzle, which is typed or pasted."""
    page.goto("/tiling")
    settled(page)
    if "puzzle" in stated:
        page.click("text=Open a puzzle")
        page.fill("#whole-text", stated["puzzle"])
        page.click("#whole-open")
    else:
        page.click("text=As text")
        for name, value in stated.items():
            page.fill(f"#{name}-text", value)
            page.press(f"#{name}-text", "Tab")
    settled(page)


@pytest.mark.always(first=1)
@pytest.mark.parametrize(("verb", "stated", "options"), ASKED, ids=[f"{each[0]}-{n}" for n, each in enumerate(ASKED)])
def test_a_question_with_its_options(page: Any, verb: str, stated: dict[str, Any], options: dict[str, Any]) -> None:
    wanted = headline("tiling", verb, {**stated, **options})
    opened(page, stated)
    choose(page, verb, options)
    page.click(f".options [data-ask={verb}]")
    reads(page, "#answer[data-state=done] .headline", wanted)
    expect(page.locator(".take [data-save]").first).to_be_visible()
    command = page.locator("[data-same=command]").text_content()
    for name in options:
        (field,) = [field for field in find("tiling", verb).at("shell") if field.name == name]
        assert field.argument or field.spelling in command
    settled(page)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    reads(page, "#answer[data-state=done] .headline", wanted)
    expect(page.locator("#question")).to_have_value(verb)
    assert page.locator("[data-same=command]").text_content() == command


def test_every_question_has_a_form_but_those_that_the_page_asks_by_itself(page: Any) -> None:
    page.goto("/tiling")
    settled(page)
    offered = page.eval_on_selector_all("#question option", "all => all.map((each) => each.value)")
    assert set(offered) == set(FAMILIES["tiling"].questions) - {"daily", "glance", "show"}


def test_a_puzzle_with_coloured_cells_is_taken_and_played(page: Any) -> None:
    page.goto("/tiling#board=5x4&pieces=0-1*pentominoes&seed=4&make.clues=cells&ask=make")
    page.click("#answer[data-state=done] .thumbnail >> nth=0")
    reads(page, "#bar[data-state=fresh]", "1 way")
    page.wait_for_function("() => !location.hash.includes('puzzle=')")
    expect(page.locator("#stage")).to_be_visible()
    expect(page.locator("#stage .given")).to_have_count(0)


@pytest.mark.always
def test_a_made_puzzle_is_taken_and_played(page: Any) -> None:
    page.goto("/tiling#board=5x5&pieces=0-1*pentominoes&seed=4&make.number=2&ask=make")
    reads(page, "#answer[data-state=done] .headline", "2 puzzles, each with exactly one solution")
    expect(page.locator("#more")).to_have_attribute("open", "")
    page.click("#answer .thumbnail >> nth=1")
    reads(page, "#bar[data-state=fresh]", "1 way")
    expect(page.locator("body")).to_have_attribute("data-mode", "play")
    page.wait_for_function("() => location.hash.includes('fixed=')")  # it is read, and no longer a text
    stated = page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
    plain = Problem(Board.from_text(stated["board"]), parse_pieces(stated["pieces"]))
    puzzle = with_additions(plain, (), (), stated["fixed"].splitlines())
    assert "puzzle" not in stated
    assert len(list(solve(puzzle))) == 1
    assert len(puzzle.fixed) == int(stated["given"]) > 0
    expect(page.locator("#stage .piece.given")).to_have_count(len(puzzle.fixed))
    page.keyboard.press("Control+z")  # the puzzle that it was made of
    expect(page.locator("#pieces-text")).to_have_value("0-1*pentominoes")


@pytest.mark.always
def test_moves_are_stepped_through_until_the_puzzle_is_another_one(page: Any) -> None:
    page.goto("/tiling#board=3x3x3&pieces=soma&ask=takeapart")
    reads(page, "#answer[data-state=done] .headline", "come apart")
    expect(page.locator("#moves svg")).to_be_visible()
    count = page.locator("#moves output")
    expect(count).to_have_text(re.compile("^1 of "))
    page.click("#moves [aria-label=On]")
    expect(count).to_have_text(re.compile("^2 of "))
    page.click("#answer .thumbnail >> nth=3")
    expect(count).to_have_text(re.compile("^4 of "))
    page.click("text=As text")
    page.fill("#board-text", "4x4")
    page.press("#board-text", "Tab")
    expect(page.locator("#moves")).to_be_hidden()


@pytest.mark.always
def test_a_wrong_option_is_marked(page: Any) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4&make.number=x&ask=make")
    reads(page, "#answer .reason", "'number'")
    expect(page.locator("#option-make-number")).to_have_attribute("aria-invalid", "true")


def test_what_is_too_much_is_said_and_without_a_server_with_the_command_that_can_do_it(page: Any) -> None:
    words = "13 puzzles are asked for; the studio takes at most 12, the command line more"
    page.goto("/tiling#board=4x4&pieces=4*L4&make.number=13&seed=1&ask=make")
    reads(page, "#answer .reason", words)
    refused = json.loads(look("tiling", "make", json.dumps({**SQUARE, "number": 13, "seed": 1})))
    assert refused["error"] == words
    assert refused["equivalents"]["command"].endswith("--number 13 --seed 1")


def test_forms_are_said_to_who_does_not_see_them(page: Any) -> None:
    page.goto("/tiling#question=make")
    settled(page)
    page.evaluate(AXE_SCRIPT)
    for verb in FAMILIES["tiling"].forms.to_json(FAMILIES["tiling"].questions):
        page.select_option("#question", verb)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found = page.evaluate("axe.run(document.querySelector('#answers'), {resultTypes: ['violations']})")
        assert [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]] == [], verb
