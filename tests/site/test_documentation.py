"""The documentation in the folder: its search works under the folder's policy, beside the studio's keeper of files."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import SITE, Host

pytestmark = pytest.mark.skipif(
    not (SITE / "docs" / "index.html").is_file(), reason="the folder has no documentation: make site puts it in"
)


@pytest.mark.parametrize("first", ["docs/index.html", ""], ids=["documentation", "studio"])
def test_the_search_finds_a_page(site: tuple[Host, Any], first: str) -> None:
    host, context = site
    page = context.new_page()
    page.goto(host.address(first))
    if not first:
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.goto(host.address("docs/index.html"))
    page.locator(".sidebar-search").fill("kick table")
    page.locator(".sidebar-search").press("Enter")
    found = page.locator("#search-results li", has_text="Glossary")
    expect(found.first).to_be_visible()
    found.first.locator("a").first.click()
    expect(page.locator("h1")).to_contain_text("Glossary")
    page.close()


def test_a_link_to_the_studio_leads_into_the_folder(site: tuple[Host, Any]) -> None:
    host, context = site
    page = context.new_page()
    page.goto(host.address("docs/studio.html"))
    assert page.locator('a[href^="http://127.0.0.1:8765"]').count() == 0
    page.close()
