"""Fields read what they say they take, refuse the rest in one sentence, and describe themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import ShapewrightError
from shapewright.web.fields import (
    Choice,
    Content,
    Field,
    Flag,
    Number,
    Record,
    Text,
    Texts,
    Whole,
    read_parameters,
    schema,
    shown,
)
from shapewright.web.fields import (
    given as repeated,
)

FIELDS: tuple[Field, ...] = (
    Text("text", "", limit=5),
    Content("content", "", limit=4),
    Whole("whole", "", minimum=1, maximum=9),
    Number("number", "", maximum=2.0),
    Flag("flag", ""),
    Choice("choice", "", choices=("a", "b")),
    Texts("texts", "", most=2, limit=3),
    Record("record", "", limit=20),
)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("text", "abc", "abc"),
        ("content", "aGk=", b"hi"),
        ("whole", 9, 9),
        ("whole", 3.0, 3),
        ("number", 2, 2.0),
        ("flag", True, True),
        ("choice", "b", "b"),
        ("texts", ["a", "b"], ("a", "b")),
        ("texts", "a", ("a",)),
        ("record", {"a": [1]}, {"a": [1]}),
    ],
)
def test_what_is_taken(name, value, read) -> None:
    assert read_parameters(FIELDS, {name: value})[name] == read


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text", "abcdef"),
        ("text", 3),
        ("content", "aGVsbG8="),
        ("content", "!"),
        ("whole", 0),
        ("whole", 10),
        ("whole", True),
        ("whole", "3"),
        ("whole", 2.5),
        ("number", float("nan")),
        ("number", float("inf")),
        ("number", False),
        ("flag", 1),
        ("choice", "c"),
        ("choice", ["a"]),
        ("texts", ["a", "b", "c"]),
        ("texts", ["abcd"]),
        ("texts", [1]),
        ("record", "a"),
        ("record", {"a": "b" * 30}),
    ],
)
def test_what_is_refused(name, value) -> None:
    with pytest.raises(ShapewrightError, match="'|file"):
        read_parameters(FIELDS, {name: value})


def test_what_is_missing_or_too_much() -> None:
    with pytest.raises(ShapewrightError, match="the parameter 'a' is missing: a letter"):
        read_parameters([Text("a", "a letter", required=True)], {})
    with pytest.raises(ShapewrightError, match="there is no parameter 'b'; there are a"):
        read_parameters([Text("a", "")], {"b": 1})


def test_null_is_as_good_as_nothing() -> None:
    assert read_parameters(FIELDS, {"whole": None}) == read_parameters(FIELDS, {})


def test_an_answer_repeats_what_was_given_and_no_defaults() -> None:
    assert repeated(FIELDS, {"flag": False, "whole": 3, "text": None}) == {"whole": 3}


def test_the_schema_names_every_field() -> None:
    described = schema(FIELDS)
    assert set(described["properties"]) == {field.name for field in FIELDS}
    assert described["additionalProperties"] is False


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=4))
def test_any_value_is_shown_in_few_words(value) -> None:
    assert len(shown(value)) < 200
