"""Connections that are slow, or too many: each has a time limit for its request, and their number is limited.

A client that connects and says nothing, or sends a request byte by byte, takes a descriptor from everybody else. So a
request must arrive within a time limit, and the client must accept the reply within another. When all places are taken,
the connection that has been idle or reading longest makes room for a new one, so quick clients are always answered.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
import time
from collections.abc import Iterable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

# Descriptors kept for listening, for workers (three each, and three more while one is replaced) and for files.
KEPT_FREE = 64
# No more connections than this, whatever the system allows; uvicorn refuses requests from 512 on.
MOST = 448
# As many are accepted at a time, before those that are too many are closed.
AT_ONCE = 16
# As many may wait to be accepted.
BACKLOG = 512
# The same words are said once in so many seconds.
REPEAT_SECONDS = 60.0

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n"
_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Connection(H11Protocol):
    """One connection: it has ``read_seconds`` for each request and ``write_seconds`` to take what waits for it."""

    read_seconds = 20.0
    write_seconds = 30.0
    most = MOST
    reading_since: float | None = None
    idle_since: float | None = None
    _reading: asyncio.TimerHandle | None = None
    _writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place; if there is none, that of who has had one longest without asking."""
        if len(self.connections) >= self.most and not self._make_room():
            transport.write(_FULL)
            transport.close()
            # What comes from it is not looked at.
            transport.set_protocol(asyncio.Protocol())
            return
        super().connection_made(transport)
        self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._whole()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        self.idle_since = None
        super().data_received(data)
        self._look(has_more=True)

    def on_response_complete(self) -> None:
        """The reply is sent; perhaps a part of the next request is here already."""
        super().on_response_complete()
        self._look(has_more=bool(self.conn.trailing_data[0]))

    def pause_writing(self) -> None:
        """Who asked does not take what was asked for."""
        super().pause_writing()
        self._writing = self._writing or self.loop.call_later(self.write_seconds, self.drop)

    def resume_writing(self) -> None:
        """It goes on."""
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        super().resume_writing()

    def drop(self) -> None:
        """Close the connection at once, with whatever is on its way."""
        self.transport.abort()

    def _look(self, *, has_more: bool) -> None:
        """Let the time run while a request is on its way, and no longer."""
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and has_more):
            self._read_on()
            return
        self._whole()
        if state is h11.IDLE:
            self.idle_since = time.monotonic()

    def _read_on(self) -> None:
        if self._reading is None:
            self.idle_since, self.reading_since = None, time.monotonic()
            self._reading = self.loop.call_later(self.read_seconds, self._too_slow)

    def _whole(self) -> None:
        self.reading_since = None
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _too_slow(self) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_TOO_SLOW)
        self.transport.close()

    def _make_room(self) -> bool:
        """Drop the connection that can best be done without; whether there was one."""
        chosen = oldest(each for each in self.connections if isinstance(each, Connection))
        if chosen is None:
            return False
        self.connections.discard(chosen)
        chosen.drop()
        return True


def oldest(connections: Iterable[Connection]) -> Connection | None:
    """The connection that has been idle longest, or else the one whose request is on its way longest."""
    found = list(connections)
    for name in ("idle_since", "reading_since"):
        waiting = [each for each in found if getattr(each, name) is not None]
        if waiting:
            chosen: Connection = min(waiting, key=lambda each: getattr(each, name))
            return chosen
    return None


def connection_class(read_seconds: float, most: int) -> type[Connection]:
    """Connections with these limits, for uvicorn to make one of each."""
    return type("Connection", (Connection,), {"read_seconds": read_seconds, "most": most})


def descriptors() -> int:
    """How many connections there may be, after as many descriptors as may be had were asked for."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = MOST + KEPT_FREE
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == unlimited else max(8, min(MOST, soft - KEPT_FREE))


def few_words(loop: asyncio.AbstractEventLoop) -> None:
    """Keep the log short: what many connections make the loop or the server say, it says once a minute."""
    seldom = _Seldom()
    logging.getLogger("uvicorn.error").addFilter(seldom)

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in _OUT_OF_RESOURCES:
            if seldom.is_due("resources"):
                sys.stderr.write(f"shapewright web: too many connections at once ({str(error.strerror).lower()})\n")
        elif isinstance(error, ConnectionError):
            return  # somebody went away
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)


class _Seldom(logging.Filter):
    """Lets the same warning through once in a while; errors always."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR or self.is_due(str(record.msg)[:200])

    def is_due(self, words: str) -> bool:
        """Whether these words were not said lately; they count as said now."""
        now = time.monotonic()
        if now - self._said.get(words, -REPEAT_SECONDS) < REPEAT_SECONDS or len(self._said) > 1000:
            return False
        self._said[words] = now
        return True
