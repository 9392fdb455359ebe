"""Many clients at once: every request is answered or clearly refused, and the studio does not grow.

``SHAPEWRIGHT_LOAD_SECONDS=60`` asks for as long as that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "benchmarks" / "studio.py"
SECONDS = os.environ.get("SHAPEWRIGHT_LOAD_SECONDS", "10")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read as Linux tells it")
def test_fifty_clients(tmp_path) -> None:
    place = tmp_path / "load.json"
    command = [sys.executable, str(SCRIPT), "--only", "load", "--seconds", SECONDS, "--json", str(place)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stdout.write(told.stdout)
    load = json.loads(place.read_text())["load"]
    assert load["faults"] == []
    assert load["replies"]["200"] > 100
    assert load["megabytes_at_end"] - load["megabytes_half_way"] < 64
