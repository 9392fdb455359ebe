"""The package's names: they load on first use, and functions keep theirs although their modules are called alike."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from shapewright import shapez


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_it_loads_next_to_nothing() -> None:
    program = (
        "import sys, shapewright.shapez; print(*sorted(m for m in sys.modules if 'shapewright' in m or m == 'numpy'))"
    )
    assert run(program).split() == ["shapewright", "shapewright.lazy", "shapewright.shapez"]


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


@pytest.mark.parametrize("name", shapez.__all__)
def test_every_name_is_there_and_no_module(name: str) -> None:
    assert not isinstance(getattr(shapez, name), ModuleType)
    assert name in dir(shapez)


@pytest.mark.parametrize("name", sorted(name for name, home in shapez._HOMES.items() if name == home))
def test_a_function_keeps_its_name_when_its_module_is_imported_first(name: str) -> None:
    program = "\n".join(
        [
            f"import shapewright.shapez.{name}",
            "import sys",
            "from shapewright import shapez",
            f"from shapewright.shapez import {name}",
            f"module = sys.modules['shapewright.shapez.{name}']",
            f"print({name} is shapez.{name} is module.{name}, callable({name}))",
        ]
    )
    assert run(program) == "True True\n"


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="module 'shapewright.shapez' has no attribute 'spam'"):
        shapez.spam  # noqa: B018


def test_star_and_all_agree_with_the_table() -> None:
    assert sorted(shapez._HOMES) == sorted(shapez.__all__)
