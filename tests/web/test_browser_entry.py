"""A real browser gets in by the printed address, stays in, and nobody else does."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from .conftest import needs_a_browser

pytestmark = needs_a_browser


@pytest.fixture(scope="module")
def printed(_cache: Path) -> Iterator[str]:
    """The address that the program prints."""
    command = [sys.executable, "-m", "shapewright", "web", "--port", "0"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with process:
        yield process.stdout.readline().strip()
        process.terminate()


@contextmanager
def another_site(link: str) -> Iterator[str]:
    """A page elsewhere (for browsers another name is another site) with a link to the studio."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = f'<!doctype html><a href="{link}">a puzzle</a>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.mark.always
def test_the_printed_address_is_all_that_is_needed(browser, printed) -> None:
    where = f"http://{urlsplit(printed).netloc}"
    context = browser.new_context()
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda asked: seen.append(asked.url + str(asked.headers.get("referer"))))
    page.goto(printed)
    assert page.url == f"{where}/"
    page.click("a[href='/tiling'] >> nth=0")
    page.wait_for_selector("#bar[data-state=fresh]", timeout=60_000)
    page.evaluate("location.hash = 'board=4x4&pieces=4*L4'")
    page.click("[data-ask=count]")
    expect(page.locator("#answer .headline")).to_contain_text("10 tilings", timeout=60_000)
    with page.expect_download() as download:
        page.click("[data-save='.txt']")
    assert Path(download.value.path()).read_text() == "10\n"
    # A long run is followed by a stream of events, and cancelled.
    page.goto(f"{where}/tiling#board=20x30&pieces=any*pentominoes&ask=count")
    page.reload()
    page.click("#answer [data-cancel]", timeout=60_000)
    expect(page.locator("#answer .headline")).to_have_text("Cancelled", timeout=60_000)
    assert [url for url in seen if "token" in url] == [f"{printed}None"]
    assert page.evaluate("document.cookie") == ""
    context.close()


def test_a_browser_without_it_is_told_how_to_get_in(browser, printed) -> None:
    context = browser.new_context()
    page = context.new_page()
    where = f"http://{urlsplit(printed).netloc}"
    assert page.goto(f"{where}/tiling").status == 401
    assert "needs its token" in page.inner_text("h1")
    page.goto(f"{printed}wrong")
    assert "needs its token" in page.inner_text("h1")
    context.close()


@pytest.mark.parametrize("has_been_there", [True, False])
def test_a_link_on_another_site_leads_to_its_puzzle(browser, printed, has_been_there) -> None:
    where = f"http://{urlsplit(printed).netloc}"
    context = browser.new_context()
    page = context.new_page()
    if has_been_there:
        page.goto(printed)
    state = "#board=4x4&pieces=4*L4&ask=count"
    with another_site(f"{where}/tiling{state}") as elsewhere:
        page.goto(elsewhere)
        page.click("a")
        if has_been_there:
            expect(page.locator("#answer .headline")).to_contain_text("10 tilings", timeout=60_000)
            assert page.url == f"{where}/tiling{state}"
        else:
            page.wait_for_url(re.compile("entering=1"))
            expect(page.locator("h1")).to_have_text("This studio needs its token.")
            assert "enter.js" not in page.content()
    # The printed address itself, as a link.
    with another_site(printed) as elsewhere:
        page.goto(elsewhere)
        page.click("a")
        expect(page.locator("a.door")).to_have_count(6, timeout=60_000)
    context.close()
