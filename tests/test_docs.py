"""The examples in docstrings, and in the README, give what they say they give."""

from __future__ import annotations

import doctest
import pkgutil
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

import shapewright
from shapewright.cli import main

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


def _blocks() -> list[str]:
    """The README's fenced blocks that are no Python."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [text for language, text in blocks if not language]


def test_commands_in_the_readme_print_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown = 0
    blocks = _blocks()
    monkeypatch.chdir(tmp_path)  # some of them write files
    for block in blocks:
        for command, expected in re.findall(r"^\$ shapewright (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE):
            main(shlex.split(command))
            assert capsys.readouterr().out == expected
            shown += 1
    assert shown >= 5


def test_the_puzzle_in_the_readme_has_a_tiling() -> None:
    (block,) = (block for block in _blocks() if block.startswith("%"))
    assert shapewright.tiling.first(shapewright.tiling.Problem.from_text(block)) is not None


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    assert any(test.examples for name in MODULES for test in finder.find(import_module(name)))
