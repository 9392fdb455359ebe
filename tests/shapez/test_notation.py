"""Shape codes: what is read, what is refused and where it says the fault is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import codes

from shapewright.errors import NotationError
from shapewright.shapez.colours import COLOURS
from shapewright.shapez.notation import parse_code
from shapewright.shapez.parts import RING_SIZES, TYPES
from shapewright.shapez.place_words import place_words
from shapewright.shapez.shape import Shape


@pytest.mark.parametrize("parts", RING_SIZES)
def test_every_ring_takes_its_types_and_no_others(parts: int) -> None:
    types = "HGF" if parts == 6 else "CRSW"
    for name in [type_ + colour for type_ in types + "c" for colour in COLOURS] + ["P-"]:
        shape = parse_code(name + "--" * (parts - 1))
        assert (shape.parts, shape.layers) == (parts, ((name, *["--"] * (parts - 1)),))
    for name in [type_ + colour for type_ in TYPES if type_ not in types for colour in COLOURS]:
        with pytest.raises(NotationError) as refused:
            parse_code("--" * (parts - 1) + name)
        assert str(refused.value) == (
            f"'{name}' at {place_words(0, parts - 1, parts)} belongs to rings of "
            f"{'four, eight and ten' if parts == 6 else 'six'}, and this is a ring of {parts}, which takes "
            f"{' '.join(types)}"
        )


def test_layers_come_bottom_first() -> None:
    assert parse_code("CuCu----:RrRr----").layers == (("Cu", "Cu", "--", "--"), ("Rr", "Rr", "--", "--"))


def test_empty_layers_between_are_legal() -> None:
    assert parse_code("cu------:--------:cu------").height == 3


def test_white_space_around_does_not_matter() -> None:
    assert parse_code("\t CuCuCuCu \r\n") == parse_code("CuCuCuCu")
    assert parse_code(" \n", 6) == Shape(6)


def test_the_limit_counts_no_empty_layers_at_the_top() -> None:
    code = "Cu------:Cu------:Cu------"
    assert parse_code(code + ":--------", layers=3).height == 3
    with pytest.raises(NotationError, match=f"'{code}' has 3 layers; the limit is 2"):
        parse_code(code, layers=2)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("CuCuCuC", "layer 1 of 'CuCuCuC' has an odd number of characters, 7"),
        ("C+cut", "'C+cut' is not the code of a shape but a shorthand; 'shapez show' reads it"),
        ("{CRSW}", "'{CRSW}' is not the code of a shape but a shorthand"),
        ("CuCuCuCu:C", "layer 2 of 'CuCuCuCu:C' has an odd number of characters, 1"),
        ("CuCuCuCu:CuCu", "layer 2 of 'CuCuCuCu:CuCu' has 2 parts, but layer 1 has 4"),
        ("CuCuCuCu:HuHuHuHuHuHu", "layer 2 of 'CuCuCuCu:HuHuHuHuHuHu' has 6 parts, but layer 1 has 4"),
        ("CuCuCuCu::CuCuCuCu", "layer 2 of 'CuCuCuCu::CuCuCuCu' has 0 parts, but layer 1 has 4"),
        ("CuCuCuCu:", "layer 2 of 'CuCuCuCu:' has 0 parts, but layer 1 has 4"),
        ("Cu", "layer 1 of 'Cu' has 1 part; a ring has 4, 6, 8 or 10 parts"),
        ("CuCu", "layer 1 of 'CuCu' has 2 parts; a ring has 4, 6, 8 or 10 parts"),
        ("Cu" * 12, "has 12 parts; a ring has 4, 6, 8 or 10 parts"),
        (":", "layer 1 of ':' has 0 parts; a ring has 4, 6, 8 or 10 parts"),
        (
            "CuCuQuCu",
            "'Q' in 'Qu' at layer 1, bottom left is not a type; types are C R S W H G F, P (pin) and c (crystal)",
        ),
        (
            "Cu??----",
            "'??' at layer 1, bottom right is a wildcard, not a part; 'shapez buildable' and 'shapez plan' ",
        ),
        ("CuCuCuCu:C?------", "'C?' at layer 2, top right is a wildcard"),
        ("CuCuCuCu:CuCuCuru", "'r' in 'ru' at layer 2, top left is not a type"),
        ("CuCuCqCu", "'q' in 'Cq' at layer 1, bottom left is not a colour; colours are u r g b c m y w"),
        ("CuCuCkCu", "'Ck' in 'CuCuCkCu' is of version 1.0 of the game; --game 1.0 reads it"),
        ("CuCuXrCu", "'Xr' in 'CuCuXrCu' is of version 1.0 of the game; --game 1.0 reads it"),
        ("CpCuCuCu", "is not a colour; colours are u r g b c m y w; purple is m (magenta)"),
        ("CRCuCuCu", "'R' in 'CR' at layer 1, top right is not a colour"),
        ("--C-CuCu", "'-' in 'C-' at layer 1, bottom right is not a colour"),
        ("--c-CuCu", "'-' in 'c-' at layer 1, bottom right is not a colour"),
        ("CuPrCuCu", "'Pr' at layer 1, bottom right gives a pin a colour; a pin is P-"),
        ("CuCuCu-r", "'-r' at layer 1, top left gives an empty part a colour; an empty part is --"),
        ("Cu CuCuCu", "has an odd number of characters, 9"),
        ("Cu  CuCu", "' ' in '  ' at layer 1, bottom right is not a type"),
    ],
)
def test_faults_say_where(code: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_code(code)


def test_long_codes_are_cut_in_messages() -> None:
    with pytest.raises(NotationError) as caught:
        parse_code("CuCuCuCu:" * 1000)
    assert len(str(caught.value)) < 200


@given(codes())
def test_printing_and_reading_is_a_fixed_point(code: str) -> None:
    shape = parse_code(code)
    assert parse_code(shape.to_code()) == shape
    assert code.startswith(shape.to_code())


_ALPHABET = "CRSWHGFPcurgbmyw-: \n0é"


@given(st.one_of(st.text(), st.text(_ALPHABET), codes().flatmap(lambda code: st.permutations(code).map("".join))))
def test_any_text_gives_a_shape_or_a_clear_error(text: str) -> None:
    try:
        shape = parse_code(text)
    except NotationError as error:
        message = str(error)
    else:
        message = shape.to_code()
        assert parse_code(message, shape.parts) == shape
    assert message.isprintable()


@given(codes(), st.data())
def test_one_wrong_character_is_found(code: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(code) - 1).filter(lambda place: code[place] != ":"))
    layer, offset = divmod(place, code.find(":") + 1 or len(code) + 1)
    parts = len(code.partition(":")[0]) // 2
    with pytest.raises(NotationError, match=f"at {place_words(layer, offset // 2, parts)} "):
        parse_code(code[:place] + "?" + code[place + 1 :])
