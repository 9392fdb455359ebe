"""The committed stub of the extension module is the one that ``make stub`` would write now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_committed_stub_is_current(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "shapewright._core", "-o", str(fresh)]
    subprocess.run(command, check=True)
    committed = Path(__file__).parent.parent.parent / "src" / "shapewright" / "_core.pyi"
    assert fresh.read_text() == committed.read_text(), "the stub is out of date: make stub"
