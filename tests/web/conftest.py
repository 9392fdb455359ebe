"""The studio as the tests meet it: asked over HTTP without a network, or through the system's Chromium.

The browser is driven by playwright; without one the tests that need it are skipped.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs.screenshots import CHROMIUM
from playwright.sync_api import expect, sync_playwright
from starlette.testclient import TestClient
from tests.web.table.tables import watched

from shapewright.web.app import application
from shapewright.web.settings import Settings

needs_a_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium: apt-get install chromium-headless-shell"
)

# Patience for a busy machine; what is slow is not wrong.
expect.set_options(timeout=60_000)

ADDRESS = "http://127.0.0.1:8765"

# A search that no machine ends while a test waits.
ENDLESS = {"board": "20x30", "pieces": "any*pentominoes"}


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(workers=2, quick_workers=2, seconds=60.0)


@pytest.fixture(scope="session")
def studio(settings: Settings, _cache: Path) -> Iterator[TestClient]:
    """One studio for all tests; what they ask does not depend on each other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
            yield client


@pytest.fixture
def small(_cache: Path) -> Iterator[TestClient]:
    """A studio with one worker of each kind, and little patience."""
    settings = Settings(workers=1, quick_workers=1, seconds=20.0, waiting=2, kept=6, body=4000, quick_seconds=5.0)
    with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        ready = {"board": "2x1", "pieces": "I2"}
        assert [client.post(f"/api/tiling/{name}", json=ready).status_code for name in ("solve", "show")] == [200, 200]
        yield client


@pytest.fixture(scope="session")
def address(_cache: Path) -> Iterator[str]:
    """Where a studio listens that was started as its users start it, but for the token (see test_browser_entry.py)."""
    command = [sys.executable, "-m", "shapewright", "web", "--port", "0", "--no-token"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with process:
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()


@pytest.fixture(scope="session")
def _launched() -> Iterator[tuple[Any, asyncio.AbstractEventLoop]]:
    """A browser for all tests, and the event loop of its driver, which runs from here on."""
    with sync_playwright() as driver:
        loop = asyncio.get_running_loop()
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=120_000)
        asyncio._set_running_loop(None)
        yield opened, loop
        asyncio._set_running_loop(loop)
        opened.close()


@pytest.fixture
def browser(_launched: tuple[Any, asyncio.AbstractEventLoop]) -> Iterator[Any]:
    """The browser. What a test opens in it is closed after the test; no other test sees its event loop."""
    opened, loop = _launched
    asyncio._set_running_loop(loop)
    try:
        yield opened
    finally:
        for context in opened.contexts:
            context.close()
        asyncio._set_running_loop(None)


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page that knows the studio's address, and must have nothing to complain of at the end."""
    context = watched(browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}))
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    opened.on(
        "request",
        lambda asked: complaints.append(asked.url) if not asked.url.startswith((address, "data:", "blob:")) else None,
    )
    opened.set_default_timeout(60_000)
    yield opened
    context.close()
    assert [said for said in complaints if "status of 4" not in said] == []


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Any]:
    """A page on a telephone, without motion; no script of it may fail."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.set_default_timeout(60_000)
    yield opened
    context.close()
    assert complaints == []


def headline(page: Any) -> str:
    """The first line of the answer, once it is there."""
    page.wait_for_selector("#answer article.done, #answer article.failed")
    return page.inner_text("#answer .headline")


def reads(page: Any, selector: str, words: str) -> None:
    """Wait until that is to be read there."""
    expect(page.locator(selector)).to_contain_text(words, timeout=60_000)
