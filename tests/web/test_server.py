"""``shapewright web``: it opens, says where, warns where it should, and closes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shapewright.cli import main
from shapewright.errors import FileError
from shapewright.web.server import address
from shapewright.web.settings import Settings


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and the address that it printed."""
    command = [sys.executable, "-m", "shapewright", "web", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_it_prints_its_address_and_ends_with_control_c() -> None:
    with serving() as (process, where):
        jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with jar.open(where) as page:
            assert b"shapewright" in page.read()
            assert "token" not in page.url
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr.read() == ""


def test_it_opens_a_browser(monkeypatch, tmp_path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/part && mv {tmp_path}/part {tmp_path}/opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with serving("--open") as (_, where):
        deadline = time.monotonic() + 60
        while not (tmp_path / "opened").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert (tmp_path / "opened").read_text().strip() == where


def test_workers_end_with_a_server_that_is_killed() -> None:
    with serving() as (process, _):
        time.sleep(1)
        children = children_of(process.pid)
        assert children
        process.kill()
        process.wait()
        deadline = time.monotonic() + 20
        while any(is_alive(child) for child in children) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(is_alive(child) for child in children)


def test_it_warns_where_others_reach_it() -> None:
    with serving("--host", "0.0.0.0") as (process, where):
        assert where.startswith("http://127.0.0.1:")
        assert "?token=" in where
        process.send_signal(signal.SIGINT)
        others, warning = process.communicate(timeout=60)
        assert "anyone on the network who has the address with its token can use the studio" in warning
        port = where.split(":")[2].partition("/")[0]
        assert all(f":{port}/?token=" in other and "127.0.0.1" not in other for other in others.splitlines())


def test_a_token_of_ones_own_and_none(monkeypatch) -> None:
    monkeypatch.setenv("SHAPEWRIGHT_TOKEN", "my-own-token")
    with serving() as (_, where):
        assert where.endswith("/?token=my-own-token")
    with serving("--no-token") as (_, where), urllib.request.urlopen(where) as page:
        assert where.endswith("/")
        assert b"shapewright" in page.read()


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["--port", "65536"], "--port takes a whole number from 0 to 65535", 2),
        (["--port", "x"], "--port takes a whole number", 2),
        (["--host", "nowhere.invalid"], "cannot listen at 'nowhere.invalid'", 4),
        (["--memory", "1"], "--memory takes a whole number from 256", 2),
    ],
)
def test_what_makes_no_sense(capsys, arguments, words, code) -> None:
    assert main(["web", *arguments]) == code
    assert words in capsys.readouterr().err


def test_a_port_that_is_taken(capsys) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["web", "--port", str(taken.getsockname()[1])]) == FileError.exit_code
    assert "choose another with --port" in capsys.readouterr().err


def test_settings_share_the_machine() -> None:
    settings = Settings.of_machine("127.0.0.1", 1)
    assert settings.workers >= 1
    assert settings.threads >= 1
    assert address("::1", 5) == "http://[::1]:5/"


def children_of(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout
    return [int(line) for line in listed.split()]


def is_alive(process: int) -> bool:
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return bool(listed.strip()) and not listed.strip().startswith("Z")
