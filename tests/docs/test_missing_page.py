"""The page for addresses that do not exist, shown at any depth by a host that looks for it at its root alone."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from docs.execution import FOLDER
from docs.screenshots import CHROMIUM
from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import sync_playwright
from release.site.documentation import missing
from release.site.folder import KEEPER


def written(address: str = "") -> str:
    """The page as the build writes it."""
    templates = Environment(loader=FileSystemLoader(FOLDER / "_templates"))
    return templates.get_template("404.html").render(address=address, docstitle="shapewright")


class _Files(SimpleHTTPRequestHandler):
    """Files, and the root's 404.html where there is none."""

    def send_error(self, code: int, *_: Any, **__: Any) -> None:
        content = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium-headless-shell")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def led_to(browser: Any, address: str, first: str) -> list[str]:
    """Where the links and the search of the page at ``address`` lead, once the first of its links is ``first``."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(f'a[href="{first}"]', state="attached", timeout=10_000)
    found = page.evaluate(
        "() => [...document.querySelectorAll('[data-page]')].map(it => new URL(it.href ?? it.action).pathname)"
    )
    page.close()
    return list(found)


def test_it_lists_pages_that_exist() -> None:
    named = re.findall(r'data-page="(\w+)\.html"', written())
    assert {"index", "which", "how", "glossary", "search"} == set(named)
    assert all((FOLDER / f"{name}.md").exists() for name in named if name != "search")


def test_it_needs_no_other_file() -> None:
    loaded = re.findall(r'(?:src=|<link[^>]* href=)"', written())
    assert loaded == []
    assert 'href="https://example.org/docs/how.html"' in written("https://example.org/docs/")


@pytest.mark.parametrize("below", ["", "a/b/"])
def test_links_lead_to_the_documentation(browser: Any, tmp_path: Path, below: str) -> None:
    (tmp_path / "404.html").write_text(written())
    (tmp_path / below).mkdir(parents=True, exist_ok=True)
    (tmp_path / below / "searchindex.js").write_text("")
    with hosted(tmp_path) as host:
        found = led_to(browser, f"{host}/{below}old/page.html", f"/{below}index.html")
    assert found == [f"/{below}{name}.html" for name in ("search", "index", "which", "how", "glossary")]


def test_links_of_the_whole_site_lead_to_its_documentation(browser: Any, tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.mkdir()
    (built / "404.html").write_text(written())
    site = tmp_path / "site"
    (site / "some").mkdir(parents=True)
    (site / "404.html").write_bytes(missing(built))
    (site / "some" / KEEPER).write_text("")
    with hosted(site) as host:
        found = led_to(browser, f"{host}/some/docs/tiling/old.html", "/some/")
    assert found[:3] == ["/some/docs/search.html", "/some/", "/some/docs/index.html"]
