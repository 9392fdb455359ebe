"""The one rule of the house that import contracts cannot state: a checker never reaches the engine.

``shapewright._core`` is no Python source, so tools that read sources do not see it; here its name is looked for in
everything that a ``check.py`` imports, directly or not, also inside functions.
"""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

import shapewright

PACKAGE = Path(shapewright.__file__).parent
CHECKERS = sorted(f"shapewright.{path.parent.name}.check" for path in PACKAGE.glob("*/check.py"))


def imports_of(source: str, module: str, is_package: bool = False) -> set[str]:
    """Every name that a source imports, written out in full; a name taken from a module counts with it.

    What is imported for type checkers alone never runs, and does not count.
    """
    found = set()
    package = module if is_package else module.rpartition(".")[0]
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            found |= {origin, *(f"{origin}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.startswith("shapewright.")}


def reached_from(module: str) -> set[str]:
    """Every module of ours that ``module`` imports, directly or not."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = PACKAGE.parent.joinpath(*name.split("."))
        source, is_package = (path / "__init__.py", True) if path.is_dir() else (path.with_suffix(".py"), False)
        is_native = name == "shapewright._core" or name.startswith("shapewright._core.")
        if name in reached or not (source.exists() or is_native):
            continue
        reached.add(name)
        if not is_native:
            waiting += imports_of(source.read_text(), name, is_package)
    return reached


def test_there_are_checkers_and_an_engine_to_keep_apart() -> None:
    assert "shapewright.tiling.check" in CHECKERS
    assert find_spec("shapewright._core") is not None


@pytest.mark.parametrize(
    "source",
    ["from shapewright import _core", "from shapewright._core import f", "def f():\n    import shapewright._core as c"],
)
def test_every_way_to_import_the_engine_is_seen(source: str) -> None:
    assert "shapewright._core" in imports_of(source, "shapewright.tiling.check")


def test_relative_imports_are_seen() -> None:
    assert "shapewright._core" in imports_of("from .. import _core", "shapewright.tiling.check")
    assert "shapewright.tiling.rules" in imports_of("from .rules import f", "shapewright.tiling.check")
    assert "shapewright.tiling.rules" in imports_of("from .rules import f", "shapewright.tiling", is_package=True)


def test_imports_for_type_checkers_do_not_count() -> None:
    source = "if TYPE_CHECKING:\n    from a import b\nelse:\n    import shapewright.errors"
    assert imports_of(source, "shapewright.tiling.check") == {"shapewright.errors"}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_never_reaches_the_engine(checker: str) -> None:
    assert not [name for name in reached_from(checker) if name.startswith("shapewright._core")]
