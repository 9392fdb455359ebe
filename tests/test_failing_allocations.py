"""Whichever allocation fails: one clear line and exit code 3, or the right answer; see tests/failing_allocations.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests import failing_allocations

pytestmark = pytest.mark.skipif(
    failing_allocations.compiler() is None, reason="needs Linux with glibc and a C compiler: allocations are replaced"
)


def failed(command: str, folder: Path, **choice: Any) -> dict[str, Any]:
    found = failing_allocations.run(command, folder, **choice)
    assert found["faults"] == [], command
    assert found["code"] in (0, 1), found
    return found


def test_the_first_allocations_of_a_command(tmp_path: Path) -> None:
    found = failed("tiling solve --board 4x5 --pieces any*I2", tmp_path, first=40, spread=20)
    assert found["made"] > found["tried"] > 50
    # Where nothing failed, nothing was tested.
    assert found["right"] < found["tried"] / 2


@pytest.mark.slow
@pytest.mark.parametrize("command", failing_allocations.COMMANDS)
def test_every_allocation_of_a_command(command: str, tmp_path: Path) -> None:
    failed(command, tmp_path, first=2000, spread=200)


@pytest.mark.slow
@pytest.mark.parametrize("command", failing_allocations.COMMANDS_IN_PYTHON)
def test_the_first_objects_of_a_command(command: str, tmp_path: Path) -> None:
    failed(command, tmp_path, first=2000, python=True)
