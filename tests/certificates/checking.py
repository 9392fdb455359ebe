"""The programs of the folder certificates, as tests call them: in a Python that has nothing of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "certificates"


def proven(file: Path, checker: str) -> str:
    """Return what a certificate proves; fail if it does not hold."""
    found = subprocess.run(
        [sys.executable, "-I", "-S", str(FOLDER / checker), str(file)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stderr == ""
    return found.stdout.strip()
