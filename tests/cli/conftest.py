"""Running the command in a folder of its own; below the folder of a family, that family's commands."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.errors import without_object

from shapewright.cli import main

# "1 pieces", but not "1 is" or the end of "2.1 cells".
_VERBS = "as|has|is|keeps|species|suffices|tetris|this|was"
ONE_OF_MANY = re.compile(rf"(?<![\w.,:/+-])1 (?!(?:{_VERBS})\b)[a-z]+s\b")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Run:
    """Run ``shapewright``, or ``shapewright FAMILY``; give its exit code, standard output and standard error."""
    folder = request.path.parent
    family = [] if folder == Path(__file__).parent else [folder.name]

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*family, *arguments])
        captured = capsys.readouterr()
        assert ONE_OF_MANY.findall(captured.out + captured.err) == []
        return code, without_object(arguments, code, captured.out, captured.err), captured.err

    return call


@pytest.fixture
def answer(run: Run) -> Callable[..., Any]:
    """Run a command with ``--json`` and give the object it prints; ``unknown`` where none is the answer."""

    def call(*arguments: str, unknown: bool = False) -> Any:
        code, out, err = run(*arguments, "--json")
        assert code == 3 if unknown else code in (0, 1)
        assert err == ""
        return json.loads(out)

    return call


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | bytes], None]:
    """``stdin(content)`` is what standard input gives."""

    def give(content: str | bytes) -> None:
        data = content.encode() if isinstance(content, str) else content
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return give


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output and standard error are a terminal with colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    # The class of the streams, for every phase of a test has new ones.
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
