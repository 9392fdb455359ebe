"""The package's names: they load on first use, and functions keep theirs although their modules are called alike."""

from __future__ import annotations

import subprocess
import sys


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_rules_and_notations_load_nothing_heavy() -> None:
    program = "\n".join(
        [
            "import sys",
            "from shapewright import clear",
            "code = 'v115@vhETJYZAFLDmClcJSAVjiSAVG88AYP88AZCOMCvAAA?A2PJSRJRLJTNJ'",
            "solution = clear.Fumen.from_text(code).solution()",
            "print(clear.faults(solution))",
            "print(sorted({'numpy', 'h5py', 'rich', 'shapewright._core'} & set(sys.modules)))",
        ]
    )
    assert run(program) == "[]\n[]\n"
