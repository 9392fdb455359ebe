"""What is needed is in sight: nothing below the fold or beyond the edge of a phone, nothing too small to touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import PAGES, STATES, settled, watched

from shapewright.questions import FAMILIES

pytestmark = needs_a_browser

LINKS = [f"/{family}{states[0]}" for family, states in STATES.items()]

# Controls that are smaller than a finger, but for links in sentences, which a finger finds as it finds a word.
_SMALL = """() => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => !each.matches("[type=hidden], [type=file], .skip"))
    .filter((each) => !(each.matches("a") && each.closest("p, li, td")))
    .map((each) => [each, (each.matches("[type=checkbox], [type=radio]") && each.closest("label")) || each])
    .map(([each, place]) => [each.outerHTML.slice(0, 160), place.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && height > 1 && (height < 43.5 || width < 43.5))
    .map(([html, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${html}`)"""


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Any]:
    size = {"width": 390, "height": 844}
    context = watched(browser.new_context(base_url=address, viewport=size, has_touch=True, is_mobile=True))
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", LINKS)
def test_nothing_needed_stands_below_the_fold(page: Any, link: str) -> None:
    page.goto(link)
    settled(page)
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        _check_sight(page, width, height)


def _check_sight(page: Any, width: int, height: int) -> None:
    found = page.evaluate(
        """() => ({
            page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
            parts: Object.fromEntries(["#tray", ".middle", "#bar", "#answers"].map((name) => {
                const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
                return [name, [left, top, right, bottom]];
            })),
        })"""
    )
    assert found["page"] == [width, height]
    for name, (left, top, right, bottom) in found["parts"].items():
        assert 0 <= left < right <= width + 0.5, name
        assert 0 <= top < bottom <= height + 0.5, name
    left, top, right, bottom = found["parts"][".middle"]
    assert (right - left) * (bottom - top) > 0.4 * width * height


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", [*(page for page in PAGES if page[1:] not in FAMILIES), *LINKS])
def test_nothing_is_wider_than_a_phone_and_a_finger_finds_everything(phone: Any, link: str) -> None:
    phone.goto("about:blank")
    phone.goto(link)
    is_table = link[1:].partition("#")[0] in FAMILIES
    if is_table:
        settled(phone)
    # A page that is wider than its screen makes a phone show more of it, and smaller.
    assert phone.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]
    assert phone.evaluate(_SMALL) == []
    for name in ("tray", "answers") if is_table else ():
        phone.click(f"[data-sheet={name}]")
        phone.evaluate("for (const each of document.querySelectorAll('.panel details')) each.open = true")
        assert phone.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]
        assert phone.evaluate(_SMALL) == []


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", LINKS)
def test_who_wants_no_motion_sees_none(browser: Any, address: str, link: str) -> None:
    context = watched(browser.new_context(base_url=address, reduced_motion="reduce"))
    # What moves for no longer than this cannot be seen.
    context.add_init_script(
        """window.moved = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            if ((how?.duration ?? how) > 20) window.moved.push(this.outerHTML.slice(0, 80));
            return animate.call(this, frames, how);
        };"""
    )
    page = context.new_page()
    page.goto(link)
    settled(page)
    running = "document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 20).length"
    assert page.evaluate(running) == 0
    assert page.evaluate("window.moved") == []
    context.close()
