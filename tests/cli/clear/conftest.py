"""Running ``shapewright clear ...`` in a folder of its own."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.cli import main


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run ``shapewright clear ...`` here; give its exit code, standard output and standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["clear", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def answer(run: Callable[..., tuple[int, str, str]]) -> Callable[..., Any]:
    """Run a command with ``--json`` and give the object it prints."""

    def call(*arguments: str) -> Any:
        code, out, err = run(*arguments, "--json")
        assert (code, err) in ((0, ""), (1, ""))
        return json.loads(out)

    return call


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """``stdin(content)`` is what standard input gives."""

    def give(content: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output and standard error are a terminal with colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    # The class of the streams, for every phase of a test has new ones.
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
