"""The engine on other processors: its own tests, compiled for 64-bit ARM and run by an emulator."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NEEDED = ("aarch64-linux-gnu-g++", "aarch64-linux-gnu-objdump", "qemu-aarch64", "make")


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason="needs g++-aarch64-linux-gnu and qemu-user (make engine-test-aarch64)"
)
def test_the_engine_passes_its_tests_on_64_bit_arm() -> None:
    built = subprocess.run(["make", "engine-test-aarch64"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, (built.stdout + built.stderr)[-2000:]
    engine = (ROOT / "build" / "aarch64" / "engine_tests").read_bytes()
    assert engine[:4] == b"\x7fELF"
    assert int.from_bytes(engine[18:20], "little") == 183  # EM_AARCH64
    # Rows are filtered by 16 bytes at once there, as everywhere without AVX.
    rows = next((ROOT / "build" / "aarch64").rglob("rows.cpp.o"))
    code = subprocess.run(["aarch64-linux-gnu-objdump", "-d", rows], check=True, capture_output=True, text=True).stdout
    assert ".16b" in code
