"""Slow connections and many of them: others are answered, and the log stays short."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from shapewright.web.connections import Connection, descriptors, few_words, oldest
from shapewright.web.server import configuration
from shapewright.web.settings import Settings

HEAD = b"POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that replies with the length of what it got, and, at /large, with more than a socket holds."""
    if scope["type"] != "http":
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"keep-alive")]})
    await send({"type": "http.response.body", "body": b"x" * 40_000_000 if scope["path"] == "/large" else b"%d" % size})


class Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        pass


@contextmanager
def serving(most: int = 448, read_seconds: float = 0.4) -> Iterator[tuple[Server, int]]:
    """A server of these limits in a thread, and its port."""
    config = configuration(echo, Settings(read_seconds=read_seconds))
    config.lifespan = "off"
    config.http.most = most
    config.http.write_seconds = 0.4
    server = Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        try:
            yield server, listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(20)


@contextmanager
def connected(port: int, *sent: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as made:
        for each in sent:
            made.sendall(each)
        yield made


def replies(made: socket.socket, number: int) -> None:
    """Read so many replies of the application."""
    got = b""
    while got.count(b"\r\n0\r\n\r\n") < number:
        part = made.recv(65536)
        assert part
        got += part
    assert got.count(b"HTTP/1.1 200") == number


def everything(made: socket.socket) -> bytes:
    """What comes until the other side closes."""
    parts = []
    try:
        while part := made.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.mark.parametrize(
    "sent", [b"", b"POST", HEAD, HEAD + b"\r\n", HEAD + b"\r\n12345", HEAD + b"\r\n0123456789" + b"GET /"]
)
def test_a_request_that_does_not_come_is_not_waited_for(sent) -> None:
    with serving() as (_, port), connected(port, sent) as made:
        replies = re.findall(rb"HTTP/1.1 (\d+)", everything(made))
        assert replies[-1] == b"408"
        assert replies[:-1] == ([b"200"] if b"9GET" in sent else [])


def test_byte_by_byte_is_no_excuse() -> None:
    with (
        serving() as (_, port),
        connected(port, HEAD) as made,
        pytest.raises(OSError),  # noqa: PT011 - whichever it is, the other side has closed
    ):
        for _ in range(10_000):
            made.sendall(b"X-A: b\r\n")
            time.sleep(0.02)


def test_who_asks_in_time_is_answered_as_often_as_wanted() -> None:
    whole = HEAD + b"\r\n0123456789"
    with serving(read_seconds=1.5) as (_, port), connected(port) as made:
        for pause in (0, 1.7, 0):
            made.sendall(whole[:30])
            time.sleep(0.15)
            made.sendall(whole[30:])
            replies(made, 1)
            time.sleep(pause)  # idle for longer than a request may take
        made.sendall(whole + whole)  # two at once
        replies(made, 2)


def test_who_does_not_take_the_reply_is_dropped() -> None:
    with serving() as (server, port), connected(port, b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"):
        deadline = time.monotonic() + 20
        while not server.server_state.connections and time.monotonic() < deadline:
            time.sleep(0.01)
        while server.server_state.connections and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not server.server_state.connections


def test_the_slowest_makes_room() -> None:
    with serving(most=5, read_seconds=60) as (server, port), connected(port, HEAD) as first, connected(port, HEAD):
        time.sleep(0.2)
        with connected(port, HEAD), connected(port, HEAD), connected(port, HEAD):
            time.sleep(0.2)
            assert len(server.server_state.connections) == 5
            asked = HTTPConnection("127.0.0.1", port, timeout=20)
            asked.request("GET", "/")
            assert asked.getresponse().read() == b"0"
            assert everything(first) == b""
            assert len(server.server_state.connections) == 5
            # Now there is one that is idle, which goes before any that reads.
            with connected(port, HEAD):
                time.sleep(0.2)
                assert len(server.server_state.connections) == 5
                assert asked.sock.recv(1) == b""
            asked.close()


def test_the_idle_go_before_the_slow() -> None:
    def like(idle: float | None, reading: float | None) -> Connection:
        made = Connection.__new__(Connection)
        made.idle_since, made.reading_since = idle, reading
        return made

    busy, slow, slower, idle = like(None, None), like(None, 2.0), like(None, 1.0), like(3.0, None)
    assert oldest([busy, slow, slower, idle]) is idle
    assert oldest([busy, slow, slower]) is slower
    assert oldest([busy]) is None


def test_descriptors_leave_some_for_workers() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    program = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200)); "
    program += "from shapewright.web.connections import descriptors; "
    program += "print(descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["136", "200"]
    assert 8 <= descriptors() <= 448
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_loop_says_little(capfd) -> None:
    async def trouble() -> None:
        loop = asyncio.get_running_loop()
        few_words(loop)
        for _ in range(1000):
            loop.call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "Too many")}
            )
            loop.call_exception_handler({"message": "gone", "exception": ConnectionResetError()})

    asyncio.run(trouble())
    assert capfd.readouterr().err == "shapewright web: too many connections at once (too many)\n"


def test_others_are_answered_while_hundreds_of_requests_are_half_sent(tmp_path: Path) -> None:
    """The studio itself, with 200 descriptors."""
    log = tmp_path / "log"
    program = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)); "
    program += "from shapewright.cli import main; sys.exit(main(['web', '--port', '0', '--no-token']))"
    body = json.dumps({"board": "2x2", "pieces": "O4"})
    with (
        log.open("wb") as written,
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=written, text=True) as studio,
    ):
        port = int(studio.stdout.readline().split(":")[2].rstrip("/\n"))
        held = []
        try:
            for number in range(260):
                half = HEAD + (b"Content-Type: application/json\r\n\r\n{" if number % 2 else b"X-A: ")
                made = socket.create_connection(("127.0.0.1", port), timeout=20)
                made.sendall(half)
                held.append(made)
            for _ in range(5):
                asked = HTTPConnection("127.0.0.1", port, timeout=60)
                asked.request("POST", "/api/tiling/show", body, {"Content-Type": "application/json"})
                assert asked.getresponse().status == 200
                asked.close()
            assert len(os.listdir(f"/proc/{studio.pid}/fd")) < 200
        finally:
            for made in held:
                made.close()
            studio.terminate()
            studio.wait(20)
    assert log.stat().st_size < 1000
