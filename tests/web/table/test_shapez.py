"""The Shapez 2 page in a real browser: a job and a game by mouse, by touch and by keyboard, and every state kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser

pytestmark = needs_a_browser

TARGET = "CrRg----:cbP---Sw"


def says(page: Any, words: str) -> None:
    """Wait until the bar says that, of what lies there now."""
    expect(page.locator("#bar[data-state=fresh] .words")).to_have_text(words)


def has_code(page: Any, code: str) -> None:
    expect(page.locator("#code")).to_have_value(code)


def point(page: Any, layer: int, column: int, parts: int = 4) -> tuple[float, float]:
    """The middle of a part in the picture of its layer alone, on the screen."""
    box = page.locator(f".layer-card[data-number='{layer}'] svg").bounding_box()
    angle, radius = 2 * pi * (column + 0.5) / parts, 0.22 * box["width"]
    return box["x"] + box["width"] / 2 + radius * sin(angle), box["y"] + box["height"] / 2 - radius * cos(angle)


def by_mouse(page: Any, form: str, colour: str, layer: int, column: int) -> None:
    """Choose a form and a paint, add layers that are missing, and click the place."""
    page.click(f"#forms [data-value='{form}']")
    page.click(f"#paints [data-value='{colour}']")
    while page.locator(".layer-card").count() <= layer:
        page.click("[data-layer=add]")
    page.mouse.click(*point(page, layer, column))


def by_touch(page: Any, form: str, colour: str, layer: int, column: int) -> None:
    page.tap(f"#forms [data-value='{form}']")
    page.tap(f"#paints [data-value='{colour}']")
    while page.locator(".layer-card").count() <= layer:
        page.tap("[data-layer=add]")
    page.touchscreen.tap(*point(page, layer, column))


def by_keys(page: Any, form: str, colour: str, layer: int, column: int) -> None:
    """Walk to the place and press the letters of the part."""
    walk = page.locator("#stage .walk")
    walk.focus()
    while page.locator("#stage [role=row]").count() <= layer:
        page.keyboard.press("n")
        walk.focus()
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    for _ in range(layer):
        page.keyboard.press("ArrowUp")
    while not str(walk.get_attribute("aria-activedescendant")).endswith(f"-{column}"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press({"P": "p", "c": "x"}.get(form, form))
    if form != "P":
        page.keyboard.press(colour)


PARTS = [("C", "r", 0, 0), ("R", "g", 0, 1), ("c", "b", 1, 0), ("P", "u", 1, 1), ("S", "w", 1, 3)]


def build(page: Any, put: Callable[..., None]) -> None:
    """The game: the target, part by part; the bar counts."""
    page.goto(f"/shapez#mode=play&target={TARGET}&codes=--------")
    says(page, "Build the shape on the left, part by part")
    for number, part in enumerate(PARTS, 1):
        put(page, *part)
        says(page, "Built!" if number == len(PARTS) else f"{number} of {len(PARTS)} parts are right")
    has_code(page, TARGET)
    assert page.locator("#bar .bar-actions button").inner_text() == "Next shape"


def test_the_game_by_mouse(page) -> None:
    build(page, by_mouse)
    page.click("[data-undo]")
    says(page, "4 of 5 parts are right")
    page.click("#hint")
    says(page, "Built!")
    page.click("#bar .bar-actions button")
    expect(page.locator("#target svg")).not_to_have_attribute("aria-label", re.compile("layer 1: red circle, green sq"))
    has_code(page, "--------")
    page.go_back()
    says(page, "Built!")


def test_the_game_by_touch(phone) -> None:
    build(phone, by_touch)


@pytest.mark.always
def test_the_game_by_keys(page) -> None:
    build(page, by_keys)
    expect(page.locator("#stage .walk + [aria-live]")).to_have_text("layer 2, top left: white star")


def test_the_drawn_shape_is_clicked_itself(page) -> None:
    page.goto("/shapez#codes=CuCuCuCu:RrRr----&form=W&colour=m")
    says(page, "buildable")
    box = page.locator("svg[data-whole]").bounding_box()
    side = min(box["width"], box["height"])
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    outer, inner = 0.32 * side / 2**0.5, 0.12 * side / 2**0.5
    page.mouse.click(middle[0] - outer * 0.95, middle[1] - outer * 0.95)  # the outer ring is the lowest layer
    has_code(page, "CuCuCuWm:RrRr----")
    page.mouse.click(middle[0] - inner, middle[1] + inner)  # within it the layer above
    has_code(page, "CuCuCuWm:RrRrWm--")
    page.mouse.click(middle[0] - inner, middle[1] + inner)
    has_code(page, "CuCuCuWm:RrRr----")


def test_a_stroke_is_one_step(page) -> None:
    page.goto("/shapez#codes=CuCuCuCu&form=paint&colour=b")
    says(page, "buildable")
    page.mouse.move(*point(page, 0, 0))
    page.mouse.down()
    for column in (1, 2):
        page.mouse.move(*point(page, 0, column), steps=4)
    page.mouse.up()
    has_code(page, "CbCbCbCu")
    page.keyboard.press("Control+z")
    has_code(page, "CuCuCuCu")
    page.keyboard.press("Control+y")
    has_code(page, "CbCbCbCu")


def test_layers_are_moved_turned_copied_and_removed(page) -> None:
    page.goto("/shapez#codes=CuRu----:SrSr----")
    says(page, "buildable")
    page.mouse.click(*point(page, 1, 2), button="right")  # erases nothing, chooses the layer
    for act, code in [
        ("turn", "CuRu----:--SrSr--"),
        ("down", "--SrSr--:CuRu----"),
        ("copy", "--SrSr--:--SrSr--:CuRu----"),
        ("up", "--SrSr--:CuRu----:--SrSr--"),
        ("remove", "--SrSr--:CuRu----"),
    ]:
        page.click(f"[data-layer={act}]")
        has_code(page, code)
    page.click("#turn-right")
    has_code(page, "----SrSr:--CuRu--")


def test_what_floats_is_marked_and_the_nearest_shape_is_taken(page) -> None:
    page.goto("/shapez#codes=cu------:--------:cu--Cu--")
    says(page, "impossible: not stable (layer 3, top right, has nothing below it)")
    expect(page.locator("svg[data-whole] .wrong")).to_have_count(2)
    page.locator("#stage .walk").focus()
    expect(page.locator("#part-2-0")).to_have_attribute(
        "aria-label", "layer 3, top right: uncoloured crystal, the reason"
    )
    near = page.locator("#answers-body .thumbnail")
    code = page.locator("#answers-body code.code >> nth=0").inner_text()
    near.first.click()
    has_code(page, code)
    says(page, "buildable")
    expect(page.locator("svg[data-whole] .wrong")).to_have_count(0)
    page.go_back()
    has_code(page, "cu------:--------:cu--Cu--")


@pytest.mark.always
def test_a_ring_offers_what_it_takes_and_refuses_the_rest(page) -> None:
    page.goto("/shapez#codes=CuRrSgWb")
    says(page, "buildable")
    names = "[...document.querySelectorAll('#forms [data-value]')].map((each) => each.dataset.value).join('')"
    assert page.evaluate(names) == "CRSWcP-paint"
    page.select_option("#ring", "6")
    has_code(page, "HuGrFgHb----")
    assert page.evaluate(names) == "HGFcP-paint"
    page.fill("#code", "HuHuHuHu")
    says(page, "'Hu' at layer 1, top right belongs to rings of six, and this is a ring of 4, which takes C R S W")


@pytest.mark.always
def test_a_plan_is_walked_by_buttons_keys_and_clicks(page) -> None:
    page.goto("/shapez#codes=CuCu----:RrRr----&ask=plan")
    says(page, "3 machines")
    expect(page.locator("#plan-stage .belt")).to_have_count(5)
    expect(page.locator(".steps li")).to_have_count(3)
    page.locator(".graph").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_contain_text("takes")
    expect(page.locator("#plan-stage .box.now")).to_have_count(1)
    assert page.locator("#plan-stage .belt.lit").count() >= 2
    page.click(".steps li >> nth=2")
    expect(page.locator("#step-words .visually-hidden")).to_have_text(
        "half destroy takes CuCuCuCu:RrRrRrRr, gives CuCu----:RrRr----"
    )
    before = page.locator(".graph svg.drawing").bounding_box()
    page.click("[aria-label='Closer']")
    assert page.locator(".graph svg.drawing").bounding_box()["width"] > 1.2 * before["width"]
    page.reload()
    says(page, "3 machines")


def test_several_goals_are_planned_together(page) -> None:
    page.goto("/shapez#codes=CuCu----")
    says(page, "buildable")
    page.click("#goals [aria-label='+ Add a shape to the goals']")
    page.fill("#code", "----CuCu")
    says(page, "buildable")
    page.click("[data-mode-button=plan]")
    says(page, "1 machine")
    expect(page.locator("#bar .chip-note", has_text="2 goals")).to_be_visible()
    expect(page.locator("#plan-stage .goal-ring")).to_have_count(2)


def test_the_bar_says_what_the_command_line_says(page, capsys) -> None:
    from shapewright.cli import main

    page.goto(f"/shapez#codes={TARGET}&mode=plan")
    assert main(["shapez", "plan", TARGET, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    says(page, f"{plan['cost']} machines")
    expect(page.locator(".steps li")).to_have_count(sum(plan["machines"].values()))


def test_a_result_is_the_next_input(page) -> None:
    page.goto("/shapez#codes=CuRrSgWb&mode=machines")
    says(page, "cut")
    page.click("[data-take='----SgWb']")
    expect(page.locator("#bench figcaption code >> nth=0")).to_have_text("----SgWb")
    page.click("[data-machine=stack]")
    page.click("[aria-label='Swap the two shapes']")
    says(page, "stack")
    expect(page.locator(".bench-outputs:not(.old) code")).to_have_text("Rr--SgWb")
    page.click("[data-machine=paint]")
    page.click("[aria-label='Colour: magenta']")
    expect(page.locator(".bench-outputs:not(.old) code")).to_have_text("Rm------")
    page.click("[data-machine=mix]")
    page.click("[aria-label='First colour: red']")
    page.click("[aria-label='Second colour: green']")
    expect(page.locator(".bench-outputs:not(.old) figcaption")).to_have_text("yellow")


def test_random_shapes_are_taken_away_whole(page) -> None:
    page.goto("/shapez#configuration=quad3&limit=12&seed=1&ask=random")
    expect(page.locator("#answers-body .thumbnail")).to_have_count(12)
    with page.expect_download() as download:
        page.click("[data-save='.svg']")
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read().count("<title>") == 12


def test_old_links_and_the_phone_keep_everything_in_sight(phone) -> None:
    phone.goto("/shapez#codes=CuRrSgWb:P-cw----")
    says(phone, "buildable")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for selector in ("#forms", "#paints", "svg[data-whole]", ".stack", "#bar"):
        box = phone.locator(selector).bounding_box()
        assert box["height"] > 40
        assert box["y"] + box["height"] <= 844 - 52


@pytest.mark.always
def test_a_blueprint_is_shown_and_simulated(page) -> None:
    blueprint = '{"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant","X":3}]}}'
    page.goto("/shapez")
    page.click("text=Blueprints")
    page.fill('[data-field="string"]', blueprint)
    page.fill('[data-field="arrivals"]', "CuRuSuWu")
    page.click('button[data-ask="blueprint"]')
    expect(page.locator("#answers-body")).to_contain_text("1 building, 1x1, 1 layer")
    page.select_option('[data-field="operation"]', "check")
    page.click('button[data-ask="blueprint"]')
    expect(page.locator("#answers-body")).to_contain_text("what comes out: CuRu----")
    expect(page.locator("#answers-body svg").first).to_be_visible()
    page.fill('[data-field="wanted"]', "CuCuCuCu")
    page.click('button[data-ask="blueprint"]')
    expect(page.locator("#answers-body")).to_contain_text("CuCuCuCu never comes out")
    page.select_option('[data-field="operation"]', "encode")
    page.click('button[data-ask="blueprint"]')
    expect(page.locator("#answers-body")).to_contain_text("SHAPEZ2-3-H4sI")


@pytest.mark.always
def test_a_plan_is_laid_out_as_a_blueprint_to_be_copied(page) -> None:
    page.goto("/shapez#codes=CrCrCrCr&mode=plan&blueprint=1")
    answer = page.locator("#answers-body")
    expect(answer).to_contain_text("SHAPEZ2-3-H4sI")
    expect(answer).to_contain_text("CrCrCrCr leaves to the east")
    expect(answer.locator(".copied", has_text="SHAPEZ2-3-").locator("button")).to_have_text("Copy")
    expect(answer.locator("text=On the platform")).to_be_visible()
    page.goto("/shapez#codes=CrCrCrCr&mode=plan&string=SHAPEZ2-")
    expect(page.locator("#answers-body")).to_contain_text("Machine by machine")
    expect(page.locator("#answers-body")).not_to_contain_text("SHAPEZ2-3-H4sI")


def test_shapes_of_version_1_and_shorthands(page) -> None:
    page.goto("/shapez#codes=XuXuXuXu")
    expect(page.locator("#bar .words")).to_contain_text("'Xu' in 'XuXuXuXu' is of version 1.0 of the game; 'game' 1.0")
    expect(page.locator("#forms [data-value=X]")).to_have_count(0)
    page.get_by_label("Game version").select_option("1.0")
    says(page, "buildable")
    page.click("#forms [data-value=Y]")
    page.click("#paints [data-value=k]")
    page.mouse.click(*point(page, 0, 0))
    has_code(page, "YkXuXuXu")
    page.fill("#code", "{CRSW+cut}")
    expect(page.locator("#goals .goal[aria-pressed]")).to_have_count(2)
    has_code(page, "----SuWu")


def test_play_begins_without_the_note_of_an_earlier_answer(page) -> None:
    page.goto("/shapez#codes=CuCuCuCu")
    says(page, "buildable")
    page.click("[data-mode-button=play]")
    expect(page.locator("#target svg")).to_be_visible()
    expect(page.locator("#answers .old-note")).to_be_hidden()
