"""The measures of the house: how large it is, and how well one finds one's way. ``python -m tests.house.measures``."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.house.import_graph import PACKAGE, imported_by, module_of, names_in, tree_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks")
FILES = 25
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Measure(NamedTuple):
    """A number that must not grow beyond its limit. Lower the limit when the number has fallen."""

    name: str
    value: float
    limit: float


def files_in_folders() -> dict[str, int]:
    """Count the files of Python and JavaScript in each folder."""
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".js", ".mjs"))
    return Counter(path.parent.relative_to(ROOT).as_posix() for path in files)


@cache
def nodes() -> dict[str, list[ast.AST]]:
    """Parse every module of the package."""
    return {module_of(path): list(ast.walk(tree_of(path))) for path in sorted(PACKAGE.rglob("*.py"))}


def late_imports() -> Iterator[str]:
    """Yield the module for each import of own modules inside a function."""
    for module, every in nodes().items():
        inside = {
            line for node in every if isinstance(node, FUNCTIONS) for line in range(node.lineno, node.end_lineno + 1)
        }
        imports = (node for node in every if isinstance(node, ast.Import | ast.ImportFrom) and node.lineno in inside)
        yield from (module for node in imports if names_in(ast.Module([node], []), module))


def circles(arrows: Mapping[str, frozenset[str]]) -> set[frozenset[str]]:
    """Find the largest sets of modules that all reach each other.

    >>> arrows = {"a": frozenset("b"), "b": frozenset("ac"), "c": frozenset()}
    >>> [sorted(circle) for circle in circles(arrows)]
    [['a', 'b']]
    """
    reached = {}
    for start in arrows:
        waiting, reached[start] = [start], set[str]()
        while waiting:
            new = arrows.get(waiting.pop(), frozenset()) - reached[start]
            reached[start] |= new
            waiting += new
    rings = (frozenset(each for each in ring if start in reached.get(each, ())) for start, ring in reached.items())
    return {ring for ring in rings if len(ring) > 1}


def single_use() -> Iterator[str]:
    """Yield each private function that its module names only once, besides the definition."""
    for module, every in nodes().items():
        named = Counter(node.id for node in every if isinstance(node, ast.Name))
        named += Counter(node.attr for node in every if isinstance(node, ast.Attribute))
        names = [node.name for node in every if isinstance(node, FUNCTIONS)]
        yield from (f"{module}.{name}" for name in names if re.match("_[^_]", name) and named[name] == 1)


def measures() -> list[Measure]:
    """Take all measures."""
    lines = sum(path.read_text().count("\n") for path in PACKAGE.rglob("*.py"))
    files = files_in_folders()
    arrows = {module: imported_by(module) - {module} for module in nodes()}
    anything = sum(isinstance(node, ast.Name) and node.id == "Any" for every in nodes().values() for node in every)
    once = sum(1 for _ in single_use())
    return [
        Measure("most files in one folder", max(files.values()), FILES),
        Measure("lines of Python in src", lines, 110_000),
        Measure("modules in src", len(nodes()), 728),
        Measure("circles of imports in src", len(circles(arrows)), 1),
        Measure("imports of own modules inside functions", sum(1 for _ in late_imports()), 74),
        Measure("Any in src", anything, 480),
        Measure("private functions used once, per 1000 lines", round(1000 * once / lines, 1), 10.3),
    ]


def table(rows: list[Measure]) -> str:
    """Write measures and their limits side by side."""
    return "\n".join(f"{row.name:45}{row.value:10,}  at most {row.limit:,}" for row in rows)


if __name__ == "__main__":
    print(table(measures()))
