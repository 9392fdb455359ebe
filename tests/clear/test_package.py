"""The package's names: they load on first use, and functions keep theirs although their modules are called alike."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from shapewright import clear


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_it_loads_next_to_nothing() -> None:
    program = (
        "import sys, shapewright.clear; print(*sorted(m for m in sys.modules if 'shapewright' in m or m == 'numpy'))"
    )
    assert run(program).split() == ["shapewright", "shapewright.clear", "shapewright.lazy"]


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


@pytest.mark.parametrize("name", clear.__all__)
def test_every_name_is_there_and_no_module(name: str) -> None:
    assert not isinstance(getattr(clear, name), ModuleType)
    assert name in dir(clear)


@pytest.mark.parametrize("name", sorted(name for name, home in clear._HOMES.items() if name == home))
def test_a_function_keeps_its_name_when_its_module_is_imported_first(name: str) -> None:
    program = "\n".join(
        [
            f"import shapewright.clear.{name}",
            "import sys",
            "from shapewright import clear",
            f"from shapewright.clear import {name}",
            f"module = sys.modules['shapewright.clear.{name}']",
            f"print({name} is clear.{name} is module.{name}, callable({name}))",
        ]
    )
    assert run(program) == "True True\n"


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="module 'shapewright.clear' has no attribute 'spam'"):
        clear.spam  # noqa: B018


def test_star_and_all_agree_with_the_table() -> None:
    assert sorted(clear._HOMES) == sorted(clear.__all__)
