"""axe finds nothing that keeps people out, on any page, in the light and in the dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import PAGES, STATES, settled, watched

pytestmark = needs_a_browser

_OTHERS = [page for page in PAGES if page[1:] not in STATES]
LOOKED_AT = [*_OTHERS, *(f"/{family}{states[0]}" for family, states in STATES.items())]
# Rules that axe does not look at by itself: WCAG 2.5.8 (targets of 24 pixels) and 2.5.3 (names contain what is read).
_MORE_RULES = {name: {"enabled": True} for name in ("target-size", "label-content-name-mismatch")}
SIZES = {"wide": {"width": 1280, "height": 720}, "narrow": {"width": 390, "height": 844}}


LOOKS = [(theme, size) for theme in ("light", "dark") for size in SIZES]


@pytest.fixture(
    params=[pytest.param(each, marks=[pytest.mark.always] * (each == LOOKS[0])) for each in LOOKS], ids="-".join
)
def looked(request: Any, browser: Any, address: str) -> Iterator[Any]:
    theme, size = request.param
    is_narrow = size == "narrow"
    context = watched(
        browser.new_context(
            base_url=address, viewport=SIZES[size], color_scheme=theme, has_touch=is_narrow, is_mobile=is_narrow
        )
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


@pytest.mark.parametrize("link", LOOKED_AT)
def test_axe_finds_nothing(looked: Any, link: str) -> None:
    looked.goto("about:blank")
    looked.goto(link)
    if "#" in link:
        settled(looked)
    _open_what_is_folded(looked)
    looked.evaluate(AXE_SCRIPT)
    found = looked.evaluate("(rules) => axe.run(document, {resultTypes: ['violations'], rules})", _MORE_RULES)
    assert found["passes"], "axe has looked at nothing"
    assert _in_words(found["violations"]) == []


def _open_what_is_folded(page: Any) -> None:
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")


def _in_words(violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


def test_axe_would_find_something(looked: Any) -> None:
    looked.goto("/tiling")
    settled(looked)
    looked.evaluate("document.querySelector('#bar').append(Object.assign(document.createElement('button')))")
    looked.evaluate(AXE_SCRIPT)
    found = looked.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [violation["id"] for violation in found["violations"]] == ["button-name"]
