"""What is loaded when: a command that answers in milliseconds must not spend them on modules it does not use."""

from __future__ import annotations

import subprocess
import sys

import pytest

import shapewright

HEAVY = (
    *("numpy", "h5py", "highspy", "rich", "asyncio", "multiprocessing", "concurrent.futures", "sqlite3", "distributed"),
    *("PIL", "resvg_py", "jinja2", "starlette", "uvicorn"),
)

FAMILIES = tuple(f"{where}.{family}" for where in ("shapewright", "shapewright.cli") for family in shapewright.FAMILIES)


def loaded_after(code: str) -> set[str]:
    """The modules in ``sys.modules`` of a fresh interpreter that has run ``code``."""
    program = f"import sys\n{code}\nsys.stdout.flush()\nprint('\\n' + ' '.join(sys.modules))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(finished.stdout.splitlines()[-1].split())


def test_the_probe_sees_a_heavy_import() -> None:
    assert "sqlite3" in loaded_after("import sqlite3")


def test_import_shapewright_loads_next_to_nothing() -> None:
    ours = {name for name in loaded_after("import shapewright") if name.startswith("shapewright")}
    assert ours == {"shapewright"}


def test_a_family_loads_when_it_is_first_used() -> None:
    assert "shapewright.tiling" in loaded_after("import shapewright; shapewright.tiling")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["tiling", "solve", "--board", "4x5", "--pieces", "any*dominoes"],
        ["tiling", "count", "--board", "4x5", "--pieces", "any*dominoes"],
        ["clear", "--help"],
        ["clear", "solve", "TIOLJSZTIOL", "--keys"],
        ["clear", "sequences", "--dealt", "20"],
        ["clear", "show", "v115@vhETJYZAFLDmClcJSAVjiSAVG88AYP88AZCOMCvAAA?A2PJSRJRLJTNJ"],
        ["stacking", "solve", "LLLL", "--width", "6"],
        ["stacking", "count", "LL", "--width", "4"],
        ["packing", "--help"],
        ["packing", "pack", "I8 J13 L10 O13 S4 T8 Z8"],
        ["packing", "pack", "T1 I3"],
        ["shapez", "--help"],
        ["shapez", "op", "cut", "CuCuCuCu"],
        ["shapez", "show", "CuCuCuCu:P-cr----"],
    ],
    ids=" ".join,
)
def test_a_quick_command_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = loaded_after(f"from shapewright.cli import main\nassert main({arguments!r}) == 0")
    assert loaded.isdisjoint(HEAVY)


def test_help_loads_no_family() -> None:
    loaded = loaded_after("from shapewright.cli import main\nmain(['--help'])")
    assert not [name for name in loaded if name.startswith(FAMILIES)]
    assert "shapewright._core" not in loaded
