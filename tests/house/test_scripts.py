"""Scripts beside the package name only what it has: nobody runs all of them with every change."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "data", "docs", "examples", "release")
SCRIPTS = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_imports_of_the_package_is_there(script: str) -> None:
    missing = []
    for node in ast.walk(ast.parse((ROOT / script).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "shapewright":
            module = import_module(str(node.module))
            for alias in node.names:
                if not hasattr(module, alias.name):
                    try:
                        import_module(f"{node.module}.{alias.name}")
                    except ModuleNotFoundError:
                        missing.append(f"{node.module}.{alias.name}")
    assert missing == []


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 50
