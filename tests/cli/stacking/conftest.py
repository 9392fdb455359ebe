"""Running ``shapewright stacking ...`` in a folder of its own."""

from __future__ import annotations

import io
import json
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
    """Run ``shapewright stacking ...`` here; give its exit code, standard output and standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["stacking", *arguments])
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
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | bytes], None]:
    """``stdin(content)`` is what standard input gives."""

    def give(content: str | bytes) -> None:
        data = content.encode() if isinstance(content, str) else content
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return give
