"""Packages whose names load late: each name is there, and a function keeps it although its module has it, too."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

from shapewright import FAMILIES

FACES = [*FAMILIES, "cells", "claims", "drawing", "jobs", "shapez.blueprints", "shapez.layouts", "shapez.plans"]
NAMES = [(face, name) for face in FACES for name in import_module(f"shapewright.{face}").__all__]


def test_they_name_something() -> None:
    assert {face for face, _ in NAMES} == set(FACES)


@pytest.mark.parametrize(("face", "name"), NAMES)
def test_every_name_is_there_and_no_module(face: str, name: str) -> None:
    package = import_module(f"shapewright.{face}")
    assert not isinstance(getattr(package, name), ModuleType)
    assert name in dir(package)


@pytest.mark.parametrize("face", FACES)
def test_a_function_keeps_its_name_when_its_module_is_imported_first(face: str) -> None:
    package = f"shapewright.{face}"
    names = [name for its, name in NAMES if its == face and find_spec(f"{package}.{name}")]
    program = "\n".join(
        [
            "import sys",
            "from importlib import import_module",
            f"for name in {names}:",
            f"    module = import_module('{package}.' + name)",
            f"    found = getattr(sys.modules['{package}'], name)",
            "    print(getattr(found, '__wrapped__', found) is getattr(module, name))",
        ]
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed == "True\n" * len(names)


@pytest.mark.parametrize("face", FACES)
def test_there_is_no_other_name(face: str) -> None:
    package = import_module(f"shapewright.{face}")
    with pytest.raises(AttributeError, match=f"module 'shapewright.{face}' has no attribute 'spam'"):
        package.spam  # noqa: B018


@pytest.mark.parametrize("face", FAMILIES)
def test_importing_a_family_loads_next_to_nothing(face: str) -> None:
    program = (
        f"import sys, shapewright.{face}; print(*sorted(m for m in sys.modules if 'shapewright' in m or m == 'numpy'))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert set(printed.split()) == {"shapewright", "shapewright.lazy", f"shapewright.{face}"}
