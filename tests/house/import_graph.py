"""Which modules of the package a module imports, at its top level or inside functions, read from the sources.

What is imported for type checkers alone never runs, and does not count. A name taken from a package that puts off its
imports counts as an import of the module that holds it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import shapewright

PACKAGE = Path(shapewright.__file__).parent
ENGINE = "shapewright._core"


def source_of(module: str) -> Path | None:
    """The file of a module or package of ours; None for other names."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.exists()), None)


def module_of(path: Path) -> str:
    """The name of the module in the file ``path``."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def is_put_off(node: ast.AST) -> bool:
    """Recognise imports that never run, or not yet: ``if TYPE_CHECKING:`` and ``with lazy_imports(...):``."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.With) and ast.unparse(node.items[0]).startswith("lazy_imports(")


def statements_of(node: ast.AST, *, running: bool) -> Iterator[ast.AST]:
    """Yield the statements in ``node``, each before those inside it; with ``running`` only what runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            put_off = running and is_put_off(child)
            yield from statements_of(
                ast.Module(getattr(child, "orelse", []), []) if put_off else child, running=running
            )


def names_in(tree: ast.AST, module: str, *, is_package: bool = False, running: bool = False) -> dict[str, str]:
    """Every name of ours that ``tree`` imports, by the name that it gets there, both written out in full."""
    package = module if is_package else module.rpartition(".")[0]
    found = {}
    for node in statements_of(tree, running=running):
        if isinstance(node, ast.Import):
            found |= {alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.asname or alias.name}": f"{origin}.{alias.name}" for alias in node.names}
    return {name: origin for name, origin in found.items() if f"{origin}.".startswith("shapewright.")}


def imports_of(source: str | ast.Module, module: str, is_package: bool = False) -> set[str]:
    """Every name that the source of ``module`` imports when it runs, written out in full."""
    tree = ast.parse(source) if isinstance(source, str) else source
    return set(names_in(tree, module, is_package=is_package, running=True).values())


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a file."""
    return ast.parse(path.read_text())


@cache
def promised_by(package: str) -> dict[str, str]:
    """The names that a package takes from its modules only when they are first used."""
    path = source_of(package)
    if path is None or path.name != "__init__.py":
        return {}
    promises = [node for node in tree_of(path).body if is_put_off(node)]
    return names_in(ast.Module(promises, []), package, is_package=True)


def homes_of(name: str) -> set[str]:
    """The modules that importing ``name`` loads: itself, if it is one, or what holds it."""
    if f"{name}.".startswith(f"{ENGINE}."):
        return {ENGINE}
    holder = name.rpartition(".")[0]
    found = {name} if source_of(name) else set()
    home = promised_by(holder).get(name, name)
    if home != name:
        return found | homes_of(home)
    return found or ({holder} if source_of(holder) else set())


@cache
def imported_by(module: str) -> frozenset[str]:
    """The modules of ours that ``module`` imports itself."""
    path = source_of(module)
    if path is None:
        return frozenset()
    names = imports_of(tree_of(path), module, path.name == "__init__.py")
    return frozenset(home for name in names for home in homes_of(name))


@cache
def called_by(module: str) -> frozenset[str]:
    """The modules of the functions that methods in ``module`` name by ``late``."""
    path = source_of(module)
    nodes = statements_of(tree_of(path), running=True) if path else ()
    calls = (ast.unparse(call) for node in nodes if isinstance(node, ast.FunctionDef) for call in node.decorator_list)
    return frozenset(call.split("'")[1].partition(":")[0] for call in calls if call.startswith("late('"))


def reached_from(module: str) -> set[str]:
    """Every module of ours that ``module`` imports, directly or not, and what its methods name by ``late``.

    What a package imports comes with its modules.
    """
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                waiting += imported_by(".".join(parts[:length]))
            waiting += called_by(name)
    return reached
