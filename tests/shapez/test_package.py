"""The package's names: they load on first use, and functions keep theirs although their modules are called alike."""

from __future__ import annotations

import subprocess
import sys


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_operating_on_shapes_loads_nothing_heavy() -> None:
    program = "\n".join(
        [
            "import sys",
            "from shapewright import shapez",
            "print(shapez.Shape.from_code('CuCu----:RrRr----').push_pin())",
            "print(sorted({'numpy', 'h5py', 'rich', 'shapewright._core'} & set(sys.modules)))",
        ]
    )
    assert run(program) == "P-P-----:CuCu----:RrRr----\n[]\n"
