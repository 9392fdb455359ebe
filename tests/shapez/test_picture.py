"""The picture of a shape: every part in its colour where it lies on the ring, upper layers smaller and on top."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import cos, hypot, pi, sin
from pathlib import Path as File

import pytest
from hypothesis import given
from tests.drawing.pixels import Pixels, read_png
from tests.shapez.random_shapes import shapes

from shapewright.drawing import Group, Scene, Text, to_png, to_svg
from shapewright.shapez import Shape
from shapewright.shapez.colours import COLOURS
from shapewright.shapez.parts import RING_SIZES, types_of
from shapewright.shapez.picture import _DISC, _DISC_RADIUS, _PIN, _REACH_QUAD, _SHRINK, PAINTS, draw, draw_layers

GOLDEN = File(__file__).parent / "golden"
SIZE = 240.0
SHAPES = {
    "quad_letters": "CuRrSgWb",
    "quad_layers": "CuCuCuCu:P-cyRmSw:cc--Rg--",
    "hex_letters": "HuGrFgP-cb--:HyGmFw------",
    "dec_letters": "CuRrSgWbCcRmSyP-cw--",
}


def at(pixels: Pixels, parts: int, column: float, distance: float) -> str:
    """The colour at an angle in columns clockwise from twelve o'clock and a share of the ring's radius."""
    reach = distance * _REACH_QUAD * _DISC_RADIUS * SIZE
    angle = 2 * pi / parts * column
    return pixels.colour(SIZE / 2 + reach * sin(angle), SIZE / 2 - reach * cos(angle))


def pixels_of(code: str) -> Pixels:
    return read_png(to_png(draw(Shape.from_code(code), size=SIZE), scale=1))


@pytest.mark.parametrize("name", SHAPES)
def test_golden_pictures(name: str, golden: Callable[[str, str], None]) -> None:
    golden(name, to_svg(draw(Shape.from_code(SHAPES[name]))))


def test_every_golden_picture_is_tested() -> None:
    assert {path.stem for path in GOLDEN.glob("*.svg")} >= set(SHAPES)


@pytest.mark.parametrize(("parts", "letter"), [(parts, letter) for parts in RING_SIZES for letter in types_of(parts)])
def test_columns_go_clockwise_from_the_top_right(parts: int, letter: str) -> None:
    colours = "rgbymwucrg"[:parts]
    pixels = pixels_of("".join(letter + colour for colour in colours))
    assert [at(pixels, parts, column + 0.5, 0.5) for column in range(parts)] == [PAINTS[colour] for colour in colours]
    # In words, for the ring that most people know: column 0 is at the top right, column 3 at the top left.
    if parts == 4:
        corners = [(150, 90), (150, 150), (90, 150), (90, 90)]
        assert [pixels.colour(*corner) for corner in corners] == [PAINTS[colour] for colour in "rgby"]


def test_upper_layers_lie_on_top_and_are_smaller() -> None:
    pixels = pixels_of("RrRrRrRr:CgCgCgCg:CbCbCbCb")
    inside = [0.2, _SHRINK**2 + 0.12, _SHRINK + 0.15]
    assert [at(pixels, 4, 0.5, distance) for distance in inside] == [PAINTS[colour] for colour in "bgr"]


def test_nothing_lets_the_layer_below_be_seen() -> None:
    pixels = pixels_of("CrCrCrCr:Cg--Cg--")
    assert [at(pixels, 4, column + 0.5, 0.4) for column in range(4)] == [PAINTS[colour] for colour in "grgr"]
    assert at(pixels_of("--------:CuCu----"), 4, 2.5, 0.4) == _DISC


def test_pins_are_dark_discs_in_the_middle_of_their_column() -> None:
    pixels = pixels_of("P---P---")
    assert [at(pixels, 4, column + 0.5, 0.6) for column in range(4)] == [_PIN, _DISC, _PIN, _DISC]
    assert at(pixels, 4, 0.1, 0.5) == _DISC


def test_crystals_have_bright_and_dark_facets() -> None:
    pixels = pixels_of("cg------")
    colours = {at(pixels, 4, step / 40, 0.6) for step in range(3, 38)}
    assert PAINTS["g"] in colours
    assert len(colours & {PAINTS["g"]}) < len(colours)
    assert at(pixels, 4, 0.5, 1.1) == _DISC


@given(shapes(layers=6))
def test_every_shape_makes_a_well_formed_picture_of_its_own_size(shape: Shape) -> None:
    svg = to_svg(draw(shape, size=100))
    root = ET.fromstring(svg)
    assert root.get("viewBox") == "0 0 100 100"
    assert svg == to_svg(draw(shape, size=100))
    for layer in shape.layers:
        for part in layer:
            if part[-1] in COLOURS:
                # Facets and borders have colours of their own, but each part shows its own at least once.
                assert PAINTS[part[-1]] in svg


@pytest.mark.parametrize("parts", [4, 6])
def test_parts_do_not_look_alike(parts: int) -> None:
    known = [*(letter + colour for letter in types_of(parts) + "c" for colour in COLOURS), "P-", "--"]
    codes = [part + "--" * (parts - 1) for part in known]
    pictures = {to_svg(draw(Shape.from_code(code))).partition("</title>")[2] for code in codes}
    assert len(pictures) == len(known)


def test_the_empty_shape_is_a_disc() -> None:
    assert len(draw(Shape(4)).nodes) == 1


def test_a_notebook_shows_the_picture() -> None:
    shape = Shape.from_code("CuCuCuCu")
    assert shape._repr_svg_() == to_svg(draw(shape))
    assert shape.scene() == draw(shape)


def test_many_layers_can_still_be_told_apart() -> None:
    pixels = pixels_of(":".join(f"C{'rg'[number % 2]}" * 4 for number in range(7)))
    row = [at(pixels, 4, 0.5, distance / 200) for distance in range(200)]
    seen = [colour for colour, before in zip(row, ["", *row], strict=False) if colour != before]
    assert [colour for colour in seen if colour in (PAINTS["r"], PAINTS["g"])] == [
        PAINTS[colour] for colour in "rgrgrgr"
    ]


def test_layers_stand_beside_the_shape() -> None:
    scene = draw_layers(Shape.from_code("CuCuCuCu:Rr------"), size=100)
    assert (scene.width, scene.title) == (300, "CuCuCuCu:Rr------")
    assert texts(scene) == ["layer 1", "layer 2"]
    pixels = read_png(to_png(scene, scale=1))
    assert [pixels.colour(x, 40) for x in (160, 260)] == [PAINTS["u"], PAINTS["r"]]
    assert hypot(scene.width, scene.height) > 300


def texts(scene: Scene | Group) -> list[str]:
    found = []
    for node in scene.nodes:
        if isinstance(node, Text):
            found.append(node.text)
        elif isinstance(node, Group):
            found += texts(node)
    return found
