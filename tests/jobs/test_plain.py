"""Plain data survives its way through text."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.jobs.large import Large
from shapewright.jobs.plain import decode, encode, fingerprint

atoms = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
atoms |= st.builds(Large, st.text("0123456789abcdef", min_size=64, max_size=64), st.integers(0, 2**70))
keys = st.recursive(atoms, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4)
values = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys, inner, max_size=4)
        | st.dictionaries(st.sampled_from(["tuple", "bytes", "dict", "int", "large"]), inner, max_size=2)
    ),
    max_leaves=12,
)


class Pair(NamedTuple):
    left: int
    right: int


def typed(value):
    """The value with its types, since True == 1 == 1.0 and 0.0 == -0.0."""
    if isinstance(value, dict):
        return [(typed(key), typed(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return (type(value), [typed(item) for item in value])
    return (type(value), repr(value))


@given(values)
def test_round_trip(value):
    text = encode(value)
    assert text.isascii()
    assert typed(decode(text)) == typed(value)


def test_huge_integers():
    for number in (10**5000, -(10**5000), (1 << 64) - 1, 1 << 64, -(1 << 64)):
        assert decode(encode(number)) == number


def test_nan():
    assert math.isnan(decode(encode(float("nan"))))


@pytest.mark.parametrize("value", [{1}, object(), 1j, bytearray(b"x"), Pair(1, 2)])
def test_other_things_are_refused(value):
    with pytest.raises(TypeError, match="is not plain data"):
        encode([value])


@given(st.text() | st.from_regex(r'\{"(tuple|bytes|dict|int|float|set)":[\[\]"0-9a-z,{}:]{0,8}\}'))
def test_any_text_is_read_or_refused(text):
    try:
        value = decode(text)
    except ValueError:
        return
    assert typed(decode(encode(value))) == typed(value)


@pytest.mark.parametrize("text", ["NaN", "[" * 100000, '{"dict":[[[1],2]]}', '{"a":1,"b":2}', "{}"])
def test_bad_text(text):
    with pytest.raises(ValueError, match=r"."):
        decode(text)


def test_fingerprint():
    assert fingerprint("a", 1) == fingerprint("a", 1)
    assert len({fingerprint("a", 1), fingerprint("a", "1"), fingerprint("a1"), fingerprint(("a", 1))}) == 4
