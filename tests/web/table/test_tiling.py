"""The tiling page in Chromium: jobs and games by mouse, by touch and by keyboard."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser, reads
from tests.web.table.tables import settled

EXAMPLES = Path(__file__).parents[3] / "examples"

pytestmark = needs_a_browser


def at(page: Any, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell of the stage on the screen; the board begins at 0,0."""
    found = page.evaluate(
        """([x, y]) => {
          const drawing = document.querySelector("#stage > svg.drawing");
          const down = Math.round(drawing.viewBox.baseVal.height);
          const {x: left, y: top} = new DOMPoint(x + 0.5, down - y - 0.5).matrixTransform(drawing.getScreenCTM());
          return [left, top];
        }""",
        [x, y],
    )
    return found[0], found[1]


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def says(page: Any, words: str) -> None:
    """Wait until the bar is true of what lies there, and has these words."""
    expect(page.locator("#bar[data-state=fresh]")).to_contain_text(words)


def holds(page: Any, name: str, *lines: str) -> None:
    """Wait until the address says that of a field, line by line."""
    page.wait_for_function(
        "([name, text]) => (new URLSearchParams(location.hash.slice(1)).get(name) ?? '') === text",
        arg=[name, "\n".join(lines)],
    )


def laid(page: Any, number: int) -> list[str]:
    """The pieces that lie there, once there are so many."""
    fixed = "(new URLSearchParams(location.hash.slice(1)).get('fixed') ?? '').split('\\n').filter(Boolean)"
    page.wait_for_function(f"number => {fixed}.length === number", arg=number)
    found: list[str] = page.evaluate(fixed)
    return found


def first_cell(piece: str) -> tuple[int, int]:
    x, y = piece.split()[1].split(",")
    return int(x), int(y)


