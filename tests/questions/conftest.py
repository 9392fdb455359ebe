"""A folder of its own for each test, and standard input that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapewright.questions.words import begin_command


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_command()
