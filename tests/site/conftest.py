"""The folder that ``make site`` wrote, on a host of files of its own, in the system's Chromium.

Without the folder or the browser the tests are skipped. The folder is looked for in ``build/site``, or where
``SHAPEWRIGHT_SITE`` says.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from docs.screenshots import CHROMIUM
from playwright.sync_api import expect, sync_playwright

SITE = Path(os.environ.get("SHAPEWRIGHT_SITE") or Path(__file__).parents[2] / "build" / "site")

# The folder works below any path.
PATH = "/some/where/"

# A browser that asks for little of its own accord, and whom it asks all the same, whatever page is open.
_QUIET = ("--disable-component-update", "--disable-background-networking", "--disable-sync", "--no-first-run")
_BY_THE_BROWSER = re.compile(r"[/ .](google|googleapis|gvt1|gstatic)\.com[:/]")

expect.set_options(timeout=120_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this folder where there is nothing to test."""
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="there is no Chromium: apt-get install chromium-headless-shell"))
        elif not (SITE / "index.html").is_file():
            item.add_marker(pytest.mark.skip(reason="the folder is not there: make site writes it"))


class _Files(http.server.SimpleHTTPRequestHandler):
    """Files below a path, as any host sends them; and a list of what was asked for."""

    def translate_path(self, path: str) -> str:
        assert path.startswith(PATH), path
        return super().translate_path(path[len(PATH) - 1 :])

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if not self.path.startswith(PATH):
            self.send_error(404)
            return
        with _gone_away():
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


class _Elsewhere(socketserver.BaseRequestHandler):
    """Where everything goes that is not for the host of the folder: it is written down."""

    def handle(self) -> None:
        with _gone_away():
            self.server.asked.append(self.request.recv(200).split(b"\r\n")[0].decode("latin-1"))


@contextmanager
def _gone_away() -> Iterator[None]:
    try:
        yield
    except OSError:  # a browser closes what it does not want any more
        pass


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, handler: Any) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def close(self) -> None:
        self.shutdown()
        self.server_close()


@dataclass
class Host:
    """Where the folder is: the addresses of its pages, what was asked for here, and what was asked for elsewhere."""

    server: _Server
    elsewhere: _Server
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def asked(self) -> list[str]:
        return self.server.asked

    def address(self, page: str = "") -> str:
        return f"http://127.0.0.1:{self.server.port}{PATH}{page}"


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Host, Any]]:
    """A host and a browser that was never there before; nothing on a page may fail or lead elsewhere."""
    assert SITE.is_dir()
    host = Host(_Server(functools.partial(_Files, directory=str(SITE))), _Server(_Elsewhere))
    with sync_playwright() as driver:
        # Requests that are not for this machine go to a proxy, those of workers, too.
        browser = driver.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", *_QUIET],
            proxy={"server": f"http://127.0.0.1:{host.elsewhere.port}", "bypass": "127.0.0.1"},
        )
        context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
        context.set_default_timeout(120_000)
        context.on("console", lambda said: host.complaints.append(said.text) if said.type == "error" else None)
        context.on("request", lambda asked: host.requests.append(asked.url))
        context.on("weberror", lambda error: host.complaints.append(str(error.error)))
        yield host, context
        browser.close()
    host.server.close()
    host.elsewhere.close()
    assert host.complaints == []
    assert [url for url in host.requests if not url.startswith((host.address(), "blob:", "data:"))] == []
    assert [asked for asked in host.elsewhere.asked if not _BY_THE_BROWSER.search(asked)] == []
