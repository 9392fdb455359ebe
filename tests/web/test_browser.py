"""A real browser clicks through one real job of each family, as a person would.

It is the system's Chromium, driven by playwright; without one these tests are skipped.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import headline, needs_a_browser, reads

DOCS = Path(__file__).parent.parent.parent / "docs"

pytestmark = needs_a_browser


def pieces_in(page: Any, selector: str) -> int:
    """How many different fills a drawing has."""
    fills = page.eval_on_selector_all(f"{selector} path", "paths => paths.map(path => path.getAttribute('fill'))")
    return len(set(fills) - {None, "none"})


def test_the_first_screen_leads_to_every_family(page) -> None:
    from shapewright.questions import FAMILIES

    page.goto("/")
    for family in FAMILIES.values():
        assert page.inner_text(f"a.family[href='/{family.name}'] h2") == family.title
    page.click("a.family >> nth=0")
    page.wait_for_url(re.compile("/tiling"))


def test_tiling_paint_solve_count_and_share(page, browser, address) -> None:
    page.goto("/tiling")
    page.wait_for_selector("#painter .cell")
    page.fill("#width", "8")
    page.fill("#height", "8")
    page.press("#height", "Enter")
    for cell in ("0,3,3", "0,3,4", "0,4,3", "0,4,4"):
        page.click(f"#painter [data-at='{cell}']")
    assert page.input_value("[name=board]").count("#") == 60
    reads(page, "#facts", "60 cells")
    assert len(page.query_selector_all("#pieces li")) == 12
    page.click("[data-ask=solve]")
    assert headline(page) == "a tiling"
    assert pieces_in(page, "#answer .frame svg") >= 12
    page.click("details.options summary")
    page.check("[name=up_to_symmetry]")
    page.click("[data-ask=count]")
    reads(page, "#answer .headline", "65 tilings")
    with page.expect_download() as download:
        page.click("#answer .downloads >> text=TXT")
    assert Path(download.value.path()).read_text() == "65\n"
    shared = page.url
    assert "ask=count" in shared
    elsewhere = browser.new_context(base_url=address).new_page()
    elsewhere.goto(shared)
    reads(elsewhere, "#answer .headline", "65 tilings")
    assert len(elsewhere.query_selector_all("#painter [data-value='.']")) == 4
    elsewhere.context.close()


def test_tiling_is_painted_with_keys_alone(page) -> None:
    page.goto("/tiling#board=3x3&pieces=any*I1")
    page.wait_for_selector("#painter .cell")
    page.focus("#painter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(".")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("?")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("r")
    assert page.input_value("[name=board]") == "##r/#.?/###"
    page.keyboard.press("Control+Enter")
    assert headline(page) == "a tiling"


def test_tiling_steps_through_all_tilings(page) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4&ask=list")
    assert headline(page) == "all 10 tilings"
    page.click("[data-step=on]")
    assert page.inner_text(".stepper output") == "2 of 10"
    page.focus("[data-frames]")
    page.keyboard.press("End")
    assert page.inner_text(".stepper output") == "10 of 10"
    assert len(page.query_selector_all(".frame:not([hidden])")) == 1


def test_tiling_opens_a_file(page, tmp_path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("board 5x4\npieces 2*L4, 2*I4, O4\n")
    page.goto("/tiling")
    page.set_input_files("#file", str(puzzle))
    expect(page.locator("[name=board]")).to_have_value("5x4")
    reads(page, "#facts", "20 cells")
    page.click("[data-ask=count]")
    assert headline(page) == "48 tilings"


def test_tiling_steppers_leave_motions_and_names_alone(page, tmp_path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("board 4x4\npiece A any fixed\n  #.\n  ##\npieces any*I1\n")
    page.goto("/tiling")
    page.set_input_files("#file", str(puzzle))
    expect(page.locator("[name=pieces]")).to_have_value("any*A=fixed-#./##, any*I1")
    page.click("[data-ask=count]")
    reads(page, "#answer .headline", "42 tilings")
    page.click("[aria-label='One I more']")
    expect(page.locator("[name=pieces]")).to_have_value("any*A=fixed-#./##, 1+*I1")
    page.click("[aria-label='One I less']")
    expect(page.locator("[name=pieces]")).to_have_value("any*A=fixed-#./##, any*I1")
    reads(page, "#facts", "16 cells")
    page.click("[data-ask=count]")
    reads(page, "#answer .headline", "42 tilings")


def test_a_long_job_survives_a_reload_and_can_be_cancelled(page) -> None:
    page.goto("/tiling#board=20x30&pieces=any*pentominoes&ask=count")
    page.wait_for_selector("#answer .running")
    run = page.get_attribute("#answer .running", "data-run")
    page.reload()
    page.wait_for_selector("#answer .running")
    assert page.get_attribute("#answer .running", "data-run") == run
    reads(page, "[data-progress]", "one task")
    page.click("[data-cancel]")
    page.wait_for_selector("#answer .failed")
    assert page.inner_text("#answer .headline") == "Cancelled"


def test_what_is_at_work_can_be_seen_and_cancelled_elsewhere(page) -> None:
    page.goto("/tiling#board=20x30&pieces=any*pentominoes&ask=count")
    page.wait_for_selector("#answer .running")
    page.goto("/runs")
    reads(page, ".runs", "board=20x30")
    page.click(".runs button >> text=Cancel")
    reads(page, ".runs", "Nothing is being worked on.")


def test_a_mistake_is_one_sentence_on_the_page(page) -> None:
    page.goto("/tiling#board=6x10&pieces=pantominoes&ask=solve")
    assert headline(page) == "That cannot be answered"
    assert "'pantominoes' at position 1 of the piece list" in page.inner_text("#answer .reason")
    page.wait_for_selector("#facts.bad")


def test_shapez_click_judge_and_plan(page) -> None:
    page.goto("/shapez#codes=cu------:--------:cu------")
    page.wait_for_selector("#verdict .headline.bad")
    assert "not stable" in page.inner_text("#verdict")
    assert page.query_selector("#drawn svg") is not None
    page.click("#verdict button.picture >> nth=0")
    page.wait_for_selector("#verdict .headline.good")
    page.click("#clear-shape")
    page.click("[title=red]")
    page.click("#rings [data-at='0,1']")
    page.click("[title=square]")
    page.click("#rings [data-at='0,2']")
    assert page.input_value("[name=codes]") == "--CrRr--"
    page.wait_for_selector("#verdict .headline.good")
    page.click("[data-ask=plan]")
    assert "machines" in headline(page)
    machines = page.inner_text("#answer .counts")
    assert "paint" in machines
    assert len(page.query_selector_all("#answer .pictures svg path")) > 40


def test_shapez_operations(page) -> None:
    page.goto("/shapez#codes=CuCuCuCu:RrRr----")
    page.wait_for_selector("#machines button")
    page.click("#machines >> text=cut")
    page.wait_for_selector("#bench-result button.picture")
    assert [each.inner_text() for each in page.query_selector_all("#bench-result code")] == [
        "CuCu----:RrRr----",
        "----CuCu",
    ]
    page.click("#bench-result button.picture >> nth=1")
    assert page.input_value("[name=codes]") == "----CuCu"


def test_shapez_a_result_is_worked_on_with_a_second_shape(page) -> None:
    page.goto("/shapez#codes=CuRrSgWb")
    page.wait_for_selector("#verdict .headline")
    page.click("#machines >> text=cut")
    page.click("#bench-result button.picture >> nth=1")
    expect(page.locator("[name=codes]")).to_have_value("----SgWb")
    page.click("#exchange")
    expect(page.locator("[name=codes]")).to_have_value("Rr------")
    expect(page.locator("#second")).to_have_value("----SgWb")
    page.click("#machines >> text=stack")
    reads(page, "#bench-result", "Rr--SgWb")


def test_a_puzzle_is_taken_away_in_every_notation(page) -> None:
    page.goto("/tiling#board=5x4&pieces=2*L4,2*I4,O4")
    page.wait_for_selector("#pieces li")
    page.click("[data-ask=show]")
    reads(page, "#answer .headline", "20 cells")
    for kind in ("TXT", "DLX", "XMPUZZLE", "SVG", "PNG"):
        with page.expect_download() as download:
            page.click(f"#answer .downloads >> text='{kind}'")
        assert Path(download.value.path()).stat().st_size > 50


def links() -> list[str]:
    """Every link to a state of a page that the pages and the documentation offer."""
    from importlib.resources import files

    from shapewright.questions import FAMILIES

    found = re.findall(r"http://127\.0\.0\.1:8765(/[^)]+ask=\w+)\)", (DOCS / "studio.md").read_text())
    for name in FAMILIES:
        template = (files("shapewright.web") / "templates" / f"{name}.html").read_text()
        found += [f"/{name}{html.unescape(end)}" for end in re.findall(r'href="(#[^"]*ask=[^"]*)"', template)]
    return sorted(set(found))


@pytest.mark.parametrize("link", links())
def test_a_link_leads_to_its_answer(page, link) -> None:
    page.goto(link)
    page.wait_for_selector("#answer article.done")
    question = link.rpartition("ask=")[2]
    assert page.url.endswith(f"ask={question}")
    assert page.query_selector("#answer .downloads a") is not None


def test_packing_by_sliders(page) -> None:
    page.goto("/packing")
    page.wait_for_selector("#sliders input")
    page.fill("[name=bag]", "T1 I2")
    page.focus("#sliders label >> nth=0 >> input")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=bag]")).to_have_value("I3 T1")
    page.click("[data-ask=pack]")
    assert headline(page).startswith("optimal: 4x5, score 16.00")
    assert "4x4 refuted" in page.inner_text("#answer")
    assert pieces_in(page, "#answer .frame svg") >= 2
    page.check("[name='-into'][value=box]")
    page.fill("[name=box]", "4x4")
    page.click("#feasible")
    reads(page, "#answer .headline", "impossible")
    page.click("#bins")
    reads(page, "#answer .headline", "optimal: 2 boards")


def test_packing_changed_for_another_bag(page) -> None:
    page.goto("/packing#bag=I3+J3+L3+O3+S2+T2+Z2&box=10x10&ask=pack")
    assert headline(page).startswith("optimal: 72 of 100 cells covered")
    page.click("#take")
    expect(page.locator("[name=packing]")).to_have_value(re.compile('"placements"'))
    page.fill("[name=bag]", "I3 J3 L3 O2 S2 T2 Z2")
    page.click("[data-ask=repair]")
    reads(page, "#answer .headline", "of 17 pieces moved")
    page.fill("[name=bag]", "I40")
    page.click("[data-ask=repair]")
    reads(page, "#answer .headline", "impossible: the box 10x10 has 100 cells and the pieces 160")


def test_packing_a_round_and_an_evaluation(page) -> None:
    page.goto("/packing#rounds=1&seed=1&ask=round")
    assert headline(page).endswith("points")
    assert len(page.query_selector_all("#answer tbody tr")) == 10
    page.fill("[name=rounds]", "50")
    page.click("[data-ask=evaluate]")
    reads(page, "#answer table", "95 % interval")


def test_stacking_watch_and_play(page) -> None:
    page.goto("/stacking#sequence=LLLL&width=6&ask=solve")
    assert headline(page).startswith("height 3 (optimal")
    page.click("[data-step=first]")
    page.click("[data-step=on]")
    assert page.inner_text(".stepper output").startswith("2 of")
    reads(page, "#score", "next L L L L")
    page.focus("#game")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    reads(page, "#score", "height 3")
    assert page.input_value("[name=drops]") == "1"
    page.click("[data-move=hint]")
    reads(page, "#score", "with the rest played best")
    page.keyboard.press("Tab")
    page.click("[data-move=undo]")
    reads(page, "#score", "height 0")


def test_clear_draw_solve_and_chance(page) -> None:
    page.goto("/clear")
    page.wait_for_selector("#painter .cell")
    page.click("#painter [data-at='0,3,0']")
    assert page.input_value("[name=field]").endswith("X_________")
    page.click("#empty")
    page.click("[data-ask=solve]")
    assert headline(page).startswith("a perfect clear of 4 lines in 10 pieces")
    assert page.inner_text(".stepper output") == "1 of 10"
    fumen = page.inner_text("#answer pre.copy")
    assert fumen.startswith("v115@")
    page.click("[data-ask=percent]")
    reads(page, "#answer .headline", "840 / 840 = 100.00 %")
    page.fill("[name=field]", "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ")
    page.fill("[name=patterns]", "I,*p4")
    page.click("[data-ask=percent]")
    reads(page, "#answer .headline", "711 / 840 = 84.64 %")
    assert len(page.query_selector_all("#answer meter")) >= 1
    page.click("[data-ask=path]")
    reads(page, "#answer .headline", "63 unique solutions")
    assert len(page.query_selector_all("#answer .pictures li")) == 63


def test_clear_opens_a_fumen_and_plays_a_demo(page) -> None:
    page.goto("/clear")
    page.fill("[name=field]", "v115@RhB8HeA8HeA8JeAgl")
    expect(page.locator("[name=field]")).to_have_value(re.compile("XX________/X________X$"))
    page.goto("/clear#limit=1&seed=1&ask=demo")
    assert headline(page).startswith("1 clear, 10 pieces")
    expect(page.locator("[data-step=play]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stepper output")).to_have_text("10 of 10", timeout=60_000)


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_page(page, width) -> None:
    from shapewright.questions import FAMILIES

    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", "/api", "/runs", *(f"/{name}" for name in FAMILIES)):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_every_control_has_a_name_and_the_dark_theme_stays(page) -> None:
    from shapewright.questions import FAMILIES

    page.goto("/")
    page.click("#theme")
    for name in FAMILIES:
        page.goto(f"/{name}")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.wait_for_load_state("networkidle")
        nameless = page.evaluate(
            """[...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
            .filter(control => !control.labels?.length && !control.ariaLabel && !control.title)
            .filter(control => !control.textContent.trim()).map(control => control.outerHTML)"""
        )
        assert nameless == []
