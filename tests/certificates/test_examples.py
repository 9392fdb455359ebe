"""The certificates that ship as examples hold, and are what the commands write."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.certificates.checking import proven

from shapewright.cli import main

FOLDER = Path(__file__).parents[2] / "examples" / "certificates"
COMMANDS = {
    "dominoes": ("check_cover.py", "tiling count --board 8x8 --pieces any*dominoes"),
    "two_corners": ("check_cover.py", "tiling solve --board 8x8 --hole 0,0 --hole 7,7 --pieces any*dominoes"),
    "four_in_a_square": ("check_cover.py", "packing feasible 'T1 I3' --box 4x4"),
    "bag": ("check_packing.py", "packing pack 'I2 J3 L1 O4 S1 T2 Z3'"),
    "stack": ("check_stack.py", "stacking solve IOTSLJZIOTSLJZ"),
    "survival": ("check_survival.py", "stacking survive T --width 4 --height-limit 4"),
    "no_clear": ("check_clear.py", "clear solve SZSZSZ --height 2"),
    "plan": ("check_shapez.py", "shapez plan CuCu----:RrRr----"),
    "no_plan": ("check_shapez.py", "shapez buildable cu------:--------:cu------"),
}


def test_every_example_has_its_command() -> None:
    assert {file.stem for file in FOLDER.glob("*.cert")} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_holds_and_is_what_its_command_writes(name: str, tmp_path: Path) -> None:
    checker, command = COMMANDS[name]
    kept, made = FOLDER / f"{name}.cert", tmp_path / "made.cert"
    assert proven(kept, checker).startswith("proven: ")
    assert main([*shlex.split(command), "--certificate", str(made)]) in (0, 1)
    assert made.read_bytes() == kept.read_bytes()
