"""JSON and JSON Lines are read alike, and what is neither is refused with its place."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shapewright
from shapewright.claims.tracked import tracked
from shapewright.errors import NotationError
from shapewright.storage.json import integers_of_any_length, json_or_lines, with_digits, without_digits

VALUES = st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3))


@given(st.lists(VALUES, min_size=2, max_size=4))
def test_values_come_back_with_their_lines(values):
    text = "\n\n".join(map(json.dumps, values))
    assert json_or_lines(text) == [(f"line {2 * number + 1}", value) for number, value in enumerate(values)]


@given(VALUES, st.integers(0, 4))
def test_one_value_may_take_several_lines(value, indent):
    assert json_or_lines("\n" + json.dumps(value, indent=indent)) == [("the JSON", value)]


RECORDS = st.dictionaries(st.sampled_from("abc"), st.recursive(
    st.integers(-(1 << 60), 1 << 60) | st.booleans() | st.lists(st.integers(0, 1 << 60), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("xyz"), inner) | st.lists(st.dictionaries(st.just("x"), inner)),
))  # fmt: skip


@given(RECORDS)
def test_digits_beside_numbers_that_javascript_does_not_keep(record):
    found = with_digits(record)
    assert tracked(found) == tracked(record)
    for key, value in record.items():
        numbers = value if isinstance(value, list) else [value]
        large = [each for each in numbers if type(each) is int and abs(each) > 2**53]
        assert (f"{key}_digits" in found) == bool(large)
        if large:
            assert found[f"{key}_digits"] == ([*map(str, value)] if isinstance(value, list) else str(value))
            assert "a_digits" in without_digits({"a": value, "a_digits": "7"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is not JSON: Expecting value"),
        ("{", "the text is not JSON: Expecting property name"),
        ("1\n{\n", "line 2 is not JSON: Expecting property name"),
        ("[" * 100000, "the text is not JSON that is read here: it is nested deeper than 100"),
        ("1\n" + "[" * 100000, "line 2 is not JSON that is read here: it is nested deeper than 100"),
        ("[" * 101 + "]" * 101, "the text is not JSON that is read here: it is nested deeper than 100"),
        ('{"a":' * 101 + "1" + "}" * 101, "the text is not JSON that is read here: it is nested deeper than 100"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "the text is not JSON: the key 'c' is there twice"),
        ("1e999", "the text is not JSON: '1e999' is larger than any number"),
        ("[-Infinity]", "the text is not JSON: -Infinity is not a number"),
        ("0." + "9" * 5000, "the text is not JSON: a number of 5002 digits is longer than the limit of 4300"),
        ("9" * 5000, "the text is not JSON: a number of 5000 digits is longer than the limit of 4300"),
    ],
)
def test_what_is_neither(text, reason):
    with pytest.raises(NotationError, match=f"^{reason}"):
        json_or_lines(text)


def test_a_long_count_is_read_and_an_endless_one_is_not():
    with integers_of_any_length():
        assert json_or_lines("9" * 20_000) == [("the JSON", int("9" * 20_000))]
        with pytest.raises(NotationError, match="20001 digits is longer than the limit of 20000"):
            json_or_lines("9" * 20_001)


def test_what_is_deep_enough_is_read():
    assert json_or_lines("[" * 100 + "]" * 100)
    assert json_or_lines('{"a":' * 100 + "1" + "}" * 100)


OWN_DATA = {
    "clear/claims/playing.py": "the text of a net that was trained just now",
    "questions/clear/research/train.py": "the same",
    "questions/gallery/__init__.py": "a file of the package",
    "tiling/making/daily.py": "a file of the package",
    "web/local.py": "a view that was made just now",
    "web/pool.py": "what a worker of ours sends",
    "web/runs.py": "a view that a worker of ours made",
    "web/worker.py": "what the server sends to its worker",
}


def test_all_json_of_others_is_read_by_the_one_reader():
    """Python's own reader takes NaN, keys that are there twice and numbers without an end."""
    package = Path(shapewright.__file__).parent
    reading = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            of_module = isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("json", "_json")
            name = node.attr if of_module else ""
            is_imported = isinstance(node, ast.ImportFrom) and node.module == "json"
            if name in ("load", "loads", "JSONDecoder", "decoder") or is_imported:
                reading.add(path.relative_to(package).as_posix())
    assert reading - {"storage/json.py"} == set(OWN_DATA)
