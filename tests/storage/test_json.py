"""JSON and JSON Lines are read alike, and what is neither is refused with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import NotationError
from shapewright.storage.json import json_or_lines

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
    ],
)
def test_what_is_neither(text, reason):
    with pytest.raises(NotationError, match=f"^{reason}"):
        json_or_lines(text)
