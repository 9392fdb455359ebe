"""Every call of the engine that can take long ends soon after it is told to, or its time is over."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.bindings.hostile import STUB, functions
from tests.bindings.stops import EXEMPT, GROUPS, UNLIMITED

import shapewright

GUARD = 300
"""Seconds after which a call is taken for one that never ends; all of them together take some."""


def test_every_function_takes_a_stop_or_is_exempt() -> None:
    listed = [name for group in GROUPS for name in group()]
    exempt = [name for names in EXEMPT.values() for name in names.split()]
    stoppable = {name for name, parameters in functions().items() if {"stop", "seconds"} <= set(parameters)}
    assert not [name for name, times in Counter(listed + exempt).items() if times > 1]
    assert set(listed) == stoppable, "a call with much work is wanted for each of these in tests/bindings/stops.py"
    assert set(exempt) == set(functions()) - stoppable, "these take no stop and no limit: say in stops.py why not"


def _without_stop() -> dict[str, set[int]]:
    """The functions whose stop can be left out, by their own names: with how many arguments it is."""
    found = defaultdict(set)
    for node in ast.walk(ast.parse(STUB.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg != "self"]
            needed = len(names) - len(node.args.defaults)
            if "stop" in names[needed:]:
                found[node.name] |= set(range(needed, names.index("stop") + 1))
    return found


def test_who_calls_the_engine_passes_a_stop() -> None:
    without = _without_stop()
    assert len(without) > 30
    excused = {name for names in UNLIMITED.values() for name in names.split()}
    met: set[str] = set()
    for file in sorted(Path(shapewright.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            if node.keywords or not node.args or any(isinstance(one, ast.Constant | ast.Starred) for one in node.args):
                continue  # text.split(",") is not the engine's
            *owner, name = ast.unparse(node.func).replace("()", "").split(".")
            if len(node.args) in without.get(name, ()):
                call = ".".join([*owner[-1:], name])
                assert call in excused, f"{file}:{node.lineno} passes no stop to {call}"
                met.add(call)
    assert met == excused, "these need no excuse any more"


def test_every_call_ends_when_it_is_told_to() -> None:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bindings.stops"], capture_output=True, text=True, timeout=GUARD
        )
    except subprocess.TimeoutExpired as error:
        lines = (error.stdout or b"").decode().splitlines()
        raise AssertionError(f"{lines[-1]} does not end") from None
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"{lines[-1:]} ended the process: {done.returncode}\n{done.stderr[-2000:]}"
    assert not [line for line in lines if line.startswith("not stopped")]
    assert lines[-1] == "done"