def stroke(page: Any, cells: list[tuple[int, int]]) -> None:
    """A finger's stroke over cells of the stage."""
    points = [at(page, *cell) for cell in cells]
    finger = page.context.new_cdp_session(page)
    for kind, point in [("touchStart", points[0]), *[("touchMove", point) for point in points], ("touchEnd", None)]:
        touched = [] if point is None else [{"x": point[0], "y": point[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


# --- Jobs -------------------------------------------------------------------------------------------------------------


def test_paint_and_the_bar_says_how_many(page: Any, browser: Any, address: str) -> None:
    page.goto("/tiling")
    says(page, "520 ways")
    says(page, "65 up to symmetry")
    expect(page.locator("#stage .pieces .piece")).to_have_count(12)
    page.mouse.click(*at(page, 0, 0))
    says(page, "but the board has")
    expect(page.locator("#answers-body")).to_contain_text("The pieces cover 60 cells, but the board has 59.")
    holds(page, "board", "########/########/########/###..###/###..###/########/########/.#######")
    page.keyboard.press("Control+z")
    says(page, "520 ways")
    page.click("[data-ask=count]")
    expect(page.locator("#answer .headline")).to_have_text("520 tilings")
    page.click("#more > summary")
    page.check("#option-up_to_symmetry")
    expect(page.locator(".old-note")).to_be_visible()  # that was another question
    page.click("[data-ask=count]")
    reads(page, "#answer .headline", "65 tilings up to rotations and reflections")
    with page.expect_download() as download:
        page.click("[data-save='.txt']")
    assert Path(download.value.path()).read_text() == "65\n"
    elsewhere = browser.new_context(base_url=address).new_page()
    elsewhere.goto(page.url)
    reads(elsewhere, "#answer .headline", "65 tilings up to rotations and reflections")
    elsewhere.context.close()


def test_a_board_of_another_size_says_that_it_keeps_its_holes(page: Any) -> None:
    page.goto("/tiling")
    says(page, "520 ways")
    kept = page.locator("#kept")
    expect(kept).to_be_hidden()
    for name, number in (("width", "10"), ("height", "6")):
        page.fill(f"#{name}", number)
        page.press(f"#{name}", "Tab")
    says(page, "but the board has")
    expect(kept).to_contain_text("The board keeps its 4 holes.")
    page.click("#fill-holes")
    expect(kept).to_be_hidden()
    holds(page, "board", "10x6")
    says(page, "ways")
    page.keyboard.press("Control+z")
    says(page, "but the board has")
    page.fill("#height", "0")
    page.press("#height", "Tab")
    says(page, "Height takes a whole number from 1 to 64")
    page.fill("#height", "6")
    says(page, "but the board has")


@pytest.mark.always
def test_a_stroke_is_one_step_and_a_reason_a_picture(page: Any) -> None:
    page.goto("/tiling#board=5x5&pieces=any*dominoes")
    says(page, "but the board has")
    page.mouse.click(*at(page, 1, 0))
    says(page, "on a checkerboard the board has")
    page.click("text=Show me")
    expect(page.locator("#stage .mark.a")).to_have_count(1)
    expect(page.locator("#stage .mark.b")).to_have_count(1)
    page.click("text=Hide it")
    expect(page.locator("#stage .mark")).to_have_count(0)
    page.mouse.move(*at(page, 0, 4))
    page.mouse.down()
    page.mouse.move(*at(page, 4, 4), steps=9)
    page.mouse.up()
    holds(page, "board", "...../#####/#####/#####/#.###")
    page.keyboard.press("Control+z")
    holds(page, "board", "#####/#####/#####/#####/#.###")
    page.keyboard.press("Control+z")
    says(page, "but the board has")


def test_painting_with_keys_alone(page: Any) -> None:
    page.goto("/tiling#board=3x3&pieces=any*I1")
    says(page, "1 way")
    page.focus("#stage [role=grid]")
    for key in ("ArrowRight", "ArrowUp", ".", "ArrowRight", "?", "ArrowUp", "r"):
        page.keyboard.press(key)
    holds(page, "board", "##r/#.?/###")
    says(page, "2 ways")
    assert page.get_attribute("#stage [role=grid]", "aria-activedescendant") == "stage-2-2"
    page.keyboard.press("Space")
    holds(page, "board", "##./#.?/###")


def test_painting_with_a_finger_needs_a_brush(phone: Any) -> None:
    phone.goto("/tiling#board=4x4&pieces=any*I1")
    says(phone, "1 way")
    stroke(phone, [(0, 3), (0, 2), (0, 1)])
    holds(phone, "board", "4x4")
    phone.touchscreen.tap(*at(phone, 3, 3))
    holds(phone, "board", "###./####/####/####")
    phone.locator("[data-brush='?']").tap()
    stroke(phone, [(0, 3), (0, 2), (0, 1)])
    holds(phone, "board", "?##./?###/?###/####")
    says(phone, "8 ways")


@pytest.mark.always
def test_all_tilings_one_by_one(page: Any) -> None:
    page.goto("/tiling#board=4x4&pieces=4*L4&ask=list&mode=solve")
    expect(page.locator("#answer .headline")).to_have_text("all 10 tilings")
    expect(page.locator(".thumbnail")).to_have_count(10)
    page.locator(".thumbnail").nth(3).click()
    expect(page.locator("#steps output")).to_have_text("4 of 10")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#steps output")).to_have_text("5 of 10")
    expect(page.locator(".thumbnail[aria-current=true]")).to_have_attribute("data-index", "4")


@pytest.mark.always
def test_counts_of_pieces(page: Any, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("board 4x4\npiece A any fixed\n  #.\n  ##\npieces any*I1\n")
    page.goto("/tiling")
    page.click("text=Open a puzzle")
    page.set_input_files("#whole-file", str(puzzle))
    says(page, "42 ways")
    page.click("[aria-label='One I more']")
    holds(page, "pieces", "any*A=fixed-#./##, 1+*I1")
    page.click("[aria-label='One I less']")
    holds(page, "pieces", "any*A=fixed-#./##, any*I1")
    says(page, "42 ways")
    page.goto("/tiling#board=2x2&pieces=2*I2")
    says(page, "2 ways")
    page.click("[aria-label='One I less']")
    page.click("[aria-label='One I less']")
    says(page, "impossible")
    expect(page.locator("#pieces li.none")).to_have_count(1)  # to be brought back
    page.click("[aria-label='One I more']")
    page.click("[aria-label='One I more']")
    says(page, "2 ways")


@pytest.mark.always
def test_a_piece_is_drawn_and_the_puzzle_saved(page: Any) -> None:
    page.goto("/tiling#board=3x2&pieces=I2")
    says(page, "but the board has")
    page.click("text=Draw a piece")
    page.focus("#pad [role=grid]")
    for key in ("Space", "ArrowRight", "Space", "ArrowUp", "Space", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    page.click("#pad-add")
    holds(page, "pieces", "I2, ##/##")
    says(page, "2 ways")
    page.click("text=Save the puzzle")
    for suffix, begins in ((".txt", b"board 3x2"), (".dlx", b""), (".xmpuzzle", b"\x1f\x8b")):
        with page.expect_download() as download:
            page.click(f"[data-puzzle='{suffix}']")
        assert Path(download.value.path()).read_bytes().startswith(begins)


@pytest.mark.always
def test_puzzles_from_elsewhere(page: Any) -> None:
    page.goto("/tiling")
    page.click("text=Open a puzzle")
    page.fill("#whole-text", "board 5x5\npieces nothing")
    page.click("#whole-open")
    reads(page, "#whole-said", "'nothing' at position 1 of the piece list")
    page.set_input_files("#whole-file", str(EXAMPLES / "soma.xmpuzzle"))
    says(page, "11,520 ways")
    holds(page, "board", "3x3x3")
    expect(page.locator("#solid canvas")).to_be_visible()
    expect(page.locator("#layers button")).to_have_count(3)
    page.set_input_files("#whole-file", str(EXAMPLES / "pentominoes_3x20.dlx"))
    says(page, "8 ways")
    reads(page, "#whole-note", "an exact cover")
    page.click("#whole-close")
    says(page, "520 ways")
    packed = base64.b64encode((EXAMPLES / "soma.xmpuzzle").read_bytes()).decode()
    page.goto("about:blank")
    page.goto(f"/tiling#puzzle_file={packed.replace('+', '%2B')}")
    says(page, "11,520 ways")


def test_a_mistake_is_one_sentence(page: Any) -> None:
    page.goto("/tiling#board=6x10&pieces=pantominoes")
    reads(page, "#bar", "'pantominoes' at position 1 of the piece list")
    page.click("text=As text")
    page.fill("#pieces-text", "pentominoes")
    says(page, "9,356 ways")


# --- Games ------------------------------------------------------------------------------------------------------------


@pytest.mark.always
def test_a_game_by_mouse(page: Any) -> None:
    page.goto("/tiling#board=4x4&pieces=2*L4,2*O4&mode=play")
    says(page, "8 ways")
    page.mouse.move(*middle(page, "[data-piece=O] .piece-button"))
    page.mouse.down()
    page.mouse.move(*at(page, 2, 2), steps=8)
    page.mouse.up()
    (first,) = laid(page, 1)
    assert first.startswith("O ")
    says(page, "from here")
    says(page, "8 ways in all")
    expect(page.locator("[data-piece=O] .left")).to_have_text("")
    page.mouse.move(*at(page, *first_cell(first)))
    page.mouse.down()
    page.mouse.move(*middle(page, "#bar"), steps=8)
    page.mouse.up()
    assert laid(page, 0) == []
    page.click("[data-piece=O] .piece-button")
    page.mouse.move(*at(page, 0, 0))
    expect(page.locator("#stage .ghost .piece")).to_have_count(1)
    page.mouse.click(*at(page, 0, 0))
    says(page, "from here")
    page.click("#hint")
    laid(page, 2)
    page.click("[data-undo]")
    laid(page, 1)
    page.click("[data-redo]")
    laid(page, 2)
    says(page, "from here")
    page.click("#finish")
    says(page, "Solved")
    laid(page, 4)
    # The address is written a moment after a change, or when the page is left.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    page.reload()
    says(page, "Solved")
    says(page, "8 ways in all")


def test_a_hint_waits_for_the_longer_look(page: Any) -> None:
    held: list[Any] = []

    def without_time(route: Any) -> None:
        asked = json.loads(route.request.post_data)
        if "time_limit" in asked:
            held.append(route)
        else:
            route.continue_(post_data=json.dumps({**asked, "time_limit": 1e-6}))

    page.route("**/look/tiling/glance**", without_time)
    for button, number in (("#hint", 1), ("#finish", 4)):
        with page.expect_request(lambda asked: "time_limit" in (asked.post_data or "")):
            page.goto("/tiling#board=4x4&pieces=2*L4,2*O4&mode=play")
        says(page, "not known yet")
        page.click(button)
        held.pop().continue_()
        laid(page, number)
        page.goto("about:blank")


@pytest.mark.always
def test_a_dead_end_is_explained_on_the_board(page: Any) -> None:
    page.goto("/tiling#board=4x2&pieces=any*O4&fixed=O+1,0+2,0+1,1+2,1&mode=play")
    says(page, "no piece fits on the board")
    page.click("text=Show me")
    expect(page.locator("#stage .mark.bad")).to_have_count(1)
    page.click("#take-back")
    says(page, "1 way")


def test_a_game_by_keys(page: Any) -> None:
    page.goto("/tiling#board=4x2&pieces=L4,I2,J=I2&mode=play")
    says(page, "8 ways")
    page.focus("#stage [role=grid]")
    page.keyboard.press("l")
    expect(page.locator("#stage .ghost .piece")).to_have_count(1)
    before = page.inner_html("#stage .ghost")
    page.keyboard.press("f")
    assert page.inner_html("#stage .ghost") != before
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#stage .ghost .piece")).to_have_count(0)
    page.keyboard.press("l")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    (piece,) = laid(page, 1)
    assert piece.startswith("L4 ")
    page.keyboard.press("Home")
    x, y = first_cell(piece)
    for key in ["ArrowLeft"] * 4 + ["ArrowDown"] * 2 + ["ArrowRight"] * x + ["ArrowUp"] * y:
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    laid(page, 0)
    page.keyboard.press("Control+z")
    laid(page, 1)
    says(page, "from here")
    page.keyboard.press("h")
    laid(page, 2)
    says(page, "from here")
    page.keyboard.press("h")
    says(page, "Solved")


def test_a_game_by_touch(phone: Any) -> None:
    phone.goto("/tiling#board=4x4&pieces=2*L4,2*O4&mode=play")
    says(phone, "8 ways")
    phone.locator("#strip [data-piece=O] .piece-button").tap()
    phone.touchscreen.tap(*at(phone, 0, 0))
    (piece,) = laid(phone, 1)
    assert piece.startswith("O ")
    says(phone, "from here")
    stroke(phone, [first_cell(piece), (1, 2), (2, 2)])  # it is carried
    phone.wait_for_function("before => !location.hash.includes(before)", arg=piece.replace(" ", "+"))
    laid(phone, 1)
    says(phone, "8 ways in all")
    settled(phone)  # nothing moves any more where the finger comes down
    phone.locator("#hint").tap()
    laid(phone, 2)
    phone.locator("[data-undo]").tap()
    laid(phone, 1)
    phone.locator("#strip [data-piece=L] .piece-button").tap()
    before = phone.inner_html("#stage .ghost")
    phone.locator("#turn").tap()
    assert phone.inner_html("#stage .ghost") != before


def test_a_stroke_on_the_board_is_the_page_s_own(phone: Any) -> None:
    # Chromium would take it for a fling and swallow the next tap. Elsewhere a finger scrolls.
    phone.goto("/tiling#board=4x4&pieces=2*L4,2*O4")
    says(phone, "8 ways")
    phone.evaluate(
        """() => {
          window.held = [];
          addEventListener("pointerdown", ({ target }) => {
            target.addEventListener("touchmove", (event) => setTimeout(() => held.push(event.defaultPrevented)));
          }, true);
        }"""
    )
    for mode, held in [("play", True), ("solve", False)]:
        phone.evaluate(
            "mode => { location.hash = location.hash.replace(/&mode=.*|$/, `&mode=${mode}`); held.length = 0; }", mode
        )
        phone.wait_for_function("mode => document.body.dataset.mode === mode", arg=mode)
        stroke(phone, [(0, 0), (1, 1), (2, 1)])
        phone.wait_for_function("held.length > 0")
        assert set(phone.evaluate("held")) == {held}
