"""The changes of a file: what is changed, what is left alone, and that each is named once."""

from __future__ import annotations

import ast

import pytest
from tests.code_mutants.__main__ import ROOT, SETTINGS, SOURCE, all_changes, found_in, sample
from tests.code_mutants.changes import changes

LEFT_ALONE = [
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\n",
    "def f(x: tuple[int, 3]) -> Literal[4]: ...\n",
    "raise ValueError('at most 3' if x else f'{x + 1}')\n",
    "zip(a, b, strict=True)\n",
    "budget.left(0.5)\n",
    "'a text' + b\n",
]
CHANGED = [
    ("x < y", {"x <= y"}),
    ("x < y <= 'z'", {"x <= y <= 'z'", "x < y < 'z'"}),
    ("x in y", {"x not in y"}),
    ("not x", {"x"}),
    ("x and y and z", {"x or y or z", "y and z", "x and z", "x and y"}),
    ("'a' if x else 'b'", {"False", "True", "not x"}),
    ("[x for x in y if x.z]", {"True"}),
    ("x + y", {"x - y"}),
    ("min(x, y)", {"max(x, y)"}),
    ("f(7, True)", {"8", "False"}),
]


@pytest.mark.parametrize("source", LEFT_ALONE)
def test_what_makes_no_difference_is_left_alone(source: str) -> None:
    assert not changes("a.py", source.encode())


@pytest.mark.parametrize(("source", "expected"), CHANGED)
def test_each_change_of_an_expression(source: str, expected: set[str]) -> None:
    found = changes("a.py", f"def f():\n    e = 'é'; {source}\n".encode())
    assert {one.now for one in found} == expected
    for one in found:
        assert "'é'" in ast.unparse(ast.parse(one.applied(f"def f():\n    e = 'é'; {source}\n".encode())))
        assert (one.inside, one.when_imported) == ("f", False)


def test_a_change_moves_no_line() -> None:
    source = b"x = (1 <\n  2)\ny = 3\n"
    for one in changes("a.py", source):
        assert one.applied(source).splitlines()[-1].startswith(b"y")
        assert one.applied(source).count(b"\n") == source.count(b"\n")


def test_equal_changes_of_a_function_have_different_keys() -> None:
    found = changes("a.py", b"def f():\n    return x < y, x < y\n")
    assert [one.key for one in found] == ["a.py: f: x < y -> x <= y", "a.py: f: x < y -> x <= y #2"]


def test_settings_fit_the_code() -> None:
    for pattern in SETTINGS["files"]:
        assert list((ROOT / SOURCE).glob(pattern)), pattern
    for group in SETTINGS["tests"]:
        for folder, names in SETTINGS["tests"][group].items():
            assert [name for name in names.split() if not found_in(folder, name)] == []
    assert set(SETTINGS["seconds"]) <= set(SETTINGS["tests"])
    every = all_changes()
    keys = {one.key for some in every.values() for one in some}
    assert not set(SETTINGS["same"]) - keys
    drawn = sample(every, 300, 0)
    assert 250 < len(drawn) < 350
    assert {one.file for one in drawn} > {"packing/check.py", "tiling/rules.py", "claims/findings.py"}
