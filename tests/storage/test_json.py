"""JSON and JSON Lines are read alike, and what is neither is refused with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import NotationError
from shapewright.storage.json import integers_of_any_length, json_or_lines

VALUES = st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3))


@given(st.lists(VALUES, min_size=2, max_size=4))
def test_values_come_back_with_their_lines(values):
    text = "\n\n".join(map(json.dumps, values))
    assert json_or_lines(text) == [(f"line {2 * number + 1}", value) for number, value in enumerate(values)]


@given(VALUES, st.integers(0, 4))
def test_one_value_may_take_several_lines(value, indent):
    assert json_or_lines("\n" + json.dumps(value, indent=indent)) == [("the JSON", value)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is not JSON: Expecting value"),
        ("{", "the text is not JSON: Expecting property name"),
        ("1\n{\n", "line 2 is not JSON: Expecting property name"),
        ("[" * 100000, "the text is not JSON: it is nested too deeply"),
        ("1\n" + "[" * 100000, "line 2 is not JSON: it is nested too deeply"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "the text is not JSON: the key 'c' is there twice"),
        ("1e999", "the text is not JSON: '1e999' is larger than any number"),
        ("[-Infinity]", "the text is not JSON: -Infinity is not a number"),
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
