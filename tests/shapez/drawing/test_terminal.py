"""Shapes as text: parts where they are on the ring, layers side by side as far as the width allows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import shapes

from shapewright.drawing.palette import rgb
from shapewright.shapez import Shape
from shapewright.shapez.drawing.terminal import to_terminal
from shapewright.shapez.picture import PAINTS


def plain(code: str, width: int = 80) -> str:
    return to_terminal(Shape.from_code(code), color=False, width=width)


def unescaped(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_column_0_is_top_right_and_columns_go_clockwise() -> None:
    assert plain("CrCgCbCw") == "layer 1\n Cw  Cr\n Cb  Cg"
    assert plain("HrHgHbHcHmHy").split("\n")[1:] == [
        "    Hy  Hr",
        " Hm        Hg",
        "    Hc  Hb",
    ]


@pytest.mark.parametrize("parts", [8, 10])
def test_larger_rings_bulge(parts: int) -> None:
    lines = plain("Cu" * parts).split("\n")[1:]
    assert lines == lines[::-1]
    assert len(lines) == parts // 2
    assert all("Cu" in line for line in lines)
    assert len(lines[0]) < max(map(len, lines))


def test_layers_wrap() -> None:
    code = ":".join(["CuCuCuCu", "RrRrRrRr", "SgSgSgSg"])
    assert plain(code).count("\n") == 2
    assert plain(code, width=20) == "\n".join(
        [
            "layer 1    layer 2",
            " Cu  Cu     Rr  Rr",
            " Cu  Cu     Rr  Rr",
            "",
            "layer 3",
            " Sg  Sg",
            " Sg  Sg",
        ]
    )


def test_the_empty_shape_is_an_empty_layer() -> None:
    assert plain("--------") == "layer 1\n --  --\n --  --"


def test_colours_are_those_of_the_picture() -> None:
    text = to_terminal(Shape.from_code("Crcb--P-"), color=True, truecolor=True)
    for colour in "rb":
        assert "\x1b[48;2;{};{};{};".format(*rgb(PAINTS[colour])) in text
    assert "▞cb" not in text  # the facets have a colour of their own
    assert "▞cb▞" in unescaped(text)
    assert "▞" not in to_terminal(Shape.from_code("cb------"), color=True, unicode=False)
    assert "\x1b[48;5;" in to_terminal(Shape.from_code("cb------"), color=True)


@given(shapes(layers=6), st.integers(1, 120))
def test_colour_changes_no_letter_and_every_part_is_there(shape: Shape, width: int) -> None:
    without = to_terminal(shape, color=False, width=width)
    coloured = to_terminal(shape, color=True, width=width, unicode=False)
    assert [line.rstrip() for line in unescaped(coloured).split("\n")] == without.split("\n")
    found = sorted(re.findall(r"(?<!\S)(?:--|P-|[A-Zc][a-z])(?!\S)", without))
    assert found == sorted(part for layer in shape.layers or (("--",) * shape.parts,) for part in layer)
