"""Whoever gives native code a byte to stop it also lets Ctrl-C set that byte."""

from __future__ import annotations

import ast
from pathlib import Path

import shapewright

SOURCE = Path(shapewright.__file__).parent
HEARING = ("Interrupt", "interruptible", "Budget")


def _deaf(function: ast.AST) -> list[int]:
    """The lines of bytes that are given to a call, and that nothing which hears Ctrl-C has."""
    heard = {
        argument.id
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in HEARING
        for argument in call.args
        if isinstance(argument, ast.Name)
    }
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in HEARING):
            found += [one.lineno for one in node.args if ast.unparse(one) == "bytearray(1)"]
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "bytearray(1)":
            found += [one.lineno for one in node.targets if isinstance(one, ast.Name) and one.id not in heard]
    return found


def test_no_byte_is_deaf_to_ctrl_c() -> None:
    deaf = []
    for path in sorted(SOURCE.rglob("*.py")):
        if path.is_relative_to(SOURCE / "jobs"):
            continue  # there it is made to be heard
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "bytearray(1)" in text else ():
            if isinstance(node, ast.FunctionDef):
                deaf += [f"{path.relative_to(SOURCE)}:{line}" for line in _deaf(node)]
    assert deaf == []
