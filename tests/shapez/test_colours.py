"""Colours: the mixer's table and the names."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import NotationError
from shapewright.shapez.colours import COLOURS, NAMES, colour, disputed, mix

# All pairs; a row and a column for each colour.
TABLE = """
  u r g b c m y w
u u r g b c m y w
r r r y m w r r r
g g y g c g w g g
b b m c b b b w b
c c w g b c b g c
m m r w b b m r m
y y r g w g r y y
w w r g b c m y w
"""


def test_all_pairs() -> None:
    header, *rows = [line.split() for line in TABLE.strip("\n").splitlines()]
    assert "".join(header) == COLOURS
    for a, *results in rows:
        assert [mix(a, b) for b in header] == results


colours = st.sampled_from(COLOURS)


@given(colours, colours)
def test_mixing(a: str, b: str) -> None:
    assert mix(a, b) == mix(b, a)
    assert mix(a, b) in COLOURS
    assert mix(a, a) == mix(a, "u") == a
    assert mix(mix(a, b), mix(a, b)) == mix(a, b)


def test_names() -> None:
    assert "".join(NAMES) == COLOURS
    for letter, name in NAMES.items():
        assert colour(letter) == colour(name) == colour(f" {name.upper()} ") == letter
    assert mix("red", "Green") == "y"


@pytest.mark.parametrize("text", ["", "x", "rg", "purple", "-"])
def test_no_colour(text: str) -> None:
    with pytest.raises(NotationError, match=f"'{text}' is not a colour; colours are u \\(uncoloured\\), r \\(red\\)"):
        mix("r", text)


@pytest.mark.parametrize(("text", "hint"), [("p", True), ("Purple", True), ("q", False)])
def test_purple_is_magenta(text: str, hint: bool) -> None:
    with pytest.raises(NotationError) as found:
        colour(text)
    assert str(found.value).endswith("; purple is m (magenta)") == hint


def test_disputed_mixtures_are_noted() -> None:
    """Two sources of 1.0 say white of any two secondaries, one says black of two whites; of all others they agree."""
    noted = {(a, b) for a in COLOURS for b in COLOURS if disputed([(a, b)])}
    assert noted == {*permutations("cmy", 2), ("w", "w")}
    for pair in noted:
        assert disputed([pair])[0].endswith(f"here they make {NAMES[mix(*pair)]}")
