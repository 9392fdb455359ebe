"""The page of perfect clears in Chromium: jobs and games by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads

from shapewright import clear
from shapewright.clear import Field, Fumen
from shapewright.clear.chances.percent import percentage

pytestmark = needs_a_browser

OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
NARROW = "XXXXXX____/XXXXXX____"
SOLUTION = "v115@vhJJEYeAFLDmClcJSAVDEHBEooRBUoAVBJHUPCzXOM?CvCBAAzJJCAJlFJXLJ0BJVRJxCJWNJTNJ"


def told(page: Any, name: str) -> str:
    """What the address says of a field."""
    return parse_qs(urlsplit(page.evaluate("location.href")).fragment, keep_blank_values=True).get(name, [""])[0]


def settled(page: Any) -> str:
    """The line of the bar, once it is about what is there."""
    page.wait_for_selector("#bar[data-state=fresh]")
    words: str = page.inner_text("#bar .words")
    return words


def place_of(page: Any, x: float, y: float) -> tuple[float, float]:
    """The middle of a cell of the stage on the screen."""
    left, top, width, height, rows = page.evaluate(
        """() => {
          const box = document.querySelector('#stage .ground .rim').getBoundingClientRect();
          return [box.left, box.top, box.width, box.height, Number(document.getElementById('rows').value)];
        }"""
    )
    return left + (x + 0.5) * width / 10, top + (rows - y - 0.5) * height / rows


def stroke(page: Any, *cells: tuple[int, int]) -> None:
    """The mouse pressed along some cells."""
    page.mouse.move(*place_of(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*place_of(page, *cell))
    page.mouse.up()


def chance_of(field: str, pattern: str = "*p4", height: int = 2) -> str:
    """The bar's line for a pattern, as the command line has it."""
    chance = clear.percent(field, pattern, height)
    return f"{percentage(chance.solved, chance.queues)} % of {chance.queues:,} queues"


# --- Jobs -------------------------------------------------------------------------------------------------------------


def test_all_ways_of_an_opening_by_mouse(page: Any) -> None:
    page.goto(f"/clear#field={OPENER}&patterns=I,*p4&ask=path")
    reads(page, "#bar", "84.64 % of 840 queues")
    reads(page, "#answer .headline", "63 unique solutions for 711 of 840 queues")
    expect(page.locator("#answer .thumbnail")).to_have_count(61 - 1)  # and a button for more
    path = clear.path(OPENER, "I,*p4")
    page.click("#answer .thumbnail >> nth=3")
    solution = path[3]
    reads(page, "#chosen h3", solution.pieces)
    reads(page, "#chosen .note", f"{solution.served} queues")
    reads(page, "#chosen pre", solution.fumen().to_text())
    queues = list(solution.queues())
    assert page.locator("#chosen .queues button").all_inner_texts() == queues[:120]
    page.click(f"#chosen .queues button:text-is('{queues[2]}')")
    reads(page, "#steps", f"{len(solution.parts)} of {len(solution.parts)}")
    built = solution.solution(queues[2])
    page.click("#steps [aria-label=Back]")
    last = built.placements[-2]
    reads(page, "#steps", f"{len(solution.parts) - 1} of {len(solution.parts)}: {last.piece}")


