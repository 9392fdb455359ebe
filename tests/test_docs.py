"""The examples in docstrings, and in the README, give what they say they give."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import shapewright

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(shapewright.__path__, "shapewright.")
    if not info.name.endswith(("._core", ".__main__"))
)
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("name", ["shapewright", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_examples_in_the_readme() -> None:
    assert README.exists()
    assert doctest.testfile(str(README), module_relative=False).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    assert any(test.examples for name in MODULES for test in finder.find(import_module(name)))
