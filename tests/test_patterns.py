"""Regular expressions that read what strangers wrote take little memory and no time that grows with the square.

Of a repeated choice, such as ``(?:a|bc)*``, the matcher keeps a way back for each repetition: 120 bytes for each
character of a file. A possessive repeat, ``(?:a|bc)*+``, keeps none.
"""

from __future__ import annotations

import ast
import pkgutil
import re
import resource
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from re import _constants as words  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import shapewright

LONG = 1 << 10
CHARACTERS = 1 << 17
MEGABYTES = 12
ENDLESS = 100  # seconds; what grows with the square takes hours


def _patterns() -> dict[str, re.Pattern[Any]]:
    """Every pattern of a module by its name, also in tuples, and those in the middle of functions."""
    found = {}
    for module in pkgutil.walk_packages(shapewright.__path__, "shapewright."):
        if not module.name.endswith(("__main__", "._core")):
            loaded = import_module(module.name)
            for name, value in vars(loaded).items():
                for number, each in enumerate(value if isinstance(value, tuple) else (value,)):
                    if isinstance(each, re.Pattern):
                        found[f"{module.name}.{name}" + f" {number}" * (number > 0)] = each
            for node in ast.walk(ast.parse(_source(module.name))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                    literal = node.args[0]
                    if isinstance(literal, ast.Constant) and isinstance(literal.value, (str, bytes)):
                        found.setdefault(f"{module.name}:{node.lineno}", re.compile(literal.value))
    return found


def _source(module: str) -> str:
    path = import_module(module).__file__
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


def _methods(name: str) -> set[str]:
    """The methods of a pattern that its module calls."""
    module, _, own = name.split(" ")[0].rpartition(".")
    if ":" in own:
        line = _source(f"{module}.{own.partition(':')[0]}").splitlines()
        return set(re.findall(r"re\.(\w+)\(", line[int(own.partition(":")[2]) - 1])) & _METHODS
    return set(re.findall(rf"\b{own}\.(\w+)\b", _source(module))) & _METHODS


_METHODS = {"match", "fullmatch", "search", "finditer", "findall", "split", "sub"}


def _texts(pattern: str) -> Iterator[str]:
    """Long texts of what the pattern has in it, repeated, and then something else."""
    words = re.findall(r"[A-Za-z0-9@#%.:=<(\[ -]{2,}", pattern)
    characters = sorted({each for each in pattern if each in ".,:;#@(){}[]-_<>=+*/'\" \n"})
    units = [*{"a", "0", " ", "1a", "a "}, *words[:3], *characters[:4]]
    return (unit * (CHARACTERS // len(unit)) + "\0" for unit in units)


def feed() -> None:
    """Give long texts to every pattern as its module does, and print those that take memory."""
    patterns = _patterns()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, pattern in patterns.items():
        source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
        for text in _texts(source):
            content: Any = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            for method in _methods(name) or {"match"}:
                arguments = ("", content) if method == "sub" else (content,)
                found = getattr(pattern, method)(*arguments)
                if method == "finditer":
                    deque(found, maxlen=0)
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if used - most > MEGABYTES << 10:
            sys.stdout.write(f"MEMORY {(used - most) >> 10} {name}\n")
        most = max(most, used)


def _parts(item: Any) -> Any:
    """All operations in a parsed pattern, with their arguments."""
    for operation, argument in item:
        yield operation, argument
        inside = argument if isinstance(argument, (tuple, list)) else (argument,)
        for each in inside:
            for sub in each if isinstance(each, list) else (each,):
                if isinstance(sub, parser.SubPattern):
                    yield from _parts(sub)


def _keeps_ways_back(pattern: str, flags: int = 0) -> bool:
    for operation, argument in _parts(parser.parse(pattern, flags)):
        is_long = operation in (words.MAX_REPEAT, words.MIN_REPEAT) and argument[1] >= LONG
        if is_long and any(inner is words.BRANCH for inner, _ in _parts(argument[2])):
            return True
    return False


def test_the_rule_itself() -> None:
    assert all(map(_keeps_ways_back, ("(?:a|bc)*", "x((?:ab|c)+)?y")))
    assert not any(map(_keeps_ways_back, ("(?:a|bc)*+", "[ab]*(?:c|de)?")))


def test_long_texts_of_strangers_take_neither_memory_nor_time() -> None:
    program = "import tests.test_patterns as it; it.feed()"
    child = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS)),
    )
    lines = child.stdout.splitlines()
    assert child.returncode == 0, f"{lines[-1:]} {child.stderr[-2000:]}"
    assert not [line for line in lines if line.startswith("MEMORY")]


def test_no_repeated_choice_keeps_ways_back() -> None:
    patterns = _patterns()
    assert len(patterns) > 50
    assert not [name for name, value in patterns.items() if _keeps_ways_back(value.pattern, value.flags & ~re.DEBUG)]
