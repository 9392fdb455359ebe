"""Running ``shapewright packing ...`` in a folder of its own."""

from __future__ import annotations

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
    """Run ``shapewright packing ...`` here; give its exit code, standard output and standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["packing", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def answer(run: Callable[..., tuple[int, str, str]]) -> Callable[..., Any]:
    """Run a command with ``--json`` and give the object it prints."""

    def call(*arguments: str) -> Any:
        code, out, err = run(*arguments, "--json")
        assert (code, err) in ((0, ""), (1, ""), (3, ""))
        return json.loads(out)

    return call
