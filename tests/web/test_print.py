"""What a page puts on paper: the picture of the stage and the verdict, bright, on one page."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from .conftest import needs_a_browser

pytestmark = needs_a_browser

PUZZLES = {
    "a flat board": ("/tiling#board=4x5&pieces=any*T4,any*I2", "#stage"),
    "a solid": ("/tiling#board=3x3x3&pieces=soma", "#solid"),
    "a stack": ("/stacking#sequence=LLLL&width=6", "#stage"),
}


@pytest.mark.always(first=1)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_stage_and_its_verdict_alone_are_printed(page, puzzle: str) -> None:
    address, stage = PUZZLES[puzzle]
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    page.wait_for_selector("#bar[data-state=fresh]")
    verdict = page.locator("#bar .words").inner_text()
    page.emulate_media(media="print", color_scheme="dark")
    shown = page.evaluate(
        "[...document.querySelectorAll('header, button, input, .panel, #stage, #solid, #bar .verdict')]"
        ".filter((each) => each.checkVisibility()).map((each) => (each.id ? `#${each.id}` : each.className))"
    )
    assert shown == [stage, "verdict"]
    assert page.evaluate("getComputedStyle(document.querySelector('#bar')).colorScheme") == "light"
    reader = PdfReader(BytesIO(page.pdf(format="A4")))
    assert len(reader.pages) == 1
    assert verdict in " ".join(reader.pages[0].extract_text().split())