def test_options_of_a_question_leave_alone_what_the_bar_knows(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&pieces=I,*p4")
    reads(page, "#facts", "2 lines: 8 empty cells")
    page.click("#more > summary")
    page.select_option("#question", "path")
    page.check("#option-minimal")
    page.click(".options [data-ask=path]")
    reads(page, "#answer .headline", "1 unique solution for 12 of 42 queues; 1 suffices for all")  # of two lines
    reads(page, "#chosen h3", "II ★")
    reads(page, "#facts", "2 lines: 8 empty cells")


def test_an_address_that_asks_is_answered_for_the_lines_of_the_bar(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&patterns=I,*p4&ask=path")
    reads(page, "#answer .headline", "1 unique solution for 12 of 42 queues")
    reads(page, "#facts", "2 lines: 8 empty cells")


@pytest.mark.always
def test_painting_by_mouse_is_answered_at_once(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&pieces=*p4&height=2")
    reads(page, "#bar", chance_of(NARROW))
    stroke(page, (6, 0), (7, 0), (8, 0))
    expect(page.locator("#field-text")).to_have_value("XXXXXX____/XXXXXXXXX_")
    reads(page, "#bar", "the field cannot be cleared: 5 cells are empty in the lowest 2 rows")
    page.click("[data-brush=T]")
    stroke(page, (6, 1), (7, 1), (8, 1), (9, 1), (9, 0))
    expect(page.locator("#field-text")).to_have_value("XXXXXXTTTT/XXXXXXXXXT")
    page.click("[data-undo]")
    expect(page.locator("#field-text")).to_have_value("XXXXXX____/XXXXXXXXX_")
    page.click("[data-brush=_]")
    stroke(page, (8, 0), (7, 0), (6, 0), (5, 0), (4, 0), (3, 0), (2, 0))
    expect(page.locator("#field-text")).to_have_value("XXXXXX____/XX________")
    reads(page, "#bar", chance_of("XXXXXX____/XX________"))
    page.click("[data-undo]")
    page.click("[data-undo]")
    expect(page.locator("#field-text")).to_have_value(NARROW)
    reads(page, "#bar", chance_of(NARROW))
    page.click("[data-redo]")
    expect(page.locator("#field-text")).to_have_value("XXXXXX____/XXXXXXXXX_")


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("tiol jszt iol", "a perfect clear in 10 pieces"),
        ("[t]iol", "takes 5 pieces, and the queue has 4"),
        ("SZSZS", "impossible: the queue SZSZS has no perfect clear of 2 lines"),
        ("[i]iotszioszt", "it is on the list of all queues"),
        ("tiol jszt iol q", "'q' at position 15"),
        ("", "20 empty cells in 2 lines: 5 pieces"),
    ],
)
def test_one_input_for_a_queue_or_a_pattern_by_keyboard(page: Any, typed: str, words: str) -> None:
    page.goto("/clear")
    reads(page, "#bar", "a perfect clear in 10 pieces; L left over")
    page.focus("#pieces")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.type(typed)
    reads(page, "#bar", words)
    expect(page).to_have_url(re.compile(f"pieces={re.escape(quote_plus(typed))}(&|$)"))
    page.reload()
    reads(page, "#bar", words)


def test_a_field_is_painted_and_stepped_through_by_keyboard(page: Any) -> None:
    page.goto("/clear#pieces=LIJO")
    settled(page)
    grid = page.locator("#stage [role=grid]")
    grid.focus()
    for key in ("ArrowDown",) * 3 + ("x", "ArrowRight", "t", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#field-text")).to_have_value("XTX_______")
    assert (
        page.locator(f"#{grid.get_attribute('aria-activedescendant')}")
        .get_attribute("aria-label")
        .startswith("column 3, row 1")
    )
    page.keyboard.press("Space")
    expect(page.locator("#field-text")).to_have_value("XT________")
    page.fill("#pieces", "OIOIL")
    page.fill("#field-text", NARROW)
    page.keyboard.press("Enter")
    reads(page, "#bar", "a perfect clear in 2 pieces")
    page.focus("#steps input")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    reads(page, "#steps", "2 of 2")
    reads(page, "#steps", "2 rows full")


def test_a_field_that_is_none_is_explained_and_stays_to_be_mended(page: Any) -> None:
    page.goto("/clear")
    settled(page)
    wrong = "ZZ____LLL/TZZ____LOO"
    page.fill("#field-text", wrong)
    page.keyboard.press("Enter")
    reads(page, "#bar", "9 cells")
    page.fill("#pieces", "*p4")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#field-text")).to_have_value(wrong)
    page.fill("#field-text", NARROW)
    page.keyboard.press("Enter")
    reads(page, "#bar", chance_of(NARROW))
    expect(page.locator("#field-text")).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.always
def test_pages_of_a_fumen_come_in_and_go_out(page: Any) -> None:
    page.goto("/clear")
    settled(page)
    page.fill("#field-text", SOLUTION)
    page.keyboard.press("Enter")
    reads(page, "#page-count", "1 of 10")
    frames = list(Fumen.from_text(SOLUTION).solution().frames())
    page.click("#page-on")
    page.click("#page-on")
    reads(page, "#page-count", "3 of 10")
    assert Field.from_text(page.input_value("#field-text")) == frames[2].after
    expect(page.locator("#pieces")).to_have_value(frames[2].queue.pieces)
    expect(page.locator("#hold button")).to_have_attribute("data-piece", str(frames[2].queue.hold))
    reads(page, "#bar", "a perfect clear in 7 pieces")
    page.click("#mirror")
    mirrored = Field(tuple(int(f"{row:010b}"[::-1], 2) for row in frames[2].after.rows))
    expect(page.locator("#field-text")).not_to_have_value(re.compile("^ILLL"))
    assert Field.from_text(page.input_value("#field-text")) == mirrored
    page.click("#page-add")
    reads(page, "#page-count", "4 of 11")
    expect(page).to_have_url(re.compile("at=3|#z|#~"))
    page.reload()
    reads(page, "#page-count", "4 of 11")
    assert Field.from_text(page.input_value("#field-text")) == mirrored
    for number in range(10, 6, -1):
        page.click("#page-delete")
        reads(page, "#page-count", f"of {number}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy-fumen")
    reads(page, "#toast", "7 pages copied")
    copied = Fumen.from_text(page.evaluate("navigator.clipboard.readText()"))
    assert len(copied.pages) == 7
    assert copied.pages[0].field == frames[0].after
    assert copied.pages[2].field == mirrored


def opened(phone: Any, sheet: str) -> None:
    """Tap a sheet open; a tap right after touches that were made by hand may be taken for a part of them."""
    control = phone.locator(f"[data-sheet={sheet}]")
    for _ in range(5):
        control.tap()
        with suppress(AssertionError):
            expect(control).to_have_attribute("aria-expanded", "true", timeout=5_000)
            return
    raise AssertionError(f"the sheet {sheet} does not open")


@pytest.mark.always
def test_a_job_by_touch(phone: Any) -> None:
    phone.goto("/clear#pieces=*p5")
    settled(phone)
    phone.tap("[data-sheet=tray]")
    phone.tap("[data-brush=X]")
    phone.tap("[data-sheet=tray]")
    expect(phone.locator("#tray")).to_be_hidden()
    finger = phone.context.new_cdp_session(phone)
    points = [place_of(phone, x, 0) for x in range(6)]
    for kind, point in [("touchStart", points[0]), *[("touchMove", point) for point in points], ("touchEnd", None)]:
        touches = [] if point is None else [{"x": point[0], "y": point[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    expect(phone).to_have_url(re.compile("field=XXXXX"))
    phone.click("[data-undo]")
    expect(phone).not_to_have_url(re.compile("field="))
    opened(phone, "tray")
    phone.select_option("#named", label="The same, with I to come")
    reads(phone, "#bar", "84.64 % of 840 queues")
    phone.tap("[data-sheet=answers]")
    phone.tap(".questions [data-ask=percent]")
    reads(phone, "#answer .headline", "711 / 840 = 84.64 %")


def test_a_finger_scrolls_and_does_not_paint_before_a_brush_is_chosen(phone: Any) -> None:
    phone.goto("/clear")
    settled(phone)
    finger = phone.context.new_cdp_session(phone)
    points = [place_of(phone, 4, y) for y in range(2, 7)]
    for kind, point in [("touchStart", points[0]), *[("touchMove", point) for point in points], ("touchEnd", None)]:
        touches = [] if point is None else [{"x": point[0], "y": point[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    assert told(phone, "field") == ""
    phone.touchscreen.tap(*place_of(phone, 4, 6))
    expect(phone).to_have_url(re.compile("field=____X_____"))


def test_hold_and_next_are_pictures_that_can_be_pressed(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&pieces=TOOIL&height=2")
    reads(page, "#bar", "a perfect clear in 2 pieces")
    page.click("#hold button")
    expect(page.locator("#pieces")).to_have_value("OOIL")
    expect(page.locator("#hold button")).to_have_attribute("data-piece", "T")
    reads(page, "#bar", "a perfect clear in 2 pieces")
    page.click("#next button >> nth=1")
    expect(page.locator("#pieces")).to_have_value("OIL")
    reads(page, "#bar", "impossible")
    page.click("#add [data-piece=O]")
    expect(page.locator("#pieces")).to_have_value("OILO")
    page.click("#hold button")
    expect(page.locator("#pieces")).to_have_value("TOILO")
    page.fill("#pieces", "I,*p4")
    expect(page.locator("#next .some")).to_have_text("any four")


# --- Addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "bar", "answer"),
    [
        ("queue=TIOLJSZTIOL&ask=solve", "a perfect clear in 10 pieces", "a perfect clear of 4 lines in 10 pieces"),
        (f"field={OPENER}&patterns=I,*p4&ask=percent", "84.64 %", "711 / 840 = 84.64 %"),
        (
            f"field={SOLUTION}&ask=solve&queue=OLJSZTIOL&hold=T",
            "a perfect clear in 9",
            "a perfect clear of 4 lines in 9",
        ),
        ("ask=demo&seed=1&limit=1", "1 clear, 10 pieces", "1 clear, 10 pieces"),
        ("queues=[I]IOTSZIOSZT&ask=impossible", "impossible", "impossible"),
        ("pieces=TISZ&field=J_________/JJJ_______/LLL_____OO/L_______OO&ask=chance", "", "42 / 42 = 100.00 %"),
        ("height=2&ask=table", "", "queues"),
    ],
)
def test_links_of_the_old_page_and_of_this_one_lead_to_their_answers(
    page: Any, link: str, bar: str, answer: str
) -> None:
    page.goto(f"/clear#{link}")
    reads(page, "#bar", bar)
    reads(page, "#answer[data-state=done]", answer)
    page.reload()
    reads(page, "#answer[data-state=done]", answer)


def test_back_and_forward_bring_field_and_answer(page: Any) -> None:
    page.goto("/clear")
    settled(page)
    page.select_option("#named", label="The same, with I to come")
    reads(page, "#bar", "84.64 % of 840 queues")
    page.click(".questions [data-ask=percent]")
    reads(page, "#answer .headline", "711 / 840")
    page.go_back()
    expect(page.locator("#answer .headline")).to_have_count(0)
    page.go_back()
    reads(page, "#bar", "a perfect clear in 10 pieces; L left over")
    page.go_forward()
    page.go_forward()
    reads(page, "#bar", "84.64 % of 840 queues")
    reads(page, "#answer .headline", "711 / 840")


def game_line(field: str, queue: str, height: int) -> str:
    """What the bar says of a queue."""
    found = clear.first(field, queue, height=height)
    problem = clear.Problem.of(field, queue, height=height)
    return clear.why_none(problem) if found is None else f"a perfect clear in {len(found)} pieces"


# --- Games ------------------------------------------------------------------------------------------------------------


@pytest.mark.always
def test_a_game_by_keyboard_ends_in_a_perfect_clear(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&pieces=OTOIL&height=2")
    settled(page)
    page.click("#mode-play")
    reads(page, "#bar", "2 lines to clear")
    for key in ("ArrowRight",) * 4 + ("Space",):
        page.keyboard.press(key)
    reads(page, "#bar", "1 placed")
    expect(page).to_have_url(re.compile(r"moves=ON80(&|$)"))
    # T is in the hand now; the O after it clears the rest.
    reads(page, "#bar", game_line("XXXXXX__XX/XXXXXX__XX", "TO", 2).partition(" in ")[0])
    page.keyboard.press("c")
    expect(page.locator("#hold button")).to_have_attribute("data-piece", "T")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"moves=ON80\+\*ON60(&|$)"))
    reads(page, "#bar", "Perfect clear!")
    reads(page, "#bar", "1 clear")
    page.keyboard.press("Control+z")
    reads(page, "#bar", "1 placed")
    page.keyboard.press("Control+y")
    reads(page, "#bar", "Perfect clear!")
    expect(page).to_have_url(re.compile(r"moves=ON80\+\*ON60(&|$)"))  # written a moment after the change
    page.reload()
    page.click("#mode-play")
    reads(page, "#bar", "Perfect clear!")


def test_a_game_by_mouse_with_the_chance_after_each_piece(page: Any) -> None:
    page.goto("/clear#field=XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX&pieces=ISZOTJL")
    settled(page)
    page.click("#mode-play")
    reads(page, "#bar", "4 lines to clear")
    reads(page, "#bar", game_line("/".join(["XXX____XXX"] * 4), "ISZOT", 4))
    x, y = place_of(page, 4, 3)
    page.mouse.move(x, y)
    page.mouse.click(x, y, button="right")  # turns
    page.mouse.click(x, y)
    expect(page).to_have_url(re.compile("moves=IE42"))
    field = "XXX_I__XXX/XXX_I__XXX/XXX_I__XXX/XXX_I__XXX"
    reads(page, "#bar", game_line(field, "SZOT", 4))
    reads(page, ".past", "I")
    page.click("[data-undo]")
    reads(page, "#bar", "4 lines to clear")
    expect(page).not_to_have_url(re.compile("moves="))


def test_a_game_by_touch(phone: Any) -> None:
    phone.goto(f"/clear#field={NARROW}&pieces=OOTIL&height=2")
    settled(phone)
    phone.tap("#mode-play")
    for _ in range(2):
        phone.tap("[data-move=right]")
    phone.tap("[data-move=drop]")
    expect(phone).to_have_url(re.compile(r"moves=ON60(&|$)"))
    phone.touchscreen.tap(*place_of(phone, 8, 3))  # to that column
    phone.tap("[data-move=drop]")
    reads(phone, "#bar", "Perfect clear!")
    for name in ("left", "right", "down", "cw", "ccw", "hold", "drop"):
        box = phone.locator(f"[data-move={name}]").bounding_box()
        assert box["height"] >= 44


@pytest.mark.always
def test_the_solver_does_in_the_game_what_solve_says(page: Any) -> None:
    page.goto("/clear#pieces=TIOLJSZTIOL")
    settled(page)
    page.click("#mode-play")
    reads(page, "#bar", "4 lines to clear")
    solution = clear.first("", "TIOLJSZTIOL", height=4)
    assert solution is not None
    moves = []
    for frame in solution.frames():
        placed = frame.placement
        moves.append(f"{'*' if frame.held else ''}{placed.piece}{placed.facing}{placed.x}{placed.y}")
    page.click("#solver")
    reads(page, "#facts", f"places {solution.placements[0].piece} here")
    reads(page, "#solver", "Do it")
    page.click("#solver")
    expect(page).to_have_url(re.compile(f"moves={re.escape(moves[0])}(&|$)"))
    # On it goes, until the field is clear.
    for number in range(2, 11):
        reads(page, "#solver", "Solver's move")
        page.click("#solver")
        reads(page, "#solver", "Do it")
        page.click("#solver")
        if number < 10:
            reads(page, "#bar", f"{number} placed")
    reads(page, "#bar", "Perfect clear!")


def test_what_is_asked_in_a_game_is_about_the_field_as_it_stands(page: Any) -> None:
    page.goto(f"/clear#field={NARROW}&pieces=OTOIL&height=2&moves=ON80")
    settled(page)
    page.click("#mode-play")
    reads(page, "#bar", "1 placed")
    page.click(".questions [data-ask=solve]")
    reads(page, "#answer .headline", "a perfect clear of 2 lines in 1 piece")
    assert Field.from_text(told(page, "field")) == Field.from_text("XXXXXX__XX/XXXXXX__XX")
    expect(page.locator("#mode-paint")).to_have_attribute("aria-pressed", "true")


def test_the_demo_plays_on_and_stands_still_where_motion_is_unwanted(browser: Any, address: str, page: Any) -> None:
    page.goto("/clear#ask=demo&limit=1&height=2")
    reads(page, "#answer[data-state=done]", "clear")
    first = page.locator("#answer .thumbnails").inner_html()
    expect(page.locator("#steps button >> nth=1")).to_have_text("Pause")
    page.locator("#steps input").evaluate("each => { each.value = each.max; }")
    expect(page.locator("#answer .thumbnails")).not_to_have_js_property("innerHTML", first)
    still = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
    still.goto("/clear#ask=demo&limit=1&height=2")
    reads(still, "#answer[data-state=done]", "clear")
    expect(still.locator("#steps button >> nth=1")).to_have_text("Play")
    still.context.close()


# --- Looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_everything_needed_is_in_sight(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for mode in ("paint", "play"):
        page.goto("/clear")
        settled(page)
        page.click(f"#mode-{mode}")
        settled(page)
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
            size
        )
        for needed in ("#stage", "#bar", "#hold", "#next", *(("#pad",) if mode == "play" else ("#steps",))):
            box = page.locator(needed).bounding_box()
            assert box["height"] > 0, needed
            assert box["y"] + box["height"] <= size[1] + 1 or needed == "#next", needed


def test_lines_that_are_full_already_are_named(page: Any) -> None:
    page.goto(f"/clear#field={'/'.join(['XXXXXXXXXX'] * 4)}")
    reads(page, "#facts", "8 lines, 4 of them full: 40 empty cells, 10 pieces")
