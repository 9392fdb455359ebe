"""The names of the package, and what using a few of them loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from shapewright import drawing


def test_every_name_is_there() -> None:
    for name in drawing.__all__:
        assert getattr(drawing, name) is not None
        assert name in dir(drawing)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        drawing.nonsense  # noqa: B018


def test_the_terminal_loads_no_scene_and_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from shapewright.drawing import Mosaic, to_terminal\n"
        "to_terminal(Mosaic({(0, 0)}, {(0, 0): 0}), color=True)\n"
        "print(*sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(finished.stdout.split())
    assert "shapewright.drawing.terminal" in loaded
    assert loaded.isdisjoint(
        {"numpy", "h5py", "rich", "resvg_py", "shapewright.drawing.scene", "shapewright.drawing.formats.svg", "asyncio"}
    )
