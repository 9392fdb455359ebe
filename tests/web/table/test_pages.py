"""Every page in a real browser: links lead to answers, nothing sticks out, every control has a name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import PAGES, settled, visit

from shapewright.questions import FAMILIES

DOCS = Path(__file__).parent.parent.parent.parent / "docs"

pytestmark = needs_a_browser


def links() -> list[str]:
    """The addresses of answers on the page of the documentation."""
    found = re.findall(r"\{studio\}`[^`<]* <([^>`]*ask=\w+)>`", (DOCS / "studio.md").read_text(encoding="utf-8"))
    assert found
    return [f"/{each}" for each in sorted(set(found))]


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", links())
def test_a_link_of_the_documentation_leads_to_its_answer(page: Any, link: str) -> None:
    visit(page, link)
    expect(page.locator("#answer")).to_have_attribute("data-state", "done")
    assert page.url.endswith(f"ask={link.rpartition('ask=')[2]}")
    assert page.locator("[data-save]").count() >= 1


def test_the_head_leads_to_every_family(page: Any) -> None:
    page.goto("/")
    for family in FAMILIES.values():
        page.get_by_role("navigation").get_by_role("link", name=family.title).click()
        expect(page).to_have_title(f"{family.title} · shapewright")
        expect(page.get_by_role("navigation").locator("[aria-current]")).to_have_text(family.title)
        settled(page)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_nothing_is_wider_than_the_page(page: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if path.strip("/") in FAMILIES:
            assert page.evaluate("document.documentElement.scrollHeight") <= height, path


@pytest.mark.always
def test_every_control_has_a_name_and_the_theme_stays(page: Any) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.click("#theme")
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        nameless = page.evaluate(
            """[...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
            .filter((control) => !control.labels?.length && !control.ariaLabel && !control.title)
            .filter((control) => !control.getAttribute('aria-labelledby') && !control.textContent.trim())
            .map((control) => control.outerHTML)"""
        )
        assert nameless == [], path


@pytest.mark.always
def test_without_scripts_a_page_says_what_is_missing(browser: Any, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    for path in PAGES:
        page.goto(path)
        expect(page.locator(".noscript")).to_contain_text("JavaScript")
    context.close()
