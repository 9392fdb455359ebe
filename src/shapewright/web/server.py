"""Serving the application on this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from shapewright.errors import FileError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.web.settings import Settings


def serve(settings: Settings, told: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; ``told`` gets the address of the first page once it can be opened.

    Raises ``MissingExtraError`` without the extra ``web``, ``FileError`` if nothing can listen there.
    """
    try:
        import jinja2 as jinja2
        import starlette as starlette
        import uvicorn
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"the studio needs the package {error.name!r}: pip install 'shapewright[web]'"
        ) from None
    from shapewright.web.app import application

    listening = _listening(settings.host, settings.port)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                told(address(settings.host, listening.getsockname()[1]))

    config = uvicorn.Config(
        application(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=512,
        h11_max_incomplete_event_size=64 * 1024,
    )
    with listening, suppress(KeyboardInterrupt):  # Ctrl-C is how a studio is closed
        Server(config).run(sockets=[listening])


def address(host: str, port: int) -> str:
    """What to type into a browser.

    >>> address("127.0.0.1", 8765), address("::1", 80), address("0.0.0.0", 8000)
    ('http://127.0.0.1:8765/', 'http://[::1]:80/', 'http://127.0.0.1:8000/')
    """
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; with port 0 the system chooses one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        made = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise FileError(f"cannot listen at {host[:80]!r}: {_words(error)}") from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
    except OSError as error:
        made.close()
        raise FileError(f"cannot listen at {host[:80]!r}, port {port}: {_words(error)}; --port takes another") from None
    return made


def _words(error: Exception) -> str:
    strerror = getattr(error, "strerror", None)
    return str(strerror or error).lower()
