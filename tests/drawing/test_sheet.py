"""Several pictures in one: each is there once, whole, and none lies on another."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.drawing import Scene, rectangle, to_png, to_sheet, to_svg
from shapewright.drawing.formats.svg import size_of_svg
from shapewright.errors import ProblemError


def picture(width: float, height: float) -> Scene:
    return Scene(width, height, (rectangle(0, 0, width, height, fill="#88ccee"),))


SIZES = st.lists(st.tuples(st.integers(1, 300), st.integers(1, 300)), min_size=2, max_size=30)


@given(SIZES)
def test_every_picture_has_a_place_of_its_own(sizes) -> None:
    sheet = to_sheet([picture(*size) for size in sizes])
    whole = size_of_svg(sheet)
    placed = [
        tuple(float(inner.attrib[name]) for name in ("x", "y", "width", "height")) for inner in ET.fromstring(sheet)
    ]
    assert [(width, height) for _, _, width, height in placed] == sizes
    assert all(x + width <= whole[0] and y + height <= whole[1] for x, y, width, height in placed)
    for (a, b, c, d), (e, f, g, h) in combinations(placed, 2):
        assert a + c <= e or e + g <= a or b + d <= f or f + h <= b
    lines = [(y, x) for x, y, _, _ in placed]
    assert lines == sorted(lines)


def test_one_alone_is_itself() -> None:
    assert to_sheet([picture(20, 10)]) == to_svg(picture(20, 10))


def test_equal_pictures_stand_in_rows() -> None:
    sheet = to_sheet([to_svg(picture(20, 20))] * 6)
    assert [re.findall(rf'<svg {name}="(\d+)"', sheet) for name in "x"] == [["16", "52", "88"] * 2]


def test_it_can_be_rasterised() -> None:
    assert to_png(to_sheet([picture(20, 20), picture(30, 10)])).startswith(b"\x89PNG")


@pytest.mark.parametrize("pictures", [[], ["<svg>"], [picture(1, 1), "text"]])
def test_what_is_not_a_picture_is_refused(pictures) -> None:
    with pytest.raises(ProblemError):
        to_sheet(pictures)
