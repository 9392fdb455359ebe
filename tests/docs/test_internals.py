"""The maps of the house are true: they name files that exist, and all folders of the families."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import docs.list_of_modules
import pytest
from tests.house.test_architecture import LADDERS

from shapewright import FAMILIES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "shapewright"
MAPS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/internals.md")
PATH = re.compile(r"`(\w[\w.-]*(?:/[\w.-]+)*(?:/|\.(?:py|pyi|hpp|cpp|js|md|toml)))`")
FOLDERS = sorted({path.parent for family in FAMILIES for path in PACKAGE.glob(f"{family}/**/*.py")})


def missing(text: str) -> Iterator[str]:
    """Yield each path in backticks that does not exist.

    A path begins in the root, in the package, or in the folder of a path before it in its paragraph or row. What no
    folder precedes may also be a file that every family has.
    """
    for paragraph in re.split(r"\n\n|\n(?=\|)", text):
        bases = [ROOT, ROOT / "src", PACKAGE]
        for path in PATH.findall(paragraph):
            found = next((base / path for base in reversed(bases) if (base / path).exists()), None)
            if found:
                bases.append(found if found.is_dir() else found.parent)
            elif not all((PACKAGE / family / path).exists() for family in FAMILIES):
                yield path


def test_a_wrong_path_is_found() -> None:
    row = "| `engine/core/` | `stop.hpp` |"
    text = f"`clear/search/` has `solve.py`, `solved.py`.\n\n`problem.py`, `solve.py`, `.pc`\n{row}"
    assert list(missing(text)) == ["solved.py", "solve.py"]


@pytest.mark.parametrize("name", MAPS)
def test_paths_exist(name: str) -> None:
    assert not list(missing((ROOT / name).read_text(encoding="utf-8")))


def test_all_folders_of_the_families_have_a_line_in_the_order_of_their_ladder() -> None:
    rows = re.findall(r"^\| `(\w+/[\w/]+)/` \|", (ROOT / "docs/internals.md").read_text(encoding="utf-8"), re.MULTILINE)
    folders = [folder.relative_to(PACKAGE).as_posix() for folder in FOLDERS]
    listed = [row for row in rows if row.partition("/")[0] in FAMILIES]
    assert sorted(listed) == [folder for folder in folders if "/" in folder]
    for family, ladder in LADDERS.items():
        outer = [row.split("/")[1] for row in listed if row.startswith(f"{family}/") and row.count("/") == 1]
        assert outer == ladder.split()


def test_lists_of_modules_in_docstrings_are_complete() -> None:
    for package in PACKAGE.rglob("__init__.py"):
        docstring = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
        lines = [line for line in docstring.splitlines() if re.match(r"(- )?``", line)]
        heads = {name for line in lines for name in re.findall(r"``(\w+)``", re.split(":|  ", line)[0])}
        modules = {path.stem for path in package.parent.glob("*.py") if path.stem[0] != "_"}
        assert not lines or heads == modules, package


def test_the_list_of_modules() -> None:
    assert not doctest.testmod(docs.list_of_modules).failed
    text = docs.list_of_modules.text()
    for folder in FOLDERS:
        for path in folder.glob("*.py"):
            assert path.name == "__init__.py" or f"- `{path.relative_to(PACKAGE).as_posix()}`: " in text
