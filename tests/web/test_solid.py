"""Solids on the page: one can turn them, press them, take them apart and read them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from shapewright import tiling
from shapewright.tiling import Problem

from .conftest import needs_a_browser

pytestmark = needs_a_browser

IMPORT = "const the = (name) => import(new URL(`../${name}`, document.querySelector('script[type=module]').src));"
SOMA = Problem.from_text("board 3x3x3\npieces soma")
Figure = dict[str, Any]


def soma() -> Figure:
    solution = tiling.first(SOMA)
    assert solution is not None
    return solution.mosaic().to_json()


@pytest.fixture
def solid(page) -> Any:
    """The page with the Soma cube in place of its stage."""
    page.goto("/tiling")
    page.evaluate(
        f"""async (figure) => {{ {IMPORT}
          const {{ Solid }} = await the("stage/solid.js");
          const place = document.createElement("div");
          document.getElementById("stage").replaceWith(place);
          window.solid = new Solid(place, {{ label: "The cube", press: (at) => {{ window.pressed = at; }} }});
          window.solid.show(figure);
        }}""",
        soma(),
    )
    return page


def picture(page: Any) -> str:
    """The canvas as it is once it stands still."""
    page.evaluate(
        "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 0))"
    )
    page.wait_for_function("() => !document.querySelector('.solid').getAnimations({ subtree: true }).length")
    return page.evaluate("document.querySelector('.grip canvas').toDataURL()")


def test_a_solid_turns_by_pointer_and_keys(solid) -> None:
    first = picture(solid)
    box = solid.locator(".grip").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    solid.mouse.move(*middle)
    solid.mouse.down()
    solid.mouse.move(middle[0] + 80, middle[1] + 10, steps=4)
    solid.mouse.up()
    dragged = picture(solid)
    assert dragged != first
    assert solid.evaluate("window.pressed") is None  # a drag is no press
    solid.locator(".grip").focus()
    solid.keyboard.press("ArrowLeft")
    assert picture(solid) != dragged
    assert solid.locator(".solid > [aria-live]").inner_text() == "turned to the left"
    solid.emulate_media(reduced_motion="reduce")
    solid.keyboard.press("0")
    assert picture(solid) == first


def test_a_press_says_which_piece_it_was(solid) -> None:
    box = solid.locator(".grip").bounding_box()
    solid.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    pressed = solid.evaluate("window.pressed")
    assert pressed["by"] == "mouse"
    figure = soma()
    assert pressed["cell"] in [list(cell) for cell in figure["pieces"][pressed["piece"]]["cells"]]
    assert solid.locator(".solid > [aria-live]").inner_text() == figure["pieces"][pressed["piece"]]["label"]


def test_a_solid_comes_apart(solid) -> None:
    solid.emulate_media(reduced_motion="reduce")
    whole = picture(solid)
    seen = {whole}
    for name in ("Layers apart", "Pieces apart"):
        solid.get_by_label(name).fill("60")
        seen.add(picture(solid))
        solid.get_by_label(name).fill("0")
        assert picture(solid) == whole
    solid.get_by_label("Pieces 7 of 7").fill("5")
    seen.add(picture(solid))
    assert len(seen) == 4
    assert solid.locator(".solid .count").inner_text() == "5 of 7"
    assert "taken out; 5 of 7 pieces are there" in solid.locator(".solid > [aria-live]").inner_text()
    solid.locator(".grip").focus()
    solid.keyboard.press("+")
    assert solid.locator(".solid .count").inner_text() == "6 of 7"
    solid.get_by_role("button", name="Reset").click()
    assert picture(solid) == whole


def test_a_solid_can_be_read(solid) -> None:
    figure = soma()
    assert solid.locator(".grip").get_attribute("aria-label").startswith("The cube: 3 by 3 by 3, 7 pieces.")
    tables = solid.locator(".solid table")
    expect(tables).to_have_count(3)  # they are told once the board stays as it is
    at = {tuple(cell): piece["label"] for piece in figure["pieces"] for cell in piece["cells"]}
    rows = solid.evaluate(
        "[...document.querySelectorAll('.solid table')]"
        ".map((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))"
    )
    assert rows == [[[at[x, 2 - row, z] for x in range(3)] for row in range(3)] for z in range(3)]


def test_thumbnails_of_solids_are_seen_from_a_corner(page) -> None:
    page.goto("/tiling")
    drawn = page.evaluate(
        f"""async (figure) => {{ {IMPORT}
          const made = (await the("stage/picture.js")).picture(figure);
          document.body.append(made);
          const count = (what) => made.querySelectorAll(what).length;
          return [count(".solid-face"), made.getAttribute("role"), count("text")];
        }}""",
        soma(),
    )
    assert drawn[:2] == [27, "img"]
    assert drawn[2] >= 3
