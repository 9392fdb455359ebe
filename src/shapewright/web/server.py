"""Serving the application on this machine."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import uvicorn

from shapewright.errors import FileError
from shapewright.web.app import application
from shapewright.web.connections import AT_ONCE, BACKLOG, connection_class, descriptors, few_words
from shapewright.web.loopback import is_loopback
from shapewright.web.settings import Settings

if TYPE_CHECKING:
    from starlette.applications import Starlette


def serve(settings: Settings, told: Callable[[list[str]], None]) -> None:
    """Serve until Ctrl-C; ``told`` gets the addresses of the first page once it can be opened (see :func:`addresses`).

    Raises ``FileError`` if nothing can listen there.
    """
    # A socket that listens there; with port 0 the system chooses one
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise FileError(f"cannot listen at {settings.host[:80]!r}: {_words(error)}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
    except OSError as error:
        listening.close()
        where = f"{settings.host[:80]!r}, port {settings.port}"
        raise FileError(f"cannot listen at {where}: {_words(error)}; choose another with --port") from None
    settings = replace(settings, port=listening.getsockname()[1])

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            few_words(asyncio.get_running_loop())
            await super().startup(sockets=sockets)
            if self.started:
                listening.listen(BACKLOG)
                told(addresses(settings))

    with listening, suppress(KeyboardInterrupt):  # Ctrl-C is how a studio is closed
        Server(configuration(application(settings), settings)).run(sockets=[listening])


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        http=connection_class(settings.read_seconds, descriptors()),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=512,
        h11_max_incomplete_event_size=64 * 1024,
        backlog=AT_ONCE,  # asyncio accepts as many before anything else is done
    )


def addresses(settings: Settings) -> list[str]:
    """What to type into a browser on this machine, and, if others reach it, what to type there."""
    found = [address(settings.host, settings.port)]
    if settings.host in _EVERYWHERE and (seen := _seen_by_others(settings.host)):
        found.append(address(seen, settings.port))
    return [f"{each}?token={settings.token}" if settings.token else each for each in found]


def address(host: str, port: int) -> str:
    """The first page of a studio that listens there.

    >>> address("127.0.0.1", 8765), address("::1", 80), address("0.0.0.0", 8000)
    ('http://127.0.0.1:8765/', 'http://[::1]:80/', 'http://127.0.0.1:8000/')
    """
    shown = _EVERYWHERE.get(host, (host,))[0]
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


# For hosts that mean every address of this machine: its own, and one elsewhere, to see which way leads there.
_EVERYWHERE = {"0.0.0.0": ("127.0.0.1", "192.0.2.1"), "::": ("::1", "2001:db8::1")}


def _seen_by_others(host: str) -> str:
    """The address of this machine in its network; an empty text if it has none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_EVERYWHERE[host][1], 9))  # sends nothing
            seen = str(probe.getsockname()[0])
    except OSError:
        return ""
    return "" if is_loopback(seen) else seen


def _words(error: Exception) -> str:
    strerror = getattr(error, "strerror", None)
    return str(strerror or error).lower()
